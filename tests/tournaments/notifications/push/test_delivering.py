"""Messages arrive at a real push service: encrypted, one a second, retried with an end."""

from datetime import timedelta
from email.utils import format_datetime

import pytest
from django.db.models import F
from django.utils import timezone

from tests.builders import ANNA, NOON, minutes
from tests.tournaments.notifications.push.phones import asks_for_messages, later
from tests.tournaments.notifications.push.services import Browser
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.devices.services import close_seat
from tournaments.models import Booking, PushMessage, PushSubscription
from tournaments.notifications.push import delivering, rules
from tournaments.notifications.push.services import FIRST
from tournaments.outgoing import claiming
from tournaments.outgoing.retry_after import asked_pause
from tournaments.signup import services as signup

# Workers at once: mail/test_many_workers.py, on each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture(autouse=True)
def now(phone):
    """All of it happens now: the messages of these phones are worth something."""
    return PushMessage.objects.update(ends_at=later(hours=2))


def one_more(phone, key="second", **values):
    usual = {"title": "Table 24", "text": "Seat 3", "path": "/table/A1/", "made_at": later()}
    usual |= {"due_at": timezone.now(), "ends_at": later(hours=2)}
    return PushMessage.objects.create(subscription=phone, key=key, **usual | values)


def can_send_again():
    """A moment at which every pause is over."""
    return later(hours=2)


class TestItArrives:
    def test_the_browser_and_nobody_else_reads_what_was_sent(self, phone, service, reader):
        assert delivering.deliver_due(now=later()) == 1
        ((path, headers, body),) = service.heard
        assert path == "/push/phone"
        assert headers["Content-Encoding"] == "aes128gcm"
        assert headers["Authorization"].startswith("vapid t=")
        assert 0 < int(headers["TTL"]) <= 2 * 3600
        assert b"arrive" not in body
        assert service.read_by(reader) == [
            {
                "title": "Winter Meet",
                "body": "Messages arrive on this phone.",
                "path": "/e/winter-meet/me/",
                "tag": "first",
            }
        ]

    def test_it_is_sent_once_and_its_words_are_gone(self, phone, service):
        delivering.deliver_due(now=later())
        assert delivering.deliver_due(now=can_send_again()) == 0
        assert len(service.heard) == 1
        (message,) = PushMessage.objects.all()
        assert (message.title, message.text, message.due_at) == ("", "", None)
        assert message.sent_at

    def test_a_phone_gets_one_message_a_second_and_holds_up_no_other(self, phone, service, reader):
        one_more(phone)
        (other,) = make_players(phone.phone.event, 1)
        asks_for_messages(other, Browser(), endpoint=service.address("other"), at=later())
        delivering.deliver_due(now=later())
        assert sorted(path for path, *_rest in service.heard) == ["/push/other", "/push/phone"]
        # Counted from when the first was sent, as a busy machine takes long over the other.
        sent_at = PushMessage.objects.get(subscription=phone, key=FIRST).sent_at
        assert delivering.deliver_due(now=sent_at + timedelta(seconds=0.9)) == 0
        assert delivering.deliver_due(now=sent_at + timedelta(seconds=1)) == 1
        assert service.heard[-1][0] == "/push/phone"

    def test_two_workers_send_it_once(self, phone):
        at = later()
        claimed = [delivering._claim_next(at) for _worker in range(2)]
        assert [bool(one) for one in claimed] == [True, False]
        # Whoever claimed it has died: another worker takes it when the claim is over.
        assert delivering._claim_next(at + claiming.CLAIM) == claimed[0]


class TestItDoesNot:
    @pytest.mark.parametrize("status", [404, 410])
    def test_a_subscription_that_is_gone_is_forgotten(self, phone, service, status):
        service.answers = [(status, {})]
        delivering.deliver_due(now=later())
        assert not PushSubscription.objects.exists()
        assert not PushMessage.objects.exists()

    @pytest.mark.parametrize("says", ["1800", "a date"])
    def test_a_service_that_asks_for_patience_gets_it(self, phone, service, says):
        if says == "a date":
            says = format_datetime(later(minutes=30).replace(microsecond=0), usegmt=True)
        service.answers = [(429, {"Retry-After": says}), (201, {})]
        delivering.deliver_due(now=later())
        assert delivering.deliver_due(now=later(minutes=29)) == 0
        assert len(service.heard) == 1
        assert delivering.deliver_due(now=later(minutes=31)) == 1
        assert PushSubscription.objects.get().failures == 0

    def test_a_message_that_is_refused_is_not_sent_again_and_the_next_one_is(self, phone, service):
        service.answers = [(413, {}), (201, {})]
        one_more(phone)
        delivering.deliver_due(now=later())
        assert delivering.deliver_due(now=can_send_again()) == 0  # it is too late for both
        assert [one.sent_at for one in PushMessage.objects.all()] == [None, None]
        one_more(phone, key="third", ends_at=later(hours=5))
        assert delivering.deliver_due(now=can_send_again()) == 1

    def test_after_many_failures_in_a_row_nothing_is_tried_any_more(self, phone, service):
        service.answers = [(500, {})]
        PushMessage.objects.update(ends_at=later(days=9))
        tries = len(rules.PAUSES) + 1
        for hours in range(tries):
            delivering.deliver_due(now=later(hours=2 * hours))
        assert len(service.heard) == tries
        assert not PushSubscription.objects.exists()

    def test_what_is_too_late_is_dropped_with_its_words(self, phone, service):
        PushMessage.objects.update(ends_at=F("due_at") + minutes(1))
        assert delivering.deliver_due(now=later()) == 0
        assert service.heard == []
        assert PushMessage.objects.get().text == ""

    def test_a_closed_seat_hears_nothing(self, phone, service):
        close_seat(phone.phone, by=ANNA, at=later())
        assert delivering.deliver_due(now=later()) == 0
        assert not PushSubscription.objects.exists()

    def test_the_network_of_the_site_is_out_of_reach(self, phone, service, settings):
        settings.PUSH_NETWORKS = []
        assert delivering.deliver_due(now=later()) == 0
        assert service.heard == []
        assert PushSubscription.objects.get().failures == 1

    def test_nothing_is_remembered_for_ever(self, phone, service):
        delivering.deliver_due(now=later())
        assert delivering.forget_old(now=later(hours=3)) == 0
        assert delivering.forget_old(now=later(days=3)) == 1
        assert not PushMessage.objects.exists()


@pytest.mark.once
@pytest.mark.parametrize(
    ("text", "pause"),
    [("", 0), ("soon", 0), ("-5", 0), ("120", 120), ("999999999999", 3600)],
)
def test_what_a_service_may_ask_for(text, pause):
    asked = asked_pause(text, now=timezone.now(), most=rules.LONGEST_PAUSE)
    assert asked == timedelta(seconds=pause)


def test_a_message_of_a_place_that_was_given_up_since_is_not_sent(phone, service):
    player, heat = phone.phone.player, make_session(event=phone.phone.event)
    booking = signup.book(heat, player, by=ANNA, at=NOON - minutes(60))
    one_more(phone, key=f"place-{booking.pk}-{booking.queued_at.timestamp():.6f}")
    Booking.objects.update(via=Booking.Via.PROMOTION)
    signup.cancel(heat, player, by=ANNA, at=NOON - minutes(50))
    sent = [delivering.deliver_due(now=moment) for moment in (later(), later(minutes=1))]
    assert sent == [1, 0]  # the first message of the phone alone
    assert PushMessage.objects.get().key == FIRST
