"""Phones with an open seat, and attempts that have a limit."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phone(models.Model):
    """A phone that acts for one player of an event, after it was given their badge or PIN.

    The phone has a random token in a cookie; only the digest of the token is stored. ``device`` is
    the name of the phone in the ledger. ``network`` is a keyed digest of its network, for the limit
    of wrong PINs. The row of a closed phone stays, with who closed it.
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
    network = models.CharField(max_length=32, blank=True, db_default="")
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
            models.Index(fields=["event", "device"], name="phones_by_device"),
            models.Index(fields=["event", "network"], name="phones_by_network"),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.get_via_display()})"


class Attempt(models.Model):
    """Something tried that has a limit: a wrong PIN, a password, a link by mail, a registration.

    ``subject`` is whose PIN, password or link it is; ``device`` is empty for one without a cookie.
    ``network`` is a keyed digest, never an address, and empty for what counts for no network.
    ``password`` is the start of a keyed digest of a password that was tried, so short that nobody
    can tell from it what somebody typed.
    """

    class Kind(models.TextChoices):
        PIN = "pin", _("wrong PIN")
        PASSWORD = "pass", _("password")
        CODE = "code", _("code of two-step sign-in")
        LINK = "link", _("sign-in link by mail")
        JOIN = "join", _("registration")
        FIRST = "1st", _("code for the first account")
        INVITE = "inv", _("invitation")

    kind = models.CharField(max_length=4, choices=Kind.choices)
    event = models.ForeignKey(
        "tournaments.Event", null=True, on_delete=models.CASCADE, related_name="+"
    )
    table = models.ForeignKey(
        "tournaments.Table", null=True, on_delete=models.CASCADE, related_name="+"
    )
    subject = models.CharField(max_length=40, blank=True, db_default="")
    device = models.CharField(max_length=40, blank=True)
    network = models.CharField(max_length=32, blank=True, db_default="")
    password = models.CharField(max_length=4, blank=True, default="", db_default="")
    at = models.DateTimeField()

    class Meta:
        # The name it began with: renamed, it would fail processes that are not restarted yet.
        db_table = "tournaments_wrongguess"
        ordering = ["at", "id"]
        indexes = [
            models.Index(fields=["kind", "at"], name="guesses_by_time"),
            models.Index(fields=["kind", "device", "at"], name="attempts_by_device"),
            models.Index(fields=["kind", "subject", "at"], name="attempts_by_subject"),
            models.Index(fields=["kind", "event", "network"], name="attempts_by_network"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.at:%H:%M:%S}"
