"""Which tables a page of a large hall shows: those searched for, a page at a time."""

from collections.abc import Sequence

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from tournaments.clock.room.queries import Tile
from tournaments.names import loose

TILES_A_PAGE = 60
LONGEST_SEARCH = 80


def searched(request: HttpRequest) -> str:
    """Return the words to search for: numbers of tables or parts of names, with commas between."""
    return request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]


def page_of(request: HttpRequest, tiles: Sequence[Tile]) -> Page[Tile]:
    """The tables that the address asks for, in their order."""
    terms = [loose(term) for term in searched(request).split(",") if term.strip()]
    found = [tile for tile in tiles if _matches(tile, terms)] if terms else tiles
    return Paginator(found, TILES_A_PAGE).get_page(request.GET.get("page"))


def _matches(tile: Tile, terms: Sequence[str]) -> bool:
    number = str(tile.table.shown)
    return any(
        term == number if term.isdecimal() else any(term in loose(name) for name in tile.players)
        for term in terms
    )
