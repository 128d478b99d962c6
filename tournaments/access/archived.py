"""Public pages of an event that come from its archive, as long as nothing has changed there."""

import gzip
from urllib.parse import urlencode

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpResponse
from django.utils.translation import get_language

from tournaments.access.site_request import SiteRequest
from tournaments.models import ArchivedPage, Event, LedgerEntry, LedgerSeal, ServedArchive


class FromArchive(Exception):  # noqa: N818 - an answer that a view need not make
    """The page that is asked for is in the archive: ``response`` has it."""

    def __init__(self, response: HttpResponse) -> None:
        super().__init__()
        self.response = response


def current() -> QuerySet[ServedArchive]:
    """The archives since whose beginning nothing was written into the ledgers of their events."""
    later = LedgerSeal.objects.filter(event=OuterRef("event"), number__gt=OuterRef("seal"))
    unsealed = LedgerEntry.objects.filter(event=OuterRef("event"), seal=None)
    return ServedArchive.objects.filter(
        ~Exists(later), ~Exists(unsealed), seal__isnull=False, release=settings.RELEASE
    )


def answer_if_kept(request: SiteRequest, event: Event) -> None:
    """Raise FromArchive for a page that is the same for everybody, where the archive has it.

    A page that it does not have is made as ever, and so are all after a change, and for readers of
    another language than the site's, which its pages have: one query.
    """
    if not (event.serves_archive and getattr(request, "may_be_archived", False)):
        return
    if get_language() != settings.LANGUAGE_CODE:
        return
    query = urlencode(sorted(request.GET.items()))
    address = f"{request.path}?{query}" if query else request.path
    whole = current().filter(event=event, made_at__isnull=False)
    pages = ArchivedPage.objects.filter(archive__in=whole, address=address)
    html = pages.values_list("html", flat=True).first()
    if html is not None:
        raise FromArchive(HttpResponse(gzip.decompress(html)))
