"""Equal people where only some go up or down: nobody moves by the alphabet, owners decide."""

import re
from copy import deepcopy

import pytest
from django.db.models import F
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from scoring.divisions import at_cut, movement
from tests.builders import ANNA
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tournaments.errors import ChangedSinceSeen
from tournaments.models import LedgerEntry, User
from tournaments.seasons import errors
from tournaments.seasons.adjusting import services as adjusting
from tournaments.seasons.adjusting.ties import decide_tie, seen_of
from tournaments.seasons.computing import services as computing
from tournaments.seasons.divisions.queries import divisions, moves_of
from tournaments.seasons.queries import season_rows

# Seasons are added up in Python; test_waiting.py asks each database.
pytestmark = pytest.mark.long("postgresql")

WHO = {"by": ANNA, "at": LATER}


@given(st.lists(st.integers(1, 4), max_size=6), st.integers(0, 5), st.integers(0, 5))
def test_without_equals_at_a_cut_any_order_of_equals_moves_the_same_people(sizes, up, down):
    groups = [[(number, n) for n in range(size)] for number, size in enumerate(sizes)]
    one, other = (
        [set(part) for part in movement([person for g in order for person in g], up, down)]
        for order in (groups, [group[::-1] for group in groups])
    )
    assert (one == other) == (not at_cut(groups, up, down))


@pytest.fixture(scope="module")
def season_once(module_database):
    """Made once; what a test does with it is rolled back."""
    owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
    made = make_season(owner, name="Second", rule="best-results", promoted=2, tie_breaks=[])
    count(made, play("Winter", ("Ann", "Dee", "Cay", "Ben", "Eve"), [50, 20, 20, 20, 1]))
    return computed(made)


@pytest.fixture
def season(season_once, db, that_day):
    """Ann won; Ben, Cay and Dee are equal; one and a half of these would go up."""
    return deepcopy(season_once)


@pytest.fixture
def owner(season):
    return season.owner


def computed(season):
    season.refresh_from_db()
    computing.refresh(season, at=LATER)
    season.refresh_from_db()
    return season


def equal(season):
    return {row.name: row for row in season_rows(season) if row.place == 2}


def in_order(season, *names):
    rows = equal(season)
    return [rows[name] for name in names]


def test_nobody_who_is_equal_at_the_cut_moves_until_it_is_decided(season):
    moves = moves_of(season)
    assert moves.up == ["Ann"]
    assert [[row.name for row in group] for group in moves.undecided] == [["Ben", "Cay", "Dee"]]
    assert moves.stay == ["Eve"]
    decide_tie(season, in_order(season, "Dee", "Ben", "Cay"), "playoff", reason="", **WHO)
    moves = moves_of(computed(season))
    assert (moves.up, moves.stay, moves.undecided) == (["Ann", "Dee"], ["Ben", "Cay", "Eve"], [])
    assert [row.place for row in season_rows(season)] == [1, 2, 2, 2, 5]
    assert divisions(season).moves.up == ["Ann", "Dee"]


def test_lots_are_drawn_from_the_published_seed_whatever_order_is_sent(season):
    orders = []
    for names in (("Ben", "Cay", "Dee"), ("Dee", "Cay", "Ben")):
        made = decide_tie(season, in_order(season, *names), "lot", reason="", **WHO)
        orders.append([one.player.name for one in made])
        assert season.parts.get().tournament.lot_seed in made[0].reason
    assert orders[0] == orders[1]
    assert season.adjustments.filter(taken_back_at=None).count() == 3


def test_lots_are_drawn_from_the_last_tournament_that_counts(season):
    winter = season.parts.get().tournament
    count(season, play("Spring", ("Ann", "Ben"), [1, 2], status="running", lot_seed="abcdef"))
    season = computed(season)
    made = decide_tie(season, in_order(season, "Ben", "Cay", "Dee"), "lot", reason="", **WHO)
    assert winter.lot_seed in made[0].reason


def test_a_decision_holds_for_these_people_and_until_it_is_taken_back(season):
    made = decide_tie(season, in_order(season, "Dee", "Ben", "Cay"), "choice", reason="fair", **WHO)
    entries = LedgerEntry.objects.filter(verb="decide tie in season").order_by("pk")
    assert [entry.after["number"] for entry in entries] == [1, 2, 3]
    adjusting.take_back(made[1], **WHO)
    assert len(moves_of(computed(season)).undecided) == 1


def test_what_is_no_decision_is_refused(season):
    whole = in_order(season, "Ben", "Cay", "Dee")
    with pytest.raises(errors.SeasonReasonMissing):
        decide_tie(season, whole, "choice", reason=" ", **WHO)
    with pytest.raises(errors.NoWayToDecideInSeason):
        decide_tie(season, whole, "penalty", reason="", **WHO)
    rows = {row.name: row for row in season_rows(season)}
    for some in (whole[:2], [whole[0]], [*whole, rows["Eve"]], [rows["Ann"], rows["Eve"]]):
        with pytest.raises(errors.NotEqualInSeason):
            decide_tie(season, some, "lot", reason="", **WHO)
    with pytest.raises(ChangedSinceSeen):
        decide_tie(season, whole, "lot", reason="", seen=seen_of(whole[:2]), **WHO)


def test_owners_decide_on_the_page_and_everybody_reads_how(client, season, owner):
    page = client.get(season.get_absolute_url()).text
    assert page.count("equal at the cut: not decided") == 3
    assert page.count("goes up") == 1
    client.force_login(owner)
    form = client.get(reverse("season-adjustments", args=[season.slug])).text
    assert "None of them moves until you decide" in form
    where = reverse("season-tie", args=[season.slug])
    seen = re.search(r'name="seen" value="(\w+)"', form)[1]
    numbers = dict.fromkeys(re.findall(r'name="(number-\d+)"', form), "1")
    refused = client.post(where, {"kind": "playoff", "seen": seen, **numbers})
    assert "Give each of them another number" in refused.text
    wanted = in_order(season, "Cay", "Dee", "Ben")
    numbers = {f"number-{row.player_id}": str(n) for n, row in enumerate(wanted, start=1)}
    assert client.post(where, {"kind": "playoff", "seen": seen, **numbers}).status_code == 302
    page = client.get(computed(season).get_absolute_url()).text
    assert "not decided" not in page
    assert page.count("goes up") == 2
    assert "order after a play-off: 1" in page
    assert client.post(where, {"kind": "lot", "seen": seen}, follow=True).status_code == 200


def test_who_joins_the_equals_makes_it_an_open_question_again(season):
    decide_tie(season, in_order(season, "Dee", "Ben", "Cay"), "lot", reason="", **WHO)
    assert moves_of(computed(season)).undecided == []
    season.standings.filter(name="Eve").update(place=F("place") - 3)
    assert len(moves_of(season).undecided[0]) == 4
