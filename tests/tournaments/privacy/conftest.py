"""A tournament in which somebody did all that a player can do."""

import pytest
from django.db import transaction
from django.test import Client

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.routes.visitors import rolled_back_later
from tests.tournaments.privacy.records import LATER, keep_answer
from tests.tournaments.seasons.gatherings import count, make_season
from tournaments.events.ledger.sealing import seal_all
from tournaments.ledger import Actor
from tournaments.models import Player
from tournaments.registration.services import edit_player, walk_in
from tournaments.results.calls.services import call_conductor
from tournaments.results.calls.services import close as close_call
from tournaments.results.confirming.services import confirm_sheet, dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round, end_game, rule_sheet
from tournaments.seasons.computing import services as seasons
from tournaments.standings.computing import services as standings
from tournaments.standings.deciding.services import adjust


@pytest.fixture(scope="module")
def key_of_zephyrine(django_db_setup, django_db_blocker, redis_server):
    """Her day is made once for a file of tests: what each does to it is rolled back."""
    with django_db_blocker.unblock(), rolled_back_later():
        yield a_whole_day().pk
        transaction.set_rollback(True)


@pytest.fixture
def zephyrine(key_of_zephyrine, db):
    """Whoever made that day. A file that asks for her has no other event."""
    return Player.objects.select_related("event").get(pk=key_of_zephyrine)


def a_whole_day():
    """Somebody who did all that a player can do, under two names, in a tournament of a season."""
    tournament = make_tournament()
    event = tournament.event
    facts = {"handle": "zephq", "home_town": "Quillhaven", "email": "zephq@quill.example"}
    player = walk_in(event, [tournament], name="Zephyrine Quilfether", **facts, by=ANNA, at=NOON)
    player = edit_player(player, name="Zephyrine Quillfeather", by=ANNA, at=NOON)
    player.team, player.household, player.notes = "Quillteam", "Quillhaven", "is Quillfeather's"
    player.save()
    others = make_entries(tournament, 2)
    round_ = make_round(tournament, [[player.entries.get(), *others]])
    table = round_.tables.get()
    _play(player, table)
    seat = table.seats.get(position=2)
    words = "Ask Zephyrine Quillfeather"
    call = call_conductor(seat, "other", words=words, by=ANNA, at=NOON + minutes(50))
    close_call(call, by=Actor(name=player.name), at=NOON + minutes(55), remark="Done")
    end_game(table, by=ANNA, at=NOON + minutes(60), reason="Zephyrine Quillfeather had to leave")
    close_round(round_, by=ANNA, at=NOON + minutes(120))
    adjust(others[0], "warning", by=ANNA, at=LATER, reason="spoke to Zephyrine Quillfeather")
    season = make_season(None, name="League", rule="best-results", counts_running=True)
    count(season, tournament)
    standings.refresh(tournament.pk, at=LATER)
    seasons.refresh(season, at=LATER)
    seal_all(now=LATER)
    keep_answer(player, "players/", {"id": player.pk, "name": player.name, "handle": "zephq"})
    return player


def _play(player, table):
    at = NOON + minutes(10)
    me = Actor(name=player.name, device="device-of-zephyrine", player=player)
    rival = table.seats.get(position=2).entry.player
    other = Actor(name=rival.name, player=rival)
    phone_of(Client(), player)
    for number in (1, 2):
        deal_hand(table, number, by=me, at=at + minutes(10 * number))
        hand = QuickHand(points={1: 20, 2: 5, 3: 0}, went_out=1)
        at_end = at + minutes(10 * number + 5)
        report_hand(table, number, hand, by=me, at=at_end, key=f"a-key-of-zephyrine-{number}")
    said = QuickHand(points={1: 20, 2: 6, 3: 0}, went_out=1)
    dispute_sheet(table, 2, said, by=other, at=at + minutes(30), reason=f"{player.name} is wrong")
    rule_sheet(table, 2, said, by=ANNA, at=at + minutes(31), reason=f"as {player.name} says")
    confirm_sheet(table, 1, by=other, at=at + minutes(32))
