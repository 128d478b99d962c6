"""Results of a tournament as JSON, read for scripts.

    {"players": ["Ann", "Ben", "Cay", "Dee"],
     "rounds": [{"tables": [{"Ann": 120, "Ben": 90, "Cay": [60, 3]}], "byes": ["Dee"]}],
     "semifinal": [["Ann", "Ben"], ["Cay", "Dee"]],
     "final": {"Ann": 120, "Ben": 118},
     "penalties": {"Ben": "1/2"}, "disqualified": [], "lot": "any text"}

A player ends a game with points, or with a list of points and what the game breaks ties by; more is
better. Rounds count from 1 in the order they stand in. All but ``rounds`` may be left out. At a
table of two, the first one named has the first side (Uptown; White in chess). A round may also
have ``forfeits``: tables of two that were not played, as ``{"Ann": 1, "Ben": 0}``. ``half_byes``
are worth half of a bye.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.numbers import fraction, many
from games.packs import FaultsError
from games.sheet import Issue
from scoring.placement import Merit
from scoring.results import GameResult, Results

KEYS = {"players", "rounds", "semifinal", "final", "penalties", "disqualified", "lot"}
ROUND_KEYS = {"tables", "byes", "half_byes", "forfeits"}
#: No game has more points, and no rulebook more tie-breaks.
MOST_POINTS, MOST_NUMBERS = 10**9, 20
LONGEST_NAME, LONGEST_SHOWN = 200, 60


class ResultsError(FaultsError):
    """Results with faults: ``faults`` lists them all, each with its place."""

    def __init__(self, faults: Sequence[Issue], name: str = "These results") -> None:
        super().__init__(name, faults)


class Doubled(dict[str, Any]):
    """A JSON object in which names stood twice; what it holds is the last of each."""

    twice: tuple[str, ...] = ()


def parse(text: str, name: str = "These results") -> Any:
    """The data in a JSON text, for ``read``. Raises ResultsError for what is no JSON."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as fault:
        where = f"line {fault.lineno}, column {fault.colno}"
        raise ResultsError(
            [Issue(where, "json", f"This is not JSON: {fault.msg}.")], name
        ) from None
    except RecursionError:
        nested = Issue("", "json", "The brackets are nested too deeply.")
        raise ResultsError([nested], name) from None
    except ValueError:
        raise ResultsError([Issue("", "json", "A number has too many digits.")], name) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Doubled(found)
    counted = Counter(key for key, _value in pairs)
    doubled.twice = tuple(key for key, count in counted.items() if count > 1)
    return doubled


def read(data: Any, *, after: int | None = None, name: str = "These results") -> Results[str]:
    """The results in ``data``, of the first ``after`` rounds if that is given.

    Raises ResultsError with everything that is wrong in them; ``name`` stands in its sentence.
    """
    reader = _Reader()
    results = reader.results(data, after)
    if reader.faults:
        raise ResultsError(reader.faults, name)
    return results


class _Reader:
    """Continues after a fault, so that all faults are reported at once."""

    def __init__(self) -> None:
        self.faults: list[Issue] = []
        self.known: set[str] = set()
        self.merits: dict[tuple[int, ...], Merit] = {}

    def fault(self, where: str, code: str, text: str) -> None:
        self.faults.append(Issue(where, code, text))

    def results(self, data: Any, after: int | None) -> Results[str]:
        whole = self._object(data, "", KEYS)
        if "rounds" not in whole:
            self.fault("rounds", "missing", "This is missing.")
        rounds = self._list(whole.get("rounds", []), "rounds")
        if after is not None and not 0 <= after <= len(rounds):
            there = many(len(rounds), "round")
            fault = f"You cannot count {after} rounds: these results have {there}."
            self.fault("rounds", "after", fault)
        games: list[GameResult[str]] = []
        byes: dict[str, list[tuple[int, str]]] = {"byes": [], "half_byes": []}
        for number, round_ in enumerate(rounds, start=1):
            self._round(number, round_, games, byes)
        reached = self._reached(whole.get("semifinal", []))
        final = self._merits(whole.get("final", {}), "final")
        players = self._names(whole.get("players", []), "players")
        penalties = self._penalties(whole.get("penalties", {}))
        disqualified = self._names(whole.get("disqualified", []), "disqualified", known=True)
        last = len(rounds) if after is None else after
        ended = after is None
        return Results(
            games=[game for game in games if game.round <= last],
            players=players,
            byes=[bye for bye in byes["byes"] if bye[0] <= last],
            half_byes=[bye for bye in byes["half_byes"] if bye[0] <= last],
            penalties=penalties,
            disqualified=disqualified,
            reached=reached if ended else {},
            final=final if ended else {},
            lot=str(whole.get("lot", "")),
        )

    def _round(
        self,
        number: int,
        data: Any,
        games: list[GameResult[str]],
        byes: Mapping[str, list[tuple[int, str]]],
    ) -> None:
        where = f"rounds.{number}"
        round_ = self._object(data, where, ROUND_KEYS)
        seen: set[str] = set()
        for kind in ("tables", "forfeits"):
            for index, table in enumerate(self._list(round_.get(kind, []), where), start=1):
                merits = self._merits(table, f"{where}.{kind}.{index}")
                for player in filter(seen.__contains__, merits):
                    self.fault(where, "twice", f"{player} sits at two tables.")
                seen.update(merits)
                if kind == "forfeits" and len(merits) != 2:
                    self.fault(f"{where}.{kind}.{index}", "two", "A forfeit needs two players.")
                if merits:
                    games.append(_game(number, merits, played=kind == "tables"))
        for kind, found in byes.items():
            for player in self._names(round_.get(kind, []), f"{where}.{kind}"):
                if player in seen:
                    fault = f"{player} plays and has a bye, or has two byes."
                    self.fault(where, "twice", fault)
                seen.add(player)
                found.append((number, player))

    def _merits(self, data: Any, where: str) -> dict[str, Merit]:
        found: dict[str, Merit] = {}
        for player, ended_with in self._object(data, where, None).items():
            merit = tuple(ended_with) if isinstance(ended_with, list) else (ended_with,)
            self._name(player, where)
            if not merit or any(type(number) is not int for number in merit):
                self.fault(f"{where}.{player}", "points", "Enter whole numbers.")
            elif len(merit) > MOST_NUMBERS or any(abs(number) > MOST_POINTS for number in merit):
                fault = f"No game ends with more than {MOST_POINTS:,} points."
                self.fault(f"{where}.{player}", "points", fault)
            else:
                found[player] = self.merits.setdefault(merit, merit)
        if len({len(merit) for merit in found.values()}) > 1:
            self.fault(
                where, "tie-breaks", "All players at a table need the same number of tie-breaks."
            )
        return found

    def _penalties(self, data: Any) -> dict[str, Fraction]:
        found = {}
        for player, points in self._object(data, "penalties", None).items():
            self._name(player, "penalties", known=True)
            try:
                found[player] = fraction(_text(points))
            except ValueError:
                self.fault(
                    f"penalties.{player}", "fraction", f"{_text(points)!r} is not a fraction."
                )
        return found

    def _reached(self, data: Any) -> dict[str, int]:
        tables = self._list(data, "semifinal")
        names = [self._names(table, "semifinal") for table in tables]
        for player, count in Counter(player for table in names for player in table).items():
            if count > 1:
                self.fault("semifinal", "twice", f"{player} is listed twice.")
        return {player: 1 for table in names for player in table}

    def _names(self, data: Any, where: str, *, known: bool = False) -> list[str]:
        names = self._list(data, where)
        if any(not isinstance(name, str) for name in names):
            self.fault(where, "names", "This is not a list of names.")
        found = [name for name in names if isinstance(name, str)]
        for name in found:
            self._name(name, where, known=known)
        if where != "semifinal" and len(set(found)) < len(found):
            for name, count in Counter(found).items():
                if count > 1:
                    self.fault(where, "twice", f"{name} is listed twice.")
        return found

    def _name(self, name: str, where: str, *, known: bool = False) -> None:
        """Note what is wrong with a name; one that must be ``known`` is in the results."""
        if name in self.known:
            return
        if known:
            self.fault(where, "unknown", f"Nobody in these results is called {_short(name)!r}.")
        elif not name:
            self.fault(where, "name", "A name is missing.")
        elif name != " ".join(name.split()):
            self.fault(where, "name", f"{_short(name)!r} has a space at one end, or two in a row.")
        elif len(name) > LONGEST_NAME or not _is_text(name):
            self.fault(where, "name", f"{_short(name)!r} cannot be used as a name.")
        else:
            self.known.add(name)

    def _list(self, data: Any, where: str) -> list[Any]:
        if isinstance(data, list):
            return data
        self.fault(where, "type", "This is not a list.")
        return []

    def _object(self, data: Any, where: str, keys: set[str] | None) -> Mapping[str, Any]:
        if not isinstance(data, dict):
            self.fault(where, "type", "This is not an object.")
            return {}
        for key in data if keys is not None else ():
            if key not in (keys or ()):
                self.fault(f"{where}.{key}".strip("."), "unknown", "Nothing here has that name.")
        for key in data.twice if isinstance(data, Doubled) else ():
            self.fault(where, "twice", f"{_short(key)} is listed twice.")
        return data


def _game(number: int, merits: dict[str, Merit], *, played: bool) -> GameResult[str]:
    second = list(merits)[1] if len(merits) == 2 else None
    return GameResult(number, merits, second=second, played=played)


def _text(points: Any) -> str:
    """A number of JSON as it was written, or nearly; long ones cut short."""
    if isinstance(points, str):
        return _short(points)
    is_long = type(points) is int and abs(points) > MOST_POINTS
    return "a long number" if is_long else _short(repr(points))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _is_text(name: str) -> bool:
    """Whether a name can be written: JSON can spell half a character."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
