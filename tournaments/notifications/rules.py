"""The shape that an announcement may have, and when it is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from tournaments.errors import Refused
from tournaments.notifications import errors

#: Without an end an announcement is shown for so long.
USUAL = timedelta(minutes=30)


class State(Enum):
    """Where an announcement is in its life."""

    COMING = "coming"
    SHOWN = "shown"
    OVER = "over"
    WITHDRAWN = "withdrawn"


def usual_end(starts_at: datetime) -> datetime:
    """When an announcement ends of which nobody said so."""
    try:
        return starts_at + USUAL
    except OverflowError:  # past the last year there is; one without a length is refused
        return starts_at


@dataclass(frozen=True, slots=True)
class AnnouncementValues:
    """The values that conductors gave an announcement. ``tournament`` and ``session`` are keys."""

    text: str
    audience: str
    starts_at: datetime
    ends_at: datetime
    tournament: int | None = None
    session: int | None = None


def faults(values: AnnouncementValues, now: datetime) -> Iterator[Refused]:
    """Everything wrong with an announcement, each with its field, in the order of the form."""
    if not values.text:
        yield errors.AnnouncementNeedsText(field="text")
    wanted = (values.audience == "tournament", values.audience == "session")
    if wanted != (values.tournament is not None, values.session is not None):
        yield errors.NoSuchAudience(field="audience")
    if values.ends_at <= values.starts_at:
        yield errors.EndsBeforeItIsShown(field="ends_at")
    elif values.ends_at <= now:
        yield errors.OverAlready(field="ends_at")


def state(
    starts_at: datetime, ends_at: datetime, withdrawn_at: datetime | None, now: datetime
) -> State:
    """Where an announcement is in its life."""
    if withdrawn_at:
        return State.WITHDRAWN
    if ends_at <= now:
        return State.OVER
    return State.COMING if starts_at > now else State.SHOWN
