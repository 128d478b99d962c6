"""Queries whose SQL is made once answer as their querysets do."""

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes, phone_of
from tournaments import locking
from tournaments.access.phones import OPEN_PHONE, SEATS_OF_PHONE
from tournaments.access.requests import WHOLE_TABLE
from tournaments.api import webhooks
from tournaments.api.tables import views
from tournaments.models import IdempotencyKey, Phone, SheetVersion, Table
from tournaments.prepared import Prepared
from tournaments.results import receipts, table_state, versions
from tournaments.results.reporting import services as reporting

# Where ours does nothing of its own it is Django's own: on SQLite it answers the same tests.
ON_BACKENDS = pytest.mark.parametrize(
    "backend",
    ["ours", pytest.param("Django's own", marks=pytest.mark.long)],
    indirect=True,
    scope="module",
)
pytestmark = [pytest.mark.django_db, ON_BACKENDS, pytest.mark.usefixtures("backend")]

KEY, AGAIN = "0123456789abcdef", "fedcba9876543210"


@pytest.fixture
def table():
    """A table in the middle of its game: one hand reported and one dealt, a phone, a hook."""
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    table = make_round(tournament, [entries], started_at=NOON).tables.get()
    reporting.deal_hand(table, 1, by=ANNA, at=NOON)
    hand = QuickHand(points={1: 30, 2: 12, 3: 0, 4: -5}, went_out=1)
    reporting.report_hand(table, 1, hand, by=ANNA, at=NOON + minutes(9), key=KEY)
    reporting.report_hand(table, 1, hand, by=ANNA, at=NOON + minutes(9), key=AGAIN)
    reporting.deal_hand(table, 2, by=ANNA, at=NOON + minutes(10))
    phone_of(Client(), entries[0].player)
    webhooks.add(
        tournament.event, url="https://example.org/hook", topics=["results"], by=ANNA, at=NOON
    )
    return table


def everything(found):
    """A row with all that was read of it and of what is joined to it."""
    if isinstance(found, tuple):
        return found
    columns = {name: value for name, value in vars(found).items() if name != "_state"}
    joined = {name: everything(one) for name, one in found._state.fields_cache.items() if one}
    return type(found), columns, joined


def prepared_queries(table) -> dict[str, tuple[Prepared, tuple]]:
    """Every prepared query of the site, with values that it has an answer for."""
    phone = Phone.objects.get()
    event_id = table.round.tournament.event_id
    made, repeated = SheetVersion.objects.exclude(key=None).get(), IdempotencyKey.objects.get()
    return {
        "a table with all it is in": (WHOLE_TABLE, (table.code,)),
        "a table to write at": (views.TABLE_TO_WRITE, (table.code,)),
        "an open phone": (OPEN_PHONE, (event_id, phone.token_hash)),
        "the seats of a phone": (SEATS_OF_PHONE, (table.code, phone.token_hash)),
        "a locked table": (locking.TABLE, (table.pk,)),
        "a shared round": (locking.ROUND, (table.round_id,)),
        "a shared tournament": (locking.TOURNAMENT, (table.round.tournament_id,)),
        "the seats of a table": (table_state.SEATS, (table.pk,)),
        "a sheet": (versions.SHEET, (table.pk, 1)),
        "the hands of a table": (reporting.HANDS, (table.pk,)),
        "the version of a key": (receipts.MADE, (made.key, KEY)),
        "an answer to a key": (receipts.REPEATED, (repeated.key, AGAIN)),
        "the hooks of an event": (webhooks.ACTIVE_HOOKS, (event_id,)),
    }


def test_every_prepared_query_answers_as_its_queryset(table):
    for name, (query, values) in prepared_queries(table).items():
        expected = [everything(row) for row in query.queryset(*values)]
        assert expected, name
        for _time in ("made now", "made before"):
            assert [everything(row) for row in query.all(*values)] == expected, name


def test_sums_by_group_are_those_of_the_queryset(table):
    rows = table_state.PLAYED.all(table.pk)
    assert sorted(rows, key=str) == sorted(table_state.PLAYED.queryset(table.pk), key=str)
    assert len(rows) == 5  # four lines of the first hand, and the second without any


def test_it_is_one_query_and_its_sql_is_made_once(table, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert locking.ROUND.one(table.round_id).pk == table.round_id
        assert locking.ROUND.first(table.round_id + 1) is None


def test_a_query_without_an_answer_gives_none_or_raises(table):
    assert WHOLE_TABLE.first("NONE") is None
    with pytest.raises(ObjectDoesNotExist):
        locking.ROUND.one(table.round_id + 1)


def test_values_are_never_part_of_the_sql(table):
    assert WHOLE_TABLE.all("' OR 1=1 --") == []


def test_an_object_that_was_read_can_be_stored(table):
    found = WHOLE_TABLE.one(table.code)
    found.number = 7
    found.save()
    assert Table.objects.get(pk=table.pk).number == 7


def test_a_query_must_use_every_value_it_takes():
    with pytest.raises(ValueError, match="never used"):
        Prepared(lambda key, _other: Table.objects.filter(pk=key)).all(1, 2)
