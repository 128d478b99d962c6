"""Tokens and webhooks for other programs."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """An access token of an account. Only its digest is stored; ``scopes`` is what it permits.

    With an ``event`` it permits that there and nowhere else, and with ``ends_at`` until then.
    """

    user = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="tokens")
    event = models.ForeignKey(
        "tournaments.Event",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="tokens",
        verbose_name=_("event"),
    )
    name = models.CharField(_("name"), max_length=80)
    start = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"

    @classmethod
    def usable(cls, digest: str, now: datetime) -> "models.QuerySet[ApiToken]":
        """The token of this digest, unless it is revoked, past its end, or of a closed account."""
        lasts = Q(ends_at=None) | Q(ends_at__gt=now)
        return cls.objects.filter(lasts, digest=digest, revoked_at=None, user__is_active=True)


class StoredAnswer(models.Model):
    """The answer to a write through the API, by the key that its sender made for it.

    ``caller`` sent it to ``route``; ``fingerprint`` is a digest of what was sent. ``claim`` is
    that of the request that stored the row: it alone does the write, in the same transaction.
    """

    caller = models.CharField(max_length=40)
    route = models.CharField(max_length=300)
    key = models.CharField(max_length=64)
    claim = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(default="", blank=True)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["caller", "route", "key"], name="one_answer_per_caller_route_and_key"
            ),
        ]
        indexes = [models.Index(fields=["created_at"], name="answers_by_age")]

    def __str__(self) -> str:
        return f"{self.route}: {self.status}"


class Webhook(models.Model):
    """An address that is notified of changes at an event, signed with ``secret``.

    After ``failures`` failed attempts in a row, the first at ``failing_since``, nothing is sent to
    it before ``resume_at``. After too long, or when it says that it is gone, it is stopped, at
    ``stopped_at``, until somebody starts it again. The worker that sends to it holds it until
    ``busy_until``: one message at a time.
    """

    class Topic(models.TextChoices):
        RESULTS = "results", _("a result changed")
        STANDINGS = "standings", _("the standings changed")
        ROUND = "round", _("a round was seated, published, started or closed")

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="hooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=64)
    topics = models.JSONField(default=list)
    is_active = models.BooleanField(_("active"), default=True)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    failing_since = models.DateTimeField(null=True)
    resume_at = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["event", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(stopped_at=None) | Q(is_active=False),
                name="stopped_webhook_is_not_active",
            ),
        ]

    def __str__(self) -> str:
        return self.url


class WebhookChange(models.Model):
    """A change for whose webhooks no message is queued yet, written in its own transaction.

    Keys of a round and a table are no references: the change may be that the row was deleted.
    """

    topic = models.CharField(max_length=40)
    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="+"
    )
    round_id = models.BigIntegerField(null=True)
    table_id = models.BigIntegerField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.topic}: {self.tournament}"


class WebhookDelivery(models.Model):
    """One notification of a webhook, retried until it is accepted or given up.

    It is due at ``due_at``, which is empty once it is accepted (``delivered_at``) or given up.
    Those of a webhook with the same ``subject`` go in their order; one without waits for none.
    """

    class Answer(models.TextChoices):
        """How an attempt ended. A closed list: more would show what is in the site's network."""

        ACCEPTED = "accepted", _("accepted")
        REDIRECT = "redirect", _("redirects to another address, which is not followed")
        REJECTED = "rejected", _("rejects the message (a status from 400 to 499)")
        GONE = "gone", _("is gone for good (status 410)")
        FAILED = "failed", _("has an internal error (a status of 500 or above)")
        NO_ANSWER = "no-answer", _("does not answer")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    topic = models.CharField(max_length=40)
    subject = models.CharField(max_length=120, default="", db_default="", blank=True)
    body = models.JSONField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, blank=True, choices=Answer.choices)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=Q(due_at__isnull=False),
                name="deliveries_to_be_made",
            ),
            models.Index(
                fields=["webhook", "subject", "id"],
                condition=Q(due_at__isnull=False),
                name="deliveries_in_order",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(delivered_at=None) | Q(due_at=None), name="delivered_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic} → {self.webhook}"

    @property
    def outcome(self) -> str:
        """The receiver's answer at the last attempt, in words; empty before the first."""
        if not self.answer:
            return ""
        known = self.answer in self.Answer.values
        return str(self.Answer(self.answer if known else self.Answer.NO_ANSWER).label)
