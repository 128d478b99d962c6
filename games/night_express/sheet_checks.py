"""Contradictions on the evaluation sheet of Night Express.

Source: night-express.txt, Step 5 and the headings named below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.night_express.pack import ROUNDS, Numbers
from games.numbers import many
from games.sheet import Issue

PARTS: Final = ("wagons", "lease", "special", "options", "travel", "service")
"""The six kinds of points of a route."""
KEPT: Final = ("service",)
"""The points of a route that never become less."""
KEPT_BY_ALL: Final = ("special", "options", "service")
"""Likewise in the simplified version, where trains stay on their routes."""
SHORTEST: Final = 8
"""Passenger wagons of the shortest train. Source: l.347."""
HIGHSPEED: Final = 3
"""Points of the highspeed option. Source: l.456."""
Data = Mapping[str, Any]


def cross(data: Data, players: int, numbers: Numbers, *, expert: bool) -> list[Issue]:
    """All checks; those of the rows first, because the others need good rows."""
    found: list[Issue] = []
    for seat in range(players):
        found += _rows(data, seat)
        found += _rounds(data, seat)
        found += _exchange(data, seat, numbers)
        found += _service(data, seat, numbers)
        found += _hsp(data, seat)
        found += _fleet(data, seat)
        found += _later(data, seat, expert=expert)
    if found:
        return found
    for seat in range(players):
        found += _rent(data, seat, players)
        if not expert:
            found += _highspeed(data, seat)
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
        places = (f"hsp.{seat}", f"autos.{seat}")
        found += [Issue(where, "hsp-with-autos", text) for where in places]
    return found


def _fleet(data: Data, seat: int) -> list[Issue]:
    """Marked once each, and as many wagons as the trains have at least. Source: l.343 to l.347 (the
    shortest trains have 8 passenger wagons) and Largest Train Fleet, l.591."""
    found = []
    for name in ("hsp", "autos"):
        marked = entry(data, name, seat)
        if len(set(marked)) != len(marked):
            text = "Name each route only once."
            found.append(Issue(f"{name}.{seat}", "named-twice", text))
    last = [row for row in data["routes"][seat] if row["round"] == ROUNDS]
    special = {f"s{row['route']}" for row in last if row["special"]} | set(
        entry(data, "autos", seat)
    )
    least = SHORTEST * ROUNDS + len(special)
    if data["fleet"][seat] < least:
        text = (
            f"Wagons and special wagons: {many(len(special), 'train')} with special wagons at the "
            f"end make at least {least} wagons, not {data['fleet'][seat]}."
        )
        places = (f"fleet.{seat}", f"routes.{seat}")
        found += [Issue(where, "special-wagons", text) for where in places]
    return found


def _later(data: Data, seat: int, *, expert: bool) -> list[Issue]:
    """A route keeps what it has from one round to the next. Source: l.291 to l.301 ("At no point
    … may a service point be dismantled or moved"). In the simplified version trains stay on their
    routes (l.333, l.359 are in italics), so a lease can only end, and markers stay."""
    found, before = [], dict[int, tuple[int, Mapping[str, int]]]()
    rows = enumerate(data["routes"][seat])
    for index, row in sorted(rows, key=lambda one: one[1]["round"]):
        earlier = before.get(row["route"])
        before[row["route"]] = (index, row)
        if earlier is None:
            continue
        there, old = earlier
        faults = [part for part in (KEPT if expert else KEPT_BY_ALL) if row[part] < old[part]]
        if not expert and row["lease"] not in (0, old["lease"]):
            faults.append("lease")
        for part in faults:
            text = (
                f"{part.capitalize()} of route {row['route']}: {old[part]} in round {old['round']} "
                f"cannot become {row[part]} in round {row['round']}."
            )
            places = (f"routes.{seat}.{index}.{part}", f"routes.{seat}.{there}.{part}")
            found += [Issue(where, "lost", text) for where in places]
    return found


def _rent(data: Data, seat: int, players: int) -> list[Issue]:
    """A point for each rented route, so not more than there are routes. Source: l.297."""
    found = []
    for index, row in enumerate(entry(data, "other", seat)):
        rent, most = number(row, "rent"), row["round"]
        if not -most <= rent <= most * (players - 1):
            text = (
                f"Rent in round {most}: with {many(most, 'route')} each, it is from -{most} "
                f"to {most * (players - 1)}, not {rent}."
            )
            where = f"other.{seat}.{index}"
            places = (f"{where}.rent", f"{where}.round")
            found += [Issue(place, "rent", text) for place in places]
    return found


def _highspeed(data: Data, seat: int) -> list[Issue]:
    """In the simplified version, highspeed is worth 3 points on any route. Source: l.456, l.464."""
    found = []
    marked = set(entry(data, "hsp", seat))
    for index, row in enumerate(data["routes"][seat]):
        if row["round"] == ROUNDS and f"s{row['route']}" in marked and row["options"] < HIGHSPEED:
            text = (
                f"Trains with highspeed and options: highspeed brings route {row['route']} "
                f"{HIGHSPEED} points for options in round {ROUNDS}, not {row['options']}."
            )
            places = (f"hsp.{seat}", f"routes.{seat}.{index}.options")
            found += [Issue(where, "highspeed", text) for where in places]
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
