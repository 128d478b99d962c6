"""What a tournament waits for: pure functions over plain values."""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """What a tournament waits for."""

    PEOPLE = "people"
    SEAT = "seat"
    PUBLISH = "publish"
    START = "start"
    PLAY = "play"
    CLOSE = "close"
    FINISHED = "finished"


def next_step(
    *, finished: bool, round_status: str, checked_in: int, smallest_table: int, playing: int
) -> Step:
    """What a tournament waits for. ``round_status`` is that of its open round, or empty."""
    if finished:
        return Step.FINISHED
    if round_status == "running":
        return Step.PLAY if playing else Step.CLOSE
    if round_status == "published":
        return Step.START
    if round_status == "seated":
        return Step.PUBLISH
    return Step.SEAT if checked_in >= smallest_table else Step.PEOPLE
