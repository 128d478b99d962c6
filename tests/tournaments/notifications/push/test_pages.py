"""A player asks for messages on their own page, and the page says why there are none."""

import pytest
from django.urls import reverse

from tests.builders import phone_of
from tests.examples import ALL
from tests.tournaments.notifications.push.services import Browser
from tests.tournaments.signup.sessions import make_players
from tournaments.models import LedgerEntry, PushMessage, PushSubscription
from tournaments.notifications.push.encryption import public_key

pytestmark = pytest.mark.django_db
ASK, STOP = "Send me messages", "Stop the messages"


@pytest.fixture
def address(event):
    return reverse("phone-messages", args=[event.slug])


@pytest.fixture
def phone_client(client, event):
    (player,) = make_players(event, 1)
    phone_of(client, player)
    return client


def subscription(**change):
    return {"endpoint": "https://push.example/send/abc"} | Browser().keys | change


def test_nothing_is_sent_until_the_player_asks(phone_client, event, address, settings):
    page = phone_client.get(reverse("me", args=[event.slug])).text
    assert address in page
    part = phone_client.get(address, secure=True).text
    assert ASK in part
    assert "Add to Home Screen" in part
    assert public_key(settings.PUSH_KEY) in part
    assert not PushSubscription.objects.exists()


def test_plain_http_says_why_not(phone_client, address):
    part = phone_client.get(address, headers={"host": "192.168.7.20"}).text
    assert ASK not in part
    assert "plain http" in part
    assert ASK in phone_client.get(address, headers={"host": "localhost"}).text


def test_a_site_without_a_key_says_so(phone_client, address, settings):
    settings.PUSH_KEY = ""
    assert "not set them up" in phone_client.get(address, secure=True).text
    page = phone_client.post(address, subscription(), secure=True, follow=True).text
    assert "named no push service" in page
    assert not PushSubscription.objects.exists()


def test_asking_is_answered_by_a_first_message_and_stopping_ends_it(phone_client, event, address):
    sent = subscription()
    for _time in range(2):  # the page of before is sent once more
        page = phone_client.post(address, sent, secure=True, follow=True).text
        assert "This phone gets messages" in page
    assert PushMessage.objects.get().path == reverse("me", args=[event.slug])
    part = phone_client.get(address, secure=True).text
    assert STOP in part
    assert ASK not in part
    phone_client.post(reverse("phone-messages-stop", args=[event.slug]), secure=True)
    assert not PushSubscription.objects.exists()
    verbs = LedgerEntry.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["send messages", "stop messages"]


NO_BROWSER_NAMES = [
    {"endpoint": "http://push.example/send/abc"},
    {"endpoint": "https://user:word@push.example/send/abc"},
    {"endpoint": "https://127.0.0.1/send/abc"},
    {"endpoint": "https://localhost:8000/"},
    {"endpoint": "https://[fd00::1]/"},
    {"endpoint": "https://push.example:port/"},
    {"endpoint": "https://push.example/" + "x" * 1000},
    {"endpoint": ""},
    {"p256dh": "AAAA"},
    {"auth": "AAAA"},
]


def test_what_no_browser_names_is_refused(phone_client, address):
    # What makes each no service of messages is one function: a few come through the page.
    for change in NO_BROWSER_NAMES if ALL else NO_BROWSER_NAMES[::3]:
        page = phone_client.post(address, subscription(**change), secure=True, follow=True).text
        assert "named no push service" in page, change
    assert not PushSubscription.objects.exists()


def test_whoever_has_no_seat_open_is_asked_for_the_badge(client, event, address):
    page = client.post(address, subscription(), secure=True, follow=True).text
    assert "Scan your badge" in page
    assert client.get(address, secure=True).status_code == 200


def test_it_can_be_installed(client):
    response = client.get(reverse("manifest"))
    assert response["Content-Type"] == "application/manifest+json"
    said = response.json()
    assert said["display"] == "standalone"
    assert {icon["sizes"] for icon in said["icons"]} == {"192x192", "512x512"}
    assert reverse("manifest") in client.get(reverse("home")).text
