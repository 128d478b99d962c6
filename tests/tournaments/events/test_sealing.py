"""The seals of the ledger hold until its rows are tampered with."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tests.builders import ANNA, make_event
from tests.migrations import newest_names
from tournaments.events.ledger.sealing import broken_seal, seal, seal_all
from tournaments.ledger import record
from tournaments.verbs import Verb

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def act(event, number):
    said = {"points": {"1": number, "2": -1.5}, "name": "Zoë"}
    return record(event, Verb.REPORT_HAND, f"Hand {number}", by=ANNA, at=NOW, after=said)


def meddle(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.fixture(scope="module")
def sealed_once(module_database):
    """Made once; what a test does with it is rolled back."""
    event = make_event()
    for count in (1, 2, 3):
        for number in range(count):
            act(event, number)
        assert seal(event.pk, now=NOW + timedelta(seconds=count)) >= count
    return event


@pytest.fixture
def event(sealed_once):
    """An event with three seals, over one, two and three entries."""
    return deepcopy(sealed_once)


def test_every_entry_is_sealed_once_and_the_seals_hold(event):
    assert not event.ledger.filter(seal=None).exists()
    assert [one.number for one in event.seals.order_by("number")] == [1, 2, 3]
    assert sum(one.entries for one in event.seals.all()) == event.ledger.count()
    assert broken_seal(event) is None


def test_nothing_new_makes_no_seal(event):
    assert seal_all(now=NOW) == 0
    assert event.seals.count() == 3


def test_an_entry_that_commits_late_is_sealed_next(event):
    act(event, 9)
    assert seal_all(now=NOW) == 1
    assert broken_seal(event) is None


def test_each_event_has_its_own_chain(event):
    other = make_event(name="Other")
    act(other, 1)
    seal_all(now=NOW)
    meddle("DELETE FROM tournaments_ledgerentry WHERE event_id = %s", event.pk)
    assert broken_seal(other) is None
    assert broken_seal(event).number == 1


@pytest.mark.parametrize("column", ["verb", "subject", "actor", "device"])
def test_a_changed_word_breaks_the_seal_over_it(event, column):
    second = event.seals.get(number=2)
    entry = second.sealed.first()
    meddle(
        f"UPDATE tournaments_ledgerentry SET {column} = 'other' WHERE id = %s",  # noqa: S608 - of the list above
        entry.pk,
    )
    assert broken_seal(event) == second


def test_changed_points_break_the_seal_over_them(event):
    third = event.seals.get(number=3)
    entry = third.sealed.first()
    meddle("UPDATE tournaments_ledgerentry SET after = '{\"points\": 1}' WHERE id = %s", entry.pk)
    assert broken_seal(event) == third


def test_a_removed_entry_and_a_removed_seal_are_noticed(event):
    third = event.seals.get(number=3)
    meddle("DELETE FROM tournaments_ledgerentry WHERE id = %s", third.sealed.first().pk)
    assert broken_seal(event) == third
    second = event.seals.get(number=2)
    meddle("UPDATE tournaments_ledgerentry SET seal_id = NULL WHERE seal_id = %s", second.pk)
    meddle("DELETE FROM tournaments_ledgerseal WHERE id = %s", second.pk)
    assert broken_seal(event) == third


def test_a_sealed_entry_cannot_be_sealed_again_nor_changed(event):
    first, second = event.seals.order_by("number")[:2]
    assert first.sealed.all().put_under(second) == 0
    with pytest.raises(TypeError):
        event.ledger.update(verb="other")
    with pytest.raises(TypeError):
        event.ledger.all().delete()


def test_the_command_reports_what_holds_and_what_is_broken(event, capsys):
    call_command("check_ledger", event=event.slug)
    last = event.seals.order_by("number").last()
    assert f"3 seals hold, the last is {last.digest}; 0 entries wait" in capsys.readouterr().out
    meddle("UPDATE tournaments_ledgerentry SET actor = 'nobody' WHERE event_id = %s", event.pk)
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert "seal 1 of" in capsys.readouterr().out


def test_the_command_says_that_a_database_of_an_earlier_release_is_migrated_first():
    MigrationRecorder(connection).record_unapplied("tournaments", newest_names()[-1])
    for command in ("check_ledger", "first_account", "demo", "give_due_warnings"):
        with pytest.raises(CommandError, match="of an earlier release: run"):
            call_command(command)


def test_seals_cost_two_queries_to_check_however_many_there_are(event, django_assert_num_queries):
    with django_assert_num_queries(2):
        broken_seal(event)
