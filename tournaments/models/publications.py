"""Where an event publishes itself, and how far it is."""

from django.db import models
from django.db.models import Q


class Publication(models.Model):
    """The site of a federation, to which an event that runs here publishes itself.

    ``token`` is one of the other site. ``digest`` is that of the content that it has, since
    ``published_at``. At ``due_at`` the next attempt begins; while one is made, that is when another
    worker may take it for cut off. Since ``waiting_since`` all ``attempts`` failed for the network
    or the site. ``refused`` has the words of a refusal: then nothing is sent until a conductor asks
    for it.
    """

    event = models.OneToOneField(
        "tournaments.Event", on_delete=models.CASCADE, related_name="publication"
    )
    site = models.CharField(max_length=200)
    token = models.CharField(max_length=100)
    digest = models.CharField(max_length=64, blank=True, default="")
    published_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True, db_index=True)
    waiting_since = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=500, blank=True, default="")
    refused = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(due_at__isnull=False, refused="") | Q(due_at=None) & ~Q(refused=""),
                name="publication_is_due_unless_refused",
            ),
            models.CheckConstraint(
                condition=Q(published_at=None, digest="")
                | Q(published_at__isnull=False) & ~Q(digest=""),
                name="publication_says_what_and_when",
            ),
            models.CheckConstraint(
                condition=Q(waiting_since=None, attempts=0)
                | Q(waiting_since__isnull=False, attempts__gte=1),
                name="publication_waits_since_an_attempt",
            ),
            models.CheckConstraint(
                condition=~Q(site="") & ~Q(token=""), name="publication_has_a_target"
            ),
        ]

    def __str__(self) -> str:
        return self.site
