"""Where the events of a site come from, and what the site calls itself to others."""

from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Installation(models.Model):
    """This site, as its event files name it to other sites: one row."""

    uid = models.UUIDField(unique=True, default=uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="one_installation"),
        ]

    def __str__(self) -> str:
        return self.name


class EventSource(models.Model):
    """The file that an event came from, and was last updated from.

    ``installation`` and ``name`` are those of the site that wrote it, at ``written_at``. ``digest``
    is that of its content without the time. ``keys`` has, for each list of the file, the primary
    key here of each number there.
    """

    event = models.OneToOneField(
        "tournaments.Event", on_delete=models.CASCADE, related_name="source"
    )
    installation = models.UUIDField()
    name = models.CharField(max_length=80)
    written_at = models.DateTimeField()
    received_at = models.DateTimeField()
    digest = models.CharField(max_length=64)
    keys = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(digest=""), name="event_source_has_a_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.written_at:%Y-%m-%d %H:%M:%S}"
