"""Pick-up games: what players ask for and conductors start, and who plays."""

import secrets

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.stamped import Stamped


def new_key() -> str:
    """A key for a game whose write nobody can send again: it came from a file."""
    return secrets.token_hex(32)


class PickUp(Stamped):
    """A game that people want to play now, at one table, of a game or a title of the event.

    A player asks for it, or a conductor starts it at once; then ``asked_by`` is null. ``key`` is
    that of the write, so that a phone may send it again. Once started it is played in ``session``.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        STARTED = "started", _("started")
        REFUSED = "refused", _("refused")
        WITHDRAWN = "withdrawn", _("withdrawn")

    LONGEST_REASON = 200

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="pickups")
    key = models.CharField(max_length=64, unique=True, default=new_key, editable=False)
    game = models.CharField(_("game"), max_length=30)
    asked_by = models.ForeignKey(
        "tournaments.Player",
        null=True,
        on_delete=models.CASCADE,
        related_name="pickups_asked",
        editable=False,
    )
    asked_at = models.DateTimeField(editable=False)
    state = models.CharField(max_length=9, choices=State.choices, default=State.ASKED)
    settled_at = models.DateTimeField(null=True, editable=False)
    refused_because = models.CharField(
        _("reason"), max_length=LONGEST_REASON, blank=True, default=""
    )
    session = models.OneToOneField(
        "tournaments.Session",
        null=True,
        on_delete=models.CASCADE,
        related_name="pickup",
        editable=False,
    )

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["asked_by"], condition=Q(state="asked"), name="one_open_pick_up_per_asker"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "started", "refused", "withdrawn"]),
                name="pick_up_state_is_known",
            ),
            models.CheckConstraint(
                condition=Q(state="asked", settled_at=None)
                | ~Q(state="asked") & Q(settled_at__isnull=False),
                name="pick_up_settled_says_when",
            ),
            models.CheckConstraint(
                condition=Q(state="started", session__isnull=False)
                | ~Q(state="started") & Q(session=None),
                name="pick_up_started_has_a_session",
            ),
            models.CheckConstraint(
                condition=Q(state="refused") & ~Q(refused_because="")
                | ~Q(state="refused") & Q(refused_because=""),
                name="pick_up_refused_says_why",
            ),
        ]

    def __str__(self) -> str:
        return str(_("Pick-up game %(number)s") % {"number": self.pk})


class PickUpPlayer(models.Model):
    """Somebody who is to play in a pick-up game, at a ``position`` in turn order, from 1."""

    pickup = models.ForeignKey(PickUp, on_delete=models.CASCADE, related_name="people")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="pickups"
    )
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pickup", "position"]
        constraints = [
            models.UniqueConstraint(fields=["pickup", "player"], name="once_in_a_pick_up"),
            models.UniqueConstraint(
                fields=["pickup", "position"], name="one_player_per_place_in_a_pick_up"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.player}"
