"""The pages of an archive that a site serves."""

import gzip

from django.utils import timezone

from tournaments.archive import serving
from tournaments.models import ArchivedPage

SITE = "http://testserver"
#: What a page of the archive says of itself, and no other.
COPY = "that does not change"


def make_all(event):
    """Let a worker make all pages that are missing."""
    while serving.make_waiting(now=timezone.now()):
        pass
    event.refresh_from_db()


def pages_of(event):
    rows = ArchivedPage.objects.filter(archive__event=event).values_list("html", flat=True)
    return [gzip.decompress(html).decode() for html in rows]
