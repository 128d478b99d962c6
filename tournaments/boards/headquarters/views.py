"""The headquarters of an event with sessions, and the walk-ups that come there."""

from datetime import datetime
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
from tournaments.models import Booking, Call, Event, Session
from tournaments.person_fields import beside_name
from tournaments.punctuation import listed, with_remark
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
    if form.is_valid() and (form.person or form.newcomer):
        with in_form(form):
            booking = _come(form, by=Actor.of(request), at=timezone.now())
            # Who is new needs the PIN to open their seat on a phone.
            tags = "stays" if form.newcomer else ""
            messages.success(request, _said(booking, is_new=bool(tags)), extra_tags=tags)
            return redirect("hq", event.slug)
    return _page(request, event, form)


def _come(form: WalkUpForm, *, by: Actor, at: datetime) -> Booking:
    session: Session = form.cleaned_data["session"]
    if form.person:
        return signup.come_or_book(session, form.person, by=by, at=at)
    return signup.come_new(session, name=form.newcomer, said=form.said, by=by, at=at)


def _said(booking: Booking, *, is_new: bool) -> str:
    player = booking.player
    facts = listed(beside_name(player))  # a name alone may be that of somebody else
    name = with_remark(player.name, facts) if facts else player.name
    words = {"name": name, "session": booking.session, "pin": player.pin}
    if booking.state == Booking.State.WAITING:
        said = gettext("%(session)s is full: %(name)s is here and in the queue.")
    elif booking.state == Booking.State.HELD:
        said = gettext("%(name)s has a place in %(session)s.")
    else:
        said = gettext("%(name)s is here for %(session)s.")
    pin = gettext("Their PIN is %(pin)s.")
    return (f"{said} {pin}" if is_new else said) % words


def _page(request: SiteRequest, event: Event, form: WalkUpForm) -> HttpResponse:
    context = _context(request, event) | {"form": form}
    return form_page(request, "boards/headquarters/hq.html", context)


def _context(request: SiteRequest, event: Event) -> dict[str, Any]:
    calls = Call.objects.open_to(event, request.role)
    called = {call.table_id for call in calls}
    found = queries.headquarters(event, timezone.now(), called=called)
    return {"event": event, "hq": found, "calls": calls, "clocks": clocks_of(found.boards)}
