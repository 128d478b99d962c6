"""Badges of everybody at an event, drawn by a worker for printing in one go."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Event


class BadgePrint(models.Model):
    """All badges of an event, as its roster was when a conductor asked for them.

    ``digest`` is of all that the badges show, so asking twice for the same ones gives the same
    print. ``site`` is where their codes lead, without a slash at the end; ``people`` are the keys
    of the players in order. The print is complete when all of its sheets are drawn, and removed
    after a day.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="badge_prints")
    digest = models.CharField(max_length=64)
    site = models.CharField(max_length=250)
    people = models.JSONField()
    sheets = models.PositiveSmallIntegerField()
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "digest"], name="badge_print_once"),
            models.CheckConstraint(condition=Q(sheets__gte=1), name="badge_print_has_sheets"),
        ]

    def __str__(self) -> str:
        return f"badges of {self.event}"


class BadgeSheet(models.Model):
    """The cards of one sheet of a print, as compressed HTML."""

    print = models.ForeignKey(BadgePrint, on_delete=models.CASCADE, related_name="drawn")
    number = models.PositiveSmallIntegerField()
    cards = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["print", "number"], name="badge_sheet_once"),
        ]

    def __str__(self) -> str:
        return f"sheet {self.number} of the {self.print}"
