"""The ranking of an event over all its games, by a profile that conductors edit."""

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped


class Ranking(Stamped):
    """The ranking of an event: the best game of each category, and the best categories added up.

    ``categories`` has a line for each, "key: name", as people wrote it; ``final_bonus`` what the
    places of a final's top table add, best first. Where it goes ``by_title``, each title is a
    category. ``scheme`` is the key of a points scheme, ``tie_breaks`` are steps of
    ``scoring.conventions`` in order. A team has ``team_from`` to ``team_to`` members. ``version``
    grows with each change of what is counted; ``computed_version`` is the one that the stored rows
    were computed from.
    """

    class Step(models.TextChoices):
        """A step after the total, by its key in ``scoring.conventions``."""

        WINS = "wins", _("categories won")
        IRON = "iron", _("sum over all categories")
        RESULTS = "results", _("best results one by one")

    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="rankings"
    )
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), max_length=60)
    by_title = models.BooleanField(_("each title is a category"), default=False)
    categories = models.TextField(_("categories"), max_length=2000, blank=True, default="")
    required = models.PositiveSmallIntegerField(_("categories that count"))
    scheme = models.CharField(_("points of a game"), max_length=40)
    final_bonus = models.CharField(_("what a final adds"), max_length=80, blank=True, default="")
    pick_ups = models.BooleanField(_("pick-up games count"), default=True, db_default=True)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list)
    team_from = models.PositiveSmallIntegerField(
        _("fewest members of a team"), default=3, db_default=3
    )
    team_to = models.PositiveSmallIntegerField(_("most members of a team"), default=4, db_default=4)
    version = models.PositiveIntegerField(default=1, editable=False)
    computed_version = models.PositiveIntegerField(default=0, editable=False)
    computed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["event", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="ranking_slug_once_per_event"),
            models.CheckConstraint(condition=Q(required__gte=1), name="ranking_needs_a_category"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("ranking", args=[self.event.slug, self.slug])


class RankingPart(models.Model):
    """A tournament that counts for a ranking, in the category with this key.

    ``games`` has what its tables ended with, as of the ``games_version`` of its results, so that a
    result is read once (``rankings.reading``).
    """

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="parts")
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="ranking_parts"
    )
    category = models.CharField(_("category"), max_length=10, blank=True, default="")
    games = models.JSONField(default=dict, editable=False)
    games_version = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "tournament"], name="tournament_once_per_ranking"
            )
        ]

    def __str__(self) -> str:
        return f"{self.ranking}: {self.tournament}"

    @property
    def key(self) -> str:
        """The key of the category in which the tournament counts; empty if in none."""
        return self.tournament.game_name if self.ranking.by_title else self.category


class RankingRow(models.Model):
    """A player's row in a ranking, replaced whole by ``rankings.computing``.

    ``place`` is null while categories are missing. ``total`` and ``iron``, the sum over all
    categories, are exact fractions. ``details`` has the reasons, with tables by their keys.
    """

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="rows")
    player = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="+")
    rank = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    total = models.TextField()
    iron = models.TextField()
    wins = models.PositiveSmallIntegerField()
    is_provisional = models.BooleanField(default=False)
    details = models.JSONField(default=dict)

    class Meta:
        ordering = ["ranking", "rank"]
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "player"], name="one_ranking_row_per_player"
            ),
            models.UniqueConstraint(fields=["ranking", "rank"], name="one_ranking_row_per_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.player}"

    @property
    def iron_sum(self) -> Fraction:
        return Fraction(self.iron)
