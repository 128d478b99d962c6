"""What a table writes down: one score sheet per hand, one line per player."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class ScoreSheet(models.Model):
    """Hand ``number`` of a table: dealt, then reported; voided by a conductor if it must not count.

    In a game with one sheet for the whole game the only hand is number 1.

    ``cutoff_at`` is the cutoff that held when the hand was dealt, so that the database itself
    refuses a hand after it, unless ``past_the_end`` says that every player at the table had agreed
    to play on (express-tournament.txt, "Tournament time management").
    ``ended_early`` marks a hand that the conductor ended: it is scored as it stands.
    """

    class Status(models.TextChoices):
        DEALT = "dealt", _("being played")
        REPORTED = "reported", _("reported")
        VOIDED = "voided", _("voided")

    table = models.ForeignKey("tournaments.Table", on_delete=models.CASCADE, related_name="sheets")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DEALT)
    dealt_at = models.DateTimeField()
    cutoff_at = models.DateTimeField()
    past_the_end = models.BooleanField(default=False)
    reported_at = models.DateTimeField(null=True)
    went_out = models.ForeignKey(
        "tournaments.Seat", null=True, on_delete=models.PROTECT, related_name="+"
    )
    ended_early = models.BooleanField(default=False)
    # What the table wrote down, as the game's own score sheet has it (games.sheet.Sheet).
    entered = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        ordering = ["table", "number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=~Q(status="voided"),
                name="hand_number_once_per_table",
            ),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="dealt"), name="one_hand_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(dealt_at__lte=F("cutoff_at")) | Q(past_the_end=True),
                name="no_hand_dealt_after_the_cutoff",
            ),
            models.CheckConstraint(
                condition=Q(status="dealt", reported_at=None)
                | Q(status="reported", reported_at__gte=F("dealt_at"))
                | Q(status="voided"),
                name="reported_hand_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(ended_early=False) | Q(went_out=None),
                name="nobody_went_out_of_a_hand_ended_early",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]

    def __str__(self):
        return str(_("Hand %(number)s") % {"number": self.number})


class SheetLine(models.Model):
    """The points of one player in one hand, and what the game itself breaks ties by.

    ``tie_breaks`` is a list of whole numbers, more is better, or null where the game has none.
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="lines")
    seat = models.ForeignKey("tournaments.Seat", on_delete=models.PROTECT, related_name="lines")
    points = models.IntegerField()
    tie_breaks = models.JSONField(null=True)

    class Meta:
        ordering = ["sheet", "seat__position"]
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seat"], name="one_line_per_player_and_hand"),
        ]

    def __str__(self):
        return f"{self.seat}: {self.points}"
