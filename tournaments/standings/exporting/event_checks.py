"""Whether the rows of an event file fit together and this site can show them.

The file has the shape of the schema by then. Every fault is found before anything is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from games.catalogue import Setup, games, setup
from games.sheet import Issue
from scoring.measures import MEASURES
from tournaments.events import rules as event_rules
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.events.settings.of_tournament import OF_TOURNAMENT, TournamentSettings
from tournaments.events.titles import rules as title_rules
from tournaments.models import Event, Round, ScoreSheet, Title, Tournament
from tournaments.one_place import SEAT_OR_BYE
from tournaments.person_fields import ROSTER_KEYS
from tournaments.registration import rules as registration_rules
from tournaments.results import sheet_data
from tournaments.seating.head_to_head.bracket import matches_of
from tournaments.standings.exporting.constraints import broken_checks, repeated
from tournaments.standings.exporting.event_fixtures import faults_of_fixtures
from tournaments.standings.exporting.event_rankings import faults_of_rankings
from tournaments.standings.exporting.event_rows import MODELS, EventRows, Row, relations
from tournaments.standings.exporting.event_text import Fault, path_of
from tournaments.texts import say

#: Columns of a list whose rows must belong to the same row: (column, way to the owner) twice.
#: A way is a chain of columns, each naming a row of the next list.
SAME_OWNER: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "seats": [(("entry_id", "tournament_id"), ("table_id", "round_id", "tournament_id"))],
    "heats": [(("winner_id", "tournament_id"), ("round_id", "tournament_id"))],
    "byes": [
        (("entry_id", "tournament_id"), ("round_id", "tournament_id")),
        (("opponent_id", "tournament_id"), ("round_id", "tournament_id")),
    ],
    "adjustments": [(("opponent_id", "tournament_id"), ("entry_id", "tournament_id"))],
    "sheets": [
        (("reported_by_seat_id", "table_id"), ("table_id",)),
        (("confirmed_by_seat_id", "table_id"), ("table_id",)),
        (("went_out_id", "table_id"), ("table_id",)),
    ],
    "lines": [(("seat_id", "table_id"), ("sheet_id", "table_id"))],
    "versions": [(("seat_id", "table_id"), ("sheet_id", "table_id"))],
    "standings": [(("entry_id", "tournament_id"), ("tournament_id",))],
    "ranking_team_members": [(("team_id", "ranking_id"), ("ranking_id",))],
    "ranking_prizes": [
        (("of_class_id", "ranking_id"), ("ranking_id",)),
        (("team_id", "ranking_id"), ("ranking_id",)),
    ],
    "fixture_members": [
        (("entry_id", "tournament_id"), ("team_id", "fixture_list_id", "tournament_id"))
    ],
    "fixtures": [
        (("home_id", "fixture_list_id"), ("week_id", "fixture_list_id")),
        (("away_id", "fixture_list_id"), ("week_id", "fixture_list_id")),
    ],
}


def faults_of_rows(rows: EventRows) -> Iterator[Fault]:
    """Everything that is wrong; what rests on the relations only once these are whole."""
    yield from _event(rows)
    yield from _players(rows)
    wrong_games = [*_titles(rows), *_tournaments(rows)]
    yield from wrong_games
    found = [*_relations(rows)]
    yield from found
    if not found:
        yield from _constraints(rows)
        yield from _owners(rows)
        yield from _numbers(rows)
        yield from _brackets(rows)
        yield from faults_of_rankings(rows)
        yield from faults_of_fixtures(rows)
        if not wrong_games:
            yield from _sheets(rows)


def _refusals(path: str, refusals: list[Any]) -> Iterator[Fault]:
    for refusal in refusals:
        yield Fault(f"{path}.{refusal.field}" if refusal.field else path, str(refusal))


# --- One row by itself ----------------------------------------------------------------------------


def _event(rows: EventRows) -> Iterator[Fault]:
    values = {key: rows.event[key] for key in OF_EVENT}
    yield from _refusals("event", event_rules.event_faults(**values))
    yield from _broken(Event, rows.event, "event")


def _players(rows: EventRows) -> Iterator[Fault]:
    for number, row in enumerate(rows["players"]):
        raw = {name: row[name] for name in ROSTER_KEYS}
        _person, reasons = registration_rules.read_person(raw)
        yield from _refusals(path_of(["players", number]), reasons)


def _titles(rows: EventRows) -> Iterator[Fault]:
    for number, row in enumerate(rows["titles"]):
        values = title_rules.TitleValues(**{name: row[name] for name in title_rules.VALUES})
        yield from _refusals(path_of(["titles", number]), title_rules.faults(values))


def _setup(rows: EventRows, tournament: Row) -> Setup | None:
    """The game of a tournament; None if neither this site nor the file has it."""
    title = rows.row("titles", tournament["title_id"])
    if title is not None and title["key"] == tournament["game"]:
        return Title(**{name: title[name] for name in ("key", *title_rules.VALUES)}).setup
    is_known = title is None and tournament["game"] in games()
    return setup(tournament["game"], tournament["options"]) if is_known else None


def _tournaments(rows: EventRows) -> Iterator[Fault]:
    for number, row in enumerate(rows["tournaments"]):
        path = path_of(["tournaments", number])
        found = _setup(rows, row)
        if found is None:
            text = _("This site does not have the game “%(game)s”.") % {"game": row["game"]}
            yield Fault(f"{path}.game", text)
            continue
        info = found.info
        settings = TournamentSettings(**{key: row[key] for key in OF_TOURNAMENT})
        yield from _refusals(path, event_rules.faults(settings, info))
        for key in row["tie_breaks"] or ():
            if key not in MEASURES:
                text = _("This site does not have the tie-break “%(key)s”.") % {"key": key}
                yield Fault(f"{path}.tie_breaks", text)


# --- Relations ------------------------------------------------------------------------------------


def _relations(rows: EventRows) -> Iterator[Fault]:
    for name, model in MODELS.items():
        numbers = [row["id"] for row in rows[name]]
        if len(set(numbers)) < len(numbers):
            yield from _twice(name, numbers)
        for column, target in relations(model).items():
            for index, row in enumerate(rows[name]):
                wanted = row.get(column)
                if wanted is not None and rows.row(target, wanted) is None:
                    yield _stranger([name, index, column], target)
    for index, tournament in enumerate(rows["tournaments"]):
        champion = rows.states[tournament["id"]]["champion_id"]
        entry = rows.row("entries", champion)
        if champion is not None and (not entry or entry["tournament_id"] != tournament["id"]):
            yield _stranger(["tournaments", index, "champion_id"], "entries")


def _twice(name: str, numbers: list[int]) -> Iterator[Fault]:
    seen: set[int] = set()
    for index, number in enumerate(numbers):
        if number in seen:
            yield Fault(path_of([name, index, "id"]), _("another row has this number."))
        seen.add(number)


def _stranger(steps: list[str | int], target: str) -> Fault:
    return Fault(path_of(steps), _("“%(list)s” has no such row.") % {"list": target})


def _constraints(rows: EventRows) -> Iterator[Fault]:
    round_of = {table["id"]: table["round_id"] for table in rows["tables"]}
    for seat in rows["seats"]:
        seat["round_id"] = round_of[seat["table_id"]]
    for name, model in MODELS.items():
        for index, row in enumerate(rows[name]):
            yield from _broken(model, row, path_of([name, index]))
        for index, what in repeated(model, rows[name]):
            if what != "id":
                yield Fault(path_of([name, index]), _rule(what))
    for bye in rows.beside_a_seat():
        yield Fault(path_of(["byes", rows["byes"].index(bye)]), _rule(SEAT_OR_BYE.name))


def _broken(model: Any, row: Row, path: str) -> Iterator[Fault]:
    for name in broken_checks(model, row):
        yield Fault(path, _rule(name))


def _rule(name: str) -> str:
    """A rule of the database: their names are sentences."""
    return _("this breaks the rule “%(rule)s”.") % {"rule": name.replace("_", " ")}


def _owners(rows: EventRows) -> Iterator[Fault]:
    for name, pairs in SAME_OWNER.items():
        for index, row in enumerate(rows[name]):
            for way, other in pairs:
                owner = _follow(rows, name, row, way)
                if owner is not None and owner != _follow(rows, name, row, other):
                    text = _("this belongs to another table or tournament than its row.")
                    yield Fault(path_of([name, index, way[0]]), text)


def _follow(rows: EventRows, name: str, row: Row, way: tuple[str, ...]) -> Any:
    """The number at the end of a chain of columns; None if one of them is empty."""
    for column in way[:-1]:
        name = relations(MODELS[name])[column]
        found = rows.row(name, row[column])
        if found is None:
            return None
        row = found
    return row[way[-1]]


# --- What is played -------------------------------------------------------------------------------


def _numbers(rows: EventRows) -> Iterator[Fault]:
    """Rounds that count, and the numbers drawn for a format for two, go from 1 without a gap."""
    for name, column in (("rounds", "number"), ("entries", "seed")):
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for index, row in enumerate(rows[name]):
            if row[column] is not None and row.get("status") != Round.Status.ANNULLED:
                found[row["tournament_id"]].append((row[column], index))
        for numbers in found.values():
            for wanted, (number, index) in enumerate(sorted(numbers), 1):
                if number != wanted:
                    text = _("these numbers count from 1; number %(wanted)s is missing.")
                    yield Fault(path_of([name, index, column]), text % {"wanted": wanted})
                    break


def _games(rows: EventRows) -> dict[int, Setup]:
    """The game of each table, with the options of its tournament."""
    found = {row["id"]: _setup(rows, row) for row in rows["tournaments"]}
    game_of = {number: game for number, game in found.items() if game is not None}
    round_of = {row["id"]: game_of[row["tournament_id"]] for row in rows["rounds"]}
    return {row["id"]: round_of[row["round_id"]] for row in rows["tables"]}


def _sheets(rows: EventRows) -> Iterator[Fault]:
    """Find sheets, and versions of sheets, whose data is no sheet of the game."""
    game_of, seats = _games(rows), _seats(rows)
    table_of = {row["id"]: row["table_id"] for row in rows["sheets"]}
    for index, table in enumerate(rows["tables"]):
        most = game_of[table["id"]].info.players.stop - 1
        if len(seats[table["id"]]) > most:
            text = _("at most %(most)s players sit at a table of this game.") % {"most": most}
            yield Fault(path_of(["tables", index]), text)
    for name, columns in SHEET_DATA.items():
        for index, row in enumerate(rows[name]):
            table = table_of[row["id"] if name == "sheets" else row["sheet_id"]]
            for column, shown in columns.items():
                for issue in _issues(game_of[table], row[column], len(seats[table])):
                    where = filter(None, [issue.where])
                    yield Fault(path_of([name, index, shown, *where]), say(issue.text))
    yield from _lines(rows, game_of, seats)


#: The columns with the data of a sheet, and what the file calls them.
SHEET_DATA = {
    "sheets": {"data": "entered"},
    "versions": {"data": "entered", "proposal": "proposal"},
}


def _seats(rows: EventRows) -> dict[int, dict[int, int]]:
    """The seats of each table: their positions, in order, by number."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for seat in sorted(rows["seats"], key=itemgetter("position")):
        found[seat["table_id"]][seat["id"]] = seat["position"]
    return found


def _issues(game: Setup, data: Any, players: int) -> list[Issue]:
    # A sheet that was dealt, or that an old release kept by its lines alone, has no data.
    return sheet_data.game_sheet(game, data).clean(data, players) if data else []


def _lines(
    rows: EventRows, game_of: dict[int, Setup], seats: dict[int, dict[int, int]]
) -> Iterator[Fault]:
    """The points of a sheet that counts are those that it says."""
    lines: dict[int, dict[int, tuple[int, Any]]] = defaultdict(dict)
    for line in rows["lines"]:
        lines[line["sheet_id"]][line["seat_id"]] = (line["points"], line["tie_breaks"])
    for index, sheet in enumerate(rows["sheets"]):
        table, data = sheet["table_id"], sheet["data"]
        game = game_of[table]
        if not data or sheet["status"] not in ScoreSheet.COUNTED:
            continue
        if _issues(game, data, len(seats[table])):
            continue
        results = sheet_data.results(game, data, list(seats[table].values()))
        wanted = {
            seat: (results[position].points, results[position].tie_breaks)
            for seat, position in seats[table].items()
        }
        if lines[sheet["id"]] != wanted:
            text = _("the lines of this sheet are not what is entered on it.")
            yield Fault(path_of(["sheets", index]), text)


def _brackets(rows: EventRows) -> Iterator[Fault]:
    """The matches of an elimination are those of its bracket."""
    seeds: dict[int, int] = defaultdict(int)
    for entry in rows["entries"]:
        seeds[entry["tournament_id"]] += entry["seed"] is not None
    names = {row["id"]: _names(row["pairing"], seeds[row["id"]]) for row in rows["tournaments"]}
    tournament_of = {row["id"]: row["tournament_id"] for row in rows["rounds"]}
    for index, match in enumerate(rows["heats"]):
        if match["name"] not in names[tournament_of[match["round_id"]]]:
            text = _("the bracket of this tournament has no such match.")
            yield Fault(path_of(["heats", index, "name"]), text)


def _names(pairing: str, count: int) -> set[str]:
    if pairing not in Tournament.BRACKETS:
        return set()
    return {match.name for matches in matches_of(pairing, count) for match in matches}
