"""Which seasons may have to be computed again.

Triggers write down which events were changed, by whatever verb (``tournaments.event_changes``). So
a worker reads the seasons of those events alone, of those that ended since it looked, and those
that their owners have changed. One that begins reads all of them once.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from tournaments.event_changes import ChangedEvents
from tournaments.models import Season

#: The day in a zone may be two days later than the last day of an event that is not over there.
DAYS_AROUND = timedelta(days=2)


class WaitingSeasons:
    """The seasons that a worker has still to look at.

    None of them is forgotten before it is ``done``, even if the database fails meanwhile. If the
    process ends, the next one begins with all seasons.
    """

    def __init__(self) -> None:
        self._events = ChangedEvents()
        self._looked_on: date | None = None
        self._changed: set[int] = set()  # events whose seasons are still to be read
        self._seasons: set[int] = set()

    def look(self, *, at: datetime) -> list[int]:
        """Return the keys of those that something may have changed for, in order.

        Four queries, whatever the number of seasons.
        """
        today, changed = at.date(), self._events.look()
        if changed is None:
            self._looked_on = None  # so all are read, also by the next look if this one fails
        if self._looked_on is None:
            found = _keys()
        else:
            self._changed |= changed or frozenset()
            events = frozenset(self._changed)
            ended = (min(self._looked_on, today) - DAYS_AROUND, today)
            found = _keys(fingerprint="") | _keys(parts__tournament__event__ends_on__range=ended)
            if events:
                found |= _keys(parts__tournament__event__in=events)
            self._changed -= events
        self._seasons |= found
        self._looked_on = today
        return sorted(self._seasons)

    def done(self, seasons: Iterable[int]) -> None:
        """Forget these seasons until something changes for them again."""
        self._seasons.difference_update(seasons)


def _keys(**conditions: object) -> set[int]:
    return set(Season.objects.filter(**conditions).order_by().values_list("pk", flat=True))
