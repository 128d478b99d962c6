"""The public pages of an event that is over come from its archive, until something changes."""

import gzip

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.standings.hands import close
from tournaments.archive import errors, serving
from tournaments.models import ArchivedPage, Entry, Event, Player, Role, ServedArchive, Tournament
from tournaments.privacy.services import erase
from tournaments.registration.services import edit_player
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.standings.computing.services import refresh

# Each of these renders all pages of an event. What is stored of them, the first shows everywhere.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
SITE = "http://testserver"
COPY = "that does not change"


@pytest.fixture
def over(event):
    """The played event, with its tournaments finished."""
    for tournament in event.tournaments.filter(slug="played"):
        finish_tournament(tournament, by=ANNA, at=timezone.now())
        refresh(tournament.pk, at=timezone.now())
    Tournament.objects.filter(event=event).exclude(slug="played").update(status="cancelled")
    return Event.objects.get(pk=event.pk)


def make_all(event):
    """Let a worker make all pages that are missing."""
    while serving.make_waiting(now=timezone.now()):
        pass
    event.refresh_from_db()


@pytest.fixture
def served(over):
    serving.serve(over, site=SITE, by=ANNA, at=timezone.now())
    make_all(over)
    return over


@pytest.fixture
def standings(served):
    return reverse("standings", args=[served.slug, "played"])


@pytest.mark.each_database
def test_readers_get_the_pages_that_were_made_without_any_rendering(client, served, standings):
    assert served.serves_archive
    page = client.get(standings)
    assert COPY in page.text
    assert page.templates == []
    assert "data-stream" not in page.text
    assert "public" in page["Cache-Control"]
    made = set(ArchivedPage.objects.values_list("address", flat=True))
    assert {served.get_absolute_url(), standings} <= made
    assert not ArchivedPage.objects.filter(html=None).exists()


def test_pages_for_their_sender_and_with_other_parameters_are_as_now(client, standings):
    assert COPY not in client.get(f"{standings}?own=page").text
    assert COPY not in client.get(f"{standings}?find=Anna").text


def test_who_reads_another_language_gets_the_pages_in_it(client, standings):
    with translation.override("de"):
        page = client.get(standings).text
    assert 'lang="de"' in page
    assert COPY not in page


def test_nothing_is_served_before_all_pages_are_made(client, over, monkeypatch):
    monkeypatch.setattr(serving, "AT_ONCE_SECONDS", 0.0)
    serving.serve(over, site=SITE, by=ANNA, at=timezone.now())
    assert serving.make_waiting(now=timezone.now()) == 1
    assert COPY not in client.get(over.get_absolute_url()).text
    make_all(over)
    assert COPY in client.get(over.get_absolute_url()).text


def test_a_change_shows_at_once_and_is_in_the_next_archive(client, served, standings):
    player = Player.objects.filter(event=served, entries__tournament__slug="played").first()
    edit_player(player, name="Somebody New", by=ANNA, at=timezone.now())
    assert COPY not in client.get(standings).text
    assert "Somebody New" in client.get(standings).text
    make_all(served)
    page = client.get(standings).text
    assert COPY in page
    assert "Somebody New" in page


def test_no_page_keeps_the_name_of_who_was_erased(client, served, standings):
    player = Player.objects.filter(event=served, entries__tournament__slug="played").first()
    name = player.name
    assert name in client.get(standings).text
    erase(player, by=ANNA, at=timezone.now())
    assert not ArchivedPage.objects.exists()
    assert name not in client.get(standings).text
    make_all(served)
    page = client.get(standings).text
    assert COPY in page
    assert name not in page


@pytest.fixture
def met_elsewhere(served):
    """A player of the archive, and somebody whom they met at an event that has not ended."""
    event = make_event("Second Meet")
    tournament = make_tournament(event, name="Elsewhere")
    entries = make_entries(tournament, 2)  # as the first two people of the archive are called
    bob = Player.objects.create(event=event, name="Bob Quill", identity="bob quill")
    facts = {"status": "checked_in", "entered_at": NOON, "status_at": NOON}
    entries.append(Entry.objects.create(tournament=tournament, player=bob, **facts))
    close(make_round(tournament, [entries]))
    ServedArchive.objects.update(made_at=None, seal=None, release="")
    make_all(served)
    anna = Player.objects.get(event=served, identity=entries[0].player.identity)
    return reverse("player", args=[served.slug, anna.pk]), bob


def test_nor_does_the_archive_of_another_event_at_which_somebody_plays_whom_they_met(
    client, served, met_elsewhere
):
    address, bob = met_elsewhere
    assert COPY in client.get(address).text
    assert "Bob Quill" in client.get(address).text
    erase(bob, by=ANNA, at=timezone.now())
    page = client.get(address).text
    assert COPY not in page
    assert "Bob Quill" not in page
    make_all(served)
    page = client.get(address).text
    assert COPY in page
    assert "Bob Quill" not in page
    assert all("Bob Quill" not in html for html in pages_of(served))


def test_the_archive_of_an_event_of_other_people_stays(client, served, standings):
    tournament = make_tournament(make_event("Second Meet"), name="Elsewhere")
    Player.objects.filter(event=tournament.event).delete()
    player = Player.objects.create(event=tournament.event, name="Bob Quill", identity="bob quill")
    erase(player, by=ANNA, at=timezone.now())
    assert COPY in client.get(standings).text


def test_a_page_on_its_way_while_somebody_is_erased_is_thrown_away(over, monkeypatch):
    serving.serve(over, site=SITE, by=ANNA, at=timezone.now())
    player = Player.objects.filter(event=over, entries__tournament__slug="played").first()
    make, name = serving.still, player.name

    def erase_first(html, note):
        monkeypatch.setattr(serving, "still", make)
        erase(player, by=ANNA, at=timezone.now())
        return make(html, note)

    monkeypatch.setattr(serving, "still", erase_first)
    serving.make_waiting(now=timezone.now())
    make_all(over)
    assert over.serves_archive
    assert all(name not in html for html in pages_of(over))


def pages_of(event):
    rows = ArchivedPage.objects.filter(archive__event=event).values_list("html", flat=True)
    return [gzip.decompress(html).decode() for html in rows]


def test_it_ends_when_the_event_goes_on(client, served, standings):
    played = Tournament.objects.get(event=served, slug="played")
    reopen_tournament(played, by=ANNA, at=timezone.now())
    Event.objects.filter(pk=served.pk).update(ends_on=timezone.localdate())
    assert COPY not in client.get(standings).text
    make_all(served)
    assert not served.serves_archive
    assert not ServedArchive.objects.exists()


def test_pages_of_another_release_are_made_once_more(client, served, standings, settings):
    settings.RELEASE = "the next one"
    assert COPY not in client.get(standings).text
    make_all(served)
    assert COPY in client.get(standings).text


def test_it_is_for_owners_of_events_that_are_over(client, over):
    client.force_login(make_conductor(over, "second@example.org", role=Role.CONDUCTOR))
    address = reverse("archive-serving", args=[over.slug])
    assert client.post(address, {"act": "serve"}).status_code == 403
    other = make_event("Going on")
    tournament = make_tournament(other)
    make_round(tournament, [make_entries(tournament, 3)])
    with pytest.raises(errors.NotOver):
        serving.serve(other, site=SITE, by=ANNA, at=timezone.now())


def test_an_owner_asks_for_it_sees_how_far_it_is_and_stops_it(client, over):
    client.force_login(make_conductor(over, "third@example.org"))
    address = reverse("archive-serving", args=[over.slug])
    client.post(address, {"act": "serve"})
    assert "still be made" in client.get(address).text
    make_all(over)
    progress = client.get(reverse("archive-progress", args=[over.slug]))
    assert "come from the archive" in progress.text
    page = client.post(address, {"act": "stop"}, follow=True)
    assert "The public pages show the event as it is now." in page.text
    assert COPY not in client.get(over.get_absolute_url()).text
    assert not ArchivedPage.objects.exists()


def test_a_page_that_does_not_open_is_named(client, over, monkeypatch):
    serving.serve(over, site=SITE, by=ANNA, at=timezone.now())
    serving.make_waiting(now=timezone.now())
    archive = ServedArchive.objects.get()
    Event.objects.filter(pk=over.pk).update(serves_archive=False)
    ServedArchive.objects.update(made_at=None)
    archive.pages.create(address=f"{over.get_absolute_url()}t/nowhere/")
    make_all(over)
    assert "does not open" in ServedArchive.objects.get().problem
    assert not over.serves_archive
    client.force_login(make_conductor(over, "fourth@example.org"))
    address = reverse("archive-serving", args=[over.slug])
    assert "does not open" in client.get(address).text
    client.post(address, {"act": "serve"})
    make_all(over)
    assert over.serves_archive
