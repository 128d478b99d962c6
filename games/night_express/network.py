"""The network of a content pack: cities, sections and route cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from games import packs
from games.night_express.pack import (
    COLOURS,
    FROM_PLAYERS,
    PLAYERS,
    ROUNDS,
    City,
    Route,
    Section,
)
from games.texts import T

LARGEST: Final = 1000
"""The map is not larger than this in either direction."""
SECTIONS: Final = 2
"""Of a route card, at most."""
MOST_SHOWN: Final = 7
"""Cards laid out in a round: the players and two more, but not more than this."""

Network = tuple[tuple[City, ...], tuple[Section, ...], tuple[Route, ...]]


def named(table: packs.PackTable, taken: Sequence[str]) -> str:
    """An id. It is a word in the notation of moves: unique, of small letters, digits and "-"."""
    name = table.text("id")
    if name in taken:
        table.fault("id", "twice", T("{name} is listed twice.", name=repr(name)))
    if not all((one.isascii() and (one.islower() or one.isdigit())) or one == "-" for one in name):
        table.fault("id", "name", T("Use only small letters, digits and hyphens."))
    return name


def read_network(file: packs.Pack) -> Network:
    """The network; faults are noted in ``file``."""
    cities: list[City] = []
    for table in file.tables("city"):
        name = named(table, [city.id for city in cities])
        x, y = (table.whole(key, low=0, high=LARGEST) for key in ("x", "y"))
        cities.append(City(name, x, y))
    sections = _sections(file, [city.id for city in cities])
    routes = _routes(file, [city.id for city in cities], sections)
    return tuple(cities), sections, routes


def _sections(file: packs.Pack, names: Sequence[str]) -> tuple[Section, ...]:
    found: list[Section] = []
    for table in file.tables("section"):
        ends = tuple(sorted(names.index(one) for one in table.words("ends", names)))
        colour = COLOURS.index(table.choice("colour", COLOURS))
        hsp = table.flag("hsp", default=False)
        if len(ends) != SECTIONS or ends[0] == ends[1] or ends in [one.ends for one in found]:
            text = T(
                "A section joins two different cities, and no other section joins the same two."
            )
            table.fault("ends", "ends", text)
            continue
        found.append(Section((ends[0], ends[1]), colour, hsp))
    return tuple(found)


def _routes(
    file: packs.Pack, names: Sequence[str], sections: Sequence[Section]
) -> tuple[Route, ...]:
    found: list[Route] = []
    for table in file.tables("route"):
        route = _route(table, names, sections)
        if route is not None and route.id in [one.id for one in found]:
            table.fault("cities", "twice", T("This route is listed twice."))
        elif route is not None:
            found.append(route)
    for players in PLAYERS:
        there = sum(players >= FROM_PLAYERS[route.colour] for route in found)
        if there < ROUNDS * min(players + 2, MOST_SHOWN):
            file.fault(
                "route",
                "too-few",
                T("There are too few routes for {players} players.", players=players),
            )
    return tuple(found)


def _route(
    table: packs.PackTable, names: Sequence[str], sections: Sequence[Section]
) -> Route | None:
    """A route card; None, with the fault noted, when its cities are not joined by sections."""
    passengers = table.whole("passengers", low=1, high=20)
    hours = table.whole("hours", low=7, high=12)
    cities = [names.index(city) for city in table.words("cities", names)]
    pairs = [tuple(sorted(pair)) for pair in pairwise(cities)]
    by_ends = {section.ends: number for number, section in enumerate(sections)}
    losses = _losses(table, len(pairs))
    if not 1 <= len(pairs) <= SECTIONS or any(pair not in by_ends for pair in pairs):
        table.fault("cities", "sections", T("A route is one section of the map, or two that meet."))
        return None
    numbers = tuple(by_ends[pair[0], pair[1]] for pair in pairs)
    on_map = [sections[number] for number in numbers]
    return Route(
        id="-".join(names[city] for city in cities),
        cities=tuple(cities),
        sections=numbers,
        colour=max(section.colour for section in on_map),
        hsp=any(section.hsp for section in on_map),
        passengers=passengers,
        hours=hours,
        losses=losses,
    )


def _losses(table: packs.PackTable, count: int) -> tuple[tuple[int, int, int, int], ...]:
    """The corners of a card: passengers lost with 2, and with 3 or more trains."""
    two = table.wholes("two", low=0, high=9, size=count)
    three = table.wholes("three", low=0, high=9, size=count)
    return tuple((0, 0, *pair) for pair in zip(two, three, strict=False))
