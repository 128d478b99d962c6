"""The line on every page of an opened phone that says where its player sits now.

It is fetched by itself, so that no page needs to know whose phone it is on, and again whenever a
round of the event changes.
"""

from datetime import datetime
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournaments.access.decorators import event_page, no_store
from tournaments.access.site_request import SiteRequest
from tournaments.devices import queries, rules
from tournaments.models import Event, Round, Seat, games_to_play

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
    # The player's own page waits for any seat, that of a table for the next one.
    awaited = seats if waits_at == NO_TABLE else _next(seats, event)
    if waits_at and len(awaited) == 1 and awaited[0].table.code != waits_at:
        return HttpResponseClientRedirect(awaited[0].table.get_absolute_url())
    here = _page(request)
    codes = [seat.table.code for seat in (seats if here == NO_TABLE else _next(seats, event))]
    games = 0 if seats else games_to_play(request.player).count()
    is_free = not (seats or games)
    context = {
        "event": event,
        "player": request.player,
        "seats": seats,
        "games": games,
        "seat_comes": is_free and queries.unseated(request.player, event).seat_comes,
        "here": here,
        "waits_at": here if here and (not codes or here in codes) else "",
    }
    return no_store(render(request, "devices/_seat_line.html", context))


def _next(seats: list[Seat], event: Event) -> list[Seat]:
    """The seats to which their player goes next, as far as their start is known."""
    now = timezone.now()
    return [seat for seat in seats if rules.is_next(_start(seat.round), event.zone, now)]


def _start(round_: Round) -> datetime | None:
    if round_.started_at:
        return round_.started_at
    return round_.session.starts_at if round_.session else round_.tournament.next_round_at


def _page(request: SiteRequest) -> str:
    """The code of the table whose page asks, NO_TABLE for the player's own page, else empty."""
    try:
        found = resolve(urlsplit(request.headers.get("HX-Current-URL", "")).path)
    except (ValueError, Resolver404):  # whoever asks may write anything there
        return ""
    if found.url_name == "table":
        return str(found.kwargs["code"]).upper()
    return NO_TABLE if found.url_name == "me" else ""
