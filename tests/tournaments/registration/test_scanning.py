"""A conductor checks people in by scanning their badges."""

import pytest

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tournaments.models import Entry, LedgerEntry, Tournament
from tournaments.registration.scanning.errors import NoSuchBadge, NothingScanned
from tournaments.registration.scanning.rules import code_in
from tournaments.registration.scanning.services import check_in_scanned

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
HERE, ENTERED, DROPPED = Entry.Status.CHECKED_IN, Entry.Status.ENTERED, Entry.Status.DROPPED


@pytest.fixture
def entry():
    return make_entries(make_tournament(), 1, status=ENTERED)[0]


@pytest.fixture
def event(entry):
    return entry.tournament.event


@pytest.fixture
def player(entry):
    return entry.player


def scan(event, code, **options):
    return check_in_scanned(event, code, by=ANNA, at=NOON, **options)


@pytest.mark.parametrize(
    ("scanned", "code"),
    [
        ("https://play.example.org/b/Abc-123_x/", "Abc-123_x"),
        ("http://192.168.1.5:8000/b/Abc-123_x\r\n", "Abc-123_x"),
        ("Abc-123_x", "Abc-123_x"),
        ("123 456", "123456"),
        (" \0 / ", ""),
    ],
)
def test_an_address_a_code_and_a_pin_are_read(scanned, code):
    assert code_in(scanned) == code


def test_who_only_helped_somewhere_takes_part_there_only_if_it_is_chosen(event, entry, player):
    other = make_tournament(event, name="Metro")
    facts = {"entered_at": NOON, "status_at": NOON, "status": Entry.Status.HELPER}
    helped = Entry.objects.create(tournament=other, player=player, **facts)
    assert scan(event, player.badge).checked_in == [entry]
    helped.refresh_from_db()
    assert helped.status == Entry.Status.HELPER
    assert scan(event, player.badge, tournament=other).checked_in == [helped]


def test_a_badge_checks_its_player_in(event, entry, player):
    (changed,) = scan(event, f"https://play.example.org/b/{player.badge}/").checked_in
    entry.refresh_from_db()
    assert entry.status == changed.status == HERE
    assert LedgerEntry.objects.get(verb="check in").event_id == event.pk


def test_a_pin_does_so_as_well(event, entry, player):
    assert scan(event, f"{player.pin[:3]} {player.pin[3:]}").checked_in == [entry]


def test_scanning_again_says_so_and_changes_nothing(event, entry, player):
    scan(event, player.badge)
    again = scan(event, player.badge)
    assert (again.checked_in, again.here_before) == ([], [entry])
    assert LedgerEntry.objects.filter(verb="check in").count() == 1


def test_a_player_is_checked_in_for_all_that_is_open_or_for_the_chosen_tournament(event, player):
    sunday = make_tournament(event, name="Sunday")
    over = make_tournament(event, name="Over", status=Tournament.Status.FINISHED)
    for one in (sunday, over):
        Entry.objects.create(tournament=one, player=player, entered_at=NOON, status_at=NOON)
    assert [e.tournament for e in scan(event, player.badge, tournament=sunday).checked_in] == [
        sunday
    ]
    assert [e.tournament.name for e in scan(event, player.badge).checked_in] == ["Express Open"]
    assert over.entries.get().status == ENTERED


def test_a_player_who_dropped_out_stays_so(event, entry, player):
    Entry.objects.update(status=DROPPED)
    assert scan(event, player.badge).dropped == [entry]
    entry.refresh_from_db()
    assert entry.status == DROPPED


def test_a_badge_of_another_event_and_nothing_are_refused(event):
    other = make_entries(make_tournament(make_event("Other")), 1)[0].player
    with pytest.raises(NoSuchBadge):
        scan(event, other.badge)
    with pytest.raises(NothingScanned):
        scan(event, "/")


class TestThePage:
    @pytest.fixture(autouse=True)
    def _signed_in(self, client, event):
        client.force_login(make_conductor(event))

    def send(self, client, code, **headers):
        return client.post("/e/winter-meet/roster/scan/", {"code": code}, headers=headers).text

    def test_says_the_name_and_the_state(self, client, entry, player):
        page = self.send(client, player.badge)
        assert player.name in page
        assert "checked in" in page
        assert "was checked in already" in self.send(client, player.badge)

    def test_says_in_words_what_is_wrong_with_a_scan(self, client):
        assert "No player of this event has the badge or PIN “nonsense”." in self.send(
            client, "nonsense"
        )
        assert "Scan a badge, or type its PIN." in self.send(client, "")

    def test_sends_a_player_without_an_entry_to_the_roster(self, client, entry, player):
        entry.delete()
        assert "?q=Player%20001" in self.send(client, player.badge)

    def test_keeps_the_chosen_tournament_for_the_next_badge(self, client, event, player):
        make_tournament(event, name="Sunday")
        page = client.post(
            "/e/winter-meet/roster/scan/", {"code": player.badge, "tournament": "sunday"}
        ).text
        assert '<option value="sunday" selected>' in page
        assert player.badge not in page

    def test_lists_the_last_check_ins_and_undoes_one(self, client, event, entry):
        others = make_entries(entry.tournament, 2)
        for after, one in enumerate(others, start=1):
            Entry.objects.filter(pk=one.pk).update(status_at=NOON + minutes(after))
        page = client.get("/e/winter-meet/roster/scan/").text
        assert page.index("Player 003") < page.index("Player 002")
        assert "Player 001" not in page
        answer = client.post(f"/e/winter-meet/roster/scan/{others[0].pk}/undo/", follow=True)
        assert "Player 002" not in answer.text
        assert Entry.objects.get(pk=others[0].pk).status == ENTERED

    def test_htmx_gets_the_result_and_the_list_beside_it(self, client, player):
        part = self.send(client, player.badge, hx_request="true")
        assert "<html" not in part
        assert 'id="scan-list" hx-swap-oob="innerHTML"' in part
