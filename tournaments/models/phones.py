"""Phones with an open seat, and wrong guesses of PINs and codes."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phone(models.Model):
    """A phone that acts for one player of an event, after it was given their badge or PIN.

    The phone has a random token in a cookie; only the digest of the token is stored. ``device`` is
    the name of the phone in the ledger. The row of a closed phone stays, with who closed it.
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
    """A wrong PIN, a wrong table code or a request for a sign-in link, for the rate limits.

    A whole hall shares one IP address, so none is stored. ``event`` is empty for a wrong code.
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
