"""Constraints on seating, byes, plans, earlier seatings and games of brackets."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class KeptApart(models.Model):
    """Two people who must never sit at one table, in any tournament of the event.

    The reason is private, so it is not stored.
    """

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="kept_apart"
    )
    one = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["one__name", "other__name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="kept_apart_once"),
            # The smaller id first, so that a pair has one row.
            models.CheckConstraint(condition=Q(one__lt=F("other")), name="kept_apart_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} | {self.other}"


class Bye(models.Model):
    """A player who does not play in a round, and what that is worth.

    The numbers did not fit, or a conductor said so (``Adjustment``). A forfeit names the
    ``opponent``, if there was one.
    """

    class Kind(models.TextChoices):
        FULL = "bye", _("bye")
        HALF = "half_bye", _("half-point bye")
        ZERO = "zero_bye", _("zero-point bye")
        ABSENT = "absent", _("absent")
        FORFEIT_WIN = "forfeit_win", _("forfeit win")
        FORFEIT_LOSS = "forfeit_loss", _("forfeit loss")

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="byes")
    kind = models.CharField(
        max_length=12, choices=Kind.choices, default=Kind.FULL, db_default="bye"
    )
    opponent = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["round", "entry__player__name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "bye",
                        "half_bye",
                        "zero_bye",
                        "absent",
                        "forfeit_win",
                        "forfeit_loss",
                    ]
                ),
                name="bye_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(opponent=None) | Q(kind__in=["forfeit_win", "forfeit_loss"]),
                name="only_a_forfeit_names_an_opponent",
            ),
            models.UniqueConstraint(fields=["round", "entry"], name="one_bye_per_round_and_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} ({self.round})"


class EarlierSeating(models.Model):
    """The tables of a round before a change, to compare with and to go back to.

    ``tables`` are lists of entry ids in turn order, by table number from 1; a missing table
    is an empty list. ``byes`` are lists of an entry id, the kind and the opponent, or entry ids of
    full byes; null where an old release did not keep them. ``helpers`` are the entry ids of those
    who only fill a seat. ``verb`` is the change that followed, as the ledger names it.
    ``made_from`` is that of the round.
    """

    round = models.ForeignKey(
        "tournaments.Round", on_delete=models.CASCADE, related_name="earlier_seatings"
    )
    verb = models.CharField(max_length=40)
    at = models.DateTimeField()
    seed = models.PositiveBigIntegerField()
    tables = models.JSONField()
    byes = models.JSONField(null=True)
    helpers = models.JSONField(null=True)
    made_at = models.DateTimeField(null=True)
    made_from = models.CharField(max_length=24, blank=True, default="")

    class Meta:
        ordering = ["round", "-id"]

    def __str__(self) -> str:
        return f"{self.round}, {self.at:%H:%M:%S}: {self.verb}"


class Plan(models.Model):
    """All preliminary rounds of a tournament, planned in advance.

    ``rounds`` are lists of tables, each of entry ids in turn order. They were computed from
    ``seed`` by version ``planner`` of ``pairing``.
    """

    tournament = models.OneToOneField(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="plan"
    )
    rounds = models.JSONField()
    seed = models.PositiveBigIntegerField()
    planner = models.PositiveSmallIntegerField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament}: {len(self.rounds)}"


class Match(models.Model):
    """A game of a bracket: at which table of a round it is played, or who goes on without it.

    ``name`` is that of the bracket (see ``pairing.head_to_head``), ``number`` that of the table;
    without a number it was not played. Who goes on follows from the sheet of the table, unless
    ``settled``: then it is ``winner``, or nobody. ``reason`` says why; empty, because the
    other was not there.
    """

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="matches")
    name = models.CharField(max_length=10)
    number = models.PositiveSmallIntegerField(null=True)
    settled = models.BooleanField(default=False)
    winner = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="matches_won"
    )
    reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering = ["round", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "name"], name="match_once_per_round"),
            models.CheckConstraint(
                condition=Q(settled=True) | Q(winner=None, number__isnull=False),
                name="match_is_played_or_settled",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.round})"
