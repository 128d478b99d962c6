"""Whose rows were changed is written down in the transaction that changes them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event as Moment

import pytest
from django.db import OperationalError, connection, transaction

from server.database import changes
from server.web.freshness import DatabaseState
from tests.builders import make_entries, make_event, make_round, make_tournament
from tests.server.web.test_thread_pool import on_a_loop
from tests.stack import wait_for
from tournaments.event_changes import TABLES
from tournaments.models import Player, Room, Seat

pytestmark = pytest.mark.django_db(transaction=True)
only_postgres = pytest.mark.skipif(
    connection.vendor == "sqlite", reason="SQLite has one writer, and a row for each owner"
)


@pytest.fixture
def changed():
    """The owners that a web process finds changed since it looked last; None for all."""
    have_a_row_from_long_ago()
    reader = DatabaseState()
    on_a_loop(reader.read)
    yield lambda: on_a_loop(reader.read).changed
    reader.close()
    have_a_row_from_long_ago()  # for the tests that follow: some of these remove it


def have_a_row_from_long_ago():
    """As every site has: a row from before the look of any process, whoever is writing now."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO change_of_owner VALUES (1, 0) ON CONFLICT DO NOTHING")


def wait_for_who_writes():
    """Return when all transactions have ended that run now, also those of other tests."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint")
        (now,) = cursor.fetchone()

        def have_ended():
            cursor.execute(
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= %s", [now]
            )
            return cursor.fetchone()[0]

        wait_for(have_ended)


def make_player(event, name="Ann"):
    return Player.objects.create(event=event, name=name, identity=name.lower())


def test_a_process_that_begins_takes_all_for_changed():
    reader = DatabaseState()
    assert on_a_loop(reader.read).changed is None
    reader.close()


def test_a_row_that_is_made_changed_and_deleted_names_its_event(changed):
    event = make_event()
    assert changed() == {event.pk}
    player = make_player(event)
    assert changed() == {event.pk}
    Player.objects.filter(pk=player.pk).update(name="Anna")
    assert changed() == {event.pk}
    player.delete()
    assert changed() == {event.pk}
    assert changed() == set()


def test_a_row_far_from_its_event_names_it(changed):
    tournament = make_tournament()
    make_round(tournament, [make_entries(tournament, 3)])
    make_event("Elsewhere")
    changed()
    Seat.objects.filter(position=1).update(locked=True)
    assert changed() == {tournament.event_id}


def test_a_row_that_goes_to_another_event_names_both(changed):
    here, there = make_event(), make_event("Elsewhere")
    Room.objects.create(event=here, name="Hall")
    changed()
    Room.objects.update(event=there)
    assert changed() == {here.pk, there.pk}


def test_an_event_that_is_deleted_with_all_it_has_is_named(changed):
    event = make_event()
    make_player(event)
    changed()
    key = event.pk
    event.delete()
    assert changed() == {key}


def test_what_is_taken_back_names_nobody(changed):
    here, there = make_event(), make_event("Elsewhere")
    changed()
    with transaction.atomic():
        make_player(here)
        with transaction.atomic():
            make_player(there)
            transaction.set_rollback(True)
    assert changed() == {here.pk}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL drops no trigger")
def test_triggers_of_which_one_cannot_be_made_stay_as_they_were(changed):
    event = make_event()
    changed()
    nowhere = changes.OwnedTable("nowhere", (), "event_id")
    with pytest.raises(OperationalError, match="nowhere"):
        changes.create(connection, (nowhere, *TABLES))
    make_player(event)
    assert changed() == {event.pk}


@only_postgres
def test_who_began_before_a_look_and_committed_after_it_is_named(changed):
    here, there = make_event(), make_event("Elsewhere")
    changed()
    written, looked = Moment(), Moment()

    def write_slowly():
        try:
            with transaction.atomic():
                make_player(here)
                written.set()
                assert looked.wait(60)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write_slowly)
        assert written.wait(60)
        make_player(there)
        assert changed() == {there.pk}
        looked.set()
        writing.result()
    assert changed() == {here.pk}


@only_postgres
def test_who_has_not_looked_for_so_long_that_rows_were_removed_takes_all_for_changed(changed):
    event = make_event()
    changed()
    make_player(event, "Ann")
    assert changes.forget(connection, keep=100_000) == 0
    assert changed() == {event.pk}
    for name in ("Ben", "Cay", "Dee"):
        make_player(event, name)
    assert changes.forget(connection, keep=1)
    wait_for_who_writes()
    assert changed() is None
    make_player(event, "Eve")
    assert changed() == {event.pk}


@only_postgres
def test_after_a_crash_that_empties_the_table_all_is_taken_for_changed(changed):
    event = make_event()
    changed()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM change_of_owner")
    assert changed() is None
    make_player(event)
    wait_for_who_writes()
    assert changed() is None  # there is no row yet from before that look
    make_player(event, "Ben")
    assert changed() == {event.pk}


def test_after_a_migration_all_is_taken_for_changed(changed):
    changes.create(connection, TABLES)
    assert changes.EVERYBODY in changed()
