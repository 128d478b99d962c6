"""The score pad of Terminus: what each player counts when the game is over.

Source: terminus.txt, End-Game Scoring and Scoring Guide. What cards and tracks print is typed, and
not bounded by the house pack: a real box has other cards. What the rules and the number of
components bound is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.sheet import Field, FieldSheet, Issue, ScoreLine
from games.terminus import scoring
from games.terminus.pack import (
    AGENDAS_KEPT,
    COINS_A_PRESTIGE,
    FEWEST,
    MOST_LOBBYISTS,
    PROJECTS,
    Pack,
)
from games.terminus.rules import State
from games.terminus.sheet_checks import Limits, cross, doubts
from games.texts import NO_TEXT, TN, T, Text

PRINTED: Final = 999
"""Of a value that a card or a track prints: as many digits as fit, no rule."""
COLUMNS: Final = 3
ROWS: Final = (T("none"), T("top"), T("bottom"))


def _one(name: str, label: Text, low: int, high: int, text: Text = NO_TEXT) -> Field:
    return Field(name, label, low=low, high=high, per="table", help=text)


PROJECT: Final = (
    _one("number", T("Project"), 1, 99, T("The number on the card.")),
    _one("lobbyists", T("Lobbyists"), FEWEST, MOST_LOBBYISTS),
    _one(
        "column",
        T("Column reached"),
        0,
        COLUMNS,
        T("0 for none. Usually, column 1 needs 2 Lobbyists."),
    ),
    _one("value", T("Prestige"), 0, PRINTED, T("The value that the card prints for that column.")),
)
AGENDA: Final = (
    Field("lobbyist", T("Lobbyist"), "flag", per="table"),
    Field("row", T("Row met"), "choice", per="table", options=ROWS),
    _one("value", T("Prestige"), 0, PRINTED, T("The value that the card prints for that row.")),
)

AGENDA_LINES: Final = {
    "none": T("Agenda, none row"),
    "top": T("Agenda, top row"),
    "bottom": T("Agenda, bottom row"),
}


class ScorePad(FieldSheet):
    """By seat, for example::

    {"stations": [4], "hubs_one": [1], "hubs_more": [0],
     "projects": [[{"number": 5, "lobbyists": 3, "column": 2, "value": 15}]],
     "agendas": [[{"lobbyist": true, "row": "bottom", "value": 6}]],
     "demands": [4], "demand_value": [17], "coins": [9], "used": [9], "discs": [3]}
    """

    notice = ""

    def __init__(self, pack: Pack) -> None:
        self.limits = Limits(pack.discs, pack.lobbyists, len(pack.city.districts))
        self.numbers = [card.number for card in pack.projects]
        tokens = pack.tokens * len(pack.city.districts)
        self.fields = (
            Field("stations", T("Stations beside Developments"), high=pack.discs),
            Field(
                "hubs_one",
                T("Hubs beside one"),
                high=1 + pack.discs // 2,
                help=T("2 Prestige each."),
            ),
            Field(
                "hubs_more",
                T("Hubs beside 2 or more"),
                high=1 + pack.discs // 2,
                help=T("3 Prestige each."),
            ),
            Field("projects", T("Projects lobbied"), "rows", high=max(PROJECTS), fields=PROJECT),
            Field("agendas", T("Agendas"), "rows", high=AGENDAS_KEPT, fields=AGENDA),
            Field("demands", T("Demand tokens"), high=tokens),
            Field(
                "demand_value",
                T("Demand Track"),
                high=PRINTED,
                help=T("The value above the last token."),
            ),
            Field("coins", T("Coins"), high=PRINTED),
            Field(
                "used",
                T("Discs in the City"),
                high=pack.discs,
                help=T("The Prime Hub does not count."),
            ),
            Field("discs", T("Discs left"), high=pack.discs),
            Field("prestige", T("Prestige"), high=PRINTED * 9, computed=True),
        )

    def computed(self, data: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        return {"prestige": [self.keys(data, player)[0] for player in range(players)]}

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """The results that components and rules make impossible: see sheet_checks.py."""
        return cross(data, players, self.limits)

    def doubts(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        return doubts(data, players)

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        found: list[ScoreLine] = []
        for seat in range(players):
            found += [
                ScoreLine(seat, f"{where}.{seat}", text, points)
                for where, text, points in self._parts(data, seat)
                if points
            ]
            text = TN(
                "{n} disc left, tie-break 1 (fewest)",
                "{n} discs left, tie-break 1 (fewest)",
                data["discs"][seat],
            )
            found.append(ScoreLine(seat, f"discs.{seat}", text, 0))
            text = TN("{n} coin, tie-break 2", "{n} coins, tie-break 2", data["coins"][seat])
            found.append(ScoreLine(seat, f"coins.{seat}", text, 0))
        return found

    def _parts(self, data: Mapping[str, Any], seat: int) -> list[tuple[str, Text, int]]:
        """Field, sentence and Prestige. Source: End-Game Scoring, by heading."""
        coins = data["coins"][seat]
        return [
            ("stations", T("Stations beside Developments"), data["stations"][seat]),
            ("hubs_one", T("Hubs beside one Development"), 2 * data["hubs_one"][seat]),
            ("hubs_more", T("Hubs beside 2 or more Developments"), 3 * data["hubs_more"][seat]),
            *(
                (
                    "projects",
                    T(
                        "Project {project}, column {column}",
                        project=row["number"],
                        column=row["column"],
                    ),
                    row["value"],
                )
                for row in data["projects"][seat]
            ),
            *(("agendas", AGENDA_LINES[row["row"]], row["value"]) for row in data["agendas"][seat]),
            (
                "demand_value",
                T("Demands: {demands}", demands=data["demands"][seat]),
                data["demand_value"][seat],
            ),
            (
                "coins",
                TN(
                    "{n} coin: 1 for every {coins}",
                    "{n} coins: 1 for every {coins}",
                    coins,
                    coins=COINS_A_PRESTIGE,
                ),
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
