"""Where a person has to sit, whatever they play."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class SeatingNeed(models.Model):
    """The table of the hall where a player has to sit, or that no step may be in the way to it.

    It holds in every game. Conductors and the player alone see it.
    """

    player = models.OneToOneField(
        "tournaments.Player", on_delete=models.CASCADE, related_name="need"
    )
    hall_table = models.ForeignKey(
        "tournaments.HallTable",
        null=True,
        blank=True,
        on_delete=models.RESTRICT,
        related_name="needed_by",
        verbose_name=_("table"),
    )
    step_free = models.BooleanField(_("step-free"), default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(hall_table__isnull=False) | Q(step_free=True),
                name="seating_need_says_what",
            )
        ]

    def __str__(self) -> str:
        return str(self.player)
