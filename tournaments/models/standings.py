"""The standings as last computed, and the adjustments a conductor makes."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.utils.translation import gettext_lazy as _

from tournaments.models.sentence_field import SentenceField
from tournaments.punctuation import labelled

models.CharField.register_lookup(Length)


class StandingsState(models.Model):
    """How far the results of a tournament are, and from which of them the standings are stored.

    ``results_version`` grows with each change of a result, in the same transaction, at
    ``results_at``; ``standings_version`` is the one that the stored rows were computed from.
    ``people_version`` grows when its players are taken for other people than before. Every report
    writes this row. So it is apart from the tournament, and the last that is locked.
    """

    tournament = models.OneToOneField(
        "tournaments.Tournament",
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="standings_state",
    )
    results_version = models.PositiveIntegerField(default=0)
    results_at = models.DateTimeField(null=True)
    standings_version = models.PositiveIntegerField(default=0)
    standings_at = models.DateTimeField(null=True)
    people_version = models.PositiveIntegerField(default=0, db_default=0)
    champion = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.tournament}: {self.standings_version}/{self.results_version}"

    @property
    def is_current(self) -> bool:
        """Whether the stored standings were computed from the results as they are."""
        return self.standings_version == self.results_version


class Standing(models.Model):
    """A player's row in the table of merit of a tournament.

    Rows are replaced whole by ``standings.computing.services.refresh``. ``rank`` orders the rows
    (1 first); tied players share a ``place``. ``score`` is an exact fraction
    such as "7/2", ``measures`` has the exact values of all steps of the ranking by key. ``why`` is
    a sentence that says why the row stands above the next, for ``texts.say``. ``place_before`` is
    the place before the last round; null if there is none.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="standings"
    )
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="standings"
    )
    rank = models.PositiveIntegerField()
    place = models.PositiveIntegerField(_("place"))
    place_before = models.PositiveIntegerField(null=True)
    # Sums of fractions have no maximum length.
    score = models.TextField(_("score"))
    wins = models.PositiveSmallIntegerField(_("wins"))
    game_points = models.IntegerField(_("game points"))
    games = models.PositiveSmallIntegerField(_("games"))
    hands = models.PositiveSmallIntegerField(_("hands"))
    in_progress = models.BooleanField(_("at a table now"))
    measures = models.JSONField(default=dict)
    why = SentenceField(default="", blank=True)

    class Meta:
        ordering = ["tournament", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "entry"], name="one_standing_per_entry"),
            models.UniqueConstraint(fields=["tournament", "rank"], name="one_standing_per_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.place}. {self.entry}"


class Adjustment(models.Model):
    """An adjustment by a conductor to the results of an entry; if taken back, the row stays.

    A ``penalty`` takes ``points`` of the scheme, an exact fraction, off the score. A
    ``disqualified`` player ranks behind all others. A ``warning`` is only shown. The kinds of
    ``NOT_PLAYED`` say what a player has in round ``round_number`` instead of a seat (``Bye``);
    a forfeit may name the ``opponent``, who has the other one. Those of ``AWARDS`` are worth an
    average, or ``points``, in a round whose game could not be played.

    The kinds of ``ORDER`` say in which order people stand who are exactly equal: ``points`` is the
    number of each among them, 1 first. Those of one decision have the same ``given_at``.
    """

    class Kind(models.TextChoices):
        PENALTY = "penalty", _("penalty")
        BYE = "bye", _("bye")
        WARNING = "warning", _("warning")
        DISQUALIFIED = "disqualified", _("disqualification")
        HALF_BYE = "half_bye", _("half-point bye")
        ZERO_BYE = "zero_bye", _("zero-point bye")
        ABSENT = "absent", _("absent")
        FORFEIT_WIN = "forfeit_win", _("forfeit win")
        FORFEIT_LOSS = "forfeit_loss", _("forfeit loss")
        OWN_MEAN = "own_mean", _("adjusted score: the player's own average")
        ROUND_MEAN = "round_mean", _("adjusted score: the average of the round")
        AWARDED = "awarded", _("adjusted score: points")
        PLAYOFF = "playoff", _("order after a play-off")
        LOT = "lot", _("order by lot")
        CHOICE = "choice", _("order by a conductor's decision")

    NOT_PLAYED: ClassVar = (
        Kind.BYE,
        Kind.HALF_BYE,
        Kind.ZERO_BYE,
        Kind.ABSENT,
        Kind.FORFEIT_WIN,
        Kind.FORFEIT_LOSS,
    )
    FORFEITS: ClassVar = (Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS)

    #: What a player gets in a round for a game that could not be played, by no fault of theirs.
    AWARDS: ClassVar = (Kind.OWN_MEAN, Kind.ROUND_MEAN, Kind.AWARDED)

    #: Why people who are equal stand in an order.
    ORDER: ClassVar = (Kind.PLAYOFF, Kind.LOT, Kind.CHOICE)
    #: Characters of an exact fraction: a penalty of more digits is a mistake, or malice.
    LONGEST_POINTS = 16

    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="adjustments"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    points = models.CharField(_("points"), max_length=24, default="0")
    round_number = models.PositiveSmallIntegerField(_("round"), null=True)
    reason = models.CharField(_("reason"), max_length=200)
    given_by = models.CharField(max_length=120)
    given_at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True)
    opponent = models.ForeignKey(
        "tournaments.Entry", null=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["given_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "penalty",
                        "bye",
                        "warning",
                        "disqualified",
                        "half_bye",
                        "zero_bye",
                        "absent",
                        "forfeit_win",
                        "forfeit_loss",
                        "own_mean",
                        "round_mean",
                        "awarded",
                        "playoff",
                        "lot",
                        "choice",
                    ]
                ),
                name="adjustment_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(points__length__lte=16), name="penalty_has_few_digits"
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["penalty", "warning", "disqualified", "playoff", "lot", "choice"]
                )
                | Q(round_number__isnull=False),
                name="bye_names_its_round",
            ),
            models.UniqueConstraint(
                fields=["entry", "round_number"],
                condition=Q(
                    kind__in=[
                        "bye",
                        "half_bye",
                        "zero_bye",
                        "absent",
                        "forfeit_win",
                        "forfeit_loss",
                        "own_mean",
                        "round_mean",
                        "awarded",
                    ],
                    taken_back_at=None,
                ),
                name="one_bye_per_entry_and_round",
            ),
            models.CheckConstraint(
                condition=Q(opponent=None) | Q(kind__in=["forfeit_win", "forfeit_loss"]),
                name="only_a_forfeit_has_an_opponent",
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind__in=["playoff", "lot", "choice"], taken_back_at=None),
                name="one_order_among_equals_per_entry",
            ),
        ]

    def __str__(self) -> str:
        return labelled(self.get_kind_display(), self.entry)
