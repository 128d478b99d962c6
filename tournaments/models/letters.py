"""Letters by e-mail to players: those to be sent, and what became of the others."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Letter(models.Model):
    """One letter to one player, about a place that they got or lost, or a session that was moved.

    ``key`` names what it is about: a player gets it once. It is ``sending`` from before the mail
    server is asked until its answer is known. One that stays so was cut off: nobody knows whether
    it arrived, and only a conductor has it sent again. ``reason`` is why the last attempt failed:
    a ``Why``, and what the server said of it. Earlier releases wrote a sentence.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    class Why(models.TextChoices):
        CUT_OFF = (
            "cut off",
            _("The worker was stopped while it was sent. It may have arrived."),
        )
        NO_ADDRESS = "no address", _("The player has no e-mail address any more.")
        NO_ANSWER = (
            "no answer",
            _("The mail server did not answer, and may have taken it: %(why)s"),
        )
        NO_SUCH_ADDRESS = (
            "no such address",
            _("No letter can be sent to this e-mail address: %(why)s"),
        )
        REFUSED = "refused", _("The mail server refused it: %(why)s")
        TOO_LATE = "too late", _("It was too late: what it says is over.")
        UNREACHABLE = "unreachable", _("The mail server cannot be reached: %(why)s")

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="letters")
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.CASCADE, related_name="letters"
    )
    key = models.CharField(max_length=100)
    subject = models.CharField(max_length=200)
    text = models.CharField(max_length=1000)
    made_at = models.DateTimeField()
    #: After this it would only confuse.
    ends_at = models.DateTimeField()
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    due_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        ordering = ["-made_at", "-pk"]
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="letters_to_be_sent"
            ),
            models.Index(fields=["event", "-made_at"], name="letters_of_an_event"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="letter_once_per_player"),
            models.CheckConstraint(
                condition=Q(state="sent", sent_at__isnull=False)
                | Q(state__in=["waiting", "sending", "failed"], sent_at=None),
                name="letter_sent_says_when",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sending"], due_at__isnull=False)
                | Q(state__in=["sent", "failed"], due_at=None),
                name="letter_is_due_until_done",
            ),
            models.CheckConstraint(
                condition=~Q(state="failed") | ~Q(reason=""), name="letter_failed_says_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} → {self.player}"

    @property
    def reason_in_words(self) -> str:
        """Why the last attempt failed, in the reader's language."""
        why, _colon, detail = self.reason.partition(": ")
        if why not in self.Why.values:
            return self.reason
        return str(self.Why(why).label) % {"why": detail}
