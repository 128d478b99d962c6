"""Reading JSON that somebody wrote: goes on after a fault, so that all faults are said at once."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from games.numbers import fraction
from games.packs import FaultsError
from games.sheet import Issue
from games.texts import T, Text
from scoring.placement import Merit

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
            [Issue(where, "json", T("This is not JSON: {fault}.", fault=fault.msg))], name
        ) from None
    except RecursionError:
        nested = Issue("", "json", T("The brackets are nested too deeply."))
        raise ResultsError([nested], name) from None
    except ValueError:
        raise ResultsError([Issue("", "json", T("A number has too many digits."))], name) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = Doubled(found)
    counted = Counter(key for key, _value in pairs)
    doubled.twice = tuple(key for key, count in counted.items() if count > 1)
    return doubled


class Reader:
    """Notes the faults of a document, each with its place, and the names that are known in it."""

    def __init__(self) -> None:
        self.faults: list[Issue] = []
        self.known: set[str] = set()
        self.merits: dict[tuple[int, ...], Merit] = {}

    def fault(self, where: str, code: str, text: Text) -> None:
        self.faults.append(Issue(where, code, text))

    def merits_in(self, data: Any, where: str) -> dict[str, Merit]:
        found: dict[str, Merit] = {}
        for player, ended_with in self.object_in(data, where, None).items():
            merit = tuple(ended_with) if isinstance(ended_with, list) else (ended_with,)
            self.check_name(player, where)
            if not merit or any(type(number) is not int for number in merit):
                self.fault(f"{where}.{player}", "points", T("Enter whole numbers."))
            elif len(merit) > MOST_NUMBERS or any(abs(number) > MOST_POINTS for number in merit):
                fault = T("No game ends with more than {most} points.", most=f"{MOST_POINTS:,}")
                self.fault(f"{where}.{player}", "points", fault)
            else:
                found[player] = self.merits.setdefault(merit, merit)
        if len({len(merit) for merit in found.values()}) > 1:
            self.fault(
                where, "tie-breaks", T("All players at a table need the same number of tie-breaks.")
            )
        return found

    def penalties_in(self, data: Any) -> dict[str, Fraction]:
        found = {}
        for player, points in self.object_in(data, "penalties", None).items():
            self.check_name(player, "penalties", known=True)
            try:
                found[player] = fraction(_text(points))
            except ValueError:
                self.fault(
                    f"penalties.{player}",
                    "fraction",
                    T("{text} is not a fraction.", text=repr(_text(points))),
                )
        return found

    def names_in(self, data: Any, where: str, *, known: bool = False) -> list[str]:
        names = self.list_in(data, where)
        if any(not isinstance(name, str) for name in names):
            self.fault(where, "names", T("This is not a list of names."))
        found = [name for name in names if isinstance(name, str)]
        for name in found:
            self.check_name(name, where, known=known)
        if where != "semifinal" and len(set(found)) < len(found):
            for name, count in Counter(found).items():
                if count > 1:
                    self.fault(where, "twice", T("{name} is listed twice.", name=name))
        return found

    def check_name(self, name: str, where: str, *, known: bool = False) -> None:
        """Note what is wrong with a name; one that must be ``known`` is in the results."""
        if name in self.known:
            return
        if known:
            self.fault(
                where,
                "unknown",
                T("Nobody in these results is called {name}.", name=repr(short(name))),
            )
        elif not name:
            self.fault(where, "name", T("A name is missing."))
        elif name != " ".join(name.split()):
            self.fault(
                where,
                "name",
                T("{name} has a space at one end, or two in a row.", name=repr(short(name))),
            )
        elif len(name) > LONGEST_NAME or not _is_text(name):
            self.fault(where, "name", T("{name} cannot be used as a name.", name=repr(short(name))))
        else:
            self.known.add(name)

    def list_in(self, data: Any, where: str) -> list[Any]:
        if isinstance(data, list):
            return data
        self.fault(where, "type", T("This is not a list."))
        return []

    def object_in(self, data: Any, where: str, keys: set[str] | None) -> Mapping[str, Any]:
        if not isinstance(data, dict):
            self.fault(where, "type", T("This is not an object."))
            return {}
        for key in data if keys is not None else ():
            if key not in (keys or ()):
                self.fault(f"{where}.{key}".strip("."), "unknown", T("Nothing here has that name."))
        for key in data.twice if isinstance(data, Doubled) else ():
            self.fault(where, "twice", T("{key} is listed twice.", key=short(key)))
        return data


def _text(points: Any) -> str:
    """A number of JSON as it was written, or nearly; long ones cut short."""
    if isinstance(points, str):
        return short(points)
    is_long = type(points) is int and abs(points) > MOST_POINTS
    return "a long number" if is_long else short(repr(points))


def short(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _is_text(name: str) -> bool:
    """Whether a name can be written: JSON can spell half a character."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
