"""Calls for a conductor, from a seat."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event, Role
from tournaments.models.players import Player
from tournaments.punctuation import labelled


class CallRows(models.QuerySet["Call"]):
    """Calls, by who may see them."""

    def visible_to(self, event: Event, role: str) -> "CallRows":
        """The calls at an event that this role may see: only owners see reports of conduct."""
        calls = self.filter(table__round__tournament__event=event)
        if role != Role.OWNER:
            calls = calls.exclude(kind=Call.Kind.CONDUCT)
        return calls.select_related(
            "table__round__tournament",
            "table__hall_table__room",
            "player",
            "seat__entry__player",
            "seat__begun_by",
            "adjustment__entry__player",
        ).order_by("called_at", "pk")

    def open_to(self, event: Event, role: str) -> "CallRows":
        """The visible calls that are not closed yet, oldest first."""
        return self.visible_to(event, role).filter(closed_at=None)

    def made_by(self, player: Player) -> "CallRows":
        """The calls that somebody made.

        A call of before it said who made it is nobody's if the seat was taken over: who knows
        whether that was before the call, and only the owners read a report of conduct.
        """
        untouched = Q(seat__played_by=None, seat__begun_by=None)
        return self.filter(Q(player=player) | Q(untouched, player=None, seat__entry__player=player))


class Call(models.Model):
    """Somebody at a table calls for a conductor: called, answered, closed with a note.

    Only the owners of the event see ``conduct`` calls, or that there are any. A ``silent`` call
    is shown to conductors but not at the table.
    """

    class Kind(models.TextChoices):
        RULES = "rules", _("rules question")
        SLOW = "slow", _("slow play")
        CONDUCT = "conduct", _("conduct")
        OTHER = "other", _("something else")

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="calls")
    seat = models.ForeignKey("tournaments.Seat", on_delete=models.CASCADE, related_name="calls")
    # Who sat there and called: others may take the seat over. Empty in calls of before it was kept.
    player = models.ForeignKey(
        "tournaments.Player", null=True, on_delete=models.RESTRICT, related_name="+"
    )
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    silent = models.BooleanField(_("silent"), default=False)
    words = models.CharField(_("words"), max_length=500, blank=True)
    device = models.CharField(max_length=40, blank=True)
    called_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=120, blank=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=120, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    adjustment = models.ForeignKey(
        "tournaments.Adjustment", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    objects = CallRows.as_manager()

    class Meta:
        ordering = ["called_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["rules", "slow", "conduct", "other"]),
                name="call_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None) | Q(answered_at__gte=F("called_at")),
                name="call_answered_after_it_was_made",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None) | Q(answered_at__isnull=False),
                name="closed_call_was_answered",
            ),
        ]
        indexes = [
            models.Index(fields=["table"], condition=Q(closed_at=None), name="calls_that_are_open"),
        ]

    @property
    def caller(self) -> Player:
        """Who called."""
        return self.player or self.seat.begun_by or self.seat.entry.player

    def __str__(self) -> str:
        return labelled(self.table, self.get_kind_display())
