"""Receipts: the same write is answered as it was first, from the version that it made."""

from datetime import timedelta

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.results.tables import OTHER, at_seat, deal, kept_keys, play, report
from tournaments.models import IdempotencyKey, SheetVersion
from tournaments.results import errors
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import undoing

pytestmark = pytest.mark.django_db

KEY = "one-key-0123456789"


def days(count: int) -> timedelta:
    return timedelta(days=count)


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
    assert SheetVersion.objects.get().key
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
    assert (again.repeated, IdempotencyKey.objects.count()) == (True, 1)
    undoing.undo_last(table, by=at_seat(table, 1), at=NOON + minutes(20), reason="a slip")
    assert report(table, key=KEY).plain == again.plain
    assert SheetVersion.objects.filter(act="report").count() == 1


def test_a_key_belongs_to_its_sender_and_its_address(tables):
    one, other = tables
    reporting.deal(one, 1, by=at_seat(one, 1), at=NOON, key=KEY)
    for table, seat in ((one, 2), (other, 1)):
        made = reporting.deal(table, 1, by=at_seat(table, seat), at=NOON, key=KEY)
        assert made.code == table.code
    assert SheetVersion.objects.filter(act="deal").count() == 2
    assert report(one, key=KEY).act == "report"
    agreed = confirming.confirm_sheet(one, 1, by=at_seat(one, 2), at=NOON, key=KEY)
    assert (agreed.act, kept_keys()) == ("confirm", 5)


@pytest.mark.parametrize("changes", [True, False])
def test_a_write_is_answered_again_for_two_weeks_and_is_another_one_after_that(table, changes):
    deal(table)
    if not changes:
        report(table)
    now = timezone.now()
    first = report(table, at=now, key=KEY)
    again = report(table, at=now + days(13), key=KEY)
    assert (again.plain, kept_keys()) == (first.plain, 1)
    with pytest.raises(errors.KeyReused):
        report(table, hand=OTHER, at=now + days(13), key=KEY)
    with pytest.raises(errors.HandAlreadyReported):
        report(table, hand=OTHER, at=now + days(15), key=KEY)
    again = report(table, at=now + days(15), key=KEY)
    assert again.repeated, "the number of a hand is taken once for all"
    assert (again.number, kept_keys()) == (1, 1)
    assert SheetVersion.objects.filter(act="report").count() == 1


def test_a_write_that_an_earlier_release_stored_is_answered_and_bars_nobody(tables):
    one, other = tables
    deal(one)
    first = report(one, key=KEY)
    QuerySet.update(SheetVersion.objects.filter(act="report"), key=KEY)
    assert report(one, key=KEY).plain == first.plain
    assert not reporting.deal(other, 1, by=at_seat(other, 1), at=NOON, key=KEY).repeated


def test_other_content_with_the_same_key_is_refused(table):
    deal(table)
    report(table, key=KEY)
    with pytest.raises(errors.KeyReused):
        report(table, hand=OTHER, key=KEY)


def test_what_a_phone_kept_for_one_player_agrees_to_nothing_as_another_player_s(table):
    deal(table)
    anna = at_seat(table, 1).player.pk
    first = report(table, key=KEY, made_for=anna)
    # The answer was lost, and the phone is Bert's by now.
    assert report(table, seat=2, key=KEY, made_for=anna).plain == first.plain
    with pytest.raises(errors.MadeForAnother):
        report(table, seat=2, key="b" * 16, made_for=anna)
    assert SheetVersion.objects.filter(act="confirm").count() == 0
