"""All badges of an event: asked for once, drawn by a worker sheet by sheet, kept for a day."""

import math

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError
from django.urls import reverse
from django.utils import timezone

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_event, make_tournament
from tournaments.models import BadgePrint, BadgeSheet, Player
from tournaments.models.players import draw_pins
from tournaments.privacy.services import erase
from tournaments.registration.printing import prints

pytestmark = pytest.mark.django_db
SITE = "https://play.example.org"


#: On three sheets of four.
PEOPLE = 9


@pytest.fixture(autouse=True)
def _small_sheets_and_much_time(monkeypatch):
    monkeypatch.setattr(prints, "BADGES_A_SHEET", 4)  # each code takes milliseconds to draw
    monkeypatch.setattr(prints, "AT_ONCE_SECONDS", math.inf)  # a busy machine puts nothing off


@pytest.fixture
def tournament():
    tournament = make_tournament()
    make_entries(tournament, PEOPLE)
    return tournament


@pytest.fixture
def event(tournament):
    return tournament.event


@pytest.fixture
def conductor(client, event):
    client.force_login(make_conductor(event))
    return client


def asked(event, **options):
    return prints.ask_for(event, **{"site": SITE, "at": NOON} | options)


def address(name, event):
    return reverse(name, args=[event.slug])


@pytest.mark.once
def test_a_worker_draws_everybodys_card(event):
    found = asked(event)
    prints.draw_waiting()
    assert prints.latest(event).done == found.sheets == 3
    cards = prints.cards(found)
    assert cards.count('class="qr"') == PEOPLE
    names = [player.name for player in event.players.order_by("pk")]
    places = [cards.index(f">{name}<") for name in names]
    assert places == sorted(places)


def test_a_worker_leaves_the_rest_for_the_next_time(event, monkeypatch):
    monkeypatch.setattr(prints, "AT_ONCE_SECONDS", 0)
    asked(event)
    assert [prints.draw_waiting() for _turn in range(4)] == [1, 1, 1, 0]


@pytest.mark.once
def test_the_same_badges_are_drawn_once(event):
    first = asked(event)
    prints.draw_waiting()
    assert asked(event, at=timezone.now()) == first
    assert prints.draw_waiting() == 0


def test_another_worker_that_draws_the_same_sheet_changes_nothing(event):
    found = asked(event)
    prints.draw_waiting()
    before = prints.cards(found)
    prints._draw(found, 2)
    assert prints.cards(found) == before
    assert BadgeSheet.objects.count() == 3


@pytest.mark.once
def test_a_changed_roster_has_other_badges(event):
    first = asked(event)
    assert prints.is_current(first, site=SITE)
    (pin,) = draw_pins(event.pk, 1)
    Player.objects.filter(event=event, name="Player 007").update(pin=pin)
    assert not prints.is_current(first, site=SITE)
    second = asked(event, at=timezone.now())
    assert prints.latest(event) == second
    assert list(BadgePrint.objects.all()) == [second]


@pytest.mark.once
def test_who_left_the_event_meanwhile_has_no_badge(event):
    found = asked(event)
    gone = Player.objects.get(event=event, name="Player 007")
    gone.entries.all().delete()
    gone.delete()
    prints.draw_waiting()
    assert prints.cards(found).count('class="qr"') == PEOPLE - 1


@pytest.mark.django_db(transaction=True)
def test_a_print_that_is_removed_while_it_is_drawn_is_let_go(event):
    asked(event)

    def remove_the_print(execute, sql, *rest):
        if 'FROM "tournaments_player"' in sql:  # the badges of a sheet are about to be drawn
            BadgePrint.objects.all().delete()
        return execute(sql, *rest)

    with connection.execute_wrapper(remove_the_print):
        prints.draw_waiting()
    assert not BadgePrint.objects.exists()
    assert not BadgeSheet.objects.exists()


@pytest.mark.once
def test_an_empty_roster_has_no_badges():
    assert asked(make_event("Nobody")) is None


def test_a_sheet_is_stored_once(event):
    found = asked(event)
    prints.draw_waiting()
    with pytest.raises(IntegrityError), transaction.atomic():
        BadgeSheet.objects.create(print=found, number=1, cards=b"")


def test_erasing_a_person_removes_what_was_drawn_of_them(event):
    asked(event)
    prints.draw_waiting()
    erase(event.players.first(), by=ANNA, at=timezone.now())
    assert not BadgeSheet.objects.exists()


# --- The page -------------------------------------------------------------------------------------


def test_a_conductor_asks_and_is_told_how_far_they_are(conductor, event):
    page = conductor.post(address("badges-all", event), follow=True).content.decode()
    assert "0 of 3 sheets are drawn." in page
    assert '<progress class="progress" id="badges-drawn" max="3" value="0">' in page
    early = conductor.get(address("badges-printed", event))
    assert early["Location"] == address("badges-all", event)
    prints.draw_waiting()
    live = conductor.get(address("badges-all-live", event), {"said": "0"}).content.decode()
    assert "All badges are drawn." in live
    assert "hx-trigger" not in live  # nothing more to ask for
    printed = conductor.get(address("badges-printed", event)).content.decode()
    assert printed.count('class="qr"') == PEOPLE


def test_the_page_says_that_an_empty_roster_has_no_badges(client):
    event = make_event("Empty Meet")
    client.force_login(make_conductor(event))
    page = client.post(address("badges-all", event), follow=True).content.decode()
    assert "Nobody is on the roster yet, so there is no badge to draw." in page
    assert not BadgePrint.objects.exists()


def test_a_screen_reader_says_it_in_steps(conductor, event, monkeypatch):
    monkeypatch.setattr(prints, "AT_ONCE_SECONDS", 0)
    asked(event)
    prints.draw_waiting()
    live = address("badges-all-live", event)
    assert "30 percent are drawn." in conductor.get(live, {"said": "0"}).content.decode()
    assert "percent" not in conductor.get(live, {"said": "30"}).content.decode()


def test_the_page_says_when_the_roster_has_changed_since(conductor, event):
    conductor.post(address("badges-all", event))
    prints.draw_waiting()
    page = address("badges-all", event)
    assert "The roster has changed since" not in conductor.get(page).content.decode()
    Player.objects.filter(event=event, name="Player 007").update(name="Zoë New")
    assert "The roster has changed since" in conductor.get(page).content.decode()


def test_the_codes_lead_to_this_site(conductor, event):
    conductor.post(address("badges-all", event))
    assert BadgePrint.objects.get().site == "http://testserver"
