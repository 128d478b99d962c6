"""Times as the clocks of a place show them, also in the nights in which these are changed."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

FIRST, SECOND = 0, 1


def moments(shown: datetime, zone: ZoneInfo) -> list[datetime]:
    """The moments, in UTC, at which the clocks of ``zone`` show a time: one, two in the night in
    which they are set back, none for a time that is left out when they are set forward."""
    both = (shown.replace(tzinfo=zone, fold=fold) for fold in (FIRST, SECOND))
    return sorted({at.astimezone(UTC) for at in both if _as_shown(at, zone) == shown})


def meant(shown: datetime, zone: ZoneInfo, *, now: object = None) -> datetime | None:
    """The moment that a typed time means: of two ``now``, which is stored, or else the first. None
    for a time that the clocks leave out."""
    found = moments(shown, zone)
    return next((at for at in found if at == now), found[0] if found else None)


def _as_shown(at: datetime, zone: ZoneInfo) -> datetime:
    return at.astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=FIRST)


def is_ambiguous(at: datetime, zone: ZoneInfo) -> bool:
    """Whether the clocks of ``zone`` show the time of a moment twice that night."""
    shown = at.astimezone(zone).replace(tzinfo=None, fold=FIRST)
    return len(moments(shown, zone)) > 1
