"""The score pad of Terminus: what each player counts when the game is over.

Source: terminus.txt, End-Game Scoring and Scoring Guide. What cards and tracks print is typed, and
not bounded by the house pack: a real box has other cards. What the rules and the number of
components bound is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.numbers import many
from games.sheet import Field, FieldSheet, Issue, ScoreLine
from games.terminus import scoring
from games.terminus.pack import (
    AGENDAS_KEPT,
    COINS_A_PRESTIGE,
    FEWEST,
    MOST_LOBBYISTS,
    PROJECT_ROWS,
    Pack,
)
from games.terminus.rules import State

CORNERS: Final = 4
"""Blocks that meet at a Plot, at most: they are squares cornered by Plots (l.322)."""
PRINTED: Final = 999
"""Of a value that a card or a track prints: as many digits as fit, no rule."""
COLUMNS: Final = 3
PROJECTS: Final = 4
"""On the table, with 4 and 5 players."""
ROWS: Final = ("none", "top", "bottom")


def _one(name: str, label: str, low: int, high: int, text: str = "") -> Field:
    return Field(name, label, low=low, high=high, per="table", help=text)


PROJECT: Final = (
    _one("number", "Project", 1, 99, "The number on the card."),
    _one("lobbyists", "Lobbyists", FEWEST, MOST_LOBBYISTS),
    _one(
        "column", "Column reached", 0, COLUMNS, "0 for none. Usually, column 1 needs 2 Lobbyists."
    ),
    _one("value", "Prestige", 0, PRINTED, "The value that the card prints for that column."),
)
AGENDA: Final = (
    Field("lobbyist", "Lobbyist", "flag", per="table"),
    Field("row", "Row met", "choice", per="table", options=ROWS),
    _one("value", "Prestige", 0, PRINTED, "The value that the card prints for that row."),
)


class ScorePad(FieldSheet):
    """By seat, for example::

    {"stations": [4], "hubs_one": [1], "hubs_more": [0],
     "projects": [[{"number": 5, "lobbyists": 3, "column": 2, "value": 15}]],
     "agendas": [[{"lobbyist": true, "row": "bottom", "value": 6}]],
     "demands": [4], "demand_value": [17], "coins": [9], "used": [9], "discs": [3]}
    """

    notice = ""

    def __init__(self, pack: Pack) -> None:
        self.discs, self.lobbyists = pack.discs, pack.lobbyists
        self.districts = len(pack.city.districts)
        self.numbers = [card.number for card in pack.projects]
        tokens = pack.tokens * self.districts
        self.fields = (
            Field("stations", "Stations beside Developments", high=pack.discs),
            Field("hubs_one", "Hubs beside one", high=1 + pack.discs // 2, help="2 Prestige each."),
            Field(
                "hubs_more",
                "Hubs beside 2 or more",
                high=1 + pack.discs // 2,
                help="3 Prestige each.",
            ),
            Field("projects", "Projects lobbied", "rows", high=PROJECTS, fields=PROJECT),
            Field("agendas", "Agendas", "rows", high=AGENDAS_KEPT, fields=AGENDA),
            Field("demands", "Demand tokens", high=tokens),
            Field(
                "demand_value", "Demand Track", high=PRINTED, help="The value above the last token."
            ),
            Field("coins", "Coins", high=PRINTED),
            Field(
                "used", "Discs in the City", high=pack.discs, help="The Prime Hub does not count."
            ),
            Field("discs", "Discs left", high=pack.discs),
            Field("prestige", "Prestige", high=PRINTED * 9, computed=True),
        )

    def computed(self, data: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        return {"prestige": [self.keys(data, player)[0] for player in range(players)]}

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """The results that components and rules make impossible."""
        found: list[Issue] = []
        for player in range(players):
            found += self._stops(data, player)
            found += self._projects(data, player)
            found += self._agendas(data, player)
            found += self._demands(data, player)
        found += self._rows(data)
        found += _same_values(data)
        found += _city(data)
        dealt = self._dealt(players)
        if sum(data["demands"]) > dealt:
            text = f"Only {dealt} Demand tokens are dealt with {players} players."
            found.append(Issue("demands", "tokens", text))
        return found

    def _dealt(self, players: int) -> int:
        """One on every Development on display. Source: Main Board Set Up, 3 and 4."""
        return 12 if players <= 3 else 15  # 4 or 5 of each of three types

    def _stops(self, data: Mapping[str, Any], player: int) -> list[Issue]:
        """Discs add up, and make so many Stations and Hubs; the Prime Hub is none of them."""
        used, found = data["used"][player], []
        if used + data["discs"][player] != self.discs:
            text = f"Discs in the City and discs left must add up to {self.discs}."
            found += [Issue(f"{name}.{player}", "discs", text) for name in ("discs", "used")]
        hubs = data["hubs_one"][player] + data["hubs_more"][player]
        if data["stations"][player] + 2 * max(hubs - 1, 0) > used:
            text = f"{many(used, 'disc')} in the City cannot be that many Stations and Hubs."
            names = ("stations", "hubs_one", "hubs_more", "used")
            found += [Issue(f"{name}.{player}", "stops", text) for name in names]
        return found

    def _projects(self, data: Mapping[str, Any], player: int) -> list[Issue]:
        found, rows = [], data["projects"][player]
        for number, row in enumerate(rows):
            where = f"projects.{player}.{number}"
            if bool(row["column"]) != bool(row["value"]):
                text = "Write the value of the column reached, or 0 if none is reached."
                found.append(Issue(f"{where}.value", "no-column", text))
        cards = [row["number"] for row in rows]
        if len(set(cards)) != len(cards):
            text = "A player can have only one row of each Project."
            found.append(Issue(f"projects.{player}", "one-row", text))
        heard = sum(row["lobbyist"] for row in data["agendas"][player])
        if sum(row["lobbyists"] for row in rows) + heard > self.lobbyists:
            text = f"A player has only {self.lobbyists} Lobbyists."
            found.append(Issue(f"projects.{player}", "lobbyists", text))
        return found

    def _agendas(self, data: Mapping[str, Any], player: int) -> list[Issue]:
        found = []
        for number, row in enumerate(data["agendas"][player]):
            where = f"agendas.{player}.{number}"
            if row["row"] == "bottom" and not row["lobbyist"]:
                text = "The bottom row counts only with a Lobbyist on the Agenda."
                found.append(Issue(f"{where}.row", "no-lobbyist", text))
            if (row["row"] == "none") != (row["value"] == 0):
                text = "Write the value of the row met, or 0 if none is met."
                found.append(Issue(f"{where}.value", "no-row", text))
        return found

    def _demands(self, data: Mapping[str, Any], player: int) -> list[Issue]:
        if bool(data["demands"][player]) != bool(data["demand_value"][player]):
            text = "Write the value above the last Demand token, or 0 if there are no tokens."
            places = (f"demand_value.{player}", f"demands.{player}")
            return [Issue(where, "no-token", text) for where in places]
        return self._districts(data, player)

    def _districts(self, data: Mapping[str, Any], player: int) -> list[Issue]:
        """In a District no more Demands than Stops (l.717). A Stop stands at a corner of at most 4
        Blocks (l.322), so it counts in no more Districts (T8)."""
        hubs = data["hubs_one"][player] + data["hubs_more"][player]
        stops = 1 + data["used"][player] - max(hubs - 1, 0)
        most, held = stops * min(CORNERS, self.districts), data["demands"][player]
        if held <= most:
            return []
        text = (
            f"Demand tokens and discs in the City: {many(stops, 'Stop')} with the Prime Hub can "
            f"have at most {many(most, 'Demand')}, not {held}."
        )
        places = (f"demands.{player}", f"used.{player}")
        return [Issue(where, "few-stops", text) for where in places]

    def _rows(self, data: Mapping[str, Any]) -> list[Issue]:
        """At most 2 players to a Project, and no more Projects than lie there."""
        cards = [row["number"] for rows in data["projects"] for row in rows]
        found = []
        for card in sorted(set(cards)):
            if cards.count(card) > PROJECT_ROWS:
                text = f"At most {PROJECT_ROWS} players can have a row of Project {card}."
                found.append(Issue("projects", "two-rows", text))
        most = 3 if len(data["projects"]) <= 3 else PROJECTS  # Set Up, 6
        if len(set(cards)) > most:
            text = f"With this many players, there are only {most} Projects."
            found.append(Issue("projects", "too-many-projects", text))
        return found

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        found: list[ScoreLine] = []
        for seat in range(players):
            found += [
                ScoreLine(seat, f"{where}.{seat}", text, points)
                for where, text, points in self._parts(data, seat)
                if points
            ]
            text = f"{many(data['discs'][seat], 'disc')} left, tie-break 1 (fewest)"
            found.append(ScoreLine(seat, f"discs.{seat}", text, 0))
            text = f"{many(data['coins'][seat], 'coin')}, tie-break 2"
            found.append(ScoreLine(seat, f"coins.{seat}", text, 0))
        return found

    def _parts(self, data: Mapping[str, Any], seat: int) -> list[tuple[str, str, int]]:
        """Field, sentence and Prestige. Source: End-Game Scoring, by heading."""
        coins = data["coins"][seat]
        return [
            ("stations", "Stations beside Developments", data["stations"][seat]),
            ("hubs_one", "Hubs beside one Development", 2 * data["hubs_one"][seat]),
            ("hubs_more", "Hubs beside 2 or more Developments", 3 * data["hubs_more"][seat]),
            *(
                ("projects", f"Project {row['number']}, column {row['column']}", row["value"])
                for row in data["projects"][seat]
            ),
            *(
                ("agendas", f"Agenda, {row['row']} row", row["value"])
                for row in data["agendas"][seat]
            ),
            ("demand_value", f"Demands: {data['demands'][seat]}", data["demand_value"][seat]),
            (
                "coins",
                f"{many(coins, 'coin')}: 1 for every {COINS_A_PRESTIGE}",
                coins // COINS_A_PRESTIGE,
            ),
        ]

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        """Prestige, then fewest discs left, then coins."""
        prestige = sum(points for _, _, points in self._parts(data, player))
        return (prestige, -data["discs"][player], data["coins"][player])

    def of(self, state: State) -> dict[str, Any]:
        """The score pad of a position."""
        seats = range(state.players)
        beside = [scoring.beside(state, seat) for seat in seats]
        return {
            "stations": [each[0] for each in beside],
            "hubs_one": [each[1] for each in beside],
            "hubs_more": [each[2] for each in beside],
            "projects": [self._project_rows(state, seat) for seat in seats],
            "agendas": [self._agenda_rows(state, seat) for seat in seats],
            "demands": [scoring.demands_held(state, seat) for seat in seats],
            "demand_value": [scoring.demands(state, seat) for seat in seats],
            "coins": state.coins[:],
            "used": [state.used(seat) for seat in seats],
            "discs": state.discs[: state.players],
        }

    def _project_rows(self, state: State, seat: int) -> list[dict[str, Any]]:
        return [
            {
                "number": self.numbers[each.card],
                "lobbyists": each.lobbyists,
                "column": each.column,
                "value": each.value,
            }
            for each in scoring.projects(state, seat)
        ]

    def _agenda_rows(self, state: State, seat: int) -> list[dict[str, Any]]:
        return [
            {"lobbyist": each.lobbyist, "row": each.row, "value": each.value}
            for each in scoring.agendas(state, seat)
        ]


def _same_values(data: Mapping[str, Any]) -> list[Issue]:
    """A card and the Demand Track print one value for everybody. Source: l.924, l.964."""
    found: list[Issue] = []
    seen: dict[tuple[int, int], tuple[str, int]] = {}
    for seat, rows in enumerate(data["projects"]):
        for index, row in enumerate(rows):
            if not row["column"]:
                continue
            where = f"projects.{seat}.{index}.value"
            other, value = seen.setdefault((row["number"], row["column"]), (where, row["value"]))
            if value != row["value"]:
                text = (
                    f"Prestige of Project {row['number']}, column {row['column']}, is the same for "
                    f"all players: {value} and {row['value']} cannot both be right."
                )
                found += [Issue(place, "two-values", text) for place in (where, other)]
    track: dict[int, tuple[str, int]] = {}
    for seat, held in enumerate(data["demands"]):
        if not held:
            continue
        where, value = f"demand_value.{seat}", data["demand_value"][seat]
        other, first = track.setdefault(held, (where, value))
        if value != first:
            text = (
                f"Demand Track: {many(held, 'Demand token')} cannot be worth {first} "
                f"for one player and {value} for another."
            )
            found += [Issue(place, "two-values", text) for place in (where, other)]
    return found


def _city(data: Mapping[str, Any]) -> list[Issue]:
    """A Demand is claimed from a Development in the City, which lies beside somebody's Stop: a Stop
    is beside 4 at most. Source: l.733, l.481, l.322."""
    held = sum(data["demands"])
    beside = CORNERS * (sum(data["stations"]) + sum(data["hubs_more"])) + sum(data["hubs_one"])
    if held <= beside:
        return []
    text = (
        f"Demand tokens and Stops beside Developments: all Stops together are beside at most "
        f"{many(beside, 'Development')}, so {many(held, 'Demand')} cannot have been claimed."
    )
    places = ("demands", "stations", "hubs_one", "hubs_more")
    return [Issue(where, "no-development", text) for where in places]
