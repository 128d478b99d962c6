"""The rounds as a calendar, read back by the library that other programs use."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.urls import reverse

from tests.builders import NOON, make_event, make_round, make_tournament, minutes
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db
SYDNEY = "Australia/Sydney"


@pytest.fixture
def event():
    return make_event(time_zone=SYDNEY, venue="Hall 2; Annexe")


@pytest.fixture
def express(event):
    """A round is over, the second runs, the third is announced."""
    express = make_tournament(event)
    over = make_round(express, [], number=1)
    over.status, over.closed_at = Round.Status.CLOSED, NOON + minutes(100)
    over.save()
    make_round(express, [], number=2, started_at=NOON + minutes(150))
    Tournament.objects.filter(pk=express.pk).update(next_round_at=NOON + minutes(300))
    return express


def entries(client, name, *here):
    answer = client.get(reverse(name, args=here))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert not calendar.errors
    assert [str(zone["TZID"]) for zone in calendar.timezones] == [SYDNEY]
    assert not calendar.get_missing_tzids()
    return calendar.events


def test_each_round_has_its_time_in_the_zone_of_the_event(client, event, express):
    found = entries(client, "tournament-calendar", event.slug, express.slug)
    assert [(str(one["SUMMARY"]), one.start, one.end) for one in found] == [
        ("Express Open: Round 1", NOON, NOON + minutes(100)),
        ("Express Open: Round 2", NOON + minutes(150), NOON + minutes(150) + express.slot),
        ("Express Open: Round 3", NOON + minutes(300), NOON + minutes(300) + express.slot),
    ]
    assert found[0].start.tzinfo == ZoneInfo(SYDNEY)
    assert found[0].start.utcoffset() == timedelta(hours=11)
    assert {str(one["LOCATION"]) for one in found} == {"Hall 2; Annexe"}
    assert str(found[0]["URL"]).endswith(express.get_absolute_url())


def test_a_round_is_the_same_entry_before_and_after_it_starts(client, event, express):
    announced = entries(client, "tournament-calendar", event.slug, express.slug)[2]
    express.rounds.filter(number=2).update(
        status=Round.Status.CLOSED, closed_at=NOON + minutes(290)
    )
    Tournament.objects.filter(pk=express.pk).update(next_round_at=None)
    make_round(express, [], number=3, started_at=NOON + minutes(310))
    started = entries(client, "tournament-calendar", event.slug, express.slug)[2]
    assert started["UID"] == announced["UID"]
    assert started.start == NOON + minutes(310)


def test_a_draft_of_the_final_is_announced_as_the_next_round(client, event, express):
    express.rounds.filter(number=2).update(
        status=Round.Status.CLOSED, closed_at=NOON + minutes(290)
    )
    final = make_round(express, [], number=3, kind=Round.Kind.FINAL, started_at=None)
    Round.objects.filter(pk=final.pk).update(status=Round.Status.SEATED)
    third = entries(client, "tournament-calendar", event.slug, express.slug)[2]
    assert str(third["SUMMARY"]) == "Express Open: Round 3"
    Round.objects.filter(pk=final.pk).update(status=Round.Status.PUBLISHED)
    third = entries(client, "tournament-calendar", event.slug, express.slug)[2]
    assert str(third["SUMMARY"]) == "Express Open: Final"
    assert third.end - third.start == express.final_slot


def test_the_calendar_of_an_event_has_all_its_tournaments(
    client, event, express, django_assert_max_num_queries
):
    other = make_tournament(event, name="Second Cup")
    make_round(other, [], number=1)
    with django_assert_max_num_queries(4):
        found = entries(client, "event-calendar", event.slug)
    assert len(found) == len({one["UID"] for one in found}) == 4
