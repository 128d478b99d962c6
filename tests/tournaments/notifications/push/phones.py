"""Phones whose players asked for messages, and the messages for them."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from tests.builders import ANNA, NOON, minutes, phone_of
from tests.tournaments.notifications.push.services import Browser
from tournaments.models import PushMessage
from tournaments.notifications.push import changes, services

#: Before everything that happens in these tests.
BEFORE = NOON - minutes(7 * 24 * 60)


def asks_for_messages(player, browser=None, *, endpoint="https://push.example/1", at=BEFORE):
    """The subscription of a new phone of a player."""
    first = ("Winter Meet", "Messages arrive on this phone.", "/e/winter-meet/me/")
    values = {"endpoint": endpoint, "language": "en", "first": first, "by": ANNA}
    phone = phone_of(Client(), player)
    return services.subscribe(phone, **values, **(browser or Browser()).keys, at=at)


def heard(player, *, now=NOON) -> list[tuple[str, str]]:
    """Title and text of what the phones of a player hear of what was noted, oldest first."""
    changes.queue_messages(now=now)
    found = PushMessage.objects.filter(subscription__phone__player=player).order_by("pk")
    return list(found.exclude(key=services.FIRST).values_list("title", "text"))


def later(**delta):
    return timezone.now() + timedelta(**delta)
