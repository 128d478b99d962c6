"""The days of the demo's convention that are over: their sessions and pick-up games, at their time.

Everything goes through the verbs of a real day. A worker of a site that runs meanwhile may find a
game of yesterday that has just begun, and end it by its clock: then it has no result.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.clock.services import start_slot
from tournaments.demo import rules
from tournaments.demo.convention import plan
from tournaments.demo.convention.building import Convention
from tournaments.demo.convention.plan import Wave
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Player, Round, Session, Table
from tournaments.pickups import services as pickups
from tournaments.results.confirming.services import confirm_sheet
from tournaments.results.errors import SlotNotRunning
from tournaments.results.overtime.services import agree
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round, end_game
from tournaments.seating.finishing.services import finish_tournament
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import promoting
from tournaments.signup import services as signup

log = logging.getLogger(__name__)

BOOKING, COMING = timedelta(days=1), timedelta(minutes=10)
RELEASED, STARTED = timedelta(minutes=11), timedelta(minutes=13)
PICK_UP, PAUSE, OVERTIME = timedelta(minutes=20), timedelta(minutes=2), timedelta(minutes=20)
#: A hand of the game with hands takes so long, and so many are played if nobody wins before.
HAND, HANDS = timedelta(minutes=16), 6
#: The titles of pick-up games are among the shortest.
SHORT = 6


class _Time(NamedTuple):
    """The slot of a round."""

    start: datetime
    end: datetime


def play_days(made: Convention) -> None:
    """Play all sessions and pick-up games of the days before the last one."""
    late: set[int] = set()
    for wave, sessions in made.waves:
        order = plan.in_order([one.pk for one in made.people], wave.number)
        free = iter(one for one in order if one not in late)
        late = set()
        people = {one.pk: one for one in made.people}
        for number, session in enumerate(sessions):
            come = [people[pk] for pk in islice(free, plan.BOOKED + plan.WALK_UPS)]
            late |= _play_session(made, session, come, overtime=number == 0)
        loose = [people[pk] for pk in free if not people[pk].team]
        for number in range(made.size.pick_ups):
            first = number * plan.AT_A_PICK_UP
            players = loose[first : first + plan.AT_A_PICK_UP]
            _play_pick_up(made, wave, number, players)
    for tournament in made.tournaments[made.size.finals :]:
        finish_tournament(tournament, by=made.by, at=made.at)


def _play_session(
    made: Convention, session: Session, people: Sequence[Player], *, overtime: bool
) -> set[int]:
    """Play a session with those who come; of those who are booked, one or two do not.

    Returns the people who played past its end.
    """
    booked, walk_ups = people[: plan.BOOKED], people[plan.BOOKED :]
    for player in booked:
        signup.book(session, player, by=_player(player), at=session.starts_at - BOOKING)
    for player in [*booked[1 + session.pk % 2 :], *walk_ups]:
        signup.check_in(session, player, by=_player(player), at=session.starts_at - COMING)
    promoting.release_no_shows(session.pk, at=session.starts_at + RELEASED)
    session.refresh_from_db()
    seated = seat_session(
        session, made.tournament_of(session), by=made.by, at=session.starts_at + RELEASED
    )
    publish_round(seated, by=made.by, at=session.starts_at + RELEASED)
    round_ = start_slot(seated, by=made.by, at=session.starts_at + STARTED)
    _play_round(made, round_, overtime=overtime)
    if not overtime:
        return set()
    return set(round_.seats.filter(table__number=1).values_list("entry__player", flat=True))


def _play_pick_up(made: Convention, wave: Wave, number: int, players: Sequence[Player]) -> None:
    """Play a game that its first player asks for, of a short title with more than one heat."""
    several = [
        (title.length, place)
        for place, title in enumerate(made.titles)
        if title.heats + (place < made.size.finals) > 1
    ]
    short = sorted(several)[:SHORT]
    tournament = made.tournaments[short[(wave.number + number) % len(short)][1]]
    at = wave.starts_at + PICK_UP
    asked = pickups.ask(
        made.event, tournament.game, players,
        key=f"demo-pick-up-{wave.number:04}-{number:04}", by=_player(players[0]), at=at,
    )  # fmt: skip
    pickup = pickups.start(asked, by=made.by, at=at + PAUSE)
    _play_round(made, pickups.round_of(pickup))


def _play_round(made: Convention, round_: Round | None, *, overtime: bool = False) -> None:
    """Play all tables of a round; with ``overtime`` the first of them plays past the end."""
    if round_ is None or round_.started_at is None or round_.ends_at is None:
        raise SlotNotRunning
    time = _Time(round_.started_at, round_.ends_at)
    tables = round_.tables.order_by("number").select_related("round__tournament__title")
    for table in tables.prefetch_related("seats__entry__player"):
        try:
            deal_hand(table, 1, by=_at(table, 0), at=time.start)
            _play(made, table, time, plays_on=overtime and table.number == 1)
        except Refused as refusal:
            log.info("%s of the demo has no result: %s", table, refusal)
    close_round(round_, by=made.by, at=time.end + (OVERTIME if overtime else PAUSE))


def _play(made: Convention, table: Table, time: _Time, *, plays_on: bool) -> None:
    setup, seats = table.round.tournament.setup, list(table.seats.all())
    # Codes are drawn by lot: what is played is the same each time.
    name = f"{table.round.tournament.slug}-{table.round.number}-{table.number}"
    if setup.is_called_out:
        _play_hands(made, table, time, name)
        return
    reported = time.start + rules.hand_length(name, 1, setup, 1)
    if plays_on:
        for seat in seats:
            by = _player(seat.entry.player)
            agree(table, seat.position, by=by, at=time.end - OVERTIME)
        reported = time.end + OVERTIME / 2
    written = rules.game_played(name, setup, len(seats))
    report_hand(table, 1, written, by=_at(table, 1), at=reported, key=f"demo-{table.pk:012}")
    confirm_sheet(table, 1, by=_at(table, 2), at=reported + PAUSE)


def _play_hands(made: Convention, table: Table, time: _Time, name: str) -> None:
    seats = [seat.position for seat in table.seats.all()]
    for hand in range(1, HANDS + 1):
        at = time.start + hand * HAND
        if hand > 1:
            deal_hand(table, hand, by=_at(table, hand), at=at - HAND)
        called = rules.points(name, hand, seats, ended_early=False)
        key = f"demo-{table.pk:012}-{hand}"
        report_hand(table, hand, called, by=_at(table, hand), at=at, key=key)
        if Table.objects.get(pk=table.pk).status == Table.Status.FINISHED:
            return
    end_game(table, by=made.by, at=time.end, reason=_("The time is over."))


def _at(table: Table, number: int) -> Actor:
    """The player of a seat, counted on from the first."""
    seats = list(table.seats.all())
    return _player(seats[number % len(seats)].entry.player)


def _player(player: Player) -> Actor:
    return Actor(name=str(player), player=player)


def come_to_last_heats(made: Convention, at: datetime) -> None:
    """Let people come to the heats of the last day. One place is left in each."""
    people = {one.pk: one for one in made.people}
    free = iter(plan.in_order(list(people), len(made.waves)))
    for session in made.last_heats:
        for pk in islice(free, plan.PLACES - 1):
            signup.check_in(session, people[pk], by=_player(people[pk]), at=at)
