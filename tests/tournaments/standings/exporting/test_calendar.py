"""The rounds as a calendar, read back by libraries that other programs use."""

from datetime import timedelta

import pytest
from django.urls import reverse

from tests.builders import NOON, make_event, make_round, make_tournament, minutes
from tests.calendars import events
from tests.tournaments.signup.sessions import make_session
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
    return events(answer.content)


def test_each_round_has_its_time_in_utc(client, event, express):
    found = entries(client, "tournament-calendar", event.slug, express.slug)
    assert [(str(one["SUMMARY"]), one.start, one.end) for one in found] == [
        ("Express Open: Round 1", NOON, NOON + minutes(100)),
        ("Express Open: Round 2", NOON + minutes(150), NOON + minutes(150) + express.slot),
        ("Express Open: Round 3", NOON + minutes(300), NOON + minutes(300) + express.slot),
    ]
    assert {one.start.utcoffset() for one in found} == {timedelta(0)}
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
    with django_assert_max_num_queries(5):
        found = entries(client, "event-calendar", event.slug)
    assert len(found) == len({one["UID"] for one in found}) == 4


def test_a_heat_on_the_timetable_is_there_before_it_is_seated(client, event, express):
    heat = make_session(express, start=420)
    make_session(express, start=600, published=False)
    here = (event.slug, express.slug)
    (coming,) = [one for one in entries(client, "tournament-calendar", *here)
                 if str(one["UID"]).startswith("session-")]  # fmt: skip
    assert (coming.start, coming.end) == (heat.starts_at, heat.ends_at)
    on_timetable = events(client.get(reverse("timetable-calendar", args=[event.slug])).content)
    assert [one["UID"] for one in on_timetable] == [coming["UID"]]

    express.rounds.update(status=Round.Status.CLOSED, closed_at=NOON + minutes(290))
    started = NOON + minutes(430)
    made = make_round(express, [], number=3, started_at=started)
    Round.objects.filter(pk=made.pk).update(session=heat)
    (running,) = [one for one in entries(client, "tournament-calendar", *here)
                  if one["UID"] == coming["UID"]]  # fmt: skip
    assert running.start == started
    assert running["SEQUENCE"] >= coming["SEQUENCE"]


def test_a_cancelled_tournament_is_cancelled_in_the_calendar(client, event, express):
    Tournament.objects.filter(pk=express.pk).update(status=Tournament.Status.CANCELLED)
    found = entries(client, "tournament-calendar", event.slug, express.slug)
    assert {str(one["STATUS"]) for one in found} == {"CANCELLED"}


def test_before_anything_is_planned_the_calendar_is_empty_and_valid(client, event):
    quiet = make_tournament(event, name="Quiet Cup")
    assert entries(client, "tournament-calendar", event.slug, quiet.slug) == []


def test_a_program_asks_again_only_for_what_has_changed(client, event, express):
    address = reverse("tournament-calendar", args=[event.slug, express.slug])
    seen = {"if-none-match": client.get(address)["ETag"]}
    assert client.get(address, headers=seen).status_code == 304
    Tournament.objects.filter(pk=express.pk).update(next_round_at=NOON + minutes(330))
    assert client.get(address, headers=seen).status_code == 200
