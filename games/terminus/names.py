"""The words in which a position is shown (``State.view``), ready to be looked up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.memo import Memo
from games.terminus.pack import Pack

BUILD_UPGRADES: Final = ("hub", "terminus")

IN_BOX: Final = -2
ON_DISPLAY: Final = -1
"""Where a Development is that lies in no Block (``State.site``)."""
Numbers = tuple[int, ...]
Rows = tuple[tuple[int, int], ...]
"""The rows of a Project that are taken: (seat, Lobbyists)."""


def bits(mask: int) -> list[int]:
    """The numbers of a mask, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Names:
    """By number, and lists of them by mask."""

    def __init__(self, pack: Pack) -> None:
        city = pack.city
        self.plots = [plot.id for plot in city.plots]
        self.blocks = [block.id for block in city.blocks]
        self.links = [city.link_name(link) for link in city.links]
        self.initials = [key for key, _ in city.districts]
        self.cards = [card.id for card in pack.agendas]
        self.tiles = [tile.id for tile in pack.developments]
        self.upgrades = [tile.id for tile in pack.upgrades]
        self.plots_of = Memo[int, list[str]](_named(self.plots))
        self.line_of = Memo[Numbers, list[str]](
            lambda line: [self.plots[plot] for plot in line if plot >= 0]
        )
        self.upgrades_of = Memo[int, list[str]](_named(self.upgrades))
        self.unlocked_of = Memo[int, list[str]](_named(BUILD_UPGRADES))
        self.seats_of = Memo[int, list[int]](bits)
        self.slots_of = Memo[int, list[int]](lambda mask: [slot + 1 for slot in bits(mask)])
        self.rows_of = Memo[Rows, list[str]](_row_names)
        self.developments_of = Memo[tuple[Numbers, Numbers], dict[str, Any]](self._developments)
        self.demands_of = Memo[tuple[int, ...], list[str]](self._demand_names)

    def _demand_names(self, counts: tuple[int, ...]) -> list[str]:
        return [key for key, count in zip(self.initials, counts, strict=True) for _ in range(count)]

    def _developments(self, where: tuple[Numbers, Numbers]) -> dict[str, Any]:
        """Where Developments are, and the Demands on them, from ``State.site`` and ``token``."""
        sites, tokens = (list(zip(self.tiles, numbers, strict=True)) for numbers in where)
        return {
            "display": [tile for tile, site in sites if site == ON_DISPLAY],
            "city": {tile: self.blocks[site] for tile, site in sites if site >= 0},
            "demand": {tile: self.initials[token] for tile, token in tokens if token >= 0},
        }


def _row_names(rows: Rows) -> list[str]:
    return [f"seat {seat} with {count}" for seat, count in rows]


def _named(names: Sequence[str]) -> Callable[[int], list[str]]:
    return lambda mask: [names[number] for number in bits(mask)]
