"""The line on every page of an opened phone that says where its player sits now.

It is fetched by itself, so that no page needs to know whose phone it is on, and again whenever a
round of the event changes.
"""

from urllib.parse import urlsplit

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.decorators import event_page, no_store
from tournaments.access.site_request import SiteRequest
from tournaments.devices import queries
from tournaments.models import Event, games_to_play

#: A phone that shows the page about its player waits for a seat, as one at a table of before.
NO_TABLE = "none"


@never_cache
@require_safe
@event_page
def seat_line(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Where the player of this phone sits; or their new table, for a phone that waits for one.

    ``waits_at`` is the code of the table whose page the phone showed when it began to wait.
    """
    if request.player is None:
        return no_store(HttpResponse())
    seats = queries.open_seats(request.player)
    waits_at = request.GET.get("waits_at", "")
    if waits_at and len(seats) == 1 and seats[0].table.code != waits_at:
        return HttpResponseClientRedirect(seats[0].table.get_absolute_url())
    here = _page(request)
    codes = [seat.table.code for seat in seats]
    context = {
        "event": event,
        "player": request.player,
        "seats": seats,
        "games": 0 if seats else games_to_play(request.player).count(),
        "here": here,
        "waits_at": here if here and (not codes or here in codes) else "",
    }
    return no_store(render(request, "devices/_seat_line.html", context))


def _page(request: SiteRequest) -> str:
    """The code of the table whose page asks, NO_TABLE for the player's own page, else empty."""
    path = urlsplit(request.headers.get("HX-Current-URL", "")).path
    try:
        found = resolve(path)
    except Resolver404:
        return ""
    if found.url_name == "table":
        return str(found.kwargs["code"]).upper()
    return NO_TABLE if found.url_name == "me" else ""
