"""The public pages of an event: which addresses they have, and what each is for nobody."""

from datetime import datetime
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.access.shared import VERSION, sharing_of
from tournaments.archive import rules
from tournaments.archive.errors import PageDoesNotOpen
from tournaments.days import in_words
from tournaments.models import Event, Table

#: Pages that everybody sees the same are public, but for those that only help during the event, and
#: one for each two people.
LEFT_OUT = frozenset({"board", "find", "player-against"})
#: Public as a visitor without an account sees them.
PUBLIC_TOO = frozenset(
    {
        *("table", "session", "statistics", "places-svg", "scores-svg"),
        *("standings-csv", "hands-csv", "standings-file", "hands-file", "trf-file"),
        *("event-calendar", "tournament-calendar"),
    }
)
#: Another order of the same rows is not another page.
SAME_PAGE = frozenset({VERSION, "sort", "show"})


def note_of(event: Event, at: datetime) -> str:
    """The sentence by which a copy says of which day it is."""
    day = in_words(timezone.localtime(at, event.zone).date(), "j F Y")
    return _("This is a copy of %(day)s that does not change.") % {"day": day}


class PublicPages:
    """The public pages of an event on a site: ``site`` is its address without a slash at the end.

    With ``only_shared`` they are those that are the same for everybody whoever asks.
    """

    def __init__(self, event: Event, site: str, *, only_shared: bool = False) -> None:
        self._event = event
        self.root = event.get_absolute_url()
        self._only_shared = only_shared
        tables = Table.objects.filter(round__tournament__event=event)
        self._codes = {code.upper() for code in tables.values_list("code", flat=True)}
        parts = urlsplit(site)
        self._site = f"{parts.scheme}://{parts.netloc}"
        # An error of a page is its status; those of others in this process are not ours.
        self._client = Client(headers={"host": parts.netloc}, raise_request_exception=False)

    def local(self, link: str, page: str) -> str | None:
        """The address on this site that a link on one of its pages leads to; None elsewhere."""
        address = urljoin(f"{self._site}{page}", link).removeprefix(self._site)
        return address if address.startswith("/") else None

    def page(self, address: str) -> str | None:
        """The one address of the page that an address of this site opens; None if not public."""
        path = urlsplit(address).path
        shared = sharing_of(path)
        if not self._is_public(path, is_shared=shared is not None):
            return None
        parameters = shared.parameters - SAME_PAGE if shared else ()
        return rules.without_fragment(address, parameters)

    def read(self, address: str) -> tuple[str, bytes]:
        """The type and the content of a page. Raises PageDoesNotOpen."""
        response = self._client.get(address, secure=self._site.startswith("https"))
        if response.status_code != HTTPStatus.OK:
            raise PageDoesNotOpen(address=address, status=response.status_code)
        content = b"".join(response) if response.streaming else response.content
        return response["Content-Type"], content

    def _is_public(self, path: str, *, is_shared: bool) -> bool:
        try:
            found = resolve(path)
        except Resolver404:
            return False
        if found.url_name in LEFT_OUT:
            return False
        if not is_shared and (self._only_shared or found.url_name not in PUBLIC_TOO):
            return False
        if "event" in found.kwargs:
            return bool(found.kwargs["event"] == self._event.slug)
        return str(found.kwargs.get("code", "")).upper() in self._codes
