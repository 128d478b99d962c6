"""Leagues over many events, and people who play at more than one event."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Person(models.Model):
    """A person who plays at more than one event.

    Players of different events with the same ``identity`` are taken for the same person without a
    row here. A row records what identities cannot: that two players are one person, or that one is
    not. Results belong to entries of players, so merging and splitting never change them.
    """

    name = models.CharField(_("name"), max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self):
        return self.name


class Season(models.Model):
    """A league: a ranking over tournaments of many events.

    ``rule`` is the key of a season scheme (``scoring.seasons``). ``best`` results count, 0 for all;
    players with fewer than ``minimum_events`` events have no place yet. The first ``promoted`` go
    up, the last ``relegated`` go down. ``fingerprint`` identifies the standings the stored
    rows were computed from.
    """

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("short name in addresses"), unique=True, max_length=60)
    rule = models.CharField(_("rule"), max_length=40)
    best = models.PositiveSmallIntegerField(_("results that count"), default=0)
    minimum_events = models.PositiveSmallIntegerField(_("events to be at"), default=0)
    promoted = models.PositiveSmallIntegerField(_("go up"), default=0)
    relegated = models.PositiveSmallIntegerField(_("go down"), default=0)
    owner = models.ForeignKey(
        "tournaments.User", null=True, on_delete=models.SET_NULL, related_name="seasons"
    )
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

    def __str__(self):
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.slug])


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

    def __str__(self):
        return f"{self.season}: {self.tournament}"


class SeasonStanding(models.Model):
    """A person's row in a season. ``who`` is the person's key; ``results`` has each result.

    ``place`` is null for a person with too few events.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    who = models.CharField(max_length=220)
    name = models.CharField(max_length=80)
    rank = models.PositiveIntegerField()
    place = models.PositiveIntegerField(null=True)
    total = models.TextField()
    events = models.PositiveSmallIntegerField()
    wins = models.PositiveSmallIntegerField()
    is_iron = models.BooleanField(default=False)
    results = models.JSONField(default=list)
    why = models.TextField(default="", blank=True)

    class Meta:
        ordering = ["season", "rank"]
        constraints = [
            models.UniqueConstraint(fields=["season", "who"], name="one_season_row_per_person"),
            models.UniqueConstraint(fields=["season", "rank"], name="one_season_row_per_rank"),
        ]

    def __str__(self):
        return f"{self.rank}. {self.name}"
