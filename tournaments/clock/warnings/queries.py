"""The warnings and the pauses that pages show."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db.models import DurationField, ExpressionWrapper, F, Max, Min, OuterRef, Q, Subquery

from tournaments.audience import EVERYBODY, Audience, hears
from tournaments.clock.warnings.planning import KIND_OF
from tournaments.clock.warnings.services import STILL_TRUE
from tournaments.models import (
    ClockChange,
    ClockWarning,
    Event,
    Round,
    Table,
    Tournament,
    in_counted_rounds,
)

NOT_LATE = timedelta(0)
#: What its clock, or the announced start, still says. A warning that was given stays true through
#: changes that leave its moment where it was, so this compares moments, not epochs.
STILL_HOLDS = reduce(
    or_,
    (
        Q(kind=kind) & (Q(table=None, due_at=F(f"round__{name}")) | Q(due_at=F(f"table__{name}")))
        for name, kind in KIND_OF.items()
    ),
    Q(kind=ClockWarning.Kind.NEXT, due_at=F("tournament__next_round_at")),
)
#: News for people: what still holds, in a round that goes on.
IS_NEWS = STILL_HOLDS & in_counted_rounds() & Q(round__closed_at=None)
#: For operators, lateness is of so long before now.
LATE_WITHIN = timedelta(minutes=15)


def overdue(*, now: datetime) -> timedelta:
    """For how long the oldest warning that is due has not been given. One query."""
    due = ClockWarning.objects.filter(STILL_TRUE, fired_at=None, due_at__lte=now)
    oldest: datetime | None = due.aggregate(at=Min("due_at"))["at"]
    return now - oldest if oldest else NOT_LATE


def latest_lateness(*, now: datetime) -> timedelta:
    """How late the latest warning of the last quarter of an hour was, in rounds that run.

    One query. It reads the warnings of those rounds alone: there is no index of when they fired.
    """
    fired = ClockWarning.objects.filter(
        round__status=Round.Status.RUNNING, fired_at__gte=now - LATE_WITHIN
    )
    lateness = ExpressionWrapper(F("fired_at") - F("due_at"), DurationField())
    latest: timedelta | None = fired.aggregate(by=Max(lateness))["by"]
    return latest or NOT_LATE


def recent_notices(
    event: Event,
    *,
    now: datetime,
    code: str = "",
    audience: Audience = EVERYBODY,
    limit: int = 5,
) -> list[ClockWarning]:
    """The warnings for an audience that fired recently and still hold, newest first. One query.

    With the ``code`` of a table also its own, without those of its round that do not apply there:
    two queries.
    """
    subject = Q(table=None)
    table = _own_clock(event, code) if code else None
    if table:
        holds = [
            kind
            for name, kind in KIND_OF.items()
            if getattr(table, name) == getattr(table.round, name)
        ]
        subject = Q(table=table) | (
            Q(table=None) & (~Q(round=table.round_id) | Q(kind__in=holds) | Q(round=None))
        )
    fired = ClockWarning.objects.filter(
        subject, IS_NEWS, tournament__event=event, fired_at__gte=now - ClockWarning.SHOWN_FOR
    )
    if audience is not EVERYBODY:
        fired = fired.filter(tournament__in=audience)
    return list(
        fired.select_related("round", "table__hall_table__room", "tournament").order_by(
            "-due_at", "-pk"
        )[:limit]
    )


def _own_clock(event: Event, code: str) -> Table | None:
    """The table with this code, if its clock differs from its round's."""
    tables = Table.objects.filter(code=code, round__tournament__event=event, ends_at__isnull=False)
    return tables.select_related("round").first()


@dataclass(slots=True)
class Pause:
    """Rounds whose clocks stand still since one moment, for one reason, by their tournaments."""

    since: datetime
    reason: str
    #: Whether nothing goes on anywhere at the event, as in a fire alarm.
    is_everywhere: bool = False
    tournaments: list[Tournament] = field(default_factory=list)

    @property
    def key(self) -> str:
        """Names it on pages: each pause is announced once."""
        return f"{self.tournaments[0].pk}-{self.since:%H%M%S%f}"

    def concerns(self, audience: Audience) -> bool:
        """Whether this audience has to stop."""
        return self.is_everywhere or hears(audience, [one.pk for one in self.tournaments])


def pauses(event: Event, *, now: datetime) -> list[Pause]:
    """Return the pauses at an event, the oldest first. One query."""
    orders = ClockChange.objects.filter(
        round=OuterRef("pk"), table=None, act=ClockChange.Act.PAUSE, at=OuterRef("paused_at")
    )
    last = Subquery(orders.order_by("-pk").values("reason")[:1])
    rounds = Round.objects.filter(tournament__event=event, status=Round.Status.RUNNING)
    rounds = rounds.filter(Q(paused_at__isnull=False) | Q(ends_at__gt=now))
    running = list(
        rounds.annotate(why=last).select_related("tournament").order_by("paused_at", "pk")
    )
    is_everywhere = all(round_.paused_at for round_ in running)
    found: dict[tuple[datetime, str], Pause] = {}
    for round_ in running:
        if round_.paused_at is None:
            continue
        since, reason = round_.paused_at, round_.why or ""
        pause = found.setdefault((since, reason), Pause(since, reason, is_everywhere))
        pause.tournaments.append(round_.tournament)
    return list(found.values())
