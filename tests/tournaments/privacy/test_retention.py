"""Nothing is kept for longer than the settings say, and results are kept."""

from datetime import date, timedelta

import pytest
from django.contrib.sessions.models import Session

from tests.builders import ANNA, NOON, make_entries, make_event, make_tournament
from tests.tournaments.notifications.push.phones import asks_for_messages
from tests.tournaments.standings.hands import play_round
from tournaments.api import webhooks
from tournaments.events.staffing import invite
from tournaments.models import (
    BadgePrint,
    Event,
    Invitation,
    Phone,
    Player,
    PushMessage,
    Role,
    SheetLine,
    WebhookDelivery,
)
from tournaments.privacy.retention import remove_what_is_old
from tournaments.registration.printing import prints

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]
LONG_AFTER = NOON + timedelta(days=400)


@pytest.fixture
def old():
    """An event of long ago with a result, a player with an address, a phone and a message."""
    tournament = make_tournament()
    one, other, third = make_entries(tournament, 3)
    play_round(tournament, [[(one, 30), (other, 20), (third, 10)]], number=1)
    private = {"email": "ada@example.org", "household": "Lovelace", "notes": "sits by the door"}
    Player.objects.filter(pk=one.player_id).update(**private, home_town="London")
    asks_for_messages(one.player)
    hook = webhooks.add(
        tournament.event, url="https://example.org/", topics=["round"], by=ANNA, at=NOON
    )
    for due in (None, LONG_AFTER):
        WebhookDelivery.objects.create(
            webhook=hook, topic="round", body={}, created_at=NOON, due_at=due
        )
    prints.ask_for(tournament.event, site="https://play.example.org", at=NOON)
    Session.objects.create(session_key="old", session_data="", expire_date=NOON)
    invite(tournament.event, "late@example.org", role=Role.CONDUCTOR, by=ANNA, at=NOON)
    return one.player


def test_what_is_old_is_removed_and_the_results_stay(old):
    done = remove_what_is_old(now=LONG_AFTER)
    assert done == {
        "badges": 1,
        "contacts": 1,
        "messages": 1,
        "phones": 2,  # and that it gets messages
        "deliveries": 1,
        "sessions": 1,
        "invitations": 1,
        "letters": 0,
    }
    old.refresh_from_db()
    assert (old.email, old.household, old.notes) == ("", "", "")
    assert (old.name, old.home_town) == ("Player 001", "London")
    assert not Phone.objects.exists()
    assert WebhookDelivery.objects.get().due_at
    assert SheetLine.objects.count() == 3
    assert not any(remove_what_is_old(now=LONG_AFTER).values())


def test_what_is_new_stays(old):
    make_event("Today")
    Event.objects.update(ends_on=date(2027, 12, 20))
    WebhookDelivery.objects.update(created_at=LONG_AFTER)
    Session.objects.update(expire_date=LONG_AFTER + timedelta(days=1))
    BadgePrint.objects.update(asked_at=LONG_AFTER)
    PushMessage.objects.update(ends_at=LONG_AFTER)
    Invitation.objects.update(expires_at=LONG_AFTER + timedelta(days=1))
    assert not any(remove_what_is_old(now=LONG_AFTER).values())


def test_the_operator_decides_for_how_long(old, settings):
    settings.KEEP_DAYS = dict.fromkeys(settings.KEEP_DAYS, 0)
    assert remove_what_is_old(now=LONG_AFTER) == {
        "badges": 1,
        "contacts": 0,
        "messages": 1,
        "phones": 0,
        "deliveries": 0,
        "sessions": 1,
        "invitations": 1,
        "letters": 0,
    }


def test_the_page_says_for_how_long(client, settings):
    settings.KEEP_DAYS = {"contacts": 90, "phones": 1, "deliveries": 30}
    page = " ".join(client.get("/privacy/").content.decode().split())
    assert "They are deleted 90 days after the event." in page
    assert "It is deleted 1 day after the event." in page
    settings.KEEP_DAYS = {"contacts": 0, "phones": 0, "deliveries": 0}
    assert "after the event" not in client.get("/privacy/").content.decode()
