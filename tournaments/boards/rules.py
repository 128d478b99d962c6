"""The next step of a tournament: pure functions over plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Step(StrEnum):
    """The steps of a tournament that it may be waiting for."""

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
    """Return the step that comes next. ``round_status`` is that of the open round, or empty."""
    if finished:
        return Step.FINISHED
    if round_status == "running":
        return Step.PLAY if playing else Step.CLOSE
    if round_status == "published":
        return Step.START
    if round_status == "seated":
        return Step.PUBLISH
    return Step.SEAT if checked_in >= smallest_table else Step.PEOPLE


# --- From an empty event to the first round -------------------------------------------------------


class Task(StrEnum):
    """The tasks until the first round runs, in this order."""

    TOURNAMENT = "tournament"
    ROSTER = "roster"
    CHECK_IN = "check_in"
    SEAT = "seat"
    PUBLISH = "publish"
    START = "start"


class Progress(StrEnum):
    DONE = "done"
    NEXT = "next"
    LATER = "later"


#: By whether a task comes after the one that is next (1), is that one (0), or came before (-1).
PROGRESS = {1: Progress.LATER, 0: Progress.NEXT, -1: Progress.DONE}


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the checklist."""

    task: Task
    progress: Progress


def checklist(
    *, has_tournament: bool, people: int, checked_in: int, smallest_table: int, round_status: str
) -> list[Item]:
    """Every task; exactly one is next. ``round_status`` is that of the open round, or empty."""
    is_seated = round_status in ("seated", "published")
    done = {
        Task.TOURNAMENT: has_tournament,
        Task.ROSTER: is_seated or people >= smallest_table,
        Task.CHECK_IN: is_seated or checked_in >= smallest_table,
        Task.SEAT: is_seated,
        Task.PUBLISH: round_status == "published",
        Task.START: False,
    }
    tasks = list(Task)
    following = next(number for number, task in enumerate(tasks) if not done[task])
    return [
        Item(task, PROGRESS[(number > following) - (number < following)])
        for number, task in enumerate(tasks)
    ]
