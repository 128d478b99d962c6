"""Many phones at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.builders import ANNA, NOON, make_entries, make_tournament
from tournaments.models import Entry, LedgerEntry, Player
from tournaments.registration import services
from tournaments.registration.bulk_entry import enter_many
from tournaments.registration.roster_import import import_roster

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]  # one writer

PHONES = 8


def at_once(command) -> list:
    """Run ``command(n)`` on one thread per phone, all starting together."""
    together = Barrier(PHONES)

    def phone(number):
        try:
            together.wait(60)
            return command(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(PHONES) as pool:
        return list(pool.map(phone, range(PHONES)))


def test_a_person_registering_on_many_phones_at_once_is_one_player():
    tournament = make_tournament()
    answers = at_once(
        lambda n: services.register(
            tournament.event,
            [tournament],
            name="Ada Lindqvist",
            # Half of them give a home town as well: it is still the same person.
            email="ada@example.org",
            home_town="Uppsala" if n % 2 else "",
            by=ANNA,
            at=NOON,
        )
    )
    assert len(set(answers)) == 1
    assert Player.objects.count() == Entry.objects.count() == 1


def test_many_people_registering_at_once_are_all_entered():
    tournament = make_tournament()
    at_once(
        lambda n: services.register(
            tournament.event, [tournament], name=f"Passenger {n}", by=ANNA, at=NOON
        )
    )
    assert Entry.objects.count() == PHONES


@pytest.mark.parametrize("desk", ["register", "walk in", "enter many", "import"])
def test_who_is_entered_in_two_ways_at_once_is_entered_once(desk):
    """A phone says that its player is here for a session while a conductor registers them."""
    tournament = make_tournament()
    event, who = tournament.event, {"by": ANNA, "at": NOON}
    about = {"name": "Ada Lindqvist", "email": "ada@example.org"}
    player, _is_new = services.add_player(event, **about, **who)
    data = b"name,email\nAda Lindqvist,ada@example.org"
    acts = {
        "register": lambda: services.register(event, [tournament], **about, **who),
        "walk in": lambda: services.walk_in(event, [tournament], **about, **who),
        "enter many": lambda: enter_many(tournament, [player.pk], check_in=False, **who),
        "import": lambda: import_roster(event, data, tournament=tournament, **who),
    }
    at_once(lambda n: acts[desk]() if n % 2 else services.enter(player, tournament, **who))
    assert Entry.objects.count() == 1


def test_an_entry_checked_in_many_times_at_once_is_recorded_once():
    [entry] = make_entries(make_tournament(), 1, status=Entry.Status.ENTERED)
    at_once(lambda _n: services.check_in(entry, by=ANNA, at=NOON))

    entry.refresh_from_db()
    assert entry.status == "checked_in"
    assert LedgerEntry.objects.filter(verb="check in").count() == 1


def test_a_file_imported_many_times_at_once_adds_nobody_twice():
    tournament = make_tournament()
    data = "name\n" + "\n".join(f"Passenger {n}" for n in range(30))
    reports = at_once(
        lambda _n: import_roster(
            tournament.event, data.encode(), tournament=tournament, by=ANNA, at=NOON
        )
    )
    assert sum(len(report.added) for report in reports) == 30
    assert Player.objects.count() == Entry.objects.count() == 30
