"""The public pages of an event that is over come from its archive, until something changes."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.builders import ANNA, NOON, make_entries, make_event, make_round, make_tournament
from tests.tournaments.archive.pages import COPY, SITE, have_few_pages, make_all, pages_of
from tests.tournaments.fixtures.leagues import league
from tests.tournaments.standings.hands import close
from tournaments.archive import serving
from tournaments.models import ArchivedPage, Entry, Event, Player, ServedArchive, Tournament
from tournaments.privacy.services import erase
from tournaments.registration.services import edit_player
from tournaments.seating.finishing.services import reopen_tournament

# What is stored of the pages, the first shows everywhere.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def made(ended):
    """That event, whose archive was made: once, which takes a second."""
    serving.serve(ended, site=SITE, by=ANNA, at=timezone.now())
    make_all(ended)
    return ended.pk


@pytest.fixture
def served(made):
    return Event.objects.get(pk=made)


@pytest.fixture
def standings(served):
    return reverse("standings", args=[served.slug, "played"])


@pytest.mark.each_database
@pytest.mark.long("postgresql")
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


def test_a_change_shows_at_once_and_is_in_the_next_archive(client, served, standings, monkeypatch):
    have_few_pages(monkeypatch, standings)
    player = Player.objects.filter(event=served, entries__tournament__slug="played").first()
    edit_player(player, name="Somebody New", by=ANNA, at=timezone.now())
    assert COPY not in client.get(standings).text
    assert "Somebody New" in client.get(standings).text
    make_all(served)
    page = client.get(standings).text
    assert COPY in page
    assert "Somebody New" in page


def test_no_page_keeps_the_name_of_who_was_erased(client, served, standings, monkeypatch):
    have_few_pages(monkeypatch, standings)
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
def met_elsewhere(served, standings, monkeypatch):
    """A player of the archive, and somebody whom they met at an event that has not ended."""
    event = make_event("Second Meet")
    tournament = make_tournament(event, name="Elsewhere")
    entries = make_entries(tournament, 2)  # as the first two people of the archive are called
    bob = Player.objects.create(event=event, name="Bob Quill", identity="bob quill")
    facts = {"status": "checked_in", "entered_at": NOON, "status_at": NOON}
    entries.append(Entry.objects.create(tournament=tournament, player=bob, **facts))
    close(make_round(tournament, [entries]))
    ServedArchive.objects.update(made_at=None, seal=None, release="")
    anna = Player.objects.get(event=served, identity=entries[0].player.identity)
    address = reverse("player", args=[served.slug, anna.pk])
    with monkeypatch.context() as patched:
        have_few_pages(patched, standings, address)
        make_all(served)
    return address, bob


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


def test_it_ends_when_the_event_goes_on(client, served, standings):
    played = Tournament.objects.get(event=served, slug="played")
    reopen_tournament(played, by=ANNA, at=timezone.now())
    Event.objects.filter(pk=served.pk).update(ends_on=timezone.localdate())
    assert COPY not in client.get(standings).text
    make_all(served)
    assert not served.serves_archive
    assert not ServedArchive.objects.exists()


def test_pages_of_another_release_are_made_once_more(
    client, served, standings, settings, monkeypatch
):
    have_few_pages(monkeypatch, standings)
    settings.RELEASE = "the next one"
    assert COPY not in client.get(standings).text
    make_all(served)
    assert COPY in client.get(standings).text


def test_an_event_is_not_over_while_a_league_goes_on_after_its_last_day():
    event, later = make_event("League Nights"), NOON + timedelta(days=30)
    tournament = league(4, event=event)
    assert not serving.is_over(event, now=later)
    Tournament.objects.filter(pk=tournament.pk).update(status="finished")
    assert serving.is_over(event, now=later)
