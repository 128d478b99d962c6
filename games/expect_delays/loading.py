"""Reads a content pack of Expect Delays and reports all its faults at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from games import packs
from games.expect_delays.pack import (
    EFFECTS,
    KINDS,
    NOTHING,
    PLAYERS,
    SETTINGS,
    WITH_AMOUNT,
    Advisory,
    Card,
    Pack,
    SubwayLine,
)
from games.texts import T, listed

HOUSE: Final = Path(__file__).parent / "content" / "house.toml"
MOST: Final = 40  # of anything countable: catches a slip of the finger, not a variant
FEWEST_ADVISORIES: Final = 2  # the active one and the next
LONGEST_LINE: Final = 12  # Stops; the tables of a Line grow with it
LINES_EACH: Final = 2  # expect-delays.txt, Board
LARGEST_HAND: Final = 4  # cards; the number of moves grows with it


def load(path: Path = HOUSE) -> Pack:
    """The pack in that file. Raises games.packs.PackError, or OSError when there is no file."""
    return read(packs.Pack.read(path))


def read(file: packs.Pack) -> Pack:
    """The pack in an open file. Raises games.packs.PackError with everything that is wrong."""
    about, limits, parts = file.table("pack"), file.table("limits"), file.table("components")
    about.whole("version", low=1, high=10_000)
    lines = _lines(file)
    calm = _calm(limits)
    cards, advisories = _cards(file, lines), _advisories(file, calm)
    _count(parts, "train_cards", sum(card.copies for card in cards))
    _count(parts, "advisories", sum(advisory.copies for advisory in advisories))
    if sum(card.copies for card in cards) < 2 * calm.run_cards:
        file.fault("card", "too-few", T("There are not enough Train cards for two hands."))
    if sum(advisory.copies for advisory in advisories) < FEWEST_ADVISORIES:
        file.fault("advisory", "too-few", T("There must be at least 2 Service Advisories."))
    fare_swipes = parts.whole("fare_swipes", low=1, high=MOST)
    pack = Pack(
        name=file.name,
        title=about.sentence("title"),
        source=about.text("source"),
        digest=file.digest,
        lines=lines,
        cards=cards,
        advisories=advisories,
        calm=calm,
        fare_swipes=fare_swipes,
        tourists=parts.whole("tourists", low=0, high=MOST),
        commuters=parts.whole("commuters", low=1, high=9),
        start=_start(limits, fare_swipes),
        hand=calm.run_cards,
        target=limits.whole("target", low=1, high=MOST),
    )
    file.done()
    return pack


def _calm(limits: packs.PackTable) -> Advisory:
    """The settings while no advisory is active. A whole hand may be discarded in one Run."""
    low, high = SETTINGS["board_cost"]
    board_cost = limits.whole("board_cost", low=low, high=high)
    low, high = SETTINGS["actions"]
    actions = limits.whole("actions", low=low, high=high)
    hand = limits.whole("hand", low=1, high=LARGEST_HAND)
    return Advisory(-1, "", "", "", 0, board_cost, actions, hand, 1)


def _count(parts: packs.PackTable, key: str, there: int) -> None:
    said = parts.whole(key, low=1, high=100)
    if said != there:
        parts.fault(
            key, "count", T("The pack says {said}, but it lists {there}.", said=said, there=there)
        )


def _start(limits: packs.PackTable, fare_swipes: int) -> tuple[int, int]:
    """The Fare Swipes of Uptown and Downtown at the start."""
    table = limits.table("swipes_at_start")
    uptown, downtown = (table.whole(player, low=0, high=MOST) for player in PLAYERS)
    if uptown + downtown > fare_swipes:
        table.fault(
            "", "too-many", T("There are only {fare_swipes} Fare Swipes.", fare_swipes=fare_swipes)
        )
    return uptown, downtown


def _name(table: packs.PackTable, taken: Sequence[str], more: str) -> str:
    """An id. It is a word in the notation of moves: unique, of letters and what ``more`` has."""
    name = table.text("id")
    if name in taken:
        table.fault("id", "twice", T("{name} is listed twice.", name=repr(name)))
    if not all((letter.isascii() and letter.isalpha()) or letter in more for letter in name):
        table.fault(
            "id",
            "name",
            T("Use only letters and the characters {more}.", more=more)
            if more
            else T("Use only letters."),
        )
    return name


def _lines(file: packs.Pack) -> tuple[SubwayLine, ...]:
    found: list[SubwayLine] = []
    for table in file.tables("line"):
        key = _name(table, [line.id for line in found], "")
        owner = PLAYERS[table.choice("player", list(PLAYERS))]
        points = table.wholes("stops", low=0, high=MOST)
        if not LINES_EACH <= len(points) <= LONGEST_LINE or points[0] != 0:
            text = T(
                "A Line must have {least} to {most} Stops, the first worth 0 points.",
                least=LINES_EACH,
                most=LONGEST_LINE,
            )
            table.fault("stops", "stops", text)
        transfers = table.wholes("transfers", low=0, high=max(len(points) - 1, 0))
        found.append(SubwayLine(key, owner, tuple(points), frozenset(transfers)))
    for word, player in PLAYERS.items():
        if sum(line.owner == player for line in found) != LINES_EACH:
            file.fault(
                "line",
                "two-lines",
                T(
                    "The {word} player must have {least} Lines.",
                    word=word,
                    least=LINES_EACH,
                ),
            )
    return tuple(found)


def _cards(file: packs.Pack, lines: Sequence[SubwayLine]) -> tuple[Card, ...]:
    names = [line.id for line in lines]
    found: list[Card] = []
    for table in file.tables("card"):
        key = _name(table, [card.id for card in found], "-0123456789")
        symbols = table.words("lines", names)
        if not 1 <= len(symbols) <= 2:  # expect-delays.txt, Run the Line
            table.fault("lines", "symbols", T("A Train card has 1 or 2 symbols."))
        swipes = table.whole("swipes", low=0, high=MOST)
        copies = table.whole("copies", low=1, high=MOST)
        found.append(Card(key, tuple(map(names.index, symbols)), swipes, copies))
    return tuple(found)


def _advisories(file: packs.Pack, calm: Advisory) -> tuple[Advisory, ...]:
    found: list[Advisory] = []
    for table in file.tables("advisory"):
        key = _name(table, [advisory.key for advisory in found], "-0123456789")
        title, kind = table.sentence("title"), table.choice("kind", KINDS)
        copies = table.whole("copies", low=1, high=MOST, default=1)
        named = replace(calm, id=len(found), key=key, title=title, kind=kind, copies=copies)
        found.append((_event if kind == "event" else _effect)(table, named))
    return tuple(found)


def _effect(table: packs.PackTable, advisory: Advisory) -> Advisory:
    """A New Action or a Transfer: one effect of the closed list."""
    word = table.choice("effect", list(EFFECTS))
    amount = table.whole("amount", low=1, high=MOST) if word in WITH_AMOUNT else 0
    effect = EFFECTS.get(word, NOTHING)
    if advisory.kind == "transfer":
        return replace(advisory, transfer=effect, amount=amount)
    return replace(advisory, action=effect, amount=amount)


def _event(table: packs.PackTable, advisory: Advisory) -> Advisory:
    """An Event: one or more settings of the closed list."""
    settings = table.table("set")
    values: dict[str, int] = {}
    for name, (low, high) in SETTINGS.items():
        if settings.has(name):
            values[name] = settings.whole(name, low=low, high=high)
    if not values:
        settings.fault(
            "",
            "empty",
            T("An Event must set one or more of {settings}.", settings=listed(SETTINGS)),
        )
    return replace(
        advisory,
        board_cost=values.get("board_cost", advisory.board_cost),
        actions=values.get("actions", advisory.actions),
        run_cards=min(values.get("run_cards", advisory.run_cards), advisory.run_cards),
        tourists_board=values.get("tourists_board", advisory.tourists_board),
    )
