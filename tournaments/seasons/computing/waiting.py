"""Which seasons may have to be computed again.

Triggers write down which events were changed, by whatever verb (``tournaments.event_changes``). So
a worker reads the seasons of those events alone, of those that ended since it looked, and those
that their owners have changed. One that begins reads all of them once.
"""

from datetime import date, datetime, timedelta

from tournaments.event_changes import ChangedEvents
from tournaments.models import Season

#: The day in a zone may be two days later than the last day of an event that is not over there.
DAYS_AROUND = timedelta(days=2)


class WaitingSeasons:
    """The seasons that a worker has still to look at."""

    def __init__(self) -> None:
        self._events = ChangedEvents()
        self._looked_on: date | None = None
        self._again: set[int] = set()

    def take(self, *, at: datetime) -> set[int]:
        """Return the keys of those that something may have changed for since the last call.

        Four queries, whatever the number of seasons. Nothing is lost if the process ends: the next
        one takes all.
        """
        today = at.date()
        since, self._looked_on = self._looked_on or today, today
        found, self._again = self._again, set()
        changed = self._events.look()
        if changed is None:
            return found | _keys()
        ended = (min(since, today) - DAYS_AROUND, today)
        found |= _keys(fingerprint="")
        found |= _keys(parts__tournament__event__ends_on__range=ended)
        if changed:
            found |= _keys(parts__tournament__event__in=changed)
        return found

    def put_back(self, season_id: int) -> None:
        """Return this season at the next call too: it could not be computed."""
        self._again.add(season_id)


def _keys(**conditions: object) -> set[int]:
    return set(Season.objects.filter(**conditions).order_by().values_list("pk", flat=True))
