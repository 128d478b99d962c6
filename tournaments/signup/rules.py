"""When people may sign up for a session, and when they may say that they are here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto

#: People say that they are here from so long before the start.
BEFORE = timedelta(minutes=30)


class Obstacle(Enum):
    """Why nobody signs up for a session, or comes to it, at this moment."""

    NOT_PUBLISHED = auto()
    CANCELLED = auto()
    OVER = auto()
    PLAYED = auto()
    FINISHED = auto()
    NOT_BY_THEMSELVES = auto()
    NOT_OPEN_YET = auto()
    CLOSED = auto()
    TOO_EARLY = auto()


@dataclass(frozen=True, slots=True)
class Window:
    """The moments of a session that decide about it."""

    starts_at: datetime
    ends_at: datetime
    opens_at: datetime | None
    closes_at: datetime | None
    is_published: bool
    is_cancelled: bool
    #: Whether nothing more is played in it.
    is_played: bool
    #: Whether its tournament is, so that no session is played any more.
    is_finished: bool
    is_free: bool


def any_obstacle(window: Window, now: datetime) -> Obstacle | None:
    """The obstacle that keeps everybody out of a session."""
    return no_place(window, now) or (Obstacle.FINISHED if window.is_finished else None)


def no_place(window: Window, now: datetime) -> Obstacle | None:
    """Why nobody has a place in a session any more; else who has one may still give it up."""
    if window.is_cancelled:
        return Obstacle.CANCELLED
    if window.ends_at <= now:
        return Obstacle.OVER
    return Obstacle.PLAYED if window.is_played else None


def to_sign_up(window: Window, now: datetime, *, conducts: bool) -> Obstacle | None:
    """The obstacle to signing up; conductors give a place at any time before the end."""
    if found := any_obstacle(window, now):
        return found
    if conducts:
        return None
    if not window.is_published:
        return Obstacle.NOT_PUBLISHED
    if not window.is_free:
        return Obstacle.NOT_BY_THEMSELVES
    if window.opens_at and now < window.opens_at:
        return Obstacle.NOT_OPEN_YET
    return Obstacle.CLOSED if window.closes_at and window.closes_at <= now else None


def to_be_here(window: Window, now: datetime, *, conducts: bool, booked: bool) -> Obstacle | None:
    """The obstacle to people saying that they are here.

    A walk-up has no booking; a session in which only conductors give places takes none.
    """
    if found := any_obstacle(window, now):
        return found
    if now < here_from(window.starts_at):
        return Obstacle.TOO_EARLY
    if conducts or booked:
        return None
    if not window.is_published:
        return Obstacle.NOT_PUBLISHED
    return None if window.is_free else Obstacle.NOT_BY_THEMSELVES


def here_from(starts_at: datetime) -> datetime:
    """From when on people may say that they are here."""
    return starts_at - BEFORE


def release_at(starts_at: datetime, minutes: int | None) -> datetime | None:
    """When the places of those who have not come are released; None if never."""
    return None if minutes is None else starts_at + timedelta(minutes=minutes)
