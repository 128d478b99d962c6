"""The Subway Lines: Riders that ride, queue, wait and leave.

A Line is a string with one letter a Stop, the 0 point Stop first: ``"c.t...."`` has a Commuter on
the first Stop and a Tourist on the third. Strings are shared, cheap to compare and good keys for
the tables in model.py.
"""

from __future__ import annotations

from typing import Final

EMPTY: Final = "."
COMMUTER: Final = "c"
TOURIST: Final = "t"


def moved(line: str, steps: int) -> tuple[str, int]:
    """The Line after every Rider has moved ``steps`` Stops, and how many Tourists left it.

    Source: expect-delays.txt, Run the Line and Disembark. Rulings R1, R2: the Line
    moves one Stop at a time, the front Rider first; a Rider behind an occupied Stop stays, so a
    queue forms behind a Commuter that waits at the last Stop, and Tourists can be caught in it.
    """
    gone = 0
    for _ in range(steps):
        if line[-1] == TOURIST:
            line = put(line, len(line) - 1, EMPTY)
            gone += 1
        for stop in range(len(line) - 2, -1, -1):
            if line[stop] != EMPTY and line[stop + 1] == EMPTY:
                line = walked(line, stop)
    return line, gone


def put(line: str, stop: int, rider: str) -> str:
    """The Line with ``rider`` (or EMPTY) on ``stop``."""
    return line[:stop] + rider + line[stop + 1 :]


def walked(line: str, stop: int) -> str:
    """The Line after the Rider on ``stop`` took one step; the next Stop must exist and be empty."""
    return line[:stop] + EMPTY + line[stop] + line[stop + 2 :]


def commuters(line: str) -> list[int]:
    """The Stops where a Commuter stands, in order."""
    return [stop for stop, rider in enumerate(line) if rider == COMMUTER]


def tourists(line: str) -> list[int]:
    """The Stops where a Tourist stands, in order."""
    return [stop for stop, rider in enumerate(line) if rider == TOURIST]


def riders(line: str) -> int:
    """How many Riders, Commuters and Tourists, are on the Line."""
    return len(line) - line.count(EMPTY)
