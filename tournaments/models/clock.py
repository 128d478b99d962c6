"""Changes of clocks, consents to overtime, planned warnings, and heartbeats."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.ledger import AppendOnly


class ClockChange(AppendOnly):
    """One change in the history of a clock: of a table, of a whole round, or of the next start.

    The deadlines of rounds and tables follow from these rows (clock.clock_events). A change is
    undone by another row; no row is ever changed or deleted. ``value`` holds its parameters,
    ``before`` and ``after`` the deadlines around it.
    """

    class Act(models.TextChoices):
        PLAN = "plan", _("start planned")
        START = "start", _("slot started")
        RESTART = "restart", _("clock restarted")
        RULES = "rules", _("timing changed")
        PAUSE = "pause", _("clock paused")
        RESUME = "resume", _("clock resumed")
        EXTRA = "extra", _("extra time given")
        CUTOFF = "cutoff", _("cutoff moved")
        END = "end", _("slot ended early")
        UNDO = "undo", _("undone")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="clock_changes"
    )
    round = models.ForeignKey(
        "tournaments.Round", null=True, on_delete=models.CASCADE, related_name="clock_changes"
    )
    table = models.ForeignKey(
        "tournaments.Table", null=True, on_delete=models.CASCADE, related_name="clock_changes"
    )
    act = models.CharField(max_length=10, choices=Act.choices)
    at = models.DateTimeField()
    user = models.ForeignKey("tournaments.User", null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=120)
    device = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    value = models.JSONField(default=dict)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    undoes = models.OneToOneField(
        "self", null=True, on_delete=models.CASCADE, related_name="undone_by"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table=None) | Q(round__isnull=False), name="table_change_has_its_round"
            ),
            models.CheckConstraint(
                condition=Q(act="undo", undoes__isnull=False) | (~Q(act="undo") & Q(undoes=None)),
                name="undoing_says_what",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_act_display()}: {self.table or self.round or self.tournament}"


class Consent(models.Model):
    """A player agrees to play past the end of the slot, and to miss a game for it.

    A withdrawn consent stays, with its ``withdrawn_at``.
    """

    seat = models.ForeignKey("tournaments.Seat", on_delete=models.CASCADE, related_name="consents")
    given_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    user = models.ForeignKey("tournaments.User", null=True, on_delete=models.PROTECT)
    actor = models.CharField(max_length=120)
    device = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=Q(withdrawn_at=None), name="one_consent_per_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}"


class ClockWarning(models.Model):
    """A moment at which the players must be warned.

    Planned with the deadlines of a round, of a table that has its own, or of the next start of a
    tournament. The first worker to set an empty ``fired_at`` fires the warning, so it fires once.
    Rows with an older ``epoch`` than the clock of their subject are void and never fire.
    """

    #: For so long after it has fired pages show it.
    SHOWN_FOR = timedelta(minutes=30)

    class Kind(models.TextChoices):
        EARLY = "early", _("time is running out")
        CUTOFF = "cutoff", _("no new hands")
        FORCE_END = "force_end", _("the conductor may end a hand")
        END = "end", _("end of the slot")
        NEXT = "next", _("the next round starts")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="warnings"
    )
    round = models.ForeignKey(
        "tournaments.Round", null=True, on_delete=models.CASCADE, related_name="warnings"
    )
    table = models.ForeignKey(
        "tournaments.Table", null=True, on_delete=models.CASCADE, related_name="warnings"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    epoch = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    fired_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["due_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "kind", "epoch"],
                condition=Q(table=None, round__isnull=False),
                name="warning_planned_once",
            ),
            models.UniqueConstraint(
                fields=["table", "kind", "epoch"],
                condition=Q(table__isnull=False),
                name="warning_of_table_planned_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "kind", "epoch"],
                condition=Q(round=None),
                name="next_start_planned_once",
            ),
            models.CheckConstraint(
                condition=Q(round=None, table=None, kind="next")
                | (Q(round__isnull=False) & ~Q(kind="next")),
                name="warning_has_its_subject",
            ),
            models.CheckConstraint(
                condition=Q(fired_at=None) | Q(fired_at__gte=F("due_at")),
                name="warning_never_early",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(fired_at=None), name="warnings_not_yet_fired"
            ),
        ]

    @property
    def until(self) -> datetime | None:
        """Until when pages show it, once it has fired."""
        return self.fired_at and self.fired_at + self.SHOWN_FOR

    def __str__(self) -> str:
        return f"{self.table or self.round or self.tournament}: {self.get_kind_display()}"


class Heartbeat(models.Model):
    """When a part of the server was last seen running, for the conductors' pages.

    ``note`` is plain text for people; no code reads it.
    """

    name = models.CharField(max_length=20, unique=True)
    seen_at = models.DateTimeField()
    note = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return f"{self.name}, {self.seen_at:%H:%M:%S}"
