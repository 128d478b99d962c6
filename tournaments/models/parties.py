"""Friends who sign up together, all or none."""

from django.db import models
from django.db.models import Q


class Party(models.Model):
    """Friends at one event. Whoever has the ``code`` may join; the last to leave ends it."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="parties")
    code = models.CharField(max_length=6)

    class Meta:
        verbose_name_plural = "parties"
        constraints = [
            models.UniqueConstraint(fields=["event", "code"], name="party_code_once"),
        ]

    def __str__(self) -> str:
        return self.code


class PartyMember(models.Model):
    """Somebody in a party; nobody is in two. ``number`` counts from 1 and bounds the party."""

    MOST = 8

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="members")
    player = models.OneToOneField(
        "tournaments.Player", on_delete=models.CASCADE, related_name="party_member"
    )
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["party", "number"]
        constraints = [
            models.UniqueConstraint(fields=["party", "number"], name="party_number_once"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=8), name="party_is_not_too_large"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} ({self.party})"


class PartyBooking(models.Model):
    """Bookings of a session that were made together: all of them have a place, or none has.

    ``placed`` and ``queued`` count those that have one and those in the queue; they change with
    them, under the lock of the session. One that got a place alone is no longer among them.
    """

    session = models.ForeignKey(
        "tournaments.Session", on_delete=models.CASCADE, related_name="party_bookings"
    )
    placed = models.PositiveSmallIntegerField(default=0)
    queued = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(placed=0) | Q(queued=0), name="party_all_or_none"),
        ]

    def __str__(self) -> str:
        return f"{self.session}: {self.placed + self.queued}"
