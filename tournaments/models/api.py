"""Tokens and webhooks for other programs."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ApiToken(models.Model):
    """An access token of an account. Only its digest is stored; ``scopes`` is what it permits."""

    user = models.ForeignKey("tournaments.User", on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=80)
    start = models.CharField(max_length=8)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self):
        return f"{self.name} ({self.start}…)"


class Webhook(models.Model):
    """An address that is notified of changes at an event, signed with ``secret``."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="hooks")
    url = models.URLField(_("address"), max_length=300)
    secret = models.CharField(max_length=64)
    topics = models.JSONField(default=list)
    is_active = models.BooleanField(_("active"), default=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["event", "id"]

    def __str__(self):
        return self.url


class WebhookDelivery(models.Model):
    """One notification of a webhook, retried until it is accepted or given up."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    topic = models.CharField(max_length=40)
    body = models.JSONField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "webhook deliveries"
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(due_at__isnull=False),
                name="deliveries_to_be_made",
            ),
        ]

    def __str__(self):
        return f"{self.topic} → {self.webhook}"
