"""Decisions of league organizers: what counts, and whom they penalize."""

import re
from copy import deepcopy
from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.builders import ANNA, NOON, make_event
from tests.tournaments.fixtures.leagues import MORNING, games, league
from tests.tournaments.seasons.browsing import browser, submit, submit_again
from tests.tournaments.seasons.gatherings import LATER, count, make_season, play
from tournaments.deleting.services import cancel_tournament
from tournaments.fixtures.playing.services import rule
from tournaments.models import (
    Entry,
    FixtureGame,
    Player,
    SeasonAdjustment,
    Tournament,
    User,
)
from tournaments.seasons import errors, services
from tournaments.seasons.adjusting import services as adjusting
from tournaments.seasons.careers import services as careers
from tournaments.seasons.careers.queries import player_record
from tournaments.seasons.computing import services as computing
from tournaments.seasons.queries import season_parts
from tournaments.seasons.rules import is_over
from tournaments.standings.computing import services as standings
from tournaments.standings.deciding.services import adjust

# Leagues are counted in Python: test_seasons.py and test_careers.py store them on PostgreSQL.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("that_day"),
    pytest.mark.long("postgresql"),
]

NAMES = ("Ann", "Ben", "Cay", "Dee")
NEXT_WEEK = NOON + timedelta(days=7)


@pytest.fixture(scope="module")
def season_once(module_database):
    """Made once; what a test does with it is rolled back."""
    with time_machine.travel(NOON):
        owner = User.objects.create_user("olga@example.org", "a long password", name="Olga")
        made = make_season(owner, name="League 2026", rule="best-results", best=0)
        count(made, play("Winter", NAMES, [40, 30, 20, 10]))
        computing.refresh(made, at=LATER)
        return made


@pytest.fixture
def season(season_once):
    """Ann won in winter, before Ben, Cay and Dee."""
    return deepcopy(season_once)


@pytest.fixture
def owner(season):
    return season.owner


def totals(season, at=LATER):
    computing.refresh(season, at=at)
    return {row.name: row.total for row in season.standings.order_by("rank")}


# --- What counts ----------------------------------------------------------------------------------


def test_a_player_disqualified_in_a_tournament_gets_nothing_from_it(season):
    part = season.parts.get()
    adjust(
        Entry.objects.get(player__name="Ann"), "disqualified", by=ANNA, at=NOON, reason="cheated"
    )
    standings.refresh(part.tournament_id, at=LATER)
    assert totals(season)["Ann"] == "0"
    row = season.standings.get(name="Ann")
    assert (row.wins, row.results[0]["disqualified"]) == (0, True)


def test_the_leader_of_a_running_tournament_has_won_nothing_yet(season, client):
    count(season, play("Spring", NAMES, [10, 20, 30, 40], status="running"))
    assert totals(season)["Dee"] == "0"
    page = client.get(season.get_absolute_url()).text
    assert "counts when finished" in page
    assert "provisional" not in page

    season = services.change_season(
        season, by=ANNA, at=LATER, name="League", rule="best-results", best=0, counts_running=True
    )
    assert totals(season)["Dee"] == "100"
    row = season.standings.get(name="Dee")
    assert (row.is_provisional, row.wins) == (True, 0)
    assert client.get(season.get_absolute_url()).text.count("provisional") > len(NAMES)


def test_a_tournament_without_a_final_counts_once_its_event_is_over(season):
    spring = play("Spring", NAMES, [10, 20, 30, 40], status="running")
    count(season, spring)
    assert totals(season)["Dee"] == "0"
    assert totals(season, at=NEXT_WEEK)["Dee"] == "100"
    assert season.standings.get(name="Dee").wins == 1


def test_a_league_counts_once_no_game_of_it_waits_for_a_result(season):
    weeks = league(2, event=make_event("Autumn"))
    (game,) = games(weeks)
    player = game.home.player
    count(season, weeks)
    rule(game, "home", "as it was", by=ANNA, at=MORNING, version=0)
    assert is_counted(season, weeks)
    FixtureGame.objects.update(status="disputed", reason="I won")
    assert not is_counted(season, weeks)
    (row,) = player_record(player, at=NEXT_WEEK).standings
    assert not row.is_over


def is_counted(season, tournament):
    standings.refresh(tournament.pk, at=LATER)
    return next(
        part.is_over
        for part in season_parts(season, at=NEXT_WEEK)
        if part.row.tournament_id == tournament.pk
    )


@pytest.mark.parametrize(
    ("finished", "plays", "days", "over"),
    [
        (True, False, 0, True),
        (False, False, 0, False),
        (False, False, 1, True),
        (False, True, 1, False),
    ],
)
def test_when_a_tournament_is_over(finished, plays, days, over):
    last = NOON.date()
    today = last + timedelta(days=days)
    assert is_over(finished=finished, plays=plays, last_day=last, today=today) is over


def test_the_places_close_up_behind_a_person_who_entered_twice(season):
    ann, ben = (Player.objects.get(name=name) for name in ("Ann", "Ben"))
    careers.merge(ann, ben, by=ANNA, at=LATER)
    assert totals(season) == {"Ann": "100", "Cay": "50", "Dee": "0"}


def test_a_cancelled_tournament_is_called_so_and_counts_for_nobody(season, client):
    spring = play("Spring", NAMES, [10, 20, 30, 40], status="running")
    count(season, spring)
    cancel_tournament(spring, by=ANNA, at=LATER)
    assert totals(season)["Dee"] == "0"
    page = client.get(season.get_absolute_url()).text
    assert "cancelled</span>" in page
    assert "counts when finished" not in page
    dee = Player.objects.get(event=spring.event, name="Dee")
    page = client.get(reverse("player", args=[spring.event.slug, dee.pk])).text
    assert "cancelled</span>" in page
    assert "provisional" not in page


def test_shared_places_are_marked(season, client):
    count(season, play("Spring", NAMES, [30, 40, 10, 20]))
    computing.refresh(season, at=LATER)
    page = client.get(season.get_absolute_url()).text
    assert re.findall(r'<td class="place">([^<]*)</td>', page) == ["1=", "1=", "3=", "3="]


# --- Penalties and disqualifications --------------------------------------------------------------


def test_an_owner_penalizes_disqualifies_and_takes_back(
    season, owner, django_capture_on_commit_callbacks
):
    client = browser(owner)
    where = reverse("season-adjustments", args=[season.slug])
    ann = season.standings.get(name="Ann").player_id
    given = {"player": ann, "kind": "penalty", "points": "1/2", "reason": "  came   late "}
    assert "came late" in submit(client, where, where, **given).text
    assert totals(season)["Ann"] == "199/2"
    penalty = SeasonAdjustment.objects.get()
    assert (penalty.reason, penalty.given_by, penalty.points) == ("came late", "Olga", "1/2")
    with django_capture_on_commit_callbacks(execute=True):
        submit(client, where, where, player=ann, kind="disqualified", reason="left the club")
    row = season.standings.get(name="Ann")
    assert (row.place, row.rank, row.is_disqualified) == (None, 4, True)
    page = client.get(season.get_absolute_url()).text
    assert "0.5</span> points off the total" in page
    assert "left the club" in page
    again = submit(client, where, where, player=ann, kind="disqualified", reason="twice")
    assert "Ann is already disqualified." in again.text
    out = SeasonAdjustment.objects.get(kind="disqualified")
    undo = reverse("season-adjustment-undo", args=[season.slug, out.pk])
    with django_capture_on_commit_callbacks(execute=True):
        assert "withdrawn by Olga" in submit(client, where, undo).text
    assert season.standings.get(name="Ann").place == 1
    assert (
        "already been withdrawn"
        in client.post(
            undo, {}, headers={"X-CSRFToken": client.cookies["csrftoken"].value}, follow=True
        ).text
    )


NO_PENALTIES = [
    ({"points": "0"}, "A penalty needs points above 0."),
    ({"points": "1e9"}, "Enter a number from 0 to 999999"),
    ({"points": "x"}, "Enter a number from 0 to 999999"),
    ({"points": "2.33333"}, "only a few digits"),  # 233333/100000
    ({"points": "1", "reason": ""}, "required"),
    ({"points": "1", "player": "0"}, "valid choice"),
]


def test_a_penalty_that_cannot_be_given_is_refused_in_a_sentence(season, owner):
    where = reverse("season-adjustments", args=[season.slug])
    ann, client = season.standings.get(name="Ann").player_id, browser(owner)
    client.get(where)
    for values, sentence in NO_PENALTIES:
        given = {"player": ann, "kind": "penalty", "reason": "late"} | values
        assert sentence in submit_again(client, where, **given).text, values
    assert not SeasonAdjustment.objects.exists()


def test_a_penalty_follows_a_person_who_is_merged(season):
    count(season, play("Spring", ("Anne", "Ben"), [40, 30]))
    anne, ann = Player.objects.get(name="Anne"), Player.objects.get(name="Ann")
    adjusting.adjust(season, anne, "disqualified", by=ANNA, at=NOON, reason="left")
    careers.merge(ann, anne, by=ANNA, at=NOON)
    computing.refresh(season, at=LATER)
    assert season.standings.get(name="Ann").is_disqualified
    ann.refresh_from_db()
    with pytest.raises(errors.DisqualifiedAlready):
        adjusting.adjust(season, ann, "disqualified", by=ANNA, at=NOON, reason="left")


def test_a_person_is_called_as_now_and_no_page_shows_their_identity(season, owner):
    Player.objects.filter(name="Ann").update(name="Anne", identity="name:ann|ann@example.org")
    client = browser(owner)
    pages = [season.get_absolute_url(), reverse("season-adjustments", args=[season.slug])]
    for page in map(client.get, pages):
        assert "Anne" in page.text
        assert "ann@example.org" not in page.text
    ann = season.standings.get(rank=1).player
    assert reverse("player", args=[ann.event.slug, ann.pk]) in client.get(pages[0]).text


def test_the_database_keeps_adjustments_whole(season):
    ann = Player.objects.get(name="Ann")
    kept = {"season": season, "player": ann, "given_at": NOON, "reason": "late"}
    for broken in (
        {"kind": "luck"},
        {"kind": "penalty", "points": "0"},
        {"kind": "disqualified", "points": "1"},
        {"kind": "penalty", "points": "1", "reason": ""},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            SeasonAdjustment.objects.create(**(kept | broken))
    SeasonAdjustment.objects.create(**kept, kind="disqualified")
    with pytest.raises(IntegrityError), transaction.atomic():
        SeasonAdjustment.objects.create(**kept, kind="disqualified")


# --- What it costs --------------------------------------------------------------------------------


def test_a_worker_asks_the_same_queries_for_all_seasons_without_news(
    season, owner, django_assert_max_num_queries, django_assert_num_queries
):
    # Their keys, their tournaments, and they themselves.
    with django_assert_max_num_queries(3) as for_one:
        assert computing.refresh_stale(at=LATER) == 0
    second = make_season(owner, name="Second", rule="laurels")
    count(second, Tournament.objects.get())
    computing.refresh(second, at=LATER)
    with django_assert_num_queries(len(for_one)):
        assert computing.refresh_stale(at=LATER) == 0
