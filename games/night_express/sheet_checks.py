"""Contradictions on the evaluation sheet of Night Express.

Source: night-express.txt, Step 5 and the headings named below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.night_express.pack import ROUNDS, Numbers
from games.sheet import Issue, contradiction
from games.texts import TN, T

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
        found += _first_round(data, seat)
        found += _later(data, seat, expert=expert)
    if found:
        return found
    for seat in range(players):
        found += _rent(data, seat, players, numbers.rent)
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


def number_of(row: Mapping[str, Any], name: str) -> int:
    """An optional part of a row, 0 when it is left out."""
    return int(row.get(name) or 0)


def _rows(data: Data, seat: int) -> list[Issue]:
    """Each route of a round once, and the same travel time for a route each time."""
    found: list[Issue] = []
    own = f"routes.{seat}."
    seen: dict[tuple[int, int], int] = {}
    travel: dict[int, tuple[int, int]] = {}
    for index, row in enumerate(data["routes"][seat]):
        number, route = row["round"], row["route"]
        first = seen.setdefault((number, route), index)
        there, hours = travel.setdefault(route, (index, row["travel"]))
        where, other = f"{own}{index}", f"{own}{first}"
        if route > number:
            text = T("There is no route {route} yet in round {number}.", route=route, number=number)
            found += contradiction("later-route", text, f"{where}.route", f"{where}.round")
        elif first != index:
            text = T("Round {number}, route {route} is entered twice.", number=number, route=route)
            found += contradiction("twice", text, f"{where}.route", f"{other}.route")
        if hours != row["travel"]:
            text = T(
                "The travel time of route {route} must be the same in every round.", route=route
            )
            places = (f"{where}.travel", f"{own}{there}.travel")
            found += contradiction("travel-changed", text, *places)
    return found


def _rounds(data: Data, seat: int) -> list[Issue]:
    """One row beside the routes for each round."""
    found: list[Issue] = []
    seen: dict[int, str] = {}
    for index, row in enumerate(entry(data, "other", seat)):
        where = f"other.{seat}.{index}.round"
        first = seen.setdefault(row["round"], where)
        if first != where:
            text = T("Round {row} is entered twice.", row=row["round"])
            found += contradiction("round-twice", text, where, first)
    return found


def _exchange(data: Data, seat: int, numbers: Numbers) -> list[Issue]:
    """Source: Step 3, "once per game a player may exchange"."""
    found: list[Issue] = []
    points, used = numbers.exchange_points, ""
    for index, row in enumerate(entry(data, "other", seat)):
        given, where = number_of(row, "exchange"), f"other.{seat}.{index}.exchange"
        if given not in (0, -points):
            text = T("An exchange costs {points} points: write -{points}.", points=points)
            found.append(Issue(where, "exchange", text))
        if given and used:
            text = T("A player may exchange points for MONEY only once in a game.")
            found += contradiction("exchanged-twice", text, where, used)
        used = used or (where if given else "")
    return found


def _service(data: Data, seat: int, numbers: Numbers) -> list[Issue]:
    """Source: Step 3, "only one service point upgrade can score per route"."""
    plus = numbers.service_plus
    text = T(
        "A service point plus is worth {plus} points for a route: write {plus}, or 0 for none.",
        plus=plus,
    )
    return [
        Issue(f"routes.{seat}.{index}.service", "service", text)
        for index, row in enumerate(data["routes"][seat])
        if row["service"] not in (0, plus)
    ]


def _hsp(data: Data, seat: int) -> list[Issue]:
    """Source: Step 3, "Car transporters may not be used in conjunction with …"."""
    fast, cars = (set(entry(data, name, seat)) for name in ("hsp", "autos"))
    found: list[Issue] = []
    for name in sorted(fast & cars):
        text = T(
            "The train of {name} has automobiles, so it cannot have the highspeed option.",
            name=name,
        )
        found += contradiction("hsp-with-autos", text, f"hsp.{seat}", f"autos.{seat}")
    return found


def _fleet(data: Data, seat: int) -> list[Issue]:
    """Marked once each, and as many wagons as the trains have at least. Source: l.343 to l.347 (the
    shortest trains have 8 passenger wagons) and Largest Train Fleet, l.591."""
    found = []
    for name in ("hsp", "autos"):
        marked = entry(data, name, seat)
        if len(set(marked)) != len(marked):
            text = T("Name each route only once.")
            found.append(Issue(f"{name}.{seat}", "named-twice", text))
    places = _special(data, seat)
    least = SHORTEST * ROUNDS + len(places)
    if data["fleet"][seat] < least:
        text = TN(
            "Wagons and special wagons: {n} train with special wagons at the end make at "
            "least {least} wagons, not {data}.",
            "Wagons and special wagons: {n} trains with special wagons at the end make at "
            "least {least} wagons, not {data}.",
            len(places),
            least=least,
            data=data["fleet"][seat],
        )
        found += contradiction("special-wagons", text, f"fleet.{seat}", *places.values())
    return found


def _special(data: Data, seat: int) -> dict[str, str]:
    """The routes whose trains have special wagons at the end, and where the sheet says so."""
    found = dict.fromkeys(entry(data, "autos", seat), f"autos.{seat}")
    for index, row in enumerate(data["routes"][seat]):
        if row["round"] == ROUNDS and row["special"]:
            found[f"s{row['route']}"] = f"routes.{seat}.{index}.special"
    return found


def _first_round(data: Data, seat: int) -> list[Issue]:
    """A player has two action pawns a round, and a pawn places one marker. Specialists, who may
    bring more, come after the first evaluation. Source: l.380, l.408, l.422, l.454, l.555."""
    text = T(
        "Special wagons, options and a service point plus cannot all be there in round "
        "1: a player has 2 action pawns."
    )
    return [
        Issue(f"routes.{seat}.{index}.{part}", "two-pawns", text)
        for index, row in enumerate(data["routes"][seat])
        if row["special"] and row["options"] and row["service"] and row["round"] == 1
        for part in KEPT_BY_ALL
    ]


def _later(data: Data, seat: int, *, expert: bool) -> list[Issue]:
    """A route keeps what it has from one round to the next. Source: l.291 to l.301 ("At no point
    … may a service point be dismantled or moved"). In the simplified version trains stay on their
    routes (l.333, l.359 are in italics), so a lease can only end, and markers stay."""
    found, before = [], dict[int, tuple[int, Mapping[str, int]]]()
    kept = KEPT if expert else KEPT_BY_ALL
    for index, row in sorted(enumerate(data["routes"][seat]), key=_by_round):
        earlier = before.get(row["route"])
        before[row["route"]] = (index, row)
        if earlier is None:
            continue
        there, old = earlier
        faults = [part for part in kept if row[part] < old[part]]
        if not expert and row["lease"] not in (0, old["lease"]):
            faults.append("lease")
        for part in faults:
            text = T(
                "{part} of route {route}: {old} in round {before} cannot become {now} in round "
                "{round}.",
                part=part.capitalize(),
                route=row["route"],
                old=old[part],
                before=old["round"],
                now=row[part],
                round=row["round"],
            )
            places = (f"routes.{seat}.{index}.{part}", f"routes.{seat}.{there}.{part}")
            found += contradiction("lost", text, *places)
    return found


def _by_round(numbered: tuple[int, Mapping[str, int]]) -> int:
    return numbered[1]["round"]


def _rent(data: Data, seat: int, players: int, points: int) -> list[Issue]:
    """So many points for each rented route (one, in the box), so not for more than there are; and a
    route that scores a service point plus uses an own one. Source: l.297, l.301."""
    found: list[Issue] = []
    for index, row in enumerate(entry(data, "other", seat)):
        rent, number = number_of(row, "rent"), row["round"]
        if not rent:
            continue
        payers = [seat] if rent < 0 else [one for one in range(players) if one != seat]
        plus = [place for one in payers for place in _with_plus(data, one, number)]
        where, routes = f"other.{seat}.{index}", number * len(payers)
        rented, rest = divmod(abs(rent), points) if points else (0, abs(rent))
        if not rest and rented <= routes - len(plus):
            continue
        values = {
            "number": number,
            "each": TN("{n} point", "{n} points", points),
            "routes": TN("{n} route", "{n} routes", routes),
        }
        if rent < 0:
            text = T("Rent paid in round {number}: {each} for each of {routes}", **values)
        else:
            text = T("Rent received in round {number}: {each} for each of {routes}", **values)
        if not rest and rented <= routes:
            text = T(
                "{text} without a service point plus of its own, not {rent}.",
                text=text,
                rent=abs(rent),
            )
            found += contradiction("rent-with-plus", text, f"{where}.rent", *plus)
        else:
            text = T("{text}, not {rent}.", text=text, rent=abs(rent))
            found += contradiction("rent", text, f"{where}.rent", f"{where}.round")
    return found


def _with_plus(data: Data, seat: int, number: int) -> list[str]:
    """Where a player's routes score a service point plus in a round."""
    return [
        f"routes.{seat}.{index}.service"
        for index, row in enumerate(data["routes"][seat])
        if row["service"] and row["round"] == number
    ]


def _highspeed(data: Data, seat: int) -> list[Issue]:
    """In the simplified version, highspeed is worth 3 points on any route. Source: l.456, l.464."""
    found: list[Issue] = []
    marked = set(entry(data, "hsp", seat))
    for index, row in enumerate(data["routes"][seat]):
        if row["round"] == ROUNDS and f"s{row['route']}" in marked and row["options"] < HIGHSPEED:
            text = T(
                "Trains with highspeed and options: highspeed brings route {route} {highspeed} "
                "points for options in round {rounds}, not {options}.",
                route=row["route"],
                highspeed=HIGHSPEED,
                rounds=ROUNDS,
                options=row["options"],
            )
            found += contradiction(
                "highspeed", text, f"hsp.{seat}", f"routes.{seat}.{index}.options"
            )
    return found


def _rents(data: Data, players: int) -> list[Issue]:
    """Each point of rent goes from a tenant to a landlord. Source: Step 1."""
    totals = dict.fromkeys(range(1, ROUNDS + 1), 0)
    for seat in range(players):
        for row in entry(data, "other", seat):
            totals[row["round"]] += number_of(row, "rent")
    found: list[Issue] = []
    for number, total in totals.items():
        if total:
            text = T(
                "Round {number}: rents paid and received must add up to 0, not {total}.",
                number=number,
                total=total,
            )
            places = [
                f"other.{seat}.{index}.rent"
                for seat in range(players)
                for index, row in enumerate(entry(data, "other", seat))
                if row["round"] == number
            ]
            found += contradiction("rents", text, *places)
    return found


def doubts(data: Data, players: int) -> list[Issue]:
    """They rest on an inference: that each special wagon scores points (l.410, l.420)."""
    found: list[Issue] = []
    for seat in range(players):
        special = _special(data, seat)
        if not special and data["fleet"][seat] % 2:
            text = T(
                "Wagons: trains have 8, 10 or 12 passenger wagons, so an odd number needs a "
                "train with a special wagon, and none scores one in round 4."
            )
            found.append(Issue(f"fleet.{seat}", "odd-fleet", text))
        for name in sorted(set(entry(data, "autos", seat))):
            if special[name] == f"autos.{seat}":
                text = T(
                    "Automobiles: the train of {name} has them and scores no special wagon.",
                    name=name,
                )
                found.append(Issue(f"autos.{seat}", "autos-without-points", text))
    return found


def entry(data: Data, name: str, seat: int) -> list[Any]:
    """The entry of a seat in a field that may be left out."""
    values = data.get(name)
    return list(values[seat] or []) if values else []
