"""Messages to phones that have no page open: where they go, why they are due, and those to send."""

from django.db import models
from django.db.models import Q


class PushSubscription(models.Model):
    """The wish of a phone to get messages, and where its browser says that they go.

    ``p256dh`` and ``auth`` are the keys that a message is encrypted for, ``language`` the one it is
    written in. After ``failures`` failed attempts in a row nothing is sent before ``resume_at``.
    The worker that sends to it holds it until ``busy_until``: one message at a time.
    """

    phone = models.OneToOneField(
        "tournaments.Phone", on_delete=models.CASCADE, related_name="subscription"
    )
    endpoint = models.CharField(max_length=1000)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    language = models.CharField(max_length=10)
    made_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)
    resume_at = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"messages to {self.phone}"


class PushChange(models.Model):
    """A change that people may have to be notified of, written in its own transaction.

    ``about`` is the key of what changed, by the ``kind``. It is no reference: that may be gone.
    """

    class Kind(models.TextChoices):
        ROUND = "round", "a round"
        PLACES = "places", "places of a session"
        SESSION = "session", "a session"
        DISPUTE = "dispute", "a table"
        ANNOUNCEMENT = "announcement", "an event"

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    about = models.BigIntegerField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.about}"


class PushMessage(models.Model):
    """One message to one phone, retried until it is accepted, given up, or too late.

    ``key`` names what it is about: a phone gets it once. It is due at ``due_at``, which is empty
    once it is done; its words are then gone. After ``ends_at`` it is worth nothing.
    """

    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, related_name="messages"
    )
    key = models.CharField(max_length=100)
    title = models.CharField(max_length=150, blank=True)
    text = models.CharField(max_length=500, blank=True)
    path = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=Q(due_at__isnull=False),
                name="messages_to_be_sent",
            ),
            models.Index(fields=["ends_at"], name="messages_by_their_end"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["subscription", "key"], name="message_once_per_phone"),
            models.CheckConstraint(
                condition=Q(sent_at=None) | Q(due_at=None), name="message_sent_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} → {self.subscription}"
