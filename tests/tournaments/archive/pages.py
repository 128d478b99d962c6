"""The pages of an archive that a site serves."""

import gzip

from django.utils import timezone

from tournaments.archive import serving
from tournaments.archive.public import PublicPages
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


def have_few_pages(monkeypatch, *addresses):
    """From now on an archive has but these pages and that of the event: each takes its time."""
    page = PublicPages.page

    def page_of_few(self, address):
        found = page(self, address)
        return found if found in addresses else None

    monkeypatch.setattr(PublicPages, "page", page_of_few)
