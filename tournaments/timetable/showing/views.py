"""The public timetable: by time or by room, whole or filtered, and as a calendar."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import addresses, calendars
from tournaments.access.decorators import event_page
from tournaments.access.shared import shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.models import Event
from tournaments.timetable.showing import queries
from tournaments.timetable.showing.calendar import calendar_of
from tournaments.timetable.showing.forms import FilterForm

#: The API gives as many sessions at once.
MOST_FOR_PROGRAMS = 1000
FILTERS = ("day", "by", "room", "tournament", "free")


def _own(request: SiteRequest, event: Event) -> dict[str, Any]:
    """The places of the player whose phone this is."""
    if not request.player:
        return {"mine": []}
    return {"mine": queries.places_of(event, request.player, timezone.now())}


@event_page
def _parts(request: SiteRequest, event: Event) -> HttpResponse:
    return render(request, "timetable/_own.html", {"event": event} | _own(request, event))


@require_safe
@shared_page(*FILTERS, parts=_parts, of_one_event=True)
@event_page
def timetable(request: SiteRequest, event: Event) -> HttpResponse:
    """Show what is played when: by time, what runs first; or a day by room."""
    sessions = queries.read(event)
    form = FilterForm(request.GET, event=event, sessions=sessions)
    wanted = form.wanted()
    context = {
        "event": event,
        "form": form,
        "wanted": wanted,
        "shown": queries.shown(event, sessions, wanted, timezone.now()),
        "any": bool(sessions),
    }
    return render(request, "timetable/timetable.html", context | _own(request, event))


@require_safe
@shared_page(of_one_event=True)
@event_page
def timetable_calendar(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The timetable for a calendar that follows this address."""
    content = calendar_of(event, queries.read(event), site=addresses.absolute(request, ""))
    return calendars.answer(request, content, f"{event.slug}-timetable")


@require_safe
@event_page
def timetable_json(request: SiteRequest, event: Event) -> HttpResponse:
    """Redirect to the timetable as programs read it."""
    return redirect(f"{reverse('api-sessions', args=[event.slug])}?page_size={MOST_FOR_PROGRAMS}")
