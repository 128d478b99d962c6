"""A warning names the people who qualify for two finals at one time."""

from datetime import timedelta
from html import unescape

import pytest
from django.db.models import F
from django.urls import reverse

from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.tournaments.signup.sessions import make_session
from tests.tournaments.standings.hands import play_round
from tournaments.models import Entry
from tournaments.standings.computing import services as standings
from tournaments.timetable.finals import clashes

# Clashes are found in Python; test_holds.py asks each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
BEFORE = NOON - minutes(60)


def two_finals(*, apart=0):
    """The finals of two tournaments in which the same six people played, and these people.

    Three play in a final. The second final begins so many minutes after the first.
    """
    event = make_event()
    rails = make_tournament(event, name="Rails", finalists=3)
    entries = make_entries(rails, 6)
    streets = make_tournament(event, name="Streets", finalists=3)
    again = Entry.objects.bulk_create(
        Entry(tournament=streets, player=one.player, status=Entry.Status.CHECKED_IN,
              entered_at=NOON, status_at=NOON)
        for one in entries
    )  # fmt: skip
    for played, points in ((entries, (9, 8, 7, 6, 5, 4)), (again, (9, 1, 8, 2, 7, 3))):
        play_round(played[0].tournament, [list(zip(played, points, strict=True))], number=1)
        standings.refresh(played[0].tournament_id, at=NOON)
    finals = [
        make_session(rails, start=0, length=120, kind="final"),
        make_session(streets, start=apart, length=120, kind="final"),
    ]
    return event, finals, [one.player for one in entries], again


def test_who_would_play_in_both_is_named():
    event, finals, people, _again = two_finals(apart=60)
    (found,) = clashes(event, BEFORE)
    assert [found.one, found.other] == finals
    assert found.people == [people[0], people[2]]


def test_finals_one_after_the_other_are_no_clash():
    event, _finals, _people, _again = two_finals(apart=120)
    assert clashes(event, BEFORE) == []


def test_a_final_that_is_over_or_cancelled_is_no_clash():
    event, finals, _people, _again = two_finals(apart=60)
    assert clashes(event, finals[0].ends_at) == []
    finals[1].cancelled_at = NOON
    finals[1].save()
    assert clashes(event, BEFORE) == []


def test_who_has_left_a_tournament_plays_in_one_final_alone():
    event, _finals, people, again = two_finals()
    Entry.objects.filter(pk=again[0].pk).update(status=Entry.Status.DROPPED)
    (found,) = clashes(event, BEFORE)
    assert found.people == [people[2]]


def test_the_page_that_plans_says_so_with_two_queries(client, django_assert_num_queries):
    event, _finals, people, _again = two_finals()
    with django_assert_num_queries(2):
        clashes(event, BEFORE)
    # For whoever opens the page, whenever the tests run, both finals are to come.
    century = timedelta(days=36_500)
    event.sessions.update(starts_at=F("starts_at") + century, ends_at=F("ends_at") + century)
    client.force_login(make_conductor(event))
    page = client.get(reverse("timetable-edit", args=[event.slug])).text
    assert "“Rails, final” and “Streets, final” are at one time." in unescape(page)
    assert people[0].shown_name in page
    assert people[1].shown_name not in page
