"""Sessions on the timetable, the places that people have in them, and the time that both take."""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped


@models.DateTimeField.register_lookup
class PastQuarter(models.Transform):
    """The seconds since the last whole quarter of an hour, which every time zone counts alike.

    In SQL of the database alone: Django's ``__minute`` calls a function of Django on SQLite, which
    a check of the file by any other program would not find.
    """

    lookup_name = "past_quarter"
    output_field = models.FloatField()

    def as_sqlite(self, compiler: Any, connection: Any, **more: Any) -> Any:
        minutes = "CAST(strftime('%%%%M', %(expressions)s) AS INTEGER) %%%% 15 * 60"
        seconds = "CAST(strftime('%%%%f', %(expressions)s) AS REAL)"
        return self.as_sql(compiler, connection, template=f"({minutes} + {seconds})", **more)

    def as_postgresql(self, compiler: Any, connection: Any, **more: Any) -> Any:
        template = "MOD(EXTRACT(EPOCH FROM %(expressions)s), 900)::float8"
        return self.as_sql(compiler, connection, template=template, **more)


def on_quarter(column: str) -> Q:
    """The condition that a moment is a whole quarter of an hour."""
    return Q(**{f"{column}__past_quarter": 0.0})


class Session(Stamped):
    """A round that stands on the timetable, or something else that takes place and people.

    It is played at the hall tables ``first_table`` to ``last_table``, if it says any. ``capacity``
    is null where everybody finds a place. ``taken``, ``offered`` and ``waiting`` count its
    bookings; they change with them, under the lock of the session. An offered place is kept, and
    so it is not free. ``version`` grows with each change that people see, at ``revised_at``.

    Sign-up opens with the timetable unless ``opens_at`` says when, and closes with the end of the
    session unless ``closes_at`` does. Who has not come ``release_minutes`` after the start loses
    the place; where it is null, nobody does. One that was ``cancelled_with_tournament`` comes back
    with it.
    """

    class Kind(models.TextChoices):
        HEAT = "heat", _("heat")
        SEMIFINAL = "semifinal", _("semifinal")
        FINAL = "final", _("final")
        PICK_UP = "pick-up", _("pick-up game")
        OTHER = "other", _("something else")

    class Joins(models.TextChoices):
        FREE = "free", _("players sign up by themselves")
        NONE = "none", _("only conductors give places")

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="sessions"
    )
    tournament = models.ForeignKey(
        "tournaments.Tournament",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="sessions",
        verbose_name=_("tournament"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.HEAT)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    name = models.CharField(_("name"), max_length=80, blank=True, default="")
    room = models.ForeignKey(
        "tournaments.Room",
        null=True,
        blank=True,
        on_delete=models.RESTRICT,
        related_name="sessions",
        verbose_name=_("room"),
    )
    first_table = models.PositiveSmallIntegerField(_("first table"), null=True, blank=True)
    last_table = models.PositiveSmallIntegerField(_("last table"), null=True, blank=True)
    starts_at = models.DateTimeField(_("start"))
    ends_at = models.DateTimeField(_("end"))
    capacity = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    taken = models.PositiveSmallIntegerField(default=0, editable=False)
    waiting = models.PositiveSmallIntegerField(default=0, editable=False)
    offered = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    joins = models.CharField(_("sign-up"), max_length=7, choices=Joins.choices, default=Joins.FREE)
    opens_at = models.DateTimeField(_("sign-up opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("sign-up closes"), null=True, blank=True)
    release_minutes = models.PositiveSmallIntegerField(
        _("minutes until a place is released"), null=True, blank=True
    )
    published_at = models.DateTimeField(null=True, editable=False)
    cancelled_at = models.DateTimeField(null=True, editable=False)
    cancelled_with_tournament = models.BooleanField(default=False, db_default=False, editable=False)
    revised_at = models.DateTimeField(null=True, editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        ordering = ["starts_at", "pk"]
        indexes = [models.Index(fields=["event", "starts_at"], name="session_event_start")]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("starts_at")), name="session_ends_after_it_starts"
            ),
            models.CheckConstraint(
                condition=on_quarter("starts_at") & on_quarter("ends_at"),
                name="session_on_quarter_hours",
            ),
            models.CheckConstraint(
                condition=Q(capacity=None) | Q(capacity__gte=F("taken") + F("offered")),
                name="session_within_capacity",
            ),
            models.CheckConstraint(
                condition=Q(capacity=None) | Q(capacity__gte=1), name="session_has_places"
            ),
            models.CheckConstraint(
                condition=Q(first_table=None, last_table=None)
                | Q(
                    # A comparison with null is neither true nor false, and so breaks no check.
                    first_table__isnull=False,
                    last_table__isnull=False,
                    first_table__gte=1,
                    first_table__lte=F("last_table"),
                ),
                name="session_tables_in_order",
            ),
            models.CheckConstraint(
                condition=Q(kind="other", tournament=None)
                | (~Q(kind="other") & Q(tournament__isnull=False)),
                name="session_of_a_tournament_or_something_else",
            ),
            models.CheckConstraint(
                condition=Q(tournament__isnull=False) | ~Q(name=""),
                name="session_has_a_name",
            ),
            models.CheckConstraint(
                condition=Q(opens_at=None) | Q(closes_at=None) | Q(closes_at__gt=F("opens_at")),
                name="session_sign_up_in_order",
            ),
            models.UniqueConstraint(
                fields=["tournament", "kind", "number"],
                name="session_number_once_per_tournament_and_kind",
            ),
        ]

    def __str__(self) -> str:
        if self.tournament is None:
            return self.name
        of = {"tournament": self.tournament.name, "number": self.number, "name": self.name}
        if self.name:
            return str(_("%(tournament)s, %(name)s") % of)
        if self.kind == self.Kind.SEMIFINAL:
            return str(_("%(tournament)s, semifinal") % of)
        if self.kind == self.Kind.FINAL:
            return str(_("%(tournament)s, final") % of)
        if self.kind == self.Kind.PICK_UP:
            return str(_("%(tournament)s, game %(number)s") % of)
        return str(_("%(tournament)s, heat %(number)s") % of)

    @property
    def is_full(self) -> bool:
        return self.places_left == 0

    @property
    def places_left(self) -> int | None:
        """How many places are free; None where everybody finds one."""
        return None if self.capacity is None else max(0, self.capacity - self.given)

    @property
    def given(self) -> int:
        """How many places are taken, or kept for somebody."""
        return self.taken + self.offered

    @property
    def tournament_has_ended(self) -> bool:
        """Whether its tournament is finished or cancelled: then it is not played any more."""
        return self.tournament is not None and self.tournament.has_ended

    def is_over(self, now: datetime) -> bool:
        return self.ends_at <= now


class Booking(Stamped):
    """A person's place in a session, or in the queue for it.

    It takes the person's time while it is ``held`` or ``here``, and no longer. ``queued_at`` orders
    the queue. Until ``offered_until`` an ``offered`` place is kept for somebody, who may take it or
    pass. ``here_at`` is when somebody said that the person is here, which one in the queue may
    do as well. ``reason`` says why a place was lost, and ``had_place`` whether it was one, or only
    one in the queue. ``together`` is what friends booked at once.
    """

    class State(models.TextChoices):
        HELD = "held", _("booked")
        WAITING = "waiting", _("in the queue")
        OFFERED = "offered", _("may take a place")
        HERE = "here", _("here")
        GONE = "gone", _("gone")
        RELEASED = "released", _("did not come")
        CANCELLED = "cancelled", _("cancelled")
        LOST = "lost", _("place lost")

    #: Those that have a place, and so take the person's time.
    PLACED = (State.HELD, State.HERE)
    #: Those that are about a session to come.
    OPEN = (State.HELD, State.HERE, State.WAITING, State.OFFERED)
    #: Those that a place of the session is taken by, or kept for.
    GIVEN = (State.HELD, State.HERE, State.OFFERED)
    #: Those who would have a place, and have none yet.
    QUEUED = (State.WAITING, State.OFFERED)

    class Via(models.TextChoices):
        PLAYER = "player", _("by the player")
        WALK_UP = "walk-up", _("walk-up")
        CONDUCTOR = "conductor", _("by a conductor")
        PROMOTION = "promotion", _("from the queue")

    class Reason(models.TextChoices):
        MOVED = "moved", _("the session was moved")
        CANCELLED = "cancelled", _("the session was cancelled")
        OVERTIME = "overtime", _("they play past the end of another game")
        EXPIRED = "expired", _("they did not take the place in time")
        ELSEWHERE = "elsewhere", _("they were booked elsewhere when the session was restored")
        CONDUCTOR = "conductor", _("a conductor took them out")

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="bookings")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="bookings"
    )
    state = models.CharField(_("state"), max_length=9, choices=State.choices)
    via = models.CharField(max_length=9, choices=Via.choices)
    queued_at = models.DateTimeField()
    here_at = models.DateTimeField(null=True)
    offered_until = models.DateTimeField(null=True)
    together = models.ForeignKey(
        "tournaments.PartyBooking",
        null=True,
        on_delete=models.SET_NULL,
        related_name="bookings",
        db_index=False,
    )
    reason = models.CharField(max_length=9, choices=Reason.choices, blank=True, default="")
    had_place = models.BooleanField(default=False, db_default=False, editable=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["session", "queued_at", "pk"]
        indexes = [
            models.Index(fields=["session", "state", "queued_at"], name="booking_queue"),
            models.Index(
                fields=["together"], condition=Q(together__isnull=False), name="booking_together"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="booking_once_per_session"),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        *("held", "waiting", "offered", "here"),
                        *("gone", "released", "cancelled", "lost"),
                    ]
                ),
                name="booking_state_is_known",
            ),
            models.CheckConstraint(
                condition=~Q(state="here") | Q(here_at__isnull=False),
                name="booking_here_says_since_when",
            ),
            models.CheckConstraint(
                condition=Q(state="offered", offered_until__isnull=False)
                | ~Q(state="offered") & Q(offered_until=None),
                name="booking_offered_says_until_when",
            ),
            models.CheckConstraint(
                condition=Q(state="lost") & ~Q(reason="") | ~Q(state="lost") & Q(reason=""),
                name="booking_lost_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.session})"

    @property
    def has_place(self) -> bool:
        return self.state in self.PLACED


class PlayerHold(models.Model):
    """A quarter of an hour of a person, taken by one session. Written by ``holds`` alone.

    ``quarter`` counts quarters of an hour since 1970, in UTC.
    """

    player = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="holds")
    quarter = models.PositiveIntegerField()
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="player_holds")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "quarter"], name="player_hold_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, quarter {self.quarter}"


class TableHold(models.Model):
    """A quarter of an hour of a hall table, taken by one session; as PlayerHold."""

    hall_table = models.ForeignKey(
        "tournaments.HallTable", on_delete=models.RESTRICT, related_name="holds"
    )
    quarter = models.PositiveIntegerField()
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="table_holds")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hall_table", "quarter"], name="table_hold_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hall_table}, quarter {self.quarter}"
