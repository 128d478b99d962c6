"""One visitor registers a family, and not a hundred people."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from tests.builders import make_event, make_tournament, minutes
from tournaments.models import Attempt, Player
from tournaments.rate_limit.rules import (
    JOINED_IN_A_NETWORK,
    JOINED_ON_A_DEVICE,
    JOINED_WITHOUT_COOKIES,
)
from tournaments.rate_limit.visitors import network_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]

HALL, ELSEWHERE = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def tournament():
    return make_tournament()


def phone(tournament, address=HALL):
    """A phone that has the page open on which people join."""
    client = Client(REMOTE_ADDR=address)
    client.get(f"/e/{tournament.event.slug}/join/")
    return client


def join(client, tournament, name):
    sent = {"name": name, "tournaments": [tournament.slug]}
    return client.post(f"/e/{tournament.event.slug}/join/", sent)


def made(tournament, count, *, device=""):
    """Store registrations from the hall, made a minute ago."""
    Attempt.objects.bulk_create(
        Attempt(
            kind=Attempt.Kind.JOIN,
            event=tournament.event,
            device=device and f"{device}{n}",
            network=network_of(HALL),
            at=timezone.now() - minutes(1),
        )
        for n in range(count)
    )


def test_a_hundred_registrations_of_one_phone_are_not_all_stored(tournament):
    """As measured from outside: all were."""
    vandal = phone(tournament)
    join(vandal, tournament, "Nobody")
    first = Attempt.objects.get()
    Attempt.objects.bulk_create(  # as many more, but for the last two
        Attempt(kind=first.kind, event_id=first.event_id, device=first.device,
                network=first.network, at=first.at)
        for _ in range(JOINED_ON_A_DEVICE - 3)
    )  # fmt: skip
    answers = [join(vandal, tournament, f"Nobody {n}").status_code for n in range(4)]
    assert answers == [302, 302, 429, 429]
    assert Player.objects.count() == 3


def test_the_refusal_keeps_what_was_typed_and_names_the_desk(tournament):
    made(tournament, JOINED_WITHOUT_COOKIES)
    page = join(Client(REMOTE_ADDR=HALL), tournament, "Ada Lindqvist")
    assert page.status_code == 429
    assert 0 < int(page["Retry-After"]) <= 600
    assert "register at the desk" in page.content.decode()
    assert 'value="Ada Lindqvist"' in page.content.decode()
    assert not Player.objects.exists()


def test_without_cookies_registrations_stop_those_without_cookies_alone(tournament):
    made(tournament, JOINED_WITHOUT_COOKIES)
    assert join(Client(REMOTE_ADDR=HALL), tournament, "Nobody").status_code == 429
    assert join(phone(tournament), tournament, "Ada").status_code == 302


def test_a_network_that_is_used_up_stops_no_other_network_and_no_other_event(tournament):
    made(tournament, JOINED_IN_A_NETWORK, device="vandal")
    other = make_tournament(make_event("Elsewhere"))
    assert join(phone(tournament), tournament, "Nobody").status_code == 429
    assert join(phone(tournament, ELSEWHERE), tournament, "Ada").status_code == 302
    assert join(phone(other), other, "Bo").status_code == 302


def test_after_an_hour_a_phone_registers_more_people(tournament):
    with time_machine.travel(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), tick=False) as clock:
        parent = phone(tournament)
        join(parent, tournament, "Ada")
        first = Attempt.objects.get()
        for _ in range(JOINED_ON_A_DEVICE - 1):
            first.pk = None
            first.save(force_insert=True)
        assert join(parent, tournament, "One more").status_code == 429
        clock.shift(3600)
        assert join(parent, tournament, "One more").status_code == 302


def test_a_registration_that_is_refused_for_another_reason_does_not_count(tournament):
    client = phone(tournament)
    assert join(client, tournament, "").status_code == 422
    assert not Attempt.objects.exists()
