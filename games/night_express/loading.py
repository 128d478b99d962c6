"""Reads a content pack of Night Express and reports all its faults at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games import packs
from games.night_express.network import named, read_network
from games.night_express.pack import (
    ACTIONS,
    AIMS,
    CHOICE,
    CLASSES,
    COLOURS,
    EVENTS,
    EXPERT_ONLY,
    GREY,
    NOW_CHOICE,
    NOW_POINTS,
    OPTIONS,
    PLAYERS,
    ROUNDS,
    SHARED,
    SPECIALISTS,
    SPECIALS,
    WHAT,
    YELLOW,
    Aim,
    City,
    Event,
    Goal,
    Marker,
    Numbers,
    Pack,
    Space,
    Specialist,
    Train,
    TrainClass,
)
from games.texts import T

HOUSE: Final = Path(__file__).parent / "content" / "house.toml"
PRINTED_TRAINS: Final = {"red": (10, 2, 2), "grey": (12, 0, 0), "yellow": (8, -2, 2)}
"""Of a class: passenger wagons, passengers more or less, places for special wagons. Source: l.343
to l.355."""
HIGHSPEED: Final = 3
"""Points. Source: l.456."""
UNPAID: Final = {
    "starter": T("Starter has no cost."),
    "special": T(
        "A special wagon costs what the support card says: give its price, not the field's."
    ),
    "option": T("An option costs what the support card says: give its price, not the field's."),
    "money": T("MONEY has no cost."),
}
"""Actions whose field has no cost. Source: Step 3, l.402, l.408."""
MOST: Final = 99
"""Of anything countable: catches a slip of the finger, not a variant."""


def load(path: Path = HOUSE) -> Pack:
    """The pack in that file. Raises games.packs.PackError, or OSError when there is no file."""
    return read(packs.Pack.read(path))


def read(file: packs.Pack) -> Pack:
    """The pack in an open file. Raises games.packs.PackError with everything that is wrong."""
    about = file.table("pack")
    about.whole("version", low=1, high=10_000)
    cities, sections, routes = read_network(file)
    classes, options, specials = file.table("class"), file.table("option"), file.table("special")
    pack = Pack(
        name=file.name,
        title=about.sentence("title"),
        source=about.text("source"),
        digest=file.digest,
        numbers=_numbers(file.table("printed")),
        cities=cities,
        sections=sections,
        routes=routes,
        classes=tuple(_class(classes.table(name), name) for name in CLASSES),
        trains=_trains(file),
        spaces=_spaces(file),
        options=tuple(_option(options.table(name), name) for name in OPTIONS),
        specials=tuple(_marker(specials.table(name)) for name in SPECIALS),
        events=_events(file),
        specialists=_specialists(file),
        goals=_goals(file, cities),
    )
    file.done()
    return pack


def _numbers(table: packs.PackTable) -> Numbers:
    def number(key: str, least: int = 0) -> int:
        return table.whole(key, low=least, high=MOST)

    bids, goals = table.wholes("bids", low=0, high=MOST), table.wholes("goals", low=0, high=MOST)
    exchange = table.table("exchange")
    if not bids or bids[0] != 0 or sorted(set(bids)) != bids:
        table.fault("bids", "bids", T("List the bids from 0 upwards, each once."))
    if len(goals) != len(("one", "both")):
        table.fault(
            "goals", "goals", T("Give two numbers: the points for one objective and for both.")
        )
        goals = [0, 0]
    return Numbers(
        money=number("money"),
        service_points=number("service_points", 1),
        build=number("build"),
        rent=number("rent"),
        bids=tuple(bids),
        exchange_points=exchange.whole("points", low=0, high=MOST),
        exchange_money=exchange.whole("money", low=1, high=MOST),
        advertising=number("advertising"),
        service_plus=number("service_plus"),
        action_money=number("action_money", 1),
        one_goal=goals[0],
        two_goals=goals[1],
        bonus=number("bonus"),
        travel=number("travel"),
    )


def _class(table: packs.PackTable, name: str) -> TrainClass:
    wagons, more, places = PRINTED_TRAINS[name]
    windows = table.wholes("windows", low=0, high=MOST)
    if not windows or sorted(windows) != windows:
        text = T("Each window must be worth at least as much as the one before.")
        table.fault("windows", "windows", text)
    if len(windows) != wagons:
        text = T(
            "A {name} train has {wagons} passenger wagons: give so many windows.",
            name=name,
            wagons=wagons,
        )
        table.fault("windows", "wagons", text)
    effect = table.whole("passengers", low=more, high=more)
    return TrainClass(tuple(windows), effect, table.whole("places", low=places, high=places))


def _trains(file: packs.Pack) -> tuple[Train, ...]:
    """The trains of the rounds, and after them the upgrade trains."""
    later = file.tables("upgrade", low=0)
    names = [table.text("id") for table in later]
    first = len(tables := file.tables("train", high=MOST))
    found: list[Train] = []
    for table in tables:
        rank = table.choice("upgrade", names) if table.has("upgrade") else ""
        upgrade = first + names.index(rank) if rank in names else -1
        train = _train(table, [one.id for one in found], upgrade)
        if upgrade >= 0 and (train.cls != YELLOW or any(one.upgrade == upgrade for one in found)):
            text = T("An upgrade train can belong to only one train, and that one must be yellow.")
            table.fault("upgrade", "upgrade", text)
        found.append(train)
    for number in range(ROUNDS):
        for players in PLAYERS:
            there = [one for one in found if one.round == number and one.fewest <= players]
            if len(there) < players:
                text = T(
                    "Round {number} has too few trains for {players} players.",
                    number=number + 1,
                    players=players,
                )
                file.fault("train", "too-few", text)
    for table in later:
        found.append(_train(table, [one.id for one in found], None))
        if found[-1].cls != GREY:
            # Source: Trains, l.359.
            table.fault("class", "upgrade-class", T("An upgrade train must be grey."))
    return tuple(found)


def _train(table: packs.PackTable, taken: Sequence[str], upgrade: int | None) -> Train:
    """A train; ``upgrade`` None for one of the upgrade trains, which have no round."""
    name, cls = named(table, taken), CLASSES.index(table.choice("class", CLASSES))
    number, fewest = -1, PLAYERS[0]
    if upgrade is not None:
        number = table.whole("round", low=1, high=ROUNDS) - 1
        fewest = table.whole("from", low=PLAYERS[0], high=PLAYERS[-1])
    return Train(
        id=name,
        cls=cls,
        price=table.whole("price", low=0, high=MOST),
        lease=table.whole("lease", low=0, high=9),
        options=_set(table, "options", OPTIONS),
        round=number,
        fewest=fewest,
        upgrade=-1 if upgrade is None else upgrade,
    )


def _set(table: packs.PackTable, key: str, words: Sequence[str]) -> int:
    """A set of words as bits."""
    found = 0
    for word in table.words(key, words):
        found |= 1 << words.index(word)
    return found


def _spaces(file: packs.Pack) -> tuple[Space, ...]:
    found: list[Space] = []
    for table in file.tables("field", high=21):
        action = ACTIONS.index(table.choice("action", ACTIONS))
        colour = COLOURS.index(table.choice("colour", COLOURS))
        word, kinds, amount = ACTIONS[action], 0, 0
        if word in ("special", "option"):
            kinds = _set(table, "kinds", SPECIALS if word == "special" else OPTIONS)
        if word == "advertise":
            amount = table.whole("amount", low=1, high=9)
        cost = table.whole("cost", low=0, high=MOST, default=0)
        if cost and word in UNPAID:
            table.fault("cost", "cost", UNPAID[word])
        if any((one.action, one.colour) == (action, colour) for one in found):
            table.fault("", "twice", T("An action can have only one field of each colour."))
        found.append(Space(action, colour, cost, amount, kinds))
    free = [ACTIONS[one.action] for one in found if not one.cost and one.colour == 0]
    if "money" not in free:
        file.fault("field", "no-money", T("MONEY must be open to all and cost nothing."))
    return tuple(found)


def _option(table: packs.PackTable, name: str) -> Marker:
    found = _marker(table)
    if name == "hsp" and found.points != HIGHSPEED:
        table.fault(
            "points",
            "highspeed",
            T("The highspeed option is worth {highspeed} points.", highspeed=HIGHSPEED),
        )
    return found


def _marker(table: packs.PackTable) -> Marker:
    return Marker(table.whole("price", low=0, high=MOST), table.whole("points", low=0, high=MOST))


def _events(file: packs.Pack) -> tuple[Event, ...]:
    found: list[Event] = []
    for table in file.tables("event"):
        name, effect = named(table, [one.id for one in found]), table.choice("effect", EVENTS)
        number = EVENTS.index(effect)
        late = table.choice("deck", ("I-IV", "III-IV")) == "III-IV"
        title, copies = table.sentence("title"), table.whole("copies", low=1, high=MOST, default=1)
        what, own, other, money, points = 0, 0, 0, 0, 0
        if number == SHARED:
            what = EVENTS.index(table.choice("what", [EVENTS[one] for one in WHAT]))
            own = table.whole("own", low=-9, high=9)
            other = table.whole("other", low=-9, high=9)
        elif number == CHOICE:
            money = table.whole("money", low=1, high=MOST)
            points = table.whole("points", low=1, high=MOST)
        elif effect == "wagons":
            own = table.whole("amount", low=1, high=2)
        else:
            own = table.whole("amount", low=-9, high=9)
        found.append(Event(name, title, late, copies, number, what, own, other, money, points))
    early = sum(one.copies for one in found if not one.late)
    if early < ROUNDS * 4 or sum(one.copies for one in found) < PLAYERS[-1] * ROUNDS * 3 // 2:
        file.fault("event", "too-few", T("There are not enough event cards for four rounds."))
    return tuple(found)


def _specialists(file: packs.Pack) -> tuple[Specialist, ...]:
    found: list[Specialist] = []
    for table in file.tables("specialist"):
        effect = SPECIALISTS.index(table.choice("effect", SPECIALISTS))
        pays = effect != NOW_POINTS and effect < SPECIALISTS.index("all_rounder")
        found.append(
            Specialist(
                id=named(table, [one.id for one in found]),
                title=table.sentence("title"),
                pile=table.whole("pile", low=1, high=ROUNDS - 1) - 1,
                copies=table.whole("copies", low=1, high=MOST, default=1),
                effect=effect,
                money=table.whole("money", low=1, high=MOST) if pays else 0,
                points=_points(table, effect),
            )
        )
    for pile in range(ROUNDS - 1):
        plain = (one for one in found if one.pile == pile and one.effect not in EXPERT_ONLY)
        if sum(one.copies for one in plain) < PLAYERS[-1] + 1:
            text = T(
                "Pile {pile} has too few specialists for the simplified version.", pile=pile + 1
            )
            file.fault("specialist", "too-few", text)
    return tuple(found)


def _points(table: packs.PackTable, effect: int) -> int:
    if effect not in (NOW_POINTS, NOW_CHOICE):
        return 0
    return table.whole("points", low=1, high=MOST)


def _goals(file: packs.Pack, cities: Sequence[City]) -> tuple[Goal, ...]:
    found: list[Goal] = []
    names = [city.id for city in cities] or [""]
    for table in file.tables("goal"):
        name = named(table, [one.id for one in found])
        fewest = table.whole("from", low=2, high=6, default=2)
        aims = [_aim(aim, names) for aim in table.tables("aims", low=2, high=2)]
        if len(aims) == len(("one", "other")):
            found.append(Goal(name, fewest, (aims[0], aims[1])))
    for players in PLAYERS:
        if sum(goal.fewest <= players for goal in found) < 2 * players:
            file.fault(
                "goal",
                "too-few",
                T("There are not two goals each for {players} players.", players=players),
            )
    return tuple(found)


def _aim(table: packs.PackTable, names: Sequence[str]) -> Aim:
    kind = table.choice("kind", AIMS)
    city = names.index(table.choice("city", names)) if kind == "city" else -1
    return Aim(AIMS.index(kind), table.whole("amount", low=1, high=MOST, default=1), city)
