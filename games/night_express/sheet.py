"""The score sheets of Night Express: the route evaluation, and the final points alone.

Source: night-express.txt, Step 5 (the route evaluation sheet) and Final scoring. The sheets rest on
printed numbers only, so they fit every box: no value is bounded by house data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.kernel import Placing, place
from games.night_express import evaluation
from games.night_express.model import AUTO_CODE, DINING_CODE
from games.night_express.pack import HSP, ROUNDS, Numbers
from games.night_express.rules import EVENTS, EXCHANGES, RENTS, SPECIALISTS, State
from games.night_express.sheet_checks import PARTS, cross, doubts, entry, number_of, route_points
from games.sheet import Field, FieldSheet, Issue, ScoreLine
from games.texts import T

MOST: Final = 99
"""Points of one kind for a route: catches a slip of the finger."""
FEWEST_WAGONS: Final = 32  # four yellow trains of 8
MOST_WAGONS: Final = 48  # four trains of 12
ROUTES: Final = tuple(f"s{route + 1}" for route in range(ROUNDS))


class EvaluationSheet(FieldSheet):
    """Ten rows a player, points beside them by round, the goal, the wagons and the money.

    ``{"routes": [[{"round": 1, "route": 1, "wagons": 11, "lease": -4, …}, …], …],
    "other": [[{"round": 2, "events": -2}], …], "goal": ["5", …], "fleet": [44, …],
    "money": [23, …], "hsp": [["s1"], …], "autos": [[], …]}``: one entry for each seat. The
    simplified version has no rents.
    """

    def __init__(self, numbers: Numbers, *, expert: bool) -> None:
        self.numbers, self.expert = numbers, expert
        self.goals = {"0": 0, str(numbers.one_goal): numbers.one_goal}
        self.goals[str(numbers.two_goals)] = numbers.two_goals
        self.fields = (*self._typed(), *_computed())

    def _typed(self) -> tuple[Field, ...]:
        ten = sum(range(ROUNDS + 1))
        return (
            Field(
                "routes", T("Route evaluation"), "rows", ten, ten, fields=_route_parts(self.numbers)
            ),
            Field(
                "other",
                T("Other points"),
                "rows",
                0,
                ROUNDS,
                fields=_other_parts(self.numbers, expert=self.expert),
                required=False,
                help=T("One row for each round that had other points."),
            ),
            Field("goal", T("Secret route goal"), "choice", options=tuple(self.goals)),
            Field(
                "fleet",
                T("Wagons"),
                low=FEWEST_WAGONS,
                high=MOST_WAGONS,
                help=T("Those printed on the four trains, plus the special wagons."),
            ),
            Field(
                "money", T("Money"), high=9999, help=T("MONEY in hand. Round 4 pays out nothing.")
            ),
            Field(
                "hsp",
                T("Trains with highspeed"),
                "choices",
                high=ROUNDS,
                options=ROUTES,
                required=False,
                help=T("Their routes at the end of the game, such as s1, s3."),
            ),
            Field(
                "autos",
                T("Trains with automobiles"),
                "choices",
                high=ROUNDS,
                options=ROUTES,
                required=False,
                help=T("Their routes at the end of the game."),
            ),
        )

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """The contradictions on a sheet: each check is in sheet_checks.py."""
        return cross(data, players, self.numbers, expert=self.expert)

    def doubts(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        return doubts(data, players)

    # What is computed

    def round_points(self, data: Mapping[str, Any], seat: int) -> list[int]:
        """The points of a seat's routes by round."""
        totals = [0] * ROUNDS
        for row in data["routes"][seat]:
            totals[row["round"] - 1] += route_points(row)
        return totals

    def cash(self, data: Mapping[str, Any], seat: int) -> int:
        """Money with that of the fourth round. Source: Largest Cash Reserve."""
        return int(data["money"][seat]) + max(0, self.round_points(data, seat)[-1])

    def bonuses(self, data: Mapping[str, Any], players: int) -> list[list[int]]:
        """By category the points of each seat: best route, largest fleet, largest cash reserve."""
        seats, last = range(players), ROUNDS
        best = [
            max(
                sum(row[part] for part in PARTS)
                for row in data["routes"][seat]
                if row["round"] == last
            )
            for seat in seats
        ]
        columns = (best, data["fleet"], [self.cash(data, seat) for seat in seats])
        bonus = self.numbers.bonus
        return [[bonus if one == max(column) else 0 for one in column] for column in columns]

    def computed(self, data: Mapping[str, Any], players: int) -> Mapping[str, Any]:
        totals = [self.round_points(data, seat) for seat in range(players)]
        best, fleet, cash = self.bonuses(data, players)
        found = {
            f"round_{index + 1}": [total[index] for total in totals] for index in range(ROUNDS)
        }
        for index in range(ROUNDS - 1):
            found[f"payout_{index + 1}"] = [max(0, total[index]) for total in totals]
        found |= {"best_route": best, "largest_fleet": fleet, "largest_cash": cash}
        found["total"] = [self._total(data, seat, (best, fleet, cash)) for seat in range(players)]
        return found

    def _total(self, data: Mapping[str, Any], seat: int, bonuses: tuple[list[int], ...]) -> int:
        points = sum(self.round_points(data, seat)) + self.goals[data["goal"][seat]]
        points += sum(column[seat] for column in bonuses)
        return points + sum(sum(row[1:]) for row in _others(data, seat))

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """The rounds, what came beside them, the goal and the bonuses."""
        found: list[ScoreLine] = []
        names = (T("Best route score"), T("Largest train fleet"), T("Largest cash reserve"))
        places = ("routes", "fleet", "money")
        bonuses = self.bonuses(data, players)
        for seat in range(players):
            for index, points in enumerate(self.round_points(data, seat), 1):
                found.append(
                    ScoreLine(
                        seat, f"routes.{seat}", T("Round {index}, routes", index=index), points
                    )
                )
            for index, *row in _others(data, seat):
                for name, points in zip(OTHER_NAMES, row, strict=True):
                    if points:
                        text = T("Round {index}, {name}", index=index, name=name)
                        found.append(ScoreLine(seat, f"other.{seat}", text, points))
            goal = self.goals[data["goal"][seat]]
            found.append(ScoreLine(seat, f"goal.{seat}", T("Secret route goal"), goal))
            for name, where, column in zip(names, places, bonuses, strict=True):
                if column[seat]:
                    found.append(ScoreLine(seat, f"{where}.{seat}", name, column[seat]))
        return found

    def placings(self, data: Mapping[str, Any], players: int) -> list[Placing]:
        """Points, then money with that of round 4 (ruling N9)."""
        bonuses = tuple(self.bonuses(data, players))
        return place(
            [(self._total(data, seat, bonuses), self.cash(data, seat)) for seat in range(players)]
        )

    def of(self, state: State) -> dict[str, Any]:
        """The sheet of a finished position."""
        seats = range(state.players)
        return {
            "routes": [_rows(state, seat) for seat in seats],
            "other": [self._other_rows(state, seat) for seat in seats],
            "goal": [str(points) for points in state.goal_points],
            "fleet": [evaluation.fleet(state, seat) for seat in seats],
            "money": state.money[:],
            "hsp": [_marked(state, seat, hsp=True) for seat in seats],
            "autos": [_marked(state, seat, hsp=False) for seat in seats],
        }

    def _other_rows(self, state: State, seat: int) -> list[dict[str, int]]:
        found = []
        for index in range(ROUNDS):
            row = {"round": index + 1}
            for name, kind in zip(OTHERS, (RENTS, EVENTS, SPECIALISTS, EXCHANGES), strict=True):
                if name != "rent" or self.expert:
                    row[name] = state.other[(kind * state.players + seat) * ROUNDS + index]
            if any(row[name] for name in row if name != "round"):
                found.append(row)
        return found


OTHERS: Final = ("rent", "events", "specialists", "exchange")
OTHER_NAMES: Final = (T("rent"), T("event cards"), T("specialists"), T("exchange"))


def _others(data: Mapping[str, Any], seat: int) -> list[tuple[int, ...]]:
    """The rows beside the routes: the round, then points by kind."""
    rows = entry(data, "other", seat)
    return [(row["round"], *(number_of(row, name) for name in OTHERS)) for row in rows]


def _rows(state: State, seat: int) -> list[dict[str, int]]:
    names = ("round", "route", *PARTS)
    return [
        dict(zip(names, (row.round + 1, row.route + 1, *row[3:]), strict=True))
        for row in state.rows
        if row.player == seat
    ]


def _marked(state: State, seat: int, *, hsp: bool) -> list[str]:
    """The routes whose train has highspeed, or automobiles."""
    found = []
    for slot, name in enumerate(ROUTES):
        where = ROUNDS * seat + slot
        autos = state.special[where] % DINING_CODE >= AUTO_CODE
        if state.options[where] & HSP if hsp else autos:
            found.append(name)
    return found


def _route_parts(numbers: Numbers) -> tuple[Field, ...]:
    """A column of the sheet. Source: Step 5, 1 to 6."""
    return (
        Field("round", T("Game round"), low=1, high=ROUNDS, per="table"),
        Field("route", T("Route"), low=1, high=ROUNDS, per="table"),
        Field("wagons", T("Wagons"), high=MOST, per="table"),
        Field("lease", T("Leasing"), low=-MOST, high=0, per="table"),
        Field("special", T("Special"), high=MOST, per="table"),
        Field("options", T("Options"), high=MOST, per="table"),
        Field("travel", T("Travel"), low=numbers.travel - 12, high=numbers.travel - 7, per="table"),
        Field("service", T("Service+"), high=numbers.service_plus, per="table"),
    )


def _other_parts(numbers: Numbers, *, expert: bool) -> tuple[Field, ...]:
    parts = (
        Field("round", T("Game round"), low=1, high=ROUNDS, per="table"),
        Field("rent", T("Rent"), low=-MOST, high=MOST, per="table", required=False),
        Field("events", T("Event cards"), low=-MOST, high=MOST, per="table", required=False),
        Field("specialists", T("Specialists"), low=-MOST, high=MOST, per="table", required=False),
        Field(
            "exchange",
            T("Exchange"),
            low=-numbers.exchange_points,
            high=0,
            per="table",
            required=False,
        ),
    )
    return parts if expert else tuple(part for part in parts if part.name != "rent")


def _computed() -> tuple[Field, ...]:
    names = [
        (f"round_{index}", T("Routes, round {index}", index=index))
        for index in range(1, ROUNDS + 1)
    ]
    names += [
        (f"payout_{index}", T("Payout, round {index}", index=index)) for index in range(1, ROUNDS)
    ]
    names += [
        ("best_route", T("Best route score")),
        ("largest_fleet", T("Largest train fleet")),
        ("largest_cash", T("Largest cash reserve")),
        ("total", T("Victory points")),
    ]
    return tuple(Field(name, label, low=-9999, high=9999, computed=True) for name, label in names)


class QuickSheet(FieldSheet):
    """``{"points": [123, 98], "money": [40, 55]}``: as the tracks and the cash boxes show them."""

    fields: tuple[Field, ...] = (
        Field("points", T("Victory points"), low=-999, high=999),
        Field(
            "money",
            T("Money"),
            high=9999,
            help=T("MONEY in hand, plus the points of round 4 if they are more than 0."),
        ),
    )

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        found: list[ScoreLine] = []
        for seat in range(players):
            points, money = self.keys(data, seat)
            found += [
                ScoreLine(seat, f"points.{seat}", T("Victory points"), points),
                ScoreLine(seat, f"money.{seat}", T("{money} MONEY, tie-break", money=money), 0),
            ]
        return found

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        """Points, then money (ruling N9)."""
        return data["points"][player], data["money"][player]

    def of(self, state: State) -> dict[str, Any]:
        """The points and the money of a position; at the end with the money of round 4."""
        seats = range(state.players)
        return {
            "points": state.points[:],
            "money": [evaluation.cash(state, seat) for seat in seats],
        }
