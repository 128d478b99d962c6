"""The one order of row locks: what keeps it passes, what goes back up raises at once."""

import ast
from pathlib import Path

import pytest
from django.db import transaction

from tests.builders import make_entries, make_event, make_round, make_tournament
from tournaments import locking
from tournaments.errors import RoundGone, RowGone, SeatGone
from tournaments.lock_order import LockOrderError, held_now
from tournaments.models import Entry, Round, StandingsState, Table, Tournament

SOURCES = Path(__file__).parents[2] / "tournaments"
MAY_LOCK = {"locking.py"}


@pytest.fixture
def round_(db) -> Round:
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    return make_round(tournament, [entries[:4], entries[4:]])


def sources_with(text):
    """The sources that are worth parsing."""
    return [path for path in SOURCES.rglob("*.py") if text in path.read_text()]


def test_only_the_module_of_locks_takes_any():
    found = {
        str(path.relative_to(SOURCES))
        for path in sources_with("select_for_update")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr == "select_for_update"
    }
    assert found == MAY_LOCK


def test_from_the_top_down_is_the_order(round_):
    with transaction.atomic():
        locking.lock_event(round_.tournament.event)
        locked = locking.lock_round(round_)
        locking.lock_tables(locked)
        locking.lock_entries(round_.tournament.entries.all())


def test_back_up_is_refused(round_):
    with transaction.atomic():
        locking.lock_entries(round_.tournament.entries.all())
        with pytest.raises(LockOrderError, match="TOURNAMENT"):
            locking.lock_tournament(round_.tournament)


def test_within_a_level_the_order_is_that_of_the_keys(round_):
    last, first = round_.tables.order_by("-pk")[:2]
    with transaction.atomic():
        locked = locking.lock_round(round_)
        locking.lock_tables(locked, only=[last.pk])
        with pytest.raises(LockOrderError, match="TABLE"):
            locking.lock_tables(locked, only=[first.pk])


def test_what_is_held_may_be_asked_for_again(round_):
    with transaction.atomic():
        locking.lock_tables(locking.lock_round(round_))
        locking.lock_round(round_)
        locking.lock_table(round_.tables.first())


def test_a_lock_is_never_made_stronger(round_):
    with transaction.atomic():
        locking.lock_table(round_.tables.first())
        with pytest.raises(LockOrderError, match="more strongly"):
            locking.lock_round(round_)


def test_what_is_rolled_back_to_a_savepoint_is_held_no_more(round_):
    with transaction.atomic():
        with transaction.atomic():
            locking.lock_entries(round_.tournament.entries.all())
            transaction.set_rollback(True)
        locking.lock_tournament(round_.tournament)


def test_what_a_savepoint_took_is_held_after_it(round_):
    with transaction.atomic():
        with transaction.atomic():
            locking.lock_entries(round_.tournament.entries.all())
        with pytest.raises(LockOrderError):
            locking.lock_tournament(round_.tournament)


def test_the_next_transaction_begins_with_nothing(round_):
    with transaction.atomic():
        locking.lock_entries(round_.tournament.entries.all())
    with transaction.atomic():
        assert held_now() == []
        locking.lock_tournament(round_.tournament)


@pytest.mark.django_db(transaction=True)
def test_the_next_real_transaction_begins_with_nothing():
    event = make_event()
    with transaction.atomic():
        locking.lock_event(event)
        assert len(held_now()) == 1
    with transaction.atomic():
        assert held_now() == []


def test_outside_of_a_transaction_nothing_is_locked(round_):
    with pytest.raises(LockOrderError, match="outside"):
        locking.lock_tournament(round_.tournament)


def test_what_is_gone_is_a_refusal(round_):
    table = Table.objects.select_related("round__tournament").filter(round=round_).first()
    entry = Entry.objects.first()
    round_.seats.all().delete()
    Table.objects.filter(pk=table.pk).delete()
    with transaction.atomic(), pytest.raises(SeatGone):
        locking.lock_table(table)
    Round.objects.filter(pk=round_.pk).delete()
    with transaction.atomic(), pytest.raises(RoundGone):
        locking.lock_table(table)
    with transaction.atomic(), pytest.raises(RoundGone):
        locking.lock_round(table.round_id)
    Entry.objects.filter(pk=entry.pk).delete()
    with transaction.atomic(), pytest.raises(RowGone):
        locking.lock_entry(entry)


def test_every_tournament_has_its_state(db):
    event = make_event()
    one = make_tournament(event)
    plain = {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}
    Tournament.objects.bulk_create([Tournament(**plain | {"id": None, "slug": "another"})])
    assert StandingsState.objects.count() == Tournament.objects.count() == 2
    event.tournaments.get(slug="another").delete()
    assert StandingsState.objects.get().tournament == one


def test_every_verb_is_done_again_where_the_database_aborts_it():
    """``transactions.atomic`` does that; the decorator of Django does not."""
    found = [
        str(path.relative_to(SOURCES))
        for path in sources_with("transaction.atomic")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if ast.unparse(decorator) == "transaction.atomic"
    ]
    assert found == []
