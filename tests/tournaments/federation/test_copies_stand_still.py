"""A copy of an event that another site runs: people change nothing there, and no task does."""

from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.federation.copies import Copied
from tests.tournaments.standings.exporting.event_files import forgotten
from tournaments.clock.warnings.services import STILL_TRUE, fire_due_warnings
from tournaments.errors import ChangedSinceSeen
from tournaments.federation import errors, running
from tournaments.federation.services import receive
from tournaments.models import Announcement, ClockWarning, Event, LedgerEntry, Round, Table
from tournaments.notifications.services import announce
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.seen import digest
from tournaments.standings.computing import services as computing
from tournaments.standings.exporting import event_reader
from tournaments.tasks import PERIODIC
from tournaments.verbs import Verb

pytestmark = [pytest.mark.django_db, pytest.mark.once]
#: What tasks write on each site by itself: their heartbeat, seals, and what no file has.
BY_ITSELF = (
    "heartbeat",
    "ledgerseal",
    "storedanswer",
    '"tournaments_ledgerentry" SET "seal_id"',
    "_changes",
)


@pytest.fixture(scope="module")
def copied(django_db_setup, django_db_blocker, redis_server):
    """Made once; what a test does with it is rolled back."""
    with forgotten(django_db_blocker):
        tournament = make_tournament()
        entries = make_entries(tournament, 8)
        make_round(tournament, [entries[:4], entries[4:]])
        announce(
            tournament.event,
            text="Lunch is late.",
            audience="everybody",
            starts_at=NOON + minutes(40),
            ends_at=NOON + timedelta(days=1),
            by=ANNA,
            at=NOON,
        )
        yield Copied(tournament.event)


@pytest.fixture
def sites(copied):
    return copied.again()


def only_copies(sites):
    """Have the event itself run elsewhere, too, so that no task has to do anything for it."""
    Event.objects.filter(pk=sites.event.pk).update(runs_at="another laptop")


def overdue(event):
    """Make what time decides due at the copy, whose slot has ended: a warning, standings."""
    round_ = Round.objects.get(tournament__event=event)
    ClockWarning.objects.create(
        tournament=round_.tournament,
        round=round_,
        kind=ClockWarning.Kind.CUTOFF,
        due_at=round_.cutoff_at,
        epoch=round_.clock_epoch,
    )
    state = round_.tournament.standings_state
    state.results_version += 1
    state.save()


def written_by_tasks(now):
    found = []

    def note(execute, sql, params, many, context):
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not any(
            one in sql for one in BY_ITSELF
        ):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        for task in PERIODIC:
            task.service(now=now)
        fire_due_warnings(now=now)
        end_tables_out_of_time(now=now)
    return found


def test_what_is_due_on_a_copy_is_done_by_no_task(sites):
    only_copies(sites)
    written_by_tasks(NOON)
    overdue(sites.copy)
    assert written_by_tasks(NOON + timedelta(hours=5)) == []
    assert ClockWarning.objects.get().fired_at is None
    assert Announcement.objects.get(event=sites.copy).shown_at is None
    assert computing.stale(at=NOON) == []


def test_nobody_cancels_on_the_page_that_deletes_a_copy_what_goes_on_elsewhere(client, sites):
    rounds = Round.objects.filter(tournament__event=sites.copy)
    rounds.update(status=Round.Status.CLOSED, closed_at=NOON)
    client.force_login(make_conductor(sites.copy, "owner@example.org"))
    address = reverse("event-delete", args=[sites.copy.slug])
    assert 'value="cancel"' not in client.get(address).text
    said = client.post(address, {"act": "cancel"}).text
    assert "runs at laptop of the club, and this site has a copy of it" in said
    assert not sites.copy.tournaments.filter(status="cancelled").exists()


def test_a_site_that_takes_over_does_what_is_due(sites):
    only_copies(sites)
    overdue(sites.copy)
    running.run_here(sites.copy, by=ANNA, at=NOON)
    written_by_tasks(NOON + timedelta(hours=5))
    planned = ClockWarning.objects.filter(STILL_TRUE)
    assert len(planned) == 4
    assert all(warning.fired_at for warning in planned)
    assert Announcement.objects.get(event=sites.copy).shown_at is not None
    tables = Table.objects.filter(round__tournament__event=sites.copy)
    assert {table.status for table in tables} == {Table.Status.FINISHED}


def test_an_event_that_was_moved_by_a_file_is_no_copy(sites):
    sites.event.refresh_from_db()
    assert not sites.event.is_copy
    assert sites.copy.runs_at == "laptop of the club"
    moved = event_reader.load(sites.file(), by=ANNA, at=NOON)
    assert not moved.is_copy
    assert "runs_at" not in sites.file()["event"]


def test_a_copy_that_was_taken_over_refuses_files_until_an_owner_lets_the_site_run_it(sites):
    running.run_here(sites.copy, by=ANNA, at=NOON)
    sites.at += minutes(5)
    with pytest.raises(errors.RunsHere, match=r"laptop of the club"):
        receive(sites.uid, sites.copy, sites.file(), by=ANNA, at=sites.at)
    running.run_there(sites.copy, by=ANNA, at=NOON)
    receive(sites.uid, sites.copy, sites.file(), by=ANNA, at=sites.at)
    verbs = LedgerEntry.objects.filter(event=sites.copy).values_list("verb", flat=True)
    assert {Verb.RUN_EVENT_HERE.value, Verb.RUN_EVENT_THERE.value} <= set(verbs)


def test_only_an_event_that_came_from_a_site_is_left_to_it(sites):
    with pytest.raises(errors.CameFromNowhere):
        running.run_there(sites.event, by=ANNA, at=NOON)


def test_an_old_page_takes_nothing_over(sites):
    seen = digest(running.what_is_seen(sites.copy))
    running.run_here(sites.copy, by=ANNA, at=NOON, seen=seen)
    running.run_there(sites.copy, by=ANNA, at=NOON)
    running.run_here(sites.copy, by=ANNA, at=NOON)
    with pytest.raises(ChangedSinceSeen):
        running.run_there(sites.copy, by=ANNA, at=NOON, seen=seen)


def test_an_owner_takes_over_by_the_page_and_by_a_program(client, sites):
    owner = make_conductor(sites.copy)
    client.force_login(owner)
    where = f"/e/{sites.copy.slug}/runs/"
    page = client.get(where)
    assert "laptop of the club" in page.text
    client.post(where, {"act": "here", "seen": page.context["mark"]})
    sites.copy.refresh_from_db()
    assert not sites.copy.is_copy
    answer = client.post(
        f"/api/v1/events/{sites.copy.slug}/runs/", {"runs_here": False}, "application/json"
    )
    assert (answer.status_code, answer.json()["runs_at"]) == (200, "laptop of the club")
