"""Receipts: the same write is answered as it was first, from the version that it made."""

import pytest
from django.db import IntegrityError

from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.results.tables import FIRST, OTHER, at_seat, deal, play, report
from tournaments.models import IdempotencyKey, SheetVersion
from tournaments.results import errors, receipts
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import undoing

pytestmark = pytest.mark.django_db

KEY = "one-key-0123456789"


@pytest.fixture
def tables():
    tournament = make_tournament()
    entries = make_entries(tournament, 8)
    round_ = make_round(tournament, [entries[:4], entries[4:]], started_at=NOON)
    return list(round_.tables.order_by("number"))


@pytest.fixture
def table(tables):
    return tables[0]


def test_a_write_is_answered_from_the_version_that_it_made(table):
    made = reporting.deal(table, 1, by=at_seat(table, 1), at=NOON, key=KEY)
    again = reporting.deal(table, 1, by=at_seat(table, 1), at=NOON + minutes(1), key=KEY)
    assert (again.plain, again.repeated) == (made.plain, True)
    assert SheetVersion.objects.get().key == KEY
    assert not IdempotencyKey.objects.exists()


def test_the_answer_stays_the_first_one_whatever_happened_since(table):
    deal(table)
    first = report(table, key=KEY)
    confirming.confirm_sheet(table, 1, by=at_seat(table, 2), at=NOON + minutes(16), key="b" * 16)
    confirming.dispute_sheet(
        table, 1, OTHER, by=at_seat(table, 3), at=NOON + minutes(17), key="c" * 16
    )
    assert report(table, key=KEY).plain == first.plain
    assert (first.act, first.status, first.version) == ("report", "reported", 2)


def test_what_changed_nothing_is_answered_again_even_when_it_would_change_something_now(table):
    play(table)
    again = report(table, key=KEY)
    assert (again.repeated, IdempotencyKey.objects.get().key) == (True, KEY)
    undoing.undo_last(table, by=at_seat(table, 1), at=NOON + minutes(20), reason="a slip")
    assert report(table, key=KEY).plain == again.plain
    assert SheetVersion.objects.filter(act="report").count() == 1


def test_a_key_makes_one_version_also_where_two_tables_use_it_at_the_same_moment(tables):
    one, other = tables
    reporting.deal(one, 1, by=at_seat(one, 1), at=NOON, key=KEY)
    sheet = SheetVersion.objects.get().sheet
    again = SheetVersion(sheet=sheet, number=7, act="end", status="dealt", at=NOON, key=KEY)
    with pytest.raises(errors.KeyReused):
        receipts.with_key(again.save)()
    with pytest.raises(errors.KeyReused):
        reporting.deal(other, 1, by=at_seat(other, 1), at=NOON, key=KEY)


def test_another_broken_constraint_is_no_reused_key(table):
    deal(table)
    version = SheetVersion.objects.get()
    again = SheetVersion(sheet=version.sheet, number=1, act="deal", status="dealt", at=NOON)
    with pytest.raises(IntegrityError):
        receipts.with_key(again.save)()


def test_other_content_with_the_same_key_is_refused(table):
    deal(table)
    report(table, key=KEY)
    with pytest.raises(errors.KeyReused):
        report(table, hand=OTHER, key=KEY)
    with pytest.raises(errors.KeyReused):
        confirming.dispute_sheet(
            table, 1, FIRST, by=at_seat(table, 2), at=NOON + minutes(16), reason="no", key=KEY
        )
