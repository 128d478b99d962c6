"""Runs a tournament of eight with one round and a final. Needs a token with every scope.

SITE=https://roundhouse.example TOKEN=rh_… python tournament.py
"""

import os
import uuid

import roundhouse_client as rh

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fred", "Gil", "Hua")
SITE, TOKEN = os.environ["SITE"], os.environ["TOKEN"]
client = rh.ApiClient(rh.Configuration(host=SITE, access_token=TOKEN))
events, tables = rh.EventsApi(client), rh.TablesApi(client)


def key() -> str:
    """An Idempotency-Key: send a write again with the same one, and it is done once."""
    return uuid.uuid4().hex


def play_round(*, final: bool) -> None:
    """Seat a round, play a hand at each of its tables, and close it."""
    seated = events.rounds_seat(event, tournament, key(), rh.Seat(final=final))
    events.rounds_publish(event, tournament, seated.number, key())
    events.rounds_start(event, tournament, seated.number, key())
    for table in events.events_tournaments_rounds_tables_list(
        event, tournament, seated.number
    ).results:
        play_hand(table)
    closed = events.rounds_close(event, tournament, seated.number, key())
    print(closed.kind.value, closed.status.value)


def play_hand(table: rh.TableOfRound) -> None:
    """Deal a hand, and report that the first seat reached the target."""
    dealt = tables.hands_deal(table.code, rh.Deal(number=1), key())
    points = [
        rh.Points(seat=seat.position, points=120 if seat.position == 1 else seat.entry_id % 100)
        for seat in table.seats
    ]
    hand = rh.HandOrSheet(rh.Hand(number=1, points=points, went_out=1))
    tables.hands_report(table.code, key(), f'"{dealt.receipt.version}"', hand)


new = rh.NewEvent(name="Club night in Python", starts_on="2026-11-21", ends_on="2026-11-22")
event = events.events_create(new, key()).slug
new = rh.NewTournament(name="Express", game="express", rounds_planned=1, finalists=4)
tournament = events.tournaments_create(event, new, key()).slug
people = [rh.NewEntry(name=name) for name in NAMES]
events.entries_create(event, tournament, rh.NewEntries(entries=people, check_in=True), key())

play_round(final=False)
play_round(final=True)

standings = events.events_tournaments_standings_list(event, tournament, wait=5)
ended = events.events_tournaments_retrieve(event, tournament)
print(ended.status.value, standings.results[0].player, standings.is_current)
