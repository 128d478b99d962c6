"""Whether the fixtures of an event file fit together: teams, weeks, and a game for each board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from django.utils.translation import gettext as _

from tournaments.models import FixtureList, Tournament
from tournaments.standings.exporting.event_rows import EventRows, Row
from tournaments.standings.exporting.event_text import Fault, path_of

#: A row with its place in its list.
Placed = tuple[int, Row]
FEWEST_TEAMS = 2


def faults_of_fixtures(rows: EventRows) -> Iterator[Fault]:
    """Find faults of fixtures; each relation names a row that there is."""
    teams = _grouped(rows, "fixture_teams", "fixture_list_id")
    weeks = _grouped(rows, "fixture_weeks", "fixture_list_id")
    members = _grouped(rows, "fixture_members", "team_id")
    lists, tournaments = _by_number(rows, "fixture_lists"), _by_number(rows, "tournaments")
    for index, made in enumerate(rows["fixture_lists"]):
        if tournaments[made["tournament_id"]]["pairing"] != Tournament.Pairing.FIXTURES:
            text = _("this tournament is not played as fixtures over weeks.")
            yield Fault(path_of(["fixture_lists", index, "tournament_id"]), text)
        path: list[str | int] = ["fixture_lists", index]
        yield from _counted("fixture_teams", "number", teams[made["id"]], path, FEWEST_TEAMS)
        yield from _counted("fixture_weeks", "number", weeks[made["id"]], path, 1)
    for index, team in enumerate(rows["fixture_teams"]):
        boards = lists[team["fixture_list_id"]]["boards"]
        path = ["fixture_teams", index]
        yield from _counted("fixture_members", "board", members[team["id"]], path, boards)
    list_of_week = {row["id"]: lists[row["fixture_list_id"]] for row in rows["fixture_weeks"]}
    yield from _fixtures(rows, list_of_week)
    yield from _games(rows, list_of_week)


def _grouped(rows: EventRows, name: str, column: str) -> dict[int, list[Placed]]:
    found: dict[int, list[Placed]] = defaultdict(list)
    for index, row in enumerate(rows[name]):
        found[row[column]].append((index, row))
    return found


def _by_number(rows: EventRows, name: str) -> dict[int, Row]:
    return {row["id"]: row for row in rows[name]}


def _counted(
    name: str, column: str, placed: list[Placed], owner: list[str | int], fewest: int
) -> Iterator[Fault]:
    """The rows of an owner count from 1 without a gap, and are not too few."""
    if len(placed) < fewest:
        text = _("at least %(fewest)s rows of “%(list)s” belong to this.")
        yield Fault(path_of(owner), text % {"fewest": fewest, "list": name})
    for wanted, (index, row) in enumerate(sorted(placed, key=lambda one: one[1][column]), 1):
        if row[column] != wanted:
            text = _("these numbers count from 1; number %(wanted)s is missing.")
            yield Fault(path_of([name, index, column]), text % {"wanted": wanted})
            return


def _fixtures(rows: EventRows, list_of_week: dict[int, Row]) -> Iterator[Fault]:
    """Each team meets one other in a week; only a Swiss has byes."""
    busy: set[tuple[int, int]] = set()
    for index, row in enumerate(rows["fixtures"]):
        system = list_of_week[row["week_id"]]["system"]
        if row["away_id"] is None and system != FixtureList.System.SWISS:
            yield Fault(path_of(["fixtures", index, "away_id"]), _("this must be a team."))
        for column in ("home_id", "away_id"):
            team = row[column]
            if team is not None and (row["week_id"], team) in busy:
                text = _("this team already has a fixture in the same week.")
                yield Fault(path_of(["fixtures", index, column]), text)
            busy.add((row["week_id"], team))


def _games(rows: EventRows, list_of_week: dict[int, Row]) -> Iterator[Fault]:
    """Each fixture of two teams has a game for each board, of a member of each."""
    games = _grouped(rows, "fixture_games", "fixture_id")
    team_of = {row["entry_id"]: row["team_id"] for row in rows["fixture_members"]}
    for index, fixture in enumerate(rows["fixtures"]):
        boards = list_of_week[fixture["week_id"]]["boards"] if fixture["away_id"] else 0
        own = games[fixture["id"]]
        if sorted(game["board"] for _index, game in own) != list(range(1, boards + 1)):
            text = _("this must have %(boards)s games, on the boards from 1 on.")
            yield Fault(path_of(["fixtures", index]), text % {"boards": boards})
        for place, game in own:
            yield from _game(place, game, fixture, team_of.get)


def _game(
    index: int, game: Row, fixture: Row, team_of: Callable[[int], int | None]
) -> Iterator[Fault]:
    path: list[str | int] = ["fixture_games", index]
    for column in ("home_id", "away_id"):
        if fixture[column] is None or team_of(game[column]) != fixture[column]:
            text = _("this player is not in the team that plays.")
            yield Fault(path_of([*path, column]), text)
    if game["reported_by_id"] not in {None, game["home_id"], game["away_id"]}:
        text = _("only one of the two players reports a game.")
        yield Fault(path_of([*path, "reported_by_id"]), text)
