"""Warnings that the clock owes the room."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ClockWarning(models.Model):
    """A moment at which the room must be told something.

    Planned with the deadlines of a round and claimed by whichever worker comes first: a row is
    fired once, by setting ``fired_at`` where it is still empty. Rows of an older ``epoch`` than
    the round's clock are void and never fire.
    """

    class Kind(models.TextChoices):
        EARLY = "early", _("time is running")
        CUTOFF = "cutoff", _("no new hand")
        FORCE_END = "force_end", _("the conductor may end a hand")
        END = "end", _("end of the slot")

    round = models.ForeignKey(
        "tournaments.Round", on_delete=models.CASCADE, related_name="warnings"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    epoch = models.PositiveIntegerField()
    due_at = models.DateTimeField()
    fired_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["due_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "kind", "epoch"], name="warning_planned_once"),
            models.CheckConstraint(
                condition=Q(fired_at=None) | Q(fired_at__gte=models.F("due_at")),
                name="warning_never_early",
            ),
        ]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(fired_at=None), name="warnings_not_yet_fired"
            ),
        ]

    def __str__(self):
        return f"{self.round}: {self.get_kind_display()}"
