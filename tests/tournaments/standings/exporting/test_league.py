"""A league of fixtures as files: every result and every date of it is in them."""

import csv
import io
from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.builders import ANNA, make_entries
from tests.calendars import events
from tests.selecting import ON_SQLITE
from tests.tournaments.fixtures.leagues import MONDAY, MORNING, TEAMS, days, games, league
from tests.tournaments.seating.head_to_head.playing import standings
from tests.tournaments.standings.exporting.test_trf import EDITIONS, read
from tournaments.fixtures.playing import services as verbs
from tournaments.models import FixtureGame
from tournaments.standings.deciding.services import adjust
from tournaments.standings.exporting import trf

pytestmark = pytest.mark.django_db

API = "/api/v1/events/winter-meet/tournaments/league/export"


def rule(game, outcome):
    game.refresh_from_db()
    day = None if outcome.endswith(("0", "none")) else MONDAY
    verbs.rule(game, outcome, "as it was", by=ANNA, at=MORNING, version=game.version, played_on=day)


def lines(client, tournament):
    here = reverse("hands-csv", args=[tournament.event.slug, tournament.slug])
    text = client.get(here).content.decode("utf-8-sig")
    assert client.get(f"{API}/hands.csv/").content.decode("utf-8-sig") == text
    return list(csv.DictReader(io.StringIO(text)))


# --- FIDE's report --------------------------------------------------------------------------------


@ON_SQLITE
@pytest.mark.parametrize("edition", EDITIONS)
def test_gacrux_reads_every_result_of_a_league(edition):
    tournament = league(4)
    first, second, third, *_open = games(tournament)
    rule(first, "home")
    rule(second, "draw")
    rule(third, "away0")
    standings(tournament)
    text = trf.write(tournament, edition=edition)
    found, names = read(text)
    assert len(names) == 4
    played = {
        (game["round"], *(names[game[side]["cid"]] for side in ("white", "black"))):
            (game["white"]["result"], game["played"])
        for game in found["gameList"] if game["black"]
    }  # fmt: skip
    # gacrux calls a loss by default Z: no game was played.
    assert played == {
        (1, first.home.player.name, first.away.player.name): ("W", True),
        (1, second.home.player.name, second.away.player.name): ("D", True),
        (2, third.home.player.name, third.away.player.name): ("Z", False),
    }
    points = {line[14:47].strip(): float(line[80:84]) for line in text.splitlines() if
              line.startswith("001")}  # fmt: skip
    stored = tournament.standings.values_list("entry__player__name", "score")
    assert points == {name: float(Fraction(score)) for name, score in stored}


def test_the_report_of_a_league_has_its_weeks_and_ranks():
    tournament = league(4)
    for game in games(tournament):
        rule(game, "home")
    standings(tournament)
    text = trf.write(tournament, edition=2026)
    assert "142 3" in text.splitlines()
    assert "  26/11/23  26/11/30  26/12/07" in text
    ranks = {line[14:47].strip(): int(line[85:89]) for line in text.splitlines() if
             line.startswith("001")}  # fmt: skip
    assert ranks == dict(tournament.standings.values_list("entry__player__name", "place"))


@ON_SQLITE
def test_a_bye_of_a_swiss_league_is_a_point():
    tournament = league(3, system="swiss")
    (game,) = games(tournament)
    rule(game, "home")
    text = trf.write(tournament, edition=2026)
    (bye,) = [line for line in text.splitlines() if line.endswith("0000 - U")]
    assert float(bye[80:84]) == 1
    assert "192 CUSTOM_SWISS" in text


@ON_SQLITE
def test_what_a_conductor_gives_in_a_week_is_in_the_report_as_in_the_standings():
    tournament = league(3)
    first, second, _third = games(tournament)
    for game in (first, second):
        rule(game, "home")
    out = tournament.entries.exclude(pk__in=[first.home_id, first.away_id]).get()
    adjust(out, "half_bye", reason="a wedding", round_number=1, by=ANNA, at=MORNING)
    standings(tournament)
    text = trf.write(tournament, edition=2026)
    (half,) = [line for line in text.splitlines() if "0000 - H" in line]
    assert half[14:47].strip() == out.player.name
    assert Fraction(half[80:84].strip()) == Fraction(tournament.standings.get(entry=out).score)


# PostgreSQL reads a whole league for the test before it.
@ON_SQLITE
def test_a_forfeit_of_somebody_who_entered_late_is_in_the_report_as_a_bye():
    tournament = league(3)
    first, second, _third = games(tournament)
    for game in (first, second):
        rule(game, "home")
    (late,) = make_entries(tournament, 1)
    out = tournament.entries.exclude(pk__in=[first.home_id, first.away_id, late.pk]).get()
    adjust(out, "forfeit_win", opponent=late, reason="no show", round_number=1, by=ANNA, at=MORNING)
    standings(tournament)
    text = trf.write(tournament, edition=2016)
    (bye,) = [line for line in text.splitlines() if "0000 - F" in line]
    assert bye[14:47].strip() == out.player.name
    assert Fraction(bye[80:84].strip()) == Fraction(tournament.standings.get(entry=out).score)


@ON_SQLITE
def test_players_of_teams_are_in_the_report_one_by_one():
    tournament = league(7, boards=2, teams=TEAMS)
    for game in games(tournament, fixture__week__number=1):
        rule(game, "home")
    found, names = read(trf.write(tournament, edition=2026))
    assert len(names) == 7
    assert sum(bool(game["black"]) for game in found["gameList"]) == 2


# --- The games ------------------------------------------------------------------------------------


def test_each_game_of_a_league_has_a_line_for_each_player(client, django_assert_max_num_queries):
    tournament = league(4)
    first, second, *_more = games(tournament)
    rule(first, "draw")
    rule(second, "home0")
    with django_assert_max_num_queries(12):
        found = lines(client, tournament)
    assert len(found) == 12
    one, other, winner, loser, coming, *_rest = found
    assert one == {
        "week": "1", "match": "1", "board": "1", "due": "2026-11-29", "played": "2026-11-23",
        "player": first.home.player.name, "team": "", "side": "uptown",
        "opponent": first.away.player.name, "points": "0.5", "by default": "no",
        "status": "ruled",
    }  # fmt: skip
    assert (other["player"], other["side"], other["points"]) == (
        first.away.player.name, "downtown", "0.5",
    )  # fmt: skip
    assert (winner["points"], loser["points"], winner["by default"]) == ("1", "0", "yes")
    assert (coming["week"], coming["points"], coming["status"]) == ("2", "", "open")


def test_a_reported_game_has_no_points_before_it_counts(client):
    tournament = league(7, boards=2, teams=TEAMS)
    game = games(tournament)[0]
    verbs.report(game, "home", MONDAY, mine=game.home, by=ANNA, at=MORNING, version=game.version)
    one, other, *_more = lines(client, tournament)
    assert (one["points"], one["status"], one["played"]) == ("", "reported", "2026-11-23")
    assert {one["team"], other["team"]} < {"Engines", "Tenders", "Signals"}
    FixtureGame.objects.filter(pk=game.pk).update(status="confirmed")
    assert lines(client, tournament)[0]["status"] == "agreed"  # as with hands


def test_the_page_offers_results_where_there_are_no_hands(client):
    tournament = league(4)
    rule(games(tournament)[0], "draw")
    here = [tournament.event.slug, tournament.slug]
    page = client.get(reverse("standings", args=here)).text
    assert "All results (CSV)" in page
    assert "All hands" not in page
    rows = client.get(reverse("hands-file", args=[*here, "json"])).json()
    assert (len(rows), rows[0]["points"], rows[0]["due"]) == (12, 0.5, "2026-11-29")
    assert client.get(reverse("hands-file", args=[*here, "xlsx"])).content.startswith(b"PK")


# --- The calendar ---------------------------------------------------------------------------------


def calendar(client, name, *here):
    return events(client.get(reverse(name, args=here)).content)


def test_weeks_of_a_league_are_days_in_the_calendar(client):
    tournament = league(4)
    for found in (
        calendar(client, "tournament-calendar", tournament.event.slug, tournament.slug),
        calendar(client, "event-calendar", tournament.event.slug),
    ):
        assert [(str(one["SUMMARY"]), one.start, one.end) for one in found] == [
            ("Delays Cup: Week 1", MONDAY, MONDAY + days(7)),
            ("Delays Cup: Week 2", MONDAY + days(7), MONDAY + days(14)),
            ("Delays Cup: Week 3", MONDAY + days(14), MONDAY + days(21)),
        ]
        assert len({str(one["UID"]) for one in found}) == 3
    assert b"Week 3" in client.get(f"{API}/rounds.ics/").content


def test_a_postponed_game_has_a_day_of_its_own(client):
    tournament = league(4)
    game = games(tournament)[0]
    until = date(2026, 12, 15)
    verbs.postpone(game, until, "ill", mine=None, by=ANNA, at=MORNING, version=game.version)
    *_weeks, moved = calendar(client, "tournament-calendar", tournament.event.slug, tournament.slug)
    names = f"{game.home.player.name}, {game.away.player.name}"
    assert str(moved["SUMMARY"]) == f"Delays Cup: {names} (postponed)"
    assert (moved.start, moved.end) == (until, until + days(1))
    # Once it is played, nobody waits for that day.
    verbs.report(game, "home", MONDAY, mine=None, by=ANNA, at=MORNING, version=1)
    weeks = calendar(client, "tournament-calendar", tournament.event.slug, tournament.slug)
    assert len(weeks) == 3
