"""Results of a tournament as JSON, read for scripts.

    {"players": ["Ann", "Ben", "Cay", "Dee"],
     "rounds": [{"tables": [{"Ann": 120, "Ben": 90, "Cay": [60, 3]}], "byes": ["Dee"]}],
     "semifinal": [["Ann", "Ben"], ["Cay", "Dee"]],
     "final": {"Ann": 120, "Ben": 118},
     "penalties": {"Ben": "1/2"}, "disqualified": [], "lot": "any text"}

A player ends a game with points, or with a list of points and what the game breaks ties by; more is
better. Rounds count from 1 in the order they stand in. All but ``rounds`` may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.packs import FaultsError
from games.sheet import Issue
from scoring.placement import Merit
from scoring.results import GameResult, Results

KEYS = {"players", "rounds", "semifinal", "final", "penalties", "disqualified", "lot"}
ROUND_KEYS = {"tables", "byes"}


class ResultsError(FaultsError):
    """Results with faults: ``faults`` lists them all, each with its place."""

    def __init__(self, faults: Sequence[Issue]) -> None:
        super().__init__("These results", faults)


def read(data: Any, *, after: int | None = None) -> Results[str]:
    """The results in ``data``, of the first ``after`` rounds if that is given.

    Raises ResultsError with everything that is wrong in them.
    """
    reader = _Reader()
    results = reader.results(data, after)
    if reader.faults:
        raise ResultsError(reader.faults)
    return results


class _Reader:
    """Continues after a fault, so that all faults are reported at once."""

    def __init__(self) -> None:
        self.faults: list[Issue] = []

    def fault(self, where: str, code: str, text: str) -> None:
        self.faults.append(Issue(where, code, text))

    def results(self, data: Any, after: int | None) -> Results[str]:
        whole = self._object(data, "", KEYS)
        if "rounds" not in whole:
            self.fault("rounds", "missing", "This is missing.")
        rounds = self._list(whole.get("rounds", []), "rounds")[:after]
        games: list[GameResult[str]] = []
        byes: list[tuple[int, str]] = []
        for number, round_ in enumerate(rounds, start=1):
            self._round(number, round_, games, byes)
        ended = after is None
        return Results(
            games=games,
            players=self._names(whole.get("players", []), "players"),
            byes=byes,
            penalties=self._penalties(whole.get("penalties", {})),
            disqualified=self._names(whole.get("disqualified", []), "disqualified"),
            reached=self._reached(whole.get("semifinal", [])) if ended else {},
            final=self._merits(whole.get("final", {}), "final") if ended else {},
            lot=str(whole.get("lot", "")),
        )

    def _round(
        self, number: int, data: Any, games: list[GameResult[str]], byes: list[tuple[int, str]]
    ) -> None:
        where = f"rounds.{number}"
        round_ = self._object(data, where, ROUND_KEYS)
        seen: set[str] = set()
        for index, table in enumerate(self._list(round_.get("tables", []), where), start=1):
            merits = self._merits(table, f"{where}.tables.{index}")
            for player in seen & set(merits):
                self.fault(where, "twice", f"{player} sits at two tables.")
            seen |= set(merits)
            if merits:
                games.append(GameResult(number, merits))
        for player in self._names(round_.get("byes", []), f"{where}.byes"):
            if player in seen:
                self.fault(where, "twice", f"{player} plays and has a bye.")
            byes.append((number, player))

    def _merits(self, data: Any, where: str) -> dict[str, Merit]:
        found: dict[str, Merit] = {}
        for player, ended_with in self._object(data, where, None).items():
            merit = ended_with if isinstance(ended_with, list) else [ended_with]
            if not merit or any(type(number) is not int for number in merit):
                self.fault(f"{where}.{player}", "points", "Whole numbers belong here.")
            else:
                found[player] = tuple(merit)
        if len({len(merit) for merit in found.values()}) > 1:
            self.fault(where, "tie-breaks", "All at a table have the same number of tie-breaks.")
        return found

    def _penalties(self, data: Any) -> dict[str, Fraction]:
        found = {}
        for player, points in self._object(data, "penalties", None).items():
            try:
                found[player] = Fraction(str(points))
            except (ValueError, ZeroDivisionError):
                self.fault(f"penalties.{player}", "fraction", f"{points!r} is no fraction.")
        return found

    def _reached(self, data: Any) -> dict[str, int]:
        tables = self._list(data, "semifinal")
        return {player: 1 for table in tables for player in self._names(table, "semifinal")}

    def _names(self, data: Any, where: str) -> list[str]:
        names = self._list(data, where)
        if any(not isinstance(name, str) for name in names):
            self.fault(where, "names", "A list of names belongs here.")
        return [name for name in names if isinstance(name, str)]

    def _list(self, data: Any, where: str) -> list[Any]:
        if isinstance(data, list):
            return data
        self.fault(where, "type", "A list belongs here.")
        return []

    def _object(self, data: Any, where: str, keys: set[str] | None) -> Mapping[str, Any]:
        if not isinstance(data, dict):
            self.fault(where, "type", "An object belongs here.")
            return {}
        for key in data if keys is not None else ():
            if key not in (keys or ()):
                self.fault(f"{where}.{key}".strip("."), "unknown", "Nothing here has that name.")
        return data
