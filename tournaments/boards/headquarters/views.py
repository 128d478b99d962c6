"""The headquarters of an event with sessions, and the walk-ups that come there."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.boards.grouping import clocks_of
from tournaments.boards.headquarters import queries
from tournaments.boards.headquarters.forms import WalkUpForm
from tournaments.ledger import Actor
from tournaments.models import Booking, Call, Event, Player, Session
from tournaments.signup import services as signup


@require_safe
@event_page
@conductors_only
def headquarters(request: SiteRequest, event: Event) -> HttpResponse:
    """Show what starts soon, who may come, what runs, and who is late."""
    return _page(request, event, WalkUpForm(event=event))


@require_safe
@event_page
@conductors_only
def headquarters_live(request: SiteRequest, event: Event) -> HttpResponse:
    """The part of the headquarters that changes by itself."""
    context = _context(request, event) | {"is_part": True}
    return render(request, "boards/headquarters/_live.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def walk_up(request: SiteRequest, event: Event) -> HttpResponse:
    """Let somebody come to a session; of several with such a name the conductor chooses one."""
    if request.method != "POST":
        return redirect("hq", event.slug)
    form = WalkUpForm(request.POST, event=event)
    if form.is_valid() and form.person:
        session, by, at = form.cleaned_data["session"], Actor.of(request), timezone.now()
        with in_form(form):
            booking = signup.check_in(session, form.person, by=by, at=at, conducts=True)
            messages.success(request, _said(booking, form.person, session))
            return redirect("hq", event.slug)
    return _page(request, event, form)


def _said(booking: Booking, player: Player, session: Session) -> str:
    words = {"name": player.name, "session": session}
    if booking.state == Booking.State.WAITING:
        return gettext("%(session)s is full: %(name)s is here and in the queue.") % words
    return gettext("%(name)s is here for %(session)s.") % words


def _page(request: SiteRequest, event: Event, form: WalkUpForm) -> HttpResponse:
    context = _context(request, event) | {"form": form}
    return form_page(request, "boards/headquarters/hq.html", context)


def _context(request: SiteRequest, event: Event) -> dict[str, Any]:
    calls = Call.objects.open_to(event, request.role)
    called = {call.table_id for call in calls}
    found = queries.headquarters(event, timezone.now(), called=called)
    return {"event": event, "hq": found, "calls": calls, "clocks": clocks_of(found.boards)}
