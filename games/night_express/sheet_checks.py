"""Contradictions on the evaluation sheet of Night Express.

Source: night-express.txt, Step 5 and the headings named below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.night_express.pack import ROUNDS, Numbers
from games.sheet import Issue

PARTS: Final = ("wagons", "lease", "special", "options", "travel", "service")
"""The six kinds of points of a route."""
Data = Mapping[str, Any]


def cross(data: Data, players: int, numbers: Numbers) -> list[Issue]:
    """All checks; those of the rows first, because the others need good rows."""
    found: list[Issue] = []
    for seat in range(players):
        found += _rows(data, seat)
        found += _rounds(data, seat)
        found += _exchange(data, seat, numbers)
        found += _service(data, seat, numbers)
        found += _hsp(data, seat)
    return found or _rents(data, players)


def route_points(row: Mapping[str, int]) -> int:
    """The points of a route in a round. Source: Step 5, 1 to 6."""
    return (
        row["wagons"]
        + row["lease"]
        + row["special"]
        + row["options"]
        + row["travel"]
        + row["service"]
    )


def number(row: Mapping[str, Any], name: str) -> int:
    """An optional part of a row, 0 when it is left out."""
    return int(row.get(name) or 0)


def _rows(data: Data, seat: int) -> list[Issue]:
    """Each route of a round once, and the same travel time for a route each time."""
    found, seen = [], set()
    travel: dict[int, int] = {}
    for index, row in enumerate(data["routes"][seat]):
        pair, where = (row["round"], row["route"]), f"routes.{seat}.{index}"
        if pair[1] > pair[0]:
            text = f"There is no route {pair[1]} yet in round {pair[0]}."
            found.append(Issue(f"{where}.route", "later-route", text))
        elif pair in seen:
            text = f"Round {pair[0]}, route {pair[1]} is entered twice."
            found.append(Issue(f"{where}.route", "twice", text))
        seen.add(pair)
        if travel.setdefault(pair[1], row["travel"]) != row["travel"]:
            text = f"The travel time of route {pair[1]} must be the same in every round."
            found.append(Issue(f"{where}.travel", "travel-changed", text))
    return found


def _rounds(data: Data, seat: int) -> list[Issue]:
    """One row beside the routes for each round."""
    found, seen = [], set()
    for index, row in enumerate(entry(data, "other", seat)):
        if row["round"] in seen:
            text = f"Round {row['round']} is entered twice."
            found.append(Issue(f"other.{seat}.{index}.round", "round-twice", text))
        seen.add(row["round"])
    return found


def _exchange(data: Data, seat: int, numbers: Numbers) -> list[Issue]:
    """Source: Step 3, "once per game a player may exchange"."""
    found, points, used = [], numbers.exchange_points, 0
    for index, row in enumerate(entry(data, "other", seat)):
        given, where = number(row, "exchange"), f"other.{seat}.{index}.exchange"
        if given not in (0, -points):
            text = f"An exchange costs {points} points: write -{points}."
            found.append(Issue(where, "exchange", text))
        used += given != 0
        if given and used > 1:
            text = "A player may exchange points for MONEY only once in a game."
            found.append(Issue(where, "exchanged-twice", text))
    return found


def _service(data: Data, seat: int, numbers: Numbers) -> list[Issue]:
    """Source: Step 3, "only one service point upgrade can score per route"."""
    plus = numbers.service_plus
    text = f"A service point plus is worth {plus} points for a route: write {plus}, or 0 for none."
    return [
        Issue(f"routes.{seat}.{index}.service", "service", text)
        for index, row in enumerate(data["routes"][seat])
        if row["service"] not in (0, plus)
    ]


def _hsp(data: Data, seat: int) -> list[Issue]:
    """Source: Step 3, "Car transporters may not be used in conjunction with …"."""
    fast, cars = (set(entry(data, name, seat)) for name in ("hsp", "autos"))
    found = []
    for name in sorted(fast & cars):
        text = f"The train of {name} has automobiles, so it cannot have the highspeed option."
        found.append(Issue(f"hsp.{seat}", "hsp-with-autos", text))
    return found


def _rents(data: Data, players: int) -> list[Issue]:
    """Each point of rent goes from a tenant to a landlord. Source: Step 1."""
    totals = dict.fromkeys(range(1, ROUNDS + 1), 0)
    for seat in range(players):
        for row in entry(data, "other", seat):
            totals[row["round"]] += number(row, "rent")
    return [
        Issue(
            "other",
            "rents",
            f"Round {index}: rents paid and received must add up to 0, not {total}.",
        )
        for index, total in totals.items()
        if total
    ]


def entry(data: Data, name: str, seat: int) -> list[Any]:
    """The entry of a seat in a field that may be left out."""
    values = data.get(name)
    return list(values[seat] or []) if values else []
