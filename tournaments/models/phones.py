"""Phones on which somebody opened their seat, and the guesses that were wrong."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phone(models.Model):
    """A phone that acts for one player of an event, by the badge or the PIN it was shown.

    The phone holds a random token in a cookie; only the token's digest is here. ``device`` is the
    name that the ledger knows the phone by. A phone that was closed stays, with who closed it.
    """

    class Via(models.TextChoices):
        BADGE = "badge", _("badge")
        PIN = "pin", _("PIN")
        JOINED = "joined", _("registered on it")

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="phones")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="phones"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=40, blank=True)
    via = models.CharField(max_length=10, choices=Via.choices)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["-opened_at", "-id"]
        indexes = [
            models.Index(
                fields=["player"], condition=models.Q(closed_at=None), name="phones_that_are_open"
            ),
        ]

    def __str__(self):
        return f"{self.player} ({self.get_via_display()})"


class WrongGuess(models.Model):
    """A PIN or a table code that was not right: what throttles whoever guesses, or asks for mail.

    A hall has one address, so none is kept. ``event`` is empty for a code that no table has.
    """

    class Kind(models.TextChoices):
        PIN = "pin", _("PIN")
        CODE = "code", _("table code")
        LINK = "link", _("sign-in link asked for")

    kind = models.CharField(max_length=4, choices=Kind.choices)
    event = models.ForeignKey(
        "tournaments.Event", null=True, on_delete=models.CASCADE, related_name="+"
    )
    table = models.ForeignKey(
        "tournaments.Table", null=True, on_delete=models.CASCADE, related_name="+"
    )
    device = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "wrong guesses"
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["kind", "at"], name="guesses_by_time")]

    def __str__(self):
        return f"{self.get_kind_display()}, {self.at:%H:%M:%S}"
