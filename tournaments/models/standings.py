"""Rows of the table of merit, as computed last."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Standing(models.Model):
    """A player's row in the table of merit of a tournament.

    Rows are replaced whole by ``standings.services.refresh``. ``rank`` orders the rows (1 first);
    players who cannot be told apart share a ``place``. ``score`` is the exact sum of placement
    points, written as a fraction such as "7/2".
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="standings"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="standings"
    )
    rank = models.PositiveIntegerField()
    place = models.PositiveIntegerField(_("place"))
    score = models.CharField(_("score"), max_length=40)
    wins = models.PositiveSmallIntegerField(_("wins"))
    game_points = models.IntegerField(_("game points"))
    games = models.PositiveSmallIntegerField(_("games"))
    hands = models.PositiveSmallIntegerField(_("hands"))
    in_progress = models.BooleanField(_("at a table now"))

    class Meta:
        ordering = ["tournament", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "entry"], name="one_standing_per_entry"),
            models.UniqueConstraint(fields=["tournament", "rank"], name="one_standing_per_rank"),
        ]

    def __str__(self):
        return f"{self.place}. {self.entry}"
