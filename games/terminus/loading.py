"""Reads a content pack of Terminus and reports all its faults at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games import packs
from games.numbers import whole_number
from games.packs import PackTable
from games.terminus import pack as parts
from games.terminus.pack import (
    ACTION,
    BUILDING,
    COMPASS,
    EFFECTS,
    EXCHANGE,
    MEASURES,
    POWERS,
    RESOURCES,
    TILES,
    TYPES,
    ZONES,
    Effect,
    Goods,
    Row,
)
from games.texts import T

HOUSE: Final = Path(__file__).parent / "content" / "house.toml"
MOST: Final = 99
"""Of anything countable: catches a slip of the finger."""
CORNERS: Final = 4
COLUMNS: Final = 3
AT_BOTH_ENDS: Final = 2
COMPONENTS: Final = {
    "construction": 20,
    "blueprint": 15,
    "permit": 12,
    "power": 8,
    "developments": 24,
    "projects": 18,
    "agendas": 35,
    "tokens": 21,
    "automa_cards": 8,
    "discs": 12,
    "rails": 32,
    "lobbyists": 8,
}
"""Source: Player Components and General Components. The rules of drawing rest on these counts."""


def load(path: Path = HOUSE) -> parts.Pack:
    """The pack in that file. Raises games.packs.PackError, or OSError when there is no file."""
    return read(packs.Pack.read(path))


def read(file: packs.Pack) -> parts.Pack:
    """The pack in an open file. Raises games.packs.PackError with everything that is wrong."""
    components, cards = file.table("components"), file.table("cards")
    counts = {
        name: components.whole(name, low=count, high=count) for name, count in COMPONENTS.items()
    }
    title, source = file.sentence("title"), file.text("source")
    city = _City(file.table("board")).city
    board = _board(file.table("player_board"), counts["discs"])
    developments, projects = _developments(cards), _projects(cards)
    found = parts.Pack(
        name=file.name,
        title=title,
        source=source,
        digest=file.digest,
        markets=_markets(file.table("market"), counts),
        board=board,
        city=city,
        developments=developments,
        upgrades=_upgrades(cards),
        projects=projects,
        agendas=_agendas(cards, city),
        sides=_sides(cards, city),
        first=_first(file.table("first_game"), developments, projects),
        discs=counts["discs"],
        rails=counts["rails"],
        lobbyists=counts["lobbyists"],
        tokens=counts["tokens"] // max(len(city.districts), 1),
    )
    _count(file, cards, counts, found)
    file.done()
    return found


def _count(file: packs.Pack, cards: PackTable, counts: dict[str, int], found: parts.Pack) -> None:
    """Every announced card is there, and there are tiles and tokens enough."""
    there = {
        "developments": len(found.developments),
        "projects": len(found.projects),
        "agendas": len(found.agendas),
    }
    for name, count in there.items():
        if count != counts[name]:
            cards.fault(
                name,
                "count",
                T(
                    "{count} are announced, but {listed} are listed.",
                    count=counts[name],
                    listed=count,
                ),
            )
    if len(found.sides) != 2 * counts["automa_cards"]:
        cards.fault("automa", "count", T("Every Automa card must have two sides."))
    for number, name in enumerate(TYPES):
        if sum(each.type == number for each in found.developments) < TILES[1]:
            cards.fault(
                "developments",
                "too-few",
                T("At least {tile} must be {name}.", tile=TILES[1], name=name),
            )
    if counts["tokens"] != found.tokens * len(found.city.districts):
        file.fault(
            "board.districts", "tokens", T("There must be seven Districts for the Demand tokens.")
        )


def _name(table: PackTable, taken: Sequence[str]) -> str:
    """An id, unique: a word in the notation of moves."""
    name = table.text("id")
    if name in taken:
        table.fault("id", "twice", T("{name} is listed twice.", name=repr(name)))
    if not (name.isascii() and name.isalnum()):
        table.fault("id", "name", T("Use only letters and digits."))
    return name


def _number(table: PackTable, key: str, taken: Sequence[int]) -> int:
    """The number printed on a card: that of its id, if no other is given. Source: l.239."""
    own = whole_number(key, most_digits=2) or None
    number = table.whole("number", low=1, high=MOST, default=own)
    if number in taken:
        where = "number" if table.has("number") else "id"
        table.fault(where, "number", T("Two cards have this number."))
    return number


def _ref(table: PackTable, key: str, names: Sequence[str]) -> int:
    name = table.choice(key, names or [""])
    return names.index(name) if name in names else 0


def _refs(table: PackTable, key: str, names: Sequence[str], size: int = 0) -> tuple[int, ...]:
    found = tuple(names.index(name) for name in table.words(key, names))
    if size and table.has(key) and len(found) != size:
        table.fault(key, "count", T("There must be {size} of these.", size=size))
        found = (*found, *[0] * size)[:size]
    return found


def _goods(table: PackTable, key: str) -> Goods:
    """Coins, Rails and resources; none where the key is not there."""
    if not table.has(key):
        return Goods()
    return _goods_in(table.table(key))


def _goods_in(inside: PackTable) -> Goods:
    values = {
        name: inside.whole(name, low=0, high=MOST, default=0)
        for name in ("coins", "rails", *RESOURCES)
    }
    if not any(values.values()):
        inside.fault("", "empty", T("Enter coins, rails or a resource here."))
    cubes = tuple(values[name] for name in RESOURCES)
    return Goods(values["coins"], values["rails"], cubes)


def _effect(table: PackTable) -> Effect:
    """One effect of the closed list."""
    zone = _ref(table, "zone", ZONES)
    kind = _ref(table, "effect", EFFECTS)
    cost = _goods(table, "cost")
    if kind == EXCHANGE:
        return Effect(zone, kind, cost, _goods(table, "gain"))
    if kind == BUILDING and (cost.rails or cost.cubes[parts.BLUEPRINT]):
        table.fault("cost", "build-cost", T("A Build cannot cost Rails or Blueprints."))
    return Effect(zone, kind, cost, amount=table.whole("amount", low=1, high=MOST))


def _markets(table: PackTable, counts: dict[str, int]) -> tuple[parts.Market, ...]:
    found = []
    for name in RESOURCES:
        inside = table.table(name)
        prices = inside.wholes("prices", low=0, high=9)
        spaces = inside.wholes("spaces", low=1, high=9, size=len(prices))
        grey = inside.wholes("grey", low=0, high=9, size=len(prices))
        if sum(spaces) != counts[name]:
            text = T(
                "There are {count} cubes, so there must be as many spaces.", count=counts[name]
            )
            inside.fault("spaces", "count", text)
        if any(each > space for each, space in zip(grey, spaces, strict=False)):
            inside.fault("grey", "range", T("A column cannot have more grey spaces than spaces."))
        found.append(parts.Market(tuple(prices), tuple(spaces), tuple(grey)))
    return tuple(found)


def _board(table: PackTable, discs: int) -> parts.Board:
    capacity = table.table("capacity")
    start = capacity.whole("start", low=0, high=discs)
    power = capacity.wholes("power", low=0, high=2, size=discs - start)
    unlocks = capacity.wholes("unlocks", low=1, high=max(discs - start, 1), size=AT_BOTH_ENDS)
    if unlocks != sorted(set(unlocks)):
        capacity.fault("unlocks", "order", T("List the unlocks in rising order."))
    return parts.Board(
        budget=tuple(table.wholes("budget", low=0, high=MOST, size=discs + 1)),
        demands=tuple(table.wholes("demands", low=0, high=MOST)),
        start=start,
        power=tuple(power),
        unlocks=tuple(unlocks),
        bonuses=tuple(_goods_in(each) for each in table.tables("bonuses", high=9)),
    )


class _City:
    """Reads the board, whose parts refer to one another by name."""

    def __init__(self, table: PackTable) -> None:
        self.names: list[str] = []
        districts = [(self.named(each), each.text("name")) for each in table.tables("districts")]
        self.names = []
        plots = [
            parts.Plot(self.named(each), self.spot(each)) for each in table.tables("plots", low=2)
        ]
        self.plots, self.names = self.names, []
        self.districts = [key for key, _ in districts]
        blocks = [self.block(each) for each in table.tables("blocks")]
        self.blocks = self.names
        links = [self.link(each) for each in table.tables("links")]
        if len({frozenset(link.ends) for link in links}) != len(links):
            table.fault("links", "twice", T("Two Plots can have at most one link."))
        self.city = parts.City(tuple(districts), tuple(plots), tuple(blocks), tuple(links))

    def named(self, table: PackTable) -> str:
        name = _name(table, self.names)
        self.names.append(name)
        return name

    def spot(self, table: PackTable) -> tuple[int, int]:
        x, y = (*table.wholes("at", low=0, high=MOST, size=2), 0, 0)[:2]
        return (x, y)

    def block(self, table: PackTable) -> parts.Block:
        return parts.Block(
            self.named(table),
            _ref(table, "district", self.districts),
            _refs(table, "zones", TYPES),
            _refs(table, "corners", self.plots, CORNERS),
        )

    def link(self, table: PackTable) -> parts.Link:
        first, second = _refs(table, "ends", self.plots, AT_BOTH_ENDS)
        if first == second:
            table.fault("ends", "twice", T("A link must join two different Plots."))
        return parts.Link(
            (first, second),
            table.whole("spaces", low=1, high=9),
            table.flag("double"),
            _ref(table, "block", self.blocks) if table.has("block") else -1,
        )


def _developments(cards: PackTable) -> tuple[parts.Development, ...]:
    found: list[parts.Development] = []
    for table in cards.tables("developments"):
        key = _name(table, [each.id for each in found])
        found.append(parts.Development(key, _ref(table, "type", TYPES), _effect(table)))
    return tuple(found)


def _upgrades(cards: PackTable) -> tuple[parts.Upgrade, ...]:
    found: list[parts.Upgrade] = []
    for table in cards.tables("upgrades", low=6, high=6):
        key, power = _name(table, [each.id for each in found]), _ref(table, "power", POWERS)
        gains = power in (parts.INCOME, parts.CONNECTOR)
        gain = _goods(table, "gain") if gains else Goods()
        if any(gain.cubes):
            table.fault("gain", "cubes", T("Only coins and Rails are allowed here."))
        counts = power in (parts.STORAGE, parts.DISCOUNT)
        amount = table.whole("amount", low=1, high=2) if counts else 0
        found.append(
            parts.Upgrade(key, power, gain, amount, _effect(table) if power == ACTION else None)
        )
    return tuple(found)


def _projects(cards: PackTable) -> tuple[parts.Project, ...]:
    found: list[parts.Project] = []
    for table in cards.tables("projects"):
        key, measure = _name(table, [each.id for each in found]), table.choice("measure", MEASURES)
        number = _number(table, key, [each.number for each in found])
        found.append(parts.Project(key, number, measure, _columns(table)))
    return tuple(found)


def _columns(table: PackTable) -> tuple[tuple[int, int], ...]:
    """The demands of each of the three columns, rising, and its Prestige."""
    needs = table.wholes("needs", low=1, high=MOST, size=COLUMNS)
    prestige = table.wholes("prestige", low=1, high=MOST, size=COLUMNS)
    if needs != sorted(set(needs)):
        table.fault("needs", "order", T("Each column must ask for more than the one before it."))
    pairs = [*zip(needs, prestige, strict=False), (1, 1), (1, 1), (1, 1)]
    return tuple(pairs[:COLUMNS])


def _row(table: PackTable) -> Row:
    return Row(
        table.flag("hubs"),
        table.whole("least", low=1, high=MOST),
        table.whole("prestige", low=1, high=MOST),
    )


def _agendas(cards: PackTable, city: parts.City) -> tuple[parts.Agenda, ...]:
    districts, found = [key for key, _ in city.districts], list[parts.Agenda]()
    for table in cards.tables("agendas"):
        key = _name(table, [each.id for each in found])
        where = _refs(table, "districts", districts)
        top, bottom = _row(table.table("top")), _row(table.table("bottom"))
        number = _number(table, key, [each.number for each in found])
        found.append(parts.Agenda(key, number, where, top, bottom))
    return tuple(found)


def _sides(cards: PackTable, city: parts.City) -> tuple[parts.Side, ...]:
    districts, plots = [key for key, _ in city.districts], [each.id for each in city.plots]
    found: list[parts.Side] = []
    for table in cards.tables("automa"):
        found.append(
            parts.Side(
                _name(table, [each.id for each in found]),
                _ref(table, "zone", ZONES),
                _ref(table, "district", districts),
                _ref(table, "plot", plots),
                table.whole("steps", low=1, high=len(ZONES) - 1),
                table.whole("stops", low=1, high=9),
                _ref(table, "main", COMPASS),
                _ref(table, "alternate", COMPASS),
            )
        )
        side = found[-1]
        if len(found) % 2 == 0 and side.plot != found[-2].plot:
            table.fault("plot", "card", T("Both sides of a card must show the same Plot."))
        touched = [block.district for block in city.blocks if side.plot in block.corners]
        if side.district not in touched:
            table.fault("district", "plot", T("The Plot is not in this District."))
    return tuple(found)


def _first(
    table: PackTable,
    developments: Sequence[parts.Development],
    projects: Sequence[parts.Project],
) -> parts.FirstGame:
    tiles, cards = [each.id for each in developments], [each.id for each in projects]
    few, many = parts.PROJECTS
    found = parts.FirstGame(
        _refs(table, "projects", cards, few),
        _refs(table, "projects_more", cards, many - few),
        _refs(table, "developments", tiles, len(TYPES) * TILES[0]),
        _refs(table, "developments_more", tiles, len(TYPES) * (TILES[1] - TILES[0])),
    )
    for count, chosen in (
        (TILES[0], found.developments),
        (TILES[1], (*found.developments, *found.more_developments)),
    ):
        kinds = sorted(developments[tile].type for tile in chosen if tile < len(developments))
        if kinds != sorted([*range(len(TYPES))] * count):
            table.fault(
                "developments", "types", T("{count} different tiles of each type.", count=count)
            )
    return found
