"""Players, and their entries in the tournaments of an event."""

import secrets
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments import person_fields
from tournaments.models.stamped import Stamped, StampedQuerySet

PIN_DIGITS = 6
BADGE_BYTES = 16


def draw_badge() -> str:
    """A secret that cannot be guessed: it identifies the player."""
    return secrets.token_urlsafe(BADGE_BYTES)


def draw_pins(event_id: int, count: int) -> list[str]:
    """Draw ``count`` PINs that no player of the event has. One query."""
    taken = set(Player.objects.filter(event_id=event_id).values_list("pin", flat=True))
    if len(taken) + count > 10**PIN_DIGITS // 2:
        raise ValueError("too many people for so few PINs")
    drawn: list[str] = []
    while len(drawn) < count:
        pin = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        if pin not in taken:
            taken.add(pin)
            drawn.append(pin)
    return drawn


class PlayerQuerySet(StampedQuerySet["Player"]):
    """Draws the PINs of players who are created in bulk, past ``Player.save``."""

    def bulk_create(self, objs: Iterable["Player"], *args: Any, **kwargs: Any) -> list["Player"]:
        objs = list(objs)
        without: dict[int, list[Player]] = defaultdict(list)
        for player in objs:
            if not player.pin:
                without[player.event_id].append(player)
        for event_id, players in without.items():
            for player, pin in zip(players, draw_pins(event_id, len(players)), strict=True):
                player.pin = pin
        return super().bulk_create(objs, *args, **kwargs)


class Player(Stamped):
    """A person, as one event knows them.

    ``identity`` tells whether two lines of a roster mean the same person; it is made by
    ``registration.rules.identity`` and unique within the event. Anyone with the ``badge`` or the
    ``pin`` may act for the player, so only the player and conductors see them.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="players")
    name = models.CharField(_("name"), max_length=80)
    handle = models.CharField(
        _("handle"), max_length=40, blank=True, help_text=_("a short name for boards; optional")
    )
    home_town = models.CharField(_("home town"), max_length=80, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    household = models.CharField(
        _("household"), max_length=60, blank=True, help_text=_("people of one household sit apart")
    )
    team = models.CharField(
        _("team"),
        max_length=60,
        blank=True,
        default="",
        help_text=_("teammates sit apart where that causes no repeat"),
    )
    rating = models.CharField(_("rating"), max_length=5, blank=True, default="", db_default="")
    seed = models.CharField(_("seed"), max_length=4, blank=True, default="", db_default="")
    notes = models.TextField(_("notes"), blank=True, max_length=500)
    identity = models.CharField(max_length=200, editable=False)
    person = models.ForeignKey(
        "tournaments.Person",
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="players",
    )
    pin = models.CharField(max_length=PIN_DIGITS, editable=False)
    badge = models.CharField(max_length=32, unique=True, default=draw_badge, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar = PlayerQuerySet.as_manager()

    class Meta:
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "identity"], name="player_once_per_event"),
            models.UniqueConstraint(fields=["event", "pin"], name="pin_once_per_event"),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def beside_name(self) -> list[str]:
        """Return the texts beside the name in lists, which tell namesakes apart."""
        return person_fields.beside_name(self)

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.pin:
            self.pin = draw_pins(self.event_id, 1)[0]
        super().save(*args, **kwargs)


class Entry(Stamped):
    """A player's place in one tournament."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("registered")
        WAITING = "waiting", _("waiting")
        CHECKED_IN = "checked_in", _("checked in")
        DROPPED = "dropped", _("dropped")
        # Did not turn up: not seated until checked in again.
        MISSING = "missing", _("missing")

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="entries"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entries")
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ENTERED
    )
    entered_at = models.DateTimeField()
    status_at = models.DateTimeField()
    fixed_table = models.PositiveSmallIntegerField(_("fixed table"), null=True, blank=True)
    # The number in a format for two, from 1: drawn by lot before round 1, then the next.
    seed = models.PositiveSmallIntegerField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="player_enters_a_tournament_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["entered", "waiting", "checked_in", "dropped", "missing"]),
                name="entry_status_is_known",
            ),
            models.UniqueConstraint(fields=["tournament", "seed"], name="seed_once_per_tournament"),
        ]

    def __str__(self) -> str:
        return str(self.player)

    @property
    def has_dropped(self) -> bool:
        return self.status == self.Status.DROPPED
