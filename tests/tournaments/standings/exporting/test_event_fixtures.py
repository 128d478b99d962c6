"""Fixtures over weeks in an event file: written, read again, and checked whole."""

import copy
from datetime import timedelta

import pytest

from tests.builders import ANNA, make_entries
from tests.tournaments.fixtures.leagues import MONDAY, MORNING, games, league
from tests.tournaments.standings.exporting.event_files import forgotten, normal, written
from tests.tournaments.standings.exporting.test_event_faults import faults, unused, with_value
from tournaments.fixtures import queries, services
from tournaments.fixtures.playing import services as verbs
from tournaments.models import Event, FixtureGame
from tournaments.standings.computing import services as computing
from tournaments.standings.exporting import event_reader

# Files of other events are brought on PostgreSQL by test_event_fuzz.py.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
TUESDAY = MORNING + timedelta(days=1)
BY = {"by": ANNA, "at": TUESDAY}
Status = FixtureGame.Status
#: Each has a reserve, as the lot decides who plays whom in which week.
TEAMS = "Engines: Ann, Ben, Gus\nTenders: Cay, Dee, Hal\nSignals: Eve, Fay, Ida\n"


def league_of_teams():
    """Three teams on two boards, with a game in each state, and a reserve who plays."""
    tournament = league(9, teams=TEAMS, boards=2)
    game = iter(games(tournament))
    reported = next(game)
    verbs.report(reported, "home", MONDAY, mine=reported.home, version=0, **BY)
    disputed = next(game)
    verbs.report(disputed, "draw", MONDAY, mine=disputed.away, version=0, **BY)
    verbs.dispute(disputed, "Not so.", mine=disputed.home, version=1, **BY)
    verbs.report(next(game), "draw", MONDAY, mine=None, version=0, **BY)
    verbs.rule(next(game), "none", "Nobody came.", version=0, **BY)
    late = MONDAY + timedelta(days=20)
    for one in game:
        verbs.postpone(one, late, "A wedding", mine=one.home, version=0, **BY)
    open_game = games(tournament, status=Status.OPEN)[0]
    reserve = open_game.fixture.home.members.get(board=3)
    verbs.substitute(open_game, reserve.entry, version=open_game.version, **BY)
    computing.refresh(tournament.pk, at=TUESDAY)
    return tournament


@pytest.fixture
def teams():
    return league_of_teams()


@pytest.fixture(scope="module")
def file(django_db_setup, redis_server, django_db_blocker):
    """Their file, written once for all tests."""
    with forgotten(django_db_blocker):
        return written(league_of_teams().event)


@pytest.fixture
def data(file):
    """The file, for a test to change."""
    return copy.deepcopy(file)


def shown(tournament):
    """The fixtures as their page shows them."""
    page = queries.fixtures_page(tournament.fixture_list)
    weeks = [
        (
            week.number,
            week.closes_on,
            [(one.home.name, one.away and one.away.name, one.points) for one in week.shown],
            [
                (str(game), game.status, game.outcome, game.due_on, game.postponed_because)
                for one in week.shown
                for game in one.games
            ],
        )
        for week in page.weeks
    ]
    return weeks, [(row.place, page.teams[row.team].name, row.match_points) for row in page.table]


def test_fixtures_of_teams_come_out_again(teams):
    before = written(teams.event)
    statuses = {row["status"] for row in before["fixture_games"]}
    assert statuses == set(Status.values)
    brought = event_reader.load(before, by=ANNA, at=TUESDAY)
    assert normal(written(brought)) == normal(before)
    assert shown(brought.tournaments.get()) == shown(teams)
    assert computing.differences(brought.tournaments.get()) == []


def test_a_swiss_with_a_bye_comes_out_again_and_goes_on():
    tournament = league(5, system="swiss")
    for game in games(tournament):
        verbs.report(game, "home", MONDAY, mine=None, version=0, **BY)
    services.pair_next_week(tournament, **BY)
    before = written(tournament.event)
    assert [row["away_id"] for row in before["fixtures"]].count(None) == 2
    again = event_reader.load(before, by=ANNA, at=TUESDAY).tournaments.get()
    assert shown(again) == shown(tournament)
    late = TUESDAY + timedelta(days=7)
    for game in games(again, status=Status.OPEN):
        verbs.report(game, "draw", MONDAY, mine=None, version=game.version, by=ANNA, at=late)
    assert services.pair_next_week(again, by=ANNA, at=late).number == 3


@pytest.mark.once  # a file is checked in Python
@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("fixture_lists", 0, "boards"), 9, "[0]: this breaks the rule “fixtures on boards”."),
        (("fixture_lists", 0, "system"), "luck", "[0].system: this must be one of: robin, robin2"),
        (("fixture_lists", 0, "days"), 0, "“fixture weeks have days”."),
        (("fixture_teams", 1, "number"), 1, "[1]: this breaks the rule “fixture team number once”"),
        (("fixture_teams", 2, "number"), 9, "[2].number: these numbers count from 1; number 3"),
        (("fixture_members", 0, "board"), 7, ".board: these numbers count from 1; number 1 is"),
        (("fixture_weeks", 0, "opens_on"), "2099-01-01", "“fixture week ends after it begins”."),
        (("fixture_weeks", 2, "number"), 5, "[2].number: these numbers count from 1; number 3"),
        (("fixture_weeks", 0, "fixture_list_id"), 987_654, ": “fixture_lists” has no such row."),
        (("fixtures", 0, "away_id"), None, "[0].away_id: this must be a team."),
        (("fixture_games", 0, "board"), 2, "“one game for each board”."),
        (("fixture_games", 0, "outcome"), "away0", "“fixture game has its result”."),
        (("fixture_games", 0, "status"), "open", "“fixture game has its result”."),
        (("fixture_games", 1, "reason"), "", "[1]: this breaks the rule “fixture ruling has a re"),
        (("fixture_games", 0, "due_on"), "someday", "[0].due_on: this must be written like 2026-"),
    ],
)
def test_fixtures_that_do_not_fit_together_are_named_by_their_path(data, path, value, fault):
    found = faults(with_value(data, path, value))
    assert any(one.startswith(path[0]) and fault in one for one in found), found
    assert not Event.objects.exists()


@pytest.mark.once
def test_only_a_tournament_of_fixtures_has_them(data):
    found = faults(with_value(data, ("tournaments", 0, "pairing"), "dutch"))
    sentence = "this tournament is not played as fixtures over weeks."
    assert f"fixture_lists[0].tournament_id: {sentence}" in found


@pytest.mark.once
def test_a_team_meets_once_a_week_and_plays_with_its_own_members(data):
    data["fixtures"].append(data["fixtures"][0] | {"id": unused(data["fixtures"]), "number": 9})
    data["fixtures"][-1]["home_id"], data["fixtures"][-1]["away_id"] = (
        data["fixtures"][0]["away_id"],
        data["fixtures"][0]["home_id"],
    )
    home = data["fixture_games"][0]["home_id"]
    game = data["fixture_games"][0]
    game["home_id"], game["away_id"], game["reported_by_id"] = game["away_id"], home, None
    stranger = next(row["entry_id"] for row in data["fixture_members"] if row["entry_id"] != home)
    data["fixture_games"][2]["reported_by_id"] = stranger
    found = faults(data)
    assert found[:4] == [
        "fixtures[3].home_id: this team already has a fixture in the same week.",
        "fixtures[3].away_id: this team already has a fixture in the same week.",
        "fixture_games[0].home_id: this player is not in the team that plays.",
        "fixture_games[0].away_id: this player is not in the team that plays.",
    ]
    assert "fixtures[3]: this must have 2 games, on the boards from 1 on." in found


@pytest.mark.once
def test_only_one_of_the_two_reports_a_game(data):
    game = data["fixture_games"][0]
    both = {game["home_id"], game["away_id"]}
    stranger = next(row["id"] for row in data["entries"] if row["id"] not in both)
    data = with_value(data, ("fixture_games", 0, "reported_by_id"), stranger)
    assert faults(data) == [
        "fixture_games[0].reported_by_id: only one of the two players reports a game."
    ]


def test_a_member_is_entered_in_the_tournament_of_the_fixtures(teams):
    other = league(2, event=teams.event, made=False, slug="other")
    (stranger, _) = other.entries.order_by("pk")
    data = with_value(written(teams.event), ("fixture_members", 0, "entry_id"), stranger.pk)
    sentence = "this belongs to another table or tournament than its row."
    assert f"fixture_members[0].entry_id: {sentence}" in faults(data)


def test_a_file_of_an_older_release_has_no_fixtures(data):
    for name in [name for name in data if name.startswith("fixture")]:
        del data[name]
    again = event_reader.load(data, by=ANNA, at=TUESDAY).tournaments.get()
    assert again.pairing == "fixtures"
    assert make_entries(again, 1)
