"""The name of a constraint says which one refused a row."""

import pytest
from django.db import IntegrityError, transaction

from tests.builders import NOON, make_entries, make_round, make_tournament
from tournaments.models import ScoreSheet, Seat, SheetLine, User
from tournaments.violations import violates

# Where ours does nothing of its own it is Django's own: on SQLite it answers the same tests.
ON_BACKENDS = pytest.mark.parametrize(
    "backend",
    ["ours", pytest.param("Django's own", marks=pytest.mark.long)],
    indirect=True,
    scope="module",
)
pytestmark = [pytest.mark.django_db, ON_BACKENDS, pytest.mark.usefixtures("backend")]


@pytest.fixture
def table():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 3)], started_at=NOON).tables.get()


def sheet(table, **facts) -> ScoreSheet:
    return ScoreSheet(table=table, number=1, dealt_at=NOON, cutoff_at=NOON, **facts)


def refusal(*rows) -> IntegrityError:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        type(rows[0]).objects.bulk_create(rows)
    return refused.value


def test_a_partial_constraint_is_known_by_its_name(table):
    error = refusal(sheet(table), sheet(table))
    assert violates(error, ScoreSheet)
    assert not violates(error, SheetLine)
    names = ["hand_number_once_per_table", "one_hand_at_a_time"]
    assert [name for name in names if violates(error, ScoreSheet, name)]


def test_of_two_constraints_of_a_table_only_the_broken_one_is_named(table):
    one, two = table.seats.all()[:2]
    same_place = Seat(table=table, round=table.round, entry=one.entry, position=two.position)
    one.delete()
    error = refusal(same_place)
    assert violates(error, Seat, "one_player_per_seat")
    assert not violates(error, Seat, "one_seat_per_player_and_round")


def test_a_constraint_on_an_expression_is_known_by_its_name():
    error = refusal(User(email="ada@example.org"), User(email="ADA@example.org"))
    assert violates(error, User, "user_email_once_in_any_case")


def test_what_is_no_unique_constraint_is_none(table):
    assert not violates(refusal(sheet(table, status=None)), ScoreSheet)
