"""Somebody who did not turn up is missing: named, and not seated until checked in again."""

import re
from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_round, make_tournament
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import play, seat
from tournaments.models import Entry, LedgerEntry
from tournaments.registration import services as registration
from tournaments.seating import errors
from tournaments.seating.changing import late
from tournaments.seating.changing import services as changing
from tournaments.seating.repairing import services as repairing
from tournaments.seating.review import without_seat
from tournaments.standings.deciding.services import adjust

pytestmark = pytest.mark.django_db

WHO = {"by": ANNA, "at": NOON}
MISSING, CHECKED_IN = Entry.Status.MISSING, Entry.Status.CHECKED_IN


@pytest.fixture(scope="module")
def seated_once(module_database):
    entries = make_entries(make_tournament(rounds_planned=3), 16)
    tables = [entries[n : n + 4] for n in range(0, 16, 4)]
    return make_round(entries[0].tournament, tables)


@pytest.fixture
def round_(seated_once):
    return deepcopy(seated_once)


@pytest.fixture
def gone(round_):
    """Somebody whose seat was taken away because they were not there."""
    entry = round_.seats.first().entry
    mark = repairing.plan_repair(round_, {entry.pk}).mark
    repairing.repair_seating(round_, {entry.pk}, mark=mark, **WHO)
    entry.refresh_from_db()
    return entry


@ON_SQLITE
def test_who_loses_the_seat_for_not_being_there_is_missing_and_no_late_arrival(round_, gone):
    assert gone.status == MISSING
    waiting = without_seat(round_)
    assert (waiting.missing, waiting.unseated) == ([gone], [])
    with pytest.raises(errors.NotCheckedIn):
        late.add_late_arrival(round_, gone, **WHO)


@ON_SQLITE
def test_they_are_not_seated_again_until_they_are_checked_in(round_, gone):
    play(round_, lambda *people: min(people))
    following = seat(round_.tournament)
    assert not following.seats.filter(entry=gone).exists()
    registration.check_in(gone, **WHO)
    assert without_seat(following).unseated == [gone]
    late.add_late_arrival(following, gone, **WHO)
    assert following.seats.filter(entry=gone).exists()


# changing/test_services.py undoes changes on PostgreSQL.
@ON_SQLITE
def test_undoing_the_repair_takes_the_mark_away(round_, gone):
    changing.undo(round_, **WHO)
    gone.refresh_from_db()
    assert gone.status == CHECKED_IN
    assert round_.seats.filter(entry=gone).exists()


@pytest.mark.long
def test_the_page_names_them_and_does_not_offer_a_seat(client, round_):
    (late_one,) = make_entries(round_.tournament, 1)
    client.force_login(make_conductor(round_.tournament.event))

    def page():
        return client.get(round_.get_absolute_url(), {"own": "page"}).text

    assert "Seat there" in page()
    marked = client.post(
        reverse("entry-status", args=[round_.tournament.event.slug, late_one.pk]),
        {"to": "missing", "round": round_.number},
    )
    assert marked.url.startswith(round_.get_absolute_url())
    assert LedgerEntry.objects.filter(verb="mark missing").count() == 1
    found = page()
    assert f"Missing: {late_one}. They are not seated until you check them in again." in found
    assert f"roster/?status=missing&amp;tournament={round_.tournament.slug}" in found
    assert "Seat there" not in found
    roster = client.get(reverse("roster", args=[round_.tournament.event.slug])).text
    assert "missing" in roster


def test_checking_in_all_who_are_not_here_yet_leaves_the_missing_out(client, round_, gone):
    client.force_login(make_conductor(round_.tournament.event))
    new, _other = make_entries(round_.tournament, 2, status=Entry.Status.ENTERED)
    event = round_.tournament.event
    address, here = reverse("roster", args=[event.slug]), {"tournament": round_.tournament.slug}
    roster = client.get(address, here).text
    named = re.search(r'name="entry" value="([\d,]+)"', roster)[1].split(",")
    assert str(new.pk) in named
    assert str(gone.pk) not in named
    # Whoever is named is checked in all the same.
    assert registration.check_in_many([gone], **WHO) == 1


@ON_SQLITE
def test_somebody_with_a_bye_is_named_once_also_when_they_are_missing(round_, gone):
    adjust(gone, "absent", reason="not seen", round_number=1, **WHO)
    waiting = without_seat(round_)
    assert ([bye.entry for bye in waiting.not_playing], waiting.missing) == ([gone], [])
