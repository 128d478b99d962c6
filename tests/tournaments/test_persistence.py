"""Rows stored with SQL that is made once are those that Django would store."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.forms import model_to_dict

from server.database.protocol import Statement
from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tournaments import persistence
from tournaments.models import (
    IdempotencyKey,
    LedgerEntry,
    ScoreSheet,
    Seat,
    SheetLine,
    StandingsState,
    User,
)
from tournaments.prepared import Prepared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("backend")]

DIFFERS = {"id", "number", "created_at"}


@pytest.fixture
def table():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 3)], started_at=NOON).tables.get()


def sheet(table, number=1, **facts) -> ScoreSheet:
    return ScoreSheet(
        table=table, number=number, dealt_at=NOON, cutoff_at=NOON, data={"points": [1]}, **facts
    )


def ready(*sheets) -> list[Statement]:
    """Rows as ``insert_statements`` takes them: the values of their columns."""
    names = [field.attname for field in ScoreSheet._meta.concrete_fields if not field.primary_key]
    rows = [[getattr(sheet, name) for name in names] for sheet in sheets]
    return persistence.insert_statements(ScoreSheet, names, rows)


def facts(row) -> dict:
    """What is stored of a row, but for what must differ between two."""
    fresh = type(row).objects.get(pk=row.pk)
    return {name: value for name, value in model_to_dict(fresh).items() if name not in DIFFERS}


def test_a_row_is_stored_as_django_stores_it(table):
    theirs, ours = sheet(table), sheet(table)
    theirs.save()
    expected = facts(theirs)
    theirs.delete()
    persistence.insert(ours)
    assert facts(ours) == expected


def test_json_and_moments_and_nothing_are_stored_as_django_stores_them(table):
    event_id = table.round.tournament.event_id
    same = {"event_id": event_id, "at": NOON, "verb": "v", "subject": "s", "actor": "a"}
    theirs = LedgerEntry.objects.create(**same, before={}, after={"ä": [None, True, 1.5]})
    ours = LedgerEntry(**same, before={}, after={"ä": [None, True, 1.5]})
    persistence.insert(ours)
    assert facts(ours) == facts(theirs)


def test_a_new_row_knows_its_key_and_is_no_longer_new(table):
    row = sheet(table)
    persistence.insert(row)
    assert row == ScoreSheet.objects.get()
    row.number = 5
    row.save()
    assert ScoreSheet.objects.get().number == 5


def test_several_rows_are_one_query_and_each_has_its_own_key(table, django_assert_num_queries):
    one = sheet(table)
    persistence.insert(one)
    seats = list(table.seats.order_by("position"))
    lines = [SheetLine(sheet=one, seat=seat, points=10 * seat.position) for seat in seats]
    with django_assert_num_queries(1):
        persistence.insert(*lines)
    stored = {line.pk: (line.seat_id, line.points) for line in SheetLine.objects.all()}
    assert stored == {line.pk: (line.seat_id, line.points) for line in lines}


def test_nothing_to_store_is_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        persistence.insert()


def test_moments_that_a_field_sets_itself_are_set(table):
    key = IdempotencyKey(event_id=table.round.tournament.event_id, key="k" * 16, fingerprint="f")
    persistence.insert(key)
    assert IdempotencyKey.objects.get().created_at is not None


def test_a_constraint_refuses_as_ever(table):
    persistence.insert(sheet(table))
    with pytest.raises(IntegrityError), transaction.atomic():
        persistence.insert(sheet(table))


def test_only_the_named_fields_are_changed(table, django_assert_num_queries):
    row = sheet(table)
    persistence.insert(row)
    row.version, row.data, row.number = 2, {"points": [9]}, 8
    with django_assert_num_queries(1):
        persistence.update(row, ["version", "data"])
    fresh = ScoreSheet.objects.get()
    assert (fresh.version, fresh.data, fresh.number) == (2, {"points": [9]}, 1)


def test_a_row_that_is_gone_is_not_changed_in_silence(table):
    row = sheet(table)
    persistence.insert(row)
    ScoreSheet.objects.all().delete()
    with pytest.raises(DatabaseError, match="not stored"):
        persistence.update(row, ["version"])


# --- Stored together, and last --------------------------------------------------------------------


def test_what_is_stored_together_is_all_there(table):
    one = sheet(table)
    persistence.insert(one)
    one.version = 7
    lines = [SheetLine(sheet=one, seat=seat, points=5) for seat in table.seats.all()]
    with persistence.batch() as batch:
        batch.insert(*lines)
        batch.update(one, ["version"])
    assert SheetLine.objects.count() == 3
    assert ScoreSheet.objects.get().version == 7


def test_of_what_is_refused_together_nothing_stays(table):
    def store():
        with transaction.atomic(), persistence.batch() as batch:
            batch.insert(sheet(table, number=2, status="voided"))
            batch.insert(sheet(table))

    persistence.insert(sheet(table))
    with pytest.raises(IntegrityError):
        store()
    assert ScoreSheet.objects.count() == 1


def test_a_row_that_is_gone_is_noticed_among_others(table):
    row, other = sheet(table), sheet(table, number=2, status="voided")
    persistence.insert(row, other)
    ScoreSheet.objects.filter(pk=row.pk).delete()

    def change():
        with persistence.batch() as batch:
            batch.update(row, ["version"])
            batch.update(other, ["version"])

    with pytest.raises(DatabaseError, match="not stored"):
        change()


def test_any_number_of_rows_is_stored_and_deleted(table):
    numbers = range(1, 54)
    sheets = [sheet(table, number, status="voided") for number in numbers]
    with transaction.atomic():
        persistence.run_at_commit(ready(*sheets))
    stored = ScoreSheet.objects.order_by("number")
    assert list(stored.values_list("number", flat=True)) == list(numbers)
    keys = list(stored.values_list("pk", flat=True))
    with transaction.atomic():
        persistence.run_at_commit(persistence.delete_statements(ScoreSheet, keys[:51]))
    assert list(stored.values_list("number", flat=True)) == [52, 53]


class TestUnlessChanged:
    """A row that somebody else has changed since it was read is not overwritten."""

    def update(self, state, **seen) -> bool:
        state.results_version = 7
        return persistence.update_unless_changed(state, ["results_version"], seen)

    @pytest.mark.parametrize("at", [None, NOON])
    def test_what_is_as_it_was_read_is_changed(self, table, at):
        state = table.round.tournament.standings_state
        StandingsState.objects.filter(pk=state.pk).update(results_at=at)
        assert self.update(state, results_version=0, results_at=at)
        state.refresh_from_db()
        assert state.results_version == 7

    @pytest.mark.parametrize("at", [None, NOON])
    @pytest.mark.parametrize("stored", [None, NOON + minutes(1)])
    def test_what_somebody_else_has_changed_stays_as_it_is(self, table, at, stored):
        state = table.round.tournament.standings_state
        version = 1 if at == stored else 0
        StandingsState.objects.filter(pk=state.pk).update(
            results_at=stored, results_version=version
        )
        assert not self.update(state, results_version=0, results_at=at)
        state.refresh_from_db()
        assert (state.results_at, state.results_version) == (stored, version)

    def test_a_row_that_is_gone_is_changed_by_nobody(self, table):
        state = table.round.tournament.standings_state
        state.pk += 1000
        assert not self.update(state, results_version=0)


class TestViolates:
    """The name says which constraint refused a row."""

    def refusal(self, *rows) -> IntegrityError:
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            persistence.insert(*rows)
        return refused.value

    def test_a_partial_constraint_is_known_by_its_name(self, table):
        error = self.refusal(sheet(table), sheet(table))
        assert persistence.violates(error, ScoreSheet)
        assert not persistence.violates(error, SheetLine)
        names = ["hand_number_once_per_table", "one_hand_at_a_time"]
        assert [n for n in names if persistence.violates(error, ScoreSheet, n)]

    def test_of_two_constraints_of_a_table_only_the_broken_one_is_named(self, table):
        one, two = table.seats.all()[:2]
        same_place = Seat(table=table, round=table.round, entry=one.entry, position=two.position)
        one.delete()
        error = self.refusal(same_place)
        assert persistence.violates(error, Seat, "one_player_per_seat")
        assert not persistence.violates(error, Seat, "one_seat_per_player_and_round")

    def test_a_constraint_on_an_expression_is_known_by_its_name(self):
        error = self.refusal(User(email="ada@example.org"), User(email="ADA@example.org"))
        assert persistence.violates(error, User, "user_email_once_in_any_case")

    def test_what_is_no_unique_constraint_is_none(self, table):
        error = self.refusal(sheet(table, status=None))
        assert not persistence.violates(error, ScoreSheet)


@pytest.mark.django_db(transaction=True)
class TestLast:
    """What everybody changes is changed as late as the transaction commits."""

    def test_what_runs_last_is_there_after_the_commit(self, table):
        state = table.round.tournament.standings_state
        with transaction.atomic():
            persistence.increment(StandingsState, state.pk, "results_version", results_at=NOON)
        state.refresh_from_db()
        assert (state.results_version, state.results_at) == (1, NOON)

    def test_what_is_rolled_back_is_forgotten(self, table):
        state = table.round.tournament.standings_state
        with transaction.atomic():
            persistence.increment(StandingsState, state.pk, "results_version")
            transaction.set_rollback(True)
        with transaction.atomic():
            persistence.insert(sheet(table))
        state.refresh_from_db()
        assert state.results_version == 0

    def test_inside_of_another_transaction_it_runs_at_once(self, table):
        state = table.round.tournament.standings_state
        with transaction.atomic():
            with transaction.atomic():
                persistence.increment(StandingsState, state.pk, "results_version")
            state.refresh_from_db()
            assert state.results_version == 1

    def test_what_is_refused_last_takes_all_before_with_it(self, table):
        def store():
            with transaction.atomic():
                persistence.insert(sheet(table))
                persistence.run_at_commit(ready(sheet(table, 2), sheet(table, 2)))

        with pytest.raises(IntegrityError):
            store()
        assert ScoreSheet.objects.count() == 0
        with transaction.atomic():
            persistence.insert(sheet(table))
        assert ScoreSheet.objects.count() == 1


class TestIf:
    """A row that is stored only where a query finds something."""

    ANYBODY = Prepared(lambda event_id: LedgerEntry.objects.filter(event_id=event_id))

    def entry(self, event_id):
        return LedgerEntry(event_id=event_id, at=NOON, verb="look", subject="%s", after={"a": [1]})

    def test_it_is_stored_as_django_stores_it(self, table):
        event_id = table.round.tournament.event_id
        first = self.entry(event_id)
        first.save()
        with transaction.atomic():
            persistence.append_if(self.entry(event_id), self.ANYBODY.of(event_id))
        newest = LedgerEntry.objects.order_by("pk").last()
        assert newest.pk != first.pk
        assert facts(newest) == facts(first)

    def test_it_is_one_query_and_nothing_where_there_is_nothing(
        self, table, django_assert_num_queries
    ):
        event_id = table.round.tournament.event_id
        with transaction.atomic(), django_assert_num_queries(1):
            persistence.append_if(self.entry(event_id), self.ANYBODY.of(event_id + 1))
        assert not LedgerEntry.objects.filter(verb="look").exists()


def test_many_rows_are_changed_in_one_query(table, django_assert_num_queries):
    rows = [sheet(table, number, status="voided") for number in (1, 2, 3)]
    persistence.insert(*rows)
    for row in rows:
        row.version, row.data = 10 + row.number, {"points": [row.number]}
    with django_assert_num_queries(1):
        persistence.update_many(rows, ["version", "data"])
    stored = ScoreSheet.objects.order_by("number").values_list("version", "data")
    assert list(stored) == [(10 + n, {"points": [n]}) for n in (1, 2, 3)]


def test_of_many_rows_one_that_is_gone_is_noticed(table):
    rows = [sheet(table, number, status="voided") for number in (1, 2, 3)]
    persistence.insert(*rows)
    ScoreSheet.objects.filter(pk=rows[1].pk).delete()
    with pytest.raises(DatabaseError, match="of 3 rows 2"):
        persistence.update_many(rows, ["version"])
