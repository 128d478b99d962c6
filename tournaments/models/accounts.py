"""The protection of an account: two-step sign-in, devices, notices, ways back in."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TwoStep(models.Model):
    """Two-step sign-in of an account: the secret that its authenticator app shares with the site.

    ``last_step`` is the time step of the newest code that was used: neither that code nor an older
    one is accepted again. The secret must be read to check a code, so it is not stored as a digest.
    """

    user = models.OneToOneField(
        "tournaments.User", on_delete=models.CASCADE, related_name="two_step"
    )
    secret = models.CharField(max_length=64)
    last_step = models.BigIntegerField()
    switched_on_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "two-step sign-ins"

    def __str__(self) -> str:
        return f"{self.user}, since {self.switched_on_at:%Y-%m-%d}"


class RecoveryCode(models.Model):
    """A code that stands in for the app, once. Only its digest is stored."""

    user = models.ForeignKey(
        "tournaments.User", on_delete=models.CASCADE, related_name="recovery_codes"
    )
    code_hash = models.CharField(max_length=64)
    used_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "code_hash"], name="recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {_('used') if self.used_at else _('unused')}"


class AccountSession(models.Model):
    """A device on which an account is signed in. It is gone together with its session."""

    session = models.OneToOneField(
        "sessions.Session", primary_key=True, on_delete=models.CASCADE, related_name="+"
    )
    user = models.ForeignKey(
        "tournaments.User", on_delete=models.CASCADE, related_name="account_sessions"
    )
    #: For addresses: the key of the session itself is a secret.
    number = models.CharField(max_length=16, unique=True)
    device = models.CharField(max_length=60)
    signed_in_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        ordering = ["-last_seen_at", "number"]

    def __str__(self) -> str:
        return f"{self.user}: {self.device}"


class AccountNotice(models.Model):
    """Something the holder of an account should know of. It is mailed once, and listed.

    ``send_at`` is when a worker tries to mail it next.
    """

    class Kind(models.TextChoices):
        NEW_DEVICE = "new device", _("signed in on a new device")
        PASSWORD = "password", _("new password")
        TWO_STEP_ON = "two-step on", _("two-step sign-in turned on")
        TWO_STEP_OFF = "two-step off", _("two-step sign-in turned off")
        CODE_USED = "code used", _("recovery code used")
        NEW_CODES = "new codes", _("new recovery codes")
        LINK_MADE = "link made", _("recovery link made")
        RECOVERED = "recovered", _("account recovered")
        INVITED = "invited", _("invitation")

    user = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    #: The names that its sentence mentions.
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()
    send_at = models.DateTimeField()
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [
            models.Index(
                fields=["send_at"], condition=models.Q(mailed_at=None), name="notices_to_mail"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"


class RecoveryLink(models.Model):
    """A link by which an owner of an event lets the holder of an account in again, once.

    Only the digest of its token is stored. The row stays, with who made it.
    """

    user = models.ForeignKey(
        "tournaments.User", on_delete=models.CASCADE, related_name="recovery_links"
    )
    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    made_by = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="+")
    token_hash = models.CharField(max_length=64, unique=True)
    resets_two_step = models.BooleanField()
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    #: When it was used, or another one took its place.
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(closed_at=None), name="one_open_recovery_link"
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("made_at")),
                name="recovery_link_lasts_a_while",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, by {self.made_by}"


class FirstAccount(models.Model):
    """The one row that says that the first account was made with the code of the terminal."""

    ONLY = 1

    id = models.SmallIntegerField(primary_key=True, default=ONLY)
    user = models.OneToOneField(
        "tournaments.User", null=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(id=1), name="one_first_account"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.made_at:%Y-%m-%d}"
