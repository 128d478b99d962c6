"""The archive of an event that is over is made page by page, and served once all are there."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.tournaments.archive.pages import COPY, SITE, have_few_pages, make_all, pages_of
from tournaments.archive import errors, serving
from tournaments.models import ArchivedPage, Event, Player, Role, ServedArchive
from tournaments.privacy.services import erase

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def over(ended):
    return Event.objects.get(pk=ended.pk)


def test_a_page_on_its_way_while_somebody_is_erased_is_thrown_away(over, monkeypatch):
    have_few_pages(monkeypatch, reverse("standings", args=[over.slug, "played"]))
    serving.serve(over, site=SITE, by=ANNA, at=timezone.now())
    player = Player.objects.filter(event=over, entries__tournament__slug="played").first()
    make, name = serving.still, player.name

    def erase_first(html, note):
        assert name in html.decode()
        monkeypatch.setattr(serving, "still", make)
        erase(player, by=ANNA, at=timezone.now())
        return make(html, note)

    monkeypatch.setattr(serving, "still", erase_first)
    serving.make_waiting(now=timezone.now())
    make_all(over)
    assert over.serves_archive
    assert len(pages_of(over)) == 2
    assert all(name not in html for html in pages_of(over))


def test_it_is_for_owners_of_events_that_are_over(client, over):
    client.force_login(make_conductor(over, "second@example.org", role=Role.CONDUCTOR))
    address = reverse("archive-serving", args=[over.slug])
    assert client.post(address, {"act": "serve"}).status_code == 403
    other = make_event("Going on")
    tournament = make_tournament(other)
    make_round(tournament, [make_entries(tournament, 3)])
    with pytest.raises(errors.NotOver):
        serving.serve(other, site=SITE, by=ANNA, at=timezone.now())


def test_an_owner_asks_for_it_sees_how_far_it_is_and_stops_it(client, over, monkeypatch):
    have_few_pages(monkeypatch, over.tournaments.get(slug="played").get_absolute_url())
    monkeypatch.setattr(serving, "AT_ONCE_SECONDS", 0.0)
    client.force_login(make_conductor(over, "third@example.org"))
    address = reverse("archive-serving", args=[over.slug])
    client.post(address, {"act": "serve"})
    assert "still be made" in client.get(address).text
    assert serving.make_waiting(now=timezone.now()) == 1
    assert COPY not in client.get(over.get_absolute_url()).text  # before all pages are made
    make_all(over)
    assert COPY in client.get(over.get_absolute_url()).text
    progress = client.get(reverse("archive-progress", args=[over.slug]))
    assert "come from the archive" in progress.text
    page = client.post(address, {"act": "stop"}, follow=True)
    assert "The public pages show the event as it is now." in page.text
    assert COPY not in client.get(over.get_absolute_url()).text
    assert not ArchivedPage.objects.exists()


def test_a_page_that_does_not_open_is_named(client, over, monkeypatch):
    have_few_pages(monkeypatch)
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
