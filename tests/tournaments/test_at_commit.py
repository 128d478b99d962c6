"""Writes that go with the commit: the same as Django's, and none of them earlier."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext

from tests.builders import NOON, make_entries, make_round, make_tournament
from tournaments import at_commit
from tournaments.models import (
    IdempotencyKey,
    LedgerEntry,
    ScoreSheet,
    SheetLine,
    StandingsState,
)
from tournaments.prepared import Prepared

# Where ours does nothing of its own it is Django's own: on SQLite it answers the same tests.
ON_BACKENDS = pytest.mark.parametrize(
    "backend",
    ["ours", pytest.param("Django's own", marks=pytest.mark.long)],
    indirect=True,
    scope="module",
)
pytestmark = [
    pytest.mark.django_db(transaction=True),
    ON_BACKENDS,
    pytest.mark.usefixtures("backend"),
]

DIFFERS = {"id", "number", "created_at"}
ANYBODY = Prepared(lambda event_id: LedgerEntry.objects.filter(event_id=event_id))


@pytest.fixture
def table():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 3)], started_at=NOON).tables.get()


@pytest.fixture
def state(table):
    return table.round.tournament.standings_state


def sheet(table, number=1, **facts) -> ScoreSheet:
    return ScoreSheet(
        table=table, number=number, dealt_at=NOON, cutoff_at=NOON, data={"points": [1]}, **facts
    )


def entry(event_id, **facts) -> LedgerEntry:
    after = {"ä": [None, True, 1.5], "%s": "100 %"}
    return LedgerEntry(
        event_id=event_id, at=NOON, verb="look", subject="it's 100 %s", after=after, **facts
    )


def facts(row) -> dict:
    """The stored values of a row, without those that must differ between two rows."""
    fresh = type(row).objects.get(pk=row.pk)
    return {name: value for name, value in model_to_dict(fresh).items() if name not in DIFFERS}


def writing(log) -> list[str]:
    """The statements of a log that write."""
    sent = (query["sql"] for query in log.captured_queries)
    return [sql for sql in sent if sql.startswith(("INSERT", "UPDATE", "DELETE"))]


# --- New rows -------------------------------------------------------------------------------------


def test_a_new_row_is_stored_as_django_stores_it(table):
    theirs = sheet(table)
    theirs.save()
    expected = facts(theirs)
    theirs.delete()
    with transaction.atomic():
        at_commit.insert(sheet(table))
    assert facts(ScoreSheet.objects.get()) == expected


def test_json_and_moments_and_nothing_are_stored_as_django_stores_them(table):
    event_id = table.round.tournament.event_id
    theirs = entry(event_id)
    theirs.save()
    with transaction.atomic():
        at_commit.insert(entry(event_id))
    ours = LedgerEntry.objects.exclude(pk=theirs.pk).get()
    assert facts(ours) == facts(theirs)


def test_several_rows_are_one_query(table, django_assert_num_queries):
    one = sheet(table)
    one.save()
    seats = list(table.seats.order_by("position"))
    lines = [
        SheetLine(sheet=one, seat=seat, points=-seat.position, tie_breaks=[seat.position])
        for seat in seats
    ]
    lines[0].tie_breaks = None
    with django_assert_num_queries(1):
        at_commit.insert(*lines)
    stored = SheetLine.objects.order_by("seat__position")
    assert [(line.points, line.tie_breaks) for line in stored] == [(-1, None), (-2, [2]), (-3, [3])]


def test_a_row_that_is_stored_now_knows_its_key(table):
    theirs = sheet(table)
    theirs.save()
    expected = facts(theirs)
    theirs.delete()
    ours = sheet(table)
    at_commit.insert_now(ours)
    assert facts(ours) == expected
    ours.number = 7
    ours.save()  # Django knows it as stored
    assert ScoreSheet.objects.get().number == 7


def test_values_are_stored_without_an_object_of_each_row(table):
    one = sheet(table)
    one.save()
    names = ("sheet", "seat", "points", "tie_breaks")
    seats = table.seats.order_by("position")
    at_commit.insert_values(SheetLine, names[:3], [(one.pk, s.pk, s.position) for s in seats])
    assert [line.points for line in SheetLine.objects.order_by("seat__position")] == [1, 2, 3]


def test_moments_that_a_field_sets_itself_are_set(table):
    key = IdempotencyKey(event_id=table.round.tournament.event_id, key="k" * 16, fingerprint="f")
    at_commit.insert(key)
    assert IdempotencyKey.objects.get().created_at is not None


class TestIf:
    """A row that is stored only where a query finds something."""

    def test_it_is_stored_as_django_stores_it(self, table):
        event_id = table.round.tournament.event_id
        first = entry(event_id)
        first.save()
        with transaction.atomic():
            at_commit.insert_if(entry(event_id), ANYBODY.of(event_id))
        newest = LedgerEntry.objects.order_by("pk").last()
        assert newest.pk != first.pk
        assert facts(newest) == facts(first)

    def test_it_is_one_query_and_nothing_where_there_is_nothing(
        self, table, django_assert_num_queries
    ):
        event_id = table.round.tournament.event_id
        with django_assert_num_queries(1):
            at_commit.insert_if(entry(event_id), ANYBODY.of(event_id + 1))
        assert not LedgerEntry.objects.filter(verb="look").exists()


# --- Stored rows ----------------------------------------------------------------------------------


def test_only_the_named_fields_are_changed(table):
    row = sheet(table)
    row.save()
    row.version, row.data, row.number = 2, {"points": [9]}, 8
    row.reported_by_seat = table.seats.first()
    with transaction.atomic():
        at_commit.update(row, ["version", "data", "confirmed_at"])
    fresh = ScoreSheet.objects.get()
    assert (fresh.version, fresh.data, fresh.number) == (2, {"points": [9]}, 1)
    assert (fresh.confirmed_at, fresh.reported_by_seat) == (None, None)


def test_a_counter_counts_from_what_is_stored_by_then(state):
    seen = StandingsState.objects.filter(pk=state.pk)
    seen.update(results_version=5)
    with transaction.atomic():
        at_commit.update_all(seen, results_version=F("results_version") + 1, results_at=NOON)
    state.refresh_from_db()
    assert (state.results_version, state.results_at) == (6, NOON)


# --- When -----------------------------------------------------------------------------------------


def test_on_postgresql_all_of_it_is_one_message_with_the_commit(table, state):
    row = sheet(table)
    row.save()
    with CaptureQueriesContext(connection) as log, transaction.atomic():
        at_commit.update(row, ["version"])
        at_commit.insert(sheet(table, 2, status="voided"))
        at_commit.update_all(StandingsState.objects.filter(pk=state.pk), results_version=7)
        before = writing(log)
    if connection.settings_dict["ENGINE"] == "server.database.postgres":
        (message,) = writing(log)
        assert before == []
        assert message.endswith("; COMMIT")
    else:
        assert [sql.split()[0] for sql in before] == ["UPDATE", "INSERT", "UPDATE"]


def test_what_is_rolled_back_is_forgotten(table, state):
    with transaction.atomic():
        at_commit.update_all(StandingsState.objects.filter(pk=state.pk), results_version=7)
        transaction.set_rollback(True)
    with transaction.atomic():
        sheet(table).save()
    state.refresh_from_db()
    assert state.results_version == 0


def test_inside_of_another_transaction_it_runs_at_once(state):
    with transaction.atomic():
        with transaction.atomic():
            at_commit.update_all(StandingsState.objects.filter(pk=state.pk), results_version=7)
        state.refresh_from_db()
        assert state.results_version == 7


def test_what_is_refused_with_the_commit_takes_all_before_with_it(table):
    def store():
        with transaction.atomic():
            sheet(table).save()
            at_commit.insert(sheet(table, 2, status="voided"))
            at_commit.insert(sheet(table))

    with pytest.raises(IntegrityError):
        store()
    assert ScoreSheet.objects.count() == 0
    with transaction.atomic():
        at_commit.insert(sheet(table))
    assert ScoreSheet.objects.count() == 1
