"""Whoever asks is handed everything that is stored about them, and no secret."""

import pytest
from django.apps import apps

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.results.tables import deal, report
from tournaments.ledger import Actor
from tournaments.models import Entry, Phone, Player, Seat
from tournaments.privacy.queries import NOT_HANDED_OUT, plain, sections_of, stored_of
from tournaments.privacy.visibility import SECRETS
from tournaments.registration.services import add_player, drop, edit_player, walk_in
from tournaments.results.calls.services import call_conductor
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.overtime import services as overtime
from tournaments.seating.changing import takeovers

# What is handed out is gathered in Python.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture
def player():
    tournament = make_tournament()
    return walk_in(tournament.event, [tournament], name="Ada", by=ANNA, at=NOON)


def test_every_table_that_leads_to_a_player_is_handed_out_or_says_why_not(player):
    leading = {
        model
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model in {Player, Entry, Seat}
    }
    handed_out = {rows.model for rows in sections_of(player).values()}
    assert leading - handed_out == set(NOT_HANDED_OUT)
    assert not handed_out & set(NOT_HANDED_OUT)


def test_a_row_is_handed_out_without_its_secrets(player):
    row = plain(player)
    assert row["name"] == "Ada"
    assert not {"pin", "badge"} & set(row)
    assert {"token_hash"} == SECRETS[Phone]
    assert "token_hash" not in plain(Phone(player=player, token_hash="secret"))


def test_who_was_called_otherwise_is_handed_what_was_written_under_that_name(player):
    edit_player(player, name="Ada Lind", by=ANNA, at=NOON + minutes(1))
    drop(player.entries.get(), by=ANNA, at=NOON + minutes(2))
    add_player(player.event, name="Ada", by=ANNA, at=NOON + minutes(3))  # somebody else
    player.refresh_from_db()
    stored = stored_of(player, at=NOON + minutes(200))
    done = [(entry["verb"], entry["subject"]) for entry in stored["ledger"]]
    assert done == [
        ("add player", "Ada"),
        ("enter", "Ada"),
        ("edit player", "Ada Lind"),
        ("drop", "Ada Lind"),
    ]


# For whom a game counts is not asked where it is gathered who said what.
@pytest.mark.parametrize(
    "counts_for",
    [
        pytest.param(one, marks=[pytest.mark.long] if one != "plays_on" else [])
        for one in takeovers.CountsFor
    ],
)
def test_of_a_seat_that_was_taken_over_each_is_handed_their_own_words(counts_for):
    tournament = make_tournament()
    entries = make_entries(tournament, 5)
    round_ = make_round(tournament, [entries[:4]])
    table = round_.tables.get()
    bob, carl = entries[0].player, entries[4].player
    _acts(table, bob, number=1, minute=20)
    edit_player(bob, name="Robert", by=ANNA, at=NOON + minutes(40))
    why = {"reason": "left", "by": ANNA, "at": NOON + minutes(50)}
    takeovers.take_over(round_, entries[0], carl, counts_for=counts_for, **why)
    _acts(table, carl, number=2, minute=60)
    for player, name, other in (
        (bob, "Player 001", "Player 005"),
        (carl, "Player 005", "Player 001"),
    ):
        stored = stored_of(player, at=NOON + minutes(200))
        assert [one["words"] for one in stored["calls for a conductor"]] == [f"as {name} says"]
        assert {one["actor"] for one in stored["acts at tables"]} == {name}
        assert [one["actor"] for one in stored["consents"]] == [name]
        assert f"as {other} says" not in str(stored)


def _acts(table, player, *, number, minute):
    me = Actor(name=player.name, player=player)
    at = NOON + minutes(minute)
    deal(table, number, at=at, seat=2)
    report(table, number, at=at + minutes(1), seat=2)
    said = f"as {player.name} says"
    dispute_sheet(table, number, None, by=me, at=at + minutes(2), reason=said)
    overtime.agree(table, 1, by=me, at=at + minutes(3))
    seat = Seat.objects.select_related("entry__player", "played_by", "table").get(
        table=table, position=1
    )
    call_conductor(seat, "conduct", words=said, by=me, at=at + minutes(4))
