"""Seating a session from those who are here for it."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, Session
from tournaments.seating import services


@require_POST
@event_page
@conductors_only
def session_seat(request: SiteRequest, event: Event, session: int) -> HttpResponse:
    """Seat a heat; what follows from standings or earlier rounds is seated on a page of its own."""
    found = get_object_or_404(event.sessions.select_related("event", "tournament"), pk=session)
    tournament = found.tournament
    if tournament is None:
        raise Http404
    tournament.event = event
    if found.kind != Session.Kind.HEAT or tournament.head_to_head:
        return redirect("round-seat", event.slug, tournament.slug)
    with as_message(request):
        made = services.seat_session(found, tournament, by=Actor.of(request), at=timezone.now())
        messages.success(
            request, _("%(session)s is seated. Check it, then publish it.") % {"session": found}
        )
        return redirect(made)
    return redirect("session", event.slug, found.pk)
