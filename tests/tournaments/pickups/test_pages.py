"""The pages of pick-up games, as a player's phone and a conductor use them."""

import re

import pytest
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from tests.builders import ANNA, make_conductor, make_event, phone_of
from tests.tournaments.signup.sessions import make_players
from tournaments.models import PickUp, Round
from tournaments.pickups import services
from tournaments.pickups.forms import PickUpForm

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="(key|players|codes)" value="([^"]*)">')


@pytest.fixture
def event():
    today = timezone.now().date()
    found = make_event(pickup_any_title=True)
    found.starts_on = found.ends_on = today
    found.save()
    return found


class Page:
    """The page in a browser: each button sends the hidden values that came with it."""

    def __init__(self, client, event):
        self.client, self.address = client, reverse("pickup", args=[event.slug])
        self.read(client.get(self.address))

    def read(self, answer):
        self.answer, self.text = answer, answer.content.decode()
        self.hidden = dict(HIDDEN.findall(self.text))

    def press(self, act, **typed):
        sent = self.hidden | {"act": act} | typed
        answer = self.client.post(self.address, sent)
        if answer.status_code != 302:
            self.read(answer)
        return answer

    @property
    def listed(self):
        return re.findall(r"<span>\d\. ([^<]*)</span>", self.text)


def test_a_player_scans_three_others_chooses_the_order_and_asks(client, event):
    people = make_players(event, 4)
    phone_of(client, people[0])
    page = Page(client, event)
    assert page.listed == ["Guest 001"]
    for one in people[1:3]:
        page.press("add", who=f"https://site.example/b/{one.badge}/", game="express")
    page.press("add", who="guest 004", game="express")
    page.press(f"up-{people[3].pk}", game="express")
    page.press(f"out-{people[1].pk}", game="express")
    assert page.listed == ["Guest 001", "Guest 004", "Guest 003"]
    assert 'value="express" selected' in page.text
    asked = page.press("go", game="express")
    assert asked.status_code == 302
    (question,) = PickUp.objects.all()
    assert [one.player for one in question.people.all()] == [people[0], people[3], people[2]]
    assert "A conductor sees your question" in client.get(asked.url).content.decode()
    assert (
        client.post(reverse("pickup-withdraw", args=[event.slug, question.pk])).status_code == 302
    )
    question.refresh_from_db()
    assert question.state == "withdrawn"


def test_badges_scanned_without_a_network_go_with_the_question(client, event):
    people = make_players(event, 3)
    phone_of(client, people[0])
    page = Page(client, event)
    codes = "\n".join(one.badge for one in people[1:])
    sent = page.hidden | {"act": "go", "codes": codes, "game": "express"}
    for _again in range(2):
        assert client.post(page.address, sent).status_code == 302
    (question,) = PickUp.objects.all()
    assert [one.player for one in question.people.all()] == people


def test_what_is_refused_is_said_and_nothing_typed_is_lost(client, event):
    people = make_players(event, 2)
    phone_of(client, people[0])
    page = Page(client, event)
    assert page.press("go", game="express").status_code == 422
    assert "at least 3 players" in page.text
    assert page.listed == ["Guest 001"]
    page.press("add", who="nobody", game="express")
    assert "Nobody on the roster" in page.text
    page.press("add", who="guest", game="express")
    assert f"choose-{people[1].pk}" in page.text
    page.press(f"choose-{people[1].pk}", game="express")
    assert page.listed == ["Guest 001", "Guest 002"]
    assert page.press("go", game="").status_code == 422


def test_a_conductor_starts_a_game_at_once_and_answers_questions(client, event):
    people = make_players(event, 6)
    phone_of(client, people[0])
    page = Page(client, event)
    keys = ",".join(str(one.pk) for one in people[:3])
    assert page.press("go", game="express", players=keys).status_code == 302
    client.logout()
    client.force_login(make_conductor(event))
    asked = client.get(reverse("pickups-asked", args=[event.slug])).content.decode()
    assert "Guest 001 asked at" in re.sub("<[^>]*>", "", asked)
    (question,) = PickUp.objects.all()
    started = client.post(reverse("pickup-start", args=[event.slug, question.pk]))
    assert started.url.startswith(PickUp.objects.get().session.round.get_absolute_url())
    page = Page(client, event)
    for one in people[3:]:
        page.press("add", who=one.pin, game="express")
    assert page.press("go", game="express").status_code == 302
    assert Round.objects.filter(status=Round.Status.RUNNING).count() == 2
    again = client.post(reverse("pickup-refuse", args=[event.slug, question.pk]), {"reason": "no"})
    assert "started already" in client.get(again.url).content.decode()


def test_an_answer_given_at_headquarters_leads_back_there(client, event):
    people = make_players(event, 3)
    moments = {"asked_by": people[0], "asked_at": timezone.now()}
    question = PickUp.objects.create(event=event, game="express", **moments)
    client.force_login(make_conductor(event))
    hq = reverse("hq", args=[event.slug])
    fetched = re.search(r'hx-get="([^"]*/asked/[^"]*)"', client.get(hq).text)[1]
    assert client.get(fetched).text.count('name="hq"') == 2
    refused = client.post(
        reverse("pickup-refuse", args=[event.slug, question.pk]), {"reason": "no", "hq": "on"}
    )
    assert refused.url == hq


def test_a_reason_that_no_database_takes_as_it_is_is_stored_without_it(client, event):
    people = make_players(event, 3)
    moments = {"asked_by": people[0], "asked_at": timezone.now()}
    question = PickUp.objects.create(event=event, game="express", **moments)
    client.force_login(make_conductor(event))
    refuse = reverse("pickup-refuse", args=[event.slug, question.pk])
    client.post(refuse, {"reason": "no\0 table"})
    question.refresh_from_db()
    assert question.refused_because == "no table"


def test_players_that_are_no_list_of_keys_are_refused_at_once(event):
    sent = QueryDict(mutable=True)
    sent.update({"players": "1" * 399 + "x", "key": "k"})
    form = PickUpForm(sent, event=event, first=None, pins=False)
    assert "players" in form.errors


def test_a_player_that_no_roster_can_have_is_not_chosen(event):
    form = PickUpForm(None, event=event, first=None, pins=False)
    form.do("choose-" + 19 * "9")
    assert form.people == []


def test_a_phone_of_nobody_is_led_to_its_badge(client, event):
    assert "scan your badge" in Page(client, event).text


@pytest.mark.parametrize("count", [2, 4])
def test_the_page_asks_the_database_as_often_for_many_questions(client, event, same_queries, count):
    client.force_login(make_conductor(event))
    for _number in range(count):
        people = make_players(event, 3)
        made = PickUp.objects.create(
            event=event, game="express", asked_by=people[0], asked_at=timezone.now()
        )
        for position, one in enumerate(people, start=1):
            made.people.create(player=one, position=position)
    with same_queries(at_most=16):
        client.get(reverse("pickup", args=[event.slug]))


def test_the_form_of_the_event_has_the_rules_and_keeps_what_is_left_empty(client, event):
    client.force_login(make_conductor(event))
    values = {"name": event.name, "starts_on": event.starts_on, "ends_on": event.ends_on}
    values |= {"time_zone": "UTC", "pickup_least": "4", "pickup_from": "", "pickup_until": "23"}
    address = reverse("event-edit", args=[event.slug])
    assert client.post(address, values).status_code == 302
    event.refresh_from_db()
    rules = (event.pickup_least, event.pickup_from, event.pickup_until, event.pickup_any_title)
    assert rules == (4, 0, 23, False)
    assert client.post(address, values | {"pickup_until": "25"}).status_code == 422


def test_the_page_of_a_game_names_nobody_of_an_earlier_one_as_without_a_seat(client, event):
    people = make_players(event, 6)
    now = timezone.now()
    for key, players in (("one", people[:3]), ("two", people[3:])):
        services.start_at_once(event, "express", players, key=key, by=ANNA, at=now)
    first, second = Round.objects.order_by("number")
    pages = [client.get(second.get_absolute_url())]
    client.force_login(make_conductor(event))
    pages += [client.get(one.get_absolute_url()) for one in (first, second)]
    for page in pages:
        assert people[3].shown_name in page.text or people[0].shown_name in page.text
        assert "Without a seat" not in page.text
    api = f"/api/v1/events/{event.slug}/tournaments/{second.tournament.slug}/rounds/2/"
    assert client.get(api).json()["without_seat"] == []
