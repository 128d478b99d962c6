"""The archive from which the public pages of an event that is over are served."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Event


class ServedArchive(models.Model):
    """The wish that the pages of an event come from its archive, and how far that is.

    A worker makes the pages one after the other. ``seal`` is the number of the last seal of the
    event's ledger when it began, and ``release`` the release that made them: with another one, or
    after anything was written into the ledger, they are no longer shown, and made once more.
    ``site`` is where the event was asked for, without a slash at the end. ``problem`` says why a
    worker gave up.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="archive")
    site = models.CharField(max_length=250)
    asked_at = models.DateTimeField()
    seal = models.PositiveIntegerField(null=True)
    release = models.CharField(max_length=40, blank=True, default="")
    made_at = models.DateTimeField(null=True)
    problem = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(seal=None, release="") | (Q(seal__isnull=False) & ~Q(release="")),
                name="archive_says_what_it_is_made_from",
            ),
            models.CheckConstraint(
                condition=Q(made_at=None) | Q(seal__isnull=False, problem=""),
                name="archive_is_made_from_something",
            ),
        ]

    def __str__(self) -> str:
        return f"archive of {self.event}"


class ArchivedPage(models.Model):
    """A page of an archive as compressed HTML; None until it is made.

    ``address`` is its path with the parameters that it depends on, in the order of their names.
    """

    archive = models.ForeignKey(ServedArchive, on_delete=models.CASCADE, related_name="pages")
    address = models.CharField(max_length=500)
    html = models.BinaryField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["archive", "address"], name="archived_page_once"),
        ]
        indexes = [
            models.Index(fields=["archive"], condition=Q(html=None), name="archived_page_missing"),
        ]

    def __str__(self) -> str:
        return self.address
