"""Leagues over many events, and people who play at more than one event."""

from collections.abc import Sequence
from typing import ClassVar

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import User
from tournaments.models.sentence_field import SentenceField
from tournaments.models.stamped import Stamped
from tournaments.names import Named, told_apart


class Person(models.Model):
    """A person who plays at more than one event.

    Players of different events with the same ``identity`` are taken for the same person without a
    row here. A row records what identities cannot: that two players are one person, or that one is
    not. Results belong to entries of players, so merging and splitting never change them.
    """

    name = models.CharField(_("name"), max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class DifferentPeople(models.Model):
    """Two players of whom somebody said that they are not one person, though their names are alike.

    It is never asked again whether they are, at whatever events they and those joined with them
    play.
    """

    one = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey("tournaments.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name_plural = "different people"
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="different_people_once"),
            # The smaller id first, so that a pair has one row.
            models.CheckConstraint(
                condition=Q(one__lt=F("other")), name="different_people_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} | {self.other}"


class Season(Stamped):
    """A league: a ranking over tournaments of many events.

    ``rule`` is the key of a kind of season (``scoring.leagues``). ``best`` results count, 0 for
    all, null for two of three; players with fewer than ``minimum_events`` have no place yet.
    Tournaments that are not over count only with ``counts_running``. ``tie_breaks`` are keys of
    ``scoring.season_lines.TIE_BREAKS`` in order, null for the default. ``points``, ``taking_part``
    and ``each_below`` are the own table of leagues that have one, as people wrote it. The first
    ``promoted`` go up, the last ``relegated`` go down. Its ratings fade within ``ratings_fade``
    days without a game (``scoring.ratings``), null for never. ``fingerprint`` identifies the
    standings the stored rows were computed from; it is empty after a change of the season. The
    ``co_owners`` may do all that the ``owner`` may.
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), unique=True, max_length=60)
    rule = models.CharField(_("rule"), max_length=40)
    best = models.PositiveSmallIntegerField(_("results that count"), null=True, blank=True)
    minimum_events = models.PositiveSmallIntegerField(_("minimum events"), default=0)
    counts_running = models.BooleanField(
        _("running tournaments count"), default=False, db_default=False
    )
    tie_breaks = models.JSONField(_("tie-breaks"), null=True, blank=True)
    points = models.TextField(_("points for places"), blank=True, default="", db_default="")
    taking_part = models.CharField(
        _("points for taking part"), max_length=12, default="0", db_default="0"
    )
    each_below = models.CharField(
        _("points for each player below"), max_length=12, default="0", db_default="0"
    )
    ratings_fade = models.PositiveSmallIntegerField(
        _("ratings fade within (days)"), null=True, blank=True
    )
    promoted = models.PositiveSmallIntegerField(_("go up"), default=0)
    relegated = models.PositiveSmallIntegerField(_("go down"), default=0)
    owner = models.ForeignKey(
        "tournaments.User", null=True, on_delete=models.SET_NULL, related_name="seasons"
    )
    co_owners = models.ManyToManyField("tournaments.User", related_name="shared_seasons")
    # The division above this one, and the previous season of this division.
    above = models.ForeignKey(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="below"
    )
    follows = models.OneToOneField(
        "self", null=True, editable=False, on_delete=models.SET_NULL, related_name="followed_by"
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    computed_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ratings_fade=None) | Q(ratings_fade__range=(30, 3650)),
                name="ratings_fade_within_ten_years",
            )
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(fingerprint=""), name="season_not_computed")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])

    def may_be_changed_by(self, user: User | AnonymousUser) -> bool:
        """Whether an account may change the season: an owner or a superuser. One query at most."""
        if not user.is_authenticated:
            return False
        if user.is_superuser or user.pk == self.owner_id:
            return True
        return self.co_owners.filter(pk=user.pk).exists()


class SeasonTournament(models.Model):
    """A tournament that counts for a season, in a ``category``, ``level`` times."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="parts")
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="season_parts"
    )
    category = models.CharField(_("category"), max_length=60, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "tournament"], name="tournament_once_per_season"
            ),
            models.CheckConstraint(condition=Q(level__gte=1), name="season_level_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {self.tournament}"


class SeasonStanding(models.Model):
    """A person's row in a season. ``who`` is the person's key; ``results`` has each result.

    ``player`` is one of the players whom the person is, for the name as it is now and for links.

    ``place`` is null for a person with too few events, and for one who ``is_disqualified``. The
    ``total`` is less the ``penalty``; it ``is_provisional`` if a tournament in it is not over.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    who = models.CharField(max_length=220)
    player = models.ForeignKey(
        "tournaments.Player", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=80)
    rank = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    total = models.TextField()
    penalty = models.TextField(default="0", db_default="0")
    events = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    is_iron = models.BooleanField(default=False)
    is_disqualified = models.BooleanField(default=False, db_default=False)
    is_provisional = models.BooleanField(default=False, db_default=False)
    results = models.JSONField(default=list)
    why = SentenceField(default="", blank=True)

    #: The name, and what tells the person from another of that name: see ``with_shown_names``.
    shown_name: str

    class Meta:
        ordering = ["season", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["season", "who"], name="one_season_row_per_person"),
            models.UniqueConstraint(fields=["season", "rank"], name="one_season_row_per_rank"),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.name}"

    @property
    def name_now(self) -> str:
        """The name, also if it was changed since the row was computed. Wants ``player`` read."""
        return self.player.name if self.player else self.name

    @property
    def named(self) -> Named[int]:
        """Its key with what may tell the person from another. Wants ``player`` read."""
        more = (self.player.home_town, self.player.handle) if self.player else ()
        return Named(self.pk, self.name_now, *more)


def with_shown_names(rows: Sequence[SeasonStanding]) -> None:
    """Say of the rows of one season or of several what to show of each name. No query."""
    shown = told_apart(row.named for row in rows)
    for row in rows:
        row.shown_name = shown[row.pk]


class SeasonAdjustment(models.Model):
    """A penalty, a disqualification or an order in a season; if taken back, the row stays.

    It is for the person whom ``player`` is, at whatever event. A penalty takes ``points``, an exact
    fraction, off the total. The kinds of ``ORDER`` say in which order people stand who are equal in
    everything that counts: ``points`` is the number of each among them, 1 first. Those of one
    decision have the same ``given_at``.
    """

    class Kind(models.TextChoices):
        PENALTY = "penalty", _("penalty")
        DISQUALIFIED = "disqualified", _("disqualification")
        PLAYOFF = "playoff", _("order after a play-off")
        LOT = "lot", _("order by lot")
        CHOICE = "choice", _("order by an owner's decision")

    #: Why people who are equal stand in an order.
    ORDER: ClassVar = (Kind.PLAYOFF, Kind.LOT, Kind.CHOICE)

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="adjustments")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="season_adjustments"
    )
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    points = models.CharField(_("points"), max_length=12, default="0")
    reason = models.CharField(_("reason"), max_length=200)
    given_by = models.CharField(max_length=120)
    given_at = models.DateTimeField()
    taken_back_by = models.CharField(max_length=120, blank=True, default="")
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["given_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["penalty", "disqualified", "playoff", "lot", "choice"]),
                name="season_adjustment_kind_is_known",
            ),
            models.CheckConstraint(
                condition=Q(kind="disqualified", points="0")
                | (~Q(kind="disqualified") & ~Q(points="0")),
                name="season_penalty_has_points",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="season_adjustment_has_a_reason"),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(kind="disqualified", taken_back_at=None),
                name="disqualified_once_per_season",
            ),
            models.UniqueConstraint(
                fields=["season", "player"],
                condition=Q(kind__in=["playoff", "lot", "choice"], taken_back_at=None),
                name="one_order_among_equals_per_season",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.player}"
