"""A new season: the choices of league organizers, and how its page says which results count."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.seasons.browsing import browser, submit
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tests.tournaments.seasons.test_leagues import NAMES, totals
from tournaments.models import Season
from tournaments.seasons import errors
from tournaments.seasons.computing import services as computing

# Leagues are counted in Python: test_seasons.py and test_careers.py store them on PostgreSQL.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("that_day"),
    pytest.mark.long("postgresql"),
]


@pytest.mark.parametrize(
    ("rule", "fields", "best"),
    [
        # Spring and Summer are of one category.
        ("best-per-category", {}, 2),
        # As a new season is, below.
        pytest.param("best-results", {}, 2, marks=pytest.mark.long),
        # Of four, Autumn is still played.
        ("best-results", {"counts_running": True}, 3),
    ],
)
def test_the_page_says_how_many_results_count_so_far(client, owner, rule, fields, best):
    made = make_season(owner, name="Cups", rule=rule, best=None, **fields)
    for name, category in (("Winter", ""), ("Spring", "Long"), ("Summer", "Long")):
        count(made, play(name, NAMES, [40, 30, 20, 10]), category=category)
    count(made, play("Autumn", NAMES, [40, 30, 20, 10], status="running"))
    count(made, play("Nobody", NAMES), category="Empty")  # nobody came
    computing.refresh(made, at=LATER)
    counting = {sum(one["counts"] for one in row.results) for row in made.standings.all()}
    assert counting == {best}
    assert f"So far that is {best}." in client.get(made.get_absolute_url()).text


def test_tournaments_without_a_category_are_one_each(owner):
    made = make_season(owner, name="Cups", rule="best-per-category", best=0)
    for name in ("Winter", "Spring"):
        count(made, play(name, NAMES, [40, 30, 20, 10]))
    computing.refresh(made, at=LATER)
    assert [sum(one["counts"] for one in row.results) for row in made.standings.all()] == [2] * 4


def test_a_season_with_its_own_points_and_tie_breaks(owner):
    client = browser(owner)
    answer = submit(
        client,
        reverse("season-new"),
        reverse("season-new"),
        name="Club",
        rule="own-table",
        points="10 6\n4: 25-18-15",
        taking_part="1",
        each_below="1/2",
        tie_break_1="wins",
        tie_break_2="latest",
    )
    season = Season.objects.get()
    assert (season.best, season.tie_breaks, season.counts_running) == (None, ["wins", "latest"], 0)
    edit = reverse("season-edit", args=[season.slug])
    assert "10 6\n4: 25-18-15" in answer.text.replace("\r", "")
    count(season, play("Winter", NAMES, [40, 30, 20, 10]))
    assert totals(season) == {"Ann": "55/2", "Ben": "20", "Cay": "33/2", "Dee": "1"}
    page = client.get(season.get_absolute_url()).text
    assert "For taking part: 1" in page
    assert "Tournaments won; The latest result" in page
    answer = submit(client, edit, edit, name="Club", rule="own-table", points="10 11")
    assert "Line 1: 11 is more than the place above gets." in answer.text
    assert "10 11" in answer.text
    season.refresh_from_db()
    assert season.points.startswith("10 6")


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"rule": "own-table"}, errors.TableMissing),
        ({"rule": "own-table", "points": "1e9"}, errors.PointsLineWithoutNumber),
        ({"rule": "laurels", "taking_part": "1e99999"}, errors.NoPoints),
        ({"rule": "laurels", "tie_breaks": ["luck"]}, errors.NoSuchSeasonTieBreak),
        ({"rule": "laurels", "tie_breaks": ["wins", "wins"]}, errors.SeasonTieBreakTwice),
        ({"rule": "luck"}, errors.NoSuchRule),
        ({"rule": "laurels", "name": " "}, errors.SeasonNeedsName),
    ],
)
def test_a_season_that_cannot_count_like_this_is_refused(owner, values, refusal):
    with pytest.raises(refusal):
        make_season(owner, **({"name": "League"} | values))
    assert not Season.objects.exists()


def test_a_new_season_ranks_by_the_field_and_counts_two_of_three(client, owner):
    client.force_login(owner)
    page = client.get(reverse("season-new")).text
    options = re.findall(r'<option value="([\w-]+)"', page)
    assert options[0] == "best-results"
    client.post(reverse("season-new"), {"name": "League", "rule": options[0]})
    season = Season.objects.get()
    for name, points in (("A", [4, 3, 2, 1]), ("B", [1, 2, 3, 4]), ("C", [1, 4, 3, 2])):
        count(season, play(name, NAMES, points))
    assert totals(season)["Ann"] == "100"
    assert totals(season)["Ben"] == "500/3"
    assert "So far that is 2." in client.get(season.get_absolute_url()).text
