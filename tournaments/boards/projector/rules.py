"""How the board is divided into pages, and which one is shown: pure functions."""

from collections.abc import Sequence
from datetime import datetime
from math import ceil
from typing import TypeVar

T = TypeVar("T")

#: Clocks on a page. A hall with more slots than fit on four pages has more of them on each.
SLOTS_A_PAGE, SLOTS_A_FULL_PAGE = 4, 6
PAGES_OF_CLOCKS = 4
#: Everybody sees their clock within so many seconds.
SECONDS_FOR_ALL = 40
LONGEST, SHORTEST = 10, 5
#: More pages than these are not shown within that time.
MOST_PAGES = SECONDS_FOR_ALL // SHORTEST
#: So few clocks on a page leave room for so many tables under each.
SLOTS_WITH_TILES, MOST_TILES = 2, 12
#: Lines of names on a page, and how long a name is that takes two of them.
LINES_A_PAGE = 40
LONG_NAME = 26
#: A heading among names is as high as so many of them.
HEADING_LINES = 2
#: Characters of a line of a note under a heading.
NOTE_LINE = 40


def slots_a_page(running: int) -> int:
    """How many clocks a page has, if so many slots run."""
    return SLOTS_A_PAGE if running <= SLOTS_A_PAGE * PAGES_OF_CLOCKS else SLOTS_A_FULL_PAGE


def chunks(items: Sequence[T], size: int) -> list[list[T]]:
    """The items in order, ``size`` together and the rest on the last."""
    return [list(items[start : start + size]) for start in range(0, len(items), size)]


def seconds_a_page(pages: int) -> int:
    """How long each page is shown, so that all of them come within the time."""
    return max(SHORTEST, min(LONGEST, SECONDS_FOR_ALL // max(pages, 1)))


def page_shown(now: datetime, *, pages: int, seconds: int) -> int:
    """The place of the page that is shown now, by the time alone: all screens of a hall agree.

    static/js/board.js does the same.
    """
    return int(now.timestamp()) // seconds % pages if pages else 0


def heading_lines(note: str) -> int:
    """How many lines a heading among names takes, with the note under it if there is one."""
    return HEADING_LINES + ceil(len(note) / NOTE_LINE)


def lines_of(name: str) -> int:
    """How many lines a name takes in a column of names."""
    return 1 if len(name) <= LONG_NAME else 2
