"""Linked divisions: who goes up and down between two seasons, and who begins the next where."""

from copy import deepcopy

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.divisions import movement
from tests.builders import ANNA
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tournaments.models import Season, User
from tournaments.seasons import errors
from tournaments.seasons.computing import services as computing
from tournaments.seasons.divisions import services as divisions
from tournaments.seasons.divisions.queries import divisions as divisions_around

# Seasons are added up in Python; test_waiting.py asks each database.
pytestmark = pytest.mark.long("postgresql")

HIGH, LOW = ("Ann", "Ben", "Cay", "Dee"), ("Eve", "Flo", "Gus", "Hal")


def league(owner, name, tournament, **fields) -> Season:
    made = make_season(owner, name=name, rule="best-results", **fields)
    count(made, tournament)
    made.refresh_from_db()
    computing.refresh(made, at=LATER)
    return made


@pytest.fixture(scope="module")
def made_once(module_database):
    """Two divisions and their owner, made once; what a test does with them is rolled back."""
    owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
    first = league(owner, "First 2026", play("Winter", HIGH, [40, 30, 20, 10]), relegated=1)
    second = league(owner, "Second 2026", play("Spring", LOW, [40, 30, 20, 10]), promoted=1)
    return owner, first, divisions.put_below(second, first, by=ANNA, at=LATER)


@pytest.fixture
def made(made_once):
    return deepcopy(made_once)


@pytest.fixture
def owner(made):
    return made[0]


@pytest.fixture
def first(made):
    return made[1]


@pytest.fixture
def second(made):
    return made[2]


# --- The rule -------------------------------------------------------------------------------------


@given(st.integers(0, 12), st.integers(0, 5), st.integers(0, 5))
def test_everybody_goes_up_stays_or_goes_down_and_nobody_does_two_of_these(people, up, down):
    placed = list(range(people))
    rises, stays, falls = movement(placed, up, down)
    assert rises + stays + falls == placed
    assert len(rises) == min(up, people)
    assert len(falls) == min(down, people - len(rises))


# --- Two divisions --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_best_go_up_and_the_last_come_down(first, second):
    high, low = divisions_around(first), divisions_around(second)
    assert low.moves.up == ["Eve"]
    assert low.comes_down == ["Dee"]
    assert high.comes_up == [(second, ["Eve"])]
    assert high.next_line_up == ["Ann", "Ben", "Cay", "Eve"]
    assert low.next_line_up == ["Dee", "Flo", "Gus", "Hal"]


@pytest.mark.django_db
def test_without_a_division_above_or_below_everybody_stays(owner):
    alone = league(owner, "Alone", play("Autumn", HIGH, [4, 3, 2, 1]), promoted=1, relegated=1)
    assert divisions_around(alone).next_line_up == list(HIGH)


@pytest.mark.django_db
def test_the_next_seasons_are_linked_like_those_before_and_know_who_starts(first, second):
    after = divisions.begin_next(second, "Second 2027", by=ANNA, at=LATER)
    above = divisions.begin_next(first, "First 2027", by=ANNA, at=LATER)
    after.refresh_from_db()
    assert after.above == above
    assert (after.promoted, after.rule) == (1, "best-results")
    assert divisions_around(above).line_up == ["Ann", "Ben", "Cay", "Eve"]
    assert divisions_around(after).line_up == ["Dee", "Flo", "Gus", "Hal"]
    assert divisions_around(first).followed_by == above
    with pytest.raises(errors.FollowedAlready):
        divisions.begin_next(first, "Again", by=ANNA, at=LATER)
    with pytest.raises(errors.SeasonNeedsName):
        divisions.begin_next(above, "  ", by=ANNA, at=LATER)
    assert divisions.begin_next(above, "First\0 2028", by=ANNA, at=LATER).name == "First 2028"


@pytest.mark.django_db
def test_no_division_stands_above_itself(first, second):
    with pytest.raises(errors.DivisionsInACircle):
        divisions.put_below(first, second, by=ANNA, at=LATER)
    with pytest.raises(errors.DivisionsInACircle):
        divisions.put_below(first, first, by=ANNA, at=LATER)
    assert divisions.put_below(second, None, by=ANNA, at=LATER).above is None


# --- Their pages ----------------------------------------------------------------------------------


@pytest.mark.django_db
def test_two_owners_who_link_a_division_see_both_choices(client, owner, first, second):
    third = make_season(owner, name="Third division", rule="best-results")
    divisions.put_below(third, None, by=ANNA, at=LATER)
    client.force_login(owner)
    where = reverse("season-above", args=[third.slug])
    sent = {"above": first.pk, "initial-above": ""}
    divisions.put_below(third, second, by=ANNA, at=LATER)
    answer = client.post(where, sent)
    assert answer.status_code == 409
    assert f"changed this to “{second.name}”" in answer.text
    assert f'<option value="{first.pk}" selected' in answer.text
    third.refresh_from_db()
    assert third.above == second
    client.post(where, {"above": "", "initial-above": ""})
    third.refresh_from_db()
    assert third.above == second  # it was left alone on that page
    client.post(where, {"above": first.pk, "initial-above": second.pk})
    third.refresh_from_db()
    assert third.above == first


@pytest.mark.django_db
def test_a_page_with_a_refused_part_says_what_the_season_was(client, owner, first):
    client.force_login(owner)
    page = client.post(reverse("season-part-add", args=[first.slug]), {"tournament": "999"})
    assert f'name="initial-name" value="{first.name}"' in page.text


@pytest.mark.django_db
def test_an_owner_links_divisions_and_begins_the_next_season(client, owner, first, second):
    divisions.put_below(second, None, by=ANNA, at=LATER)
    where = [second.slug]
    client.post(reverse("season-above", args=where), {"above": first.pk})
    second.refresh_from_db()
    assert second.above is None
    client.force_login(owner)
    client.post(reverse("season-above", args=where), {"above": first.pk})
    page = client.get(second.get_absolute_url()).text
    assert "Go up: Eve" in " ".join(page.split())
    assert "Come down: Dee" in " ".join(page.split())
    answer = client.post(
        reverse("season-above", args=[first.slug]), {"above": second.pk}, follow=True
    )
    assert "cannot be above itself" in answer.text
    answer = client.post(reverse("season-above", args=where), {"above": "999"}, follow=True)
    assert "Choose one of your seasons" in answer.text
    answer = client.post(reverse("season-next", args=where), {"name": "Second 2027"}, follow=True)
    assert "Second 2027 created" in answer.text
    page = client.get(Season.objects.get(name="Second 2027").get_absolute_url()).text
    assert "Starts with" in page
    assert "Flo" in page
    answer = client.post(reverse("season-next", args=where), {"name": "Twice"}, follow=True)
    assert "already has a next season" in answer.text


# What it shows: the tests above.
@pytest.mark.long
@pytest.mark.django_db
def test_the_page_of_a_division_costs_a_known_number_of_queries(
    client, first, second, django_assert_max_num_queries
):
    # season, rows, columns with their rounds, who is who; above, below, the moves of all and what
    # was decided, who follows
    with django_assert_max_num_queries(12):
        client.get(second.get_absolute_url())
