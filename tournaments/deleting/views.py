"""The pages that delete what was made by mistake, and cancel what does not take place."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import (
    conductors_only,
    event_page,
    owners_only,
    tournament_page,
)
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.deleting import queries, services
from tournaments.errors import RunsElsewhere
from tournaments.ledger import Actor
from tournaments.models import Event, Tournament
from tournaments.signup.finishing import others_to_come
from tournaments.signup.queries import not_restored


def _by(request: SiteRequest) -> dict[str, Any]:
    return {"by": Actor.of(request), "at": timezone.now()}


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def event_delete(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Delete an event in which nothing was played, or cancel what is left of it."""
    if request.POST.get("act") == "delete":
        with as_message(request):
            services.delete_event(event, seen=request.POST.get("seen", ""), **_by(request))
            messages.success(request, _("%(name)s was deleted.") % {"name": event})
            return redirect("home")
    elif request.POST.get("act") == "cancel":
        with as_message(request):
            if event.is_copy:  # of which only the copy itself may be changed here
                raise RunsElsewhere(event=event.name, site=event.runs_at)
            services.cancel_event(event, **_by(request))
            messages.success(request, _("%(name)s is cancelled.") % {"name": event})
            return redirect(event)
    found = queries.contents_of_event(event)
    going: list[Any] = []
    if not event.is_copy:
        going += [one for one in event.tournaments.all() if not one.has_ended]
        going += others_to_come(event.pk, timezone.now())
    context = {
        "event": event,
        "contents": found,
        "mark": queries.mark(found),
        "played": queries.played(event),
        "going": going,
    }
    return render(request, "deleting/event.html", context)


TOURNAMENT_ACTS: dict[str, Callable[..., Tournament]] = {
    "cancel": services.cancel_tournament,
    "reinstate": services.reinstate_tournament,
}


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def tournament_delete(request: SiteRequest, tournament: Tournament) -> HttpResponseBase:
    """Delete a tournament in which nothing was played, cancel it, or bring it back."""
    act = request.POST.get("act", "")
    if act == "delete":
        with as_message(request):
            seen = request.POST.get("seen", "")
            services.delete_tournament(tournament, seen=seen, **_by(request))
            messages.success(request, _("%(name)s was deleted.") % {"name": tournament})
            return redirect(tournament.event)
    elif act in TOURNAMENT_ACTS:
        with as_message(request):
            who = _by(request)
            TOURNAMENT_ACTS[act](tournament, **who)
            cancelled, back = _("%(name)s is cancelled."), _("%(name)s takes place after all.")
            said = cancelled if act == "cancel" else back
            messages.success(request, said % {"name": tournament})
            for missing in not_restored(tournament.event, who["at"]):
                messages.warning(request, missing)
            return redirect(tournament)
    found = queries.contents(tournament)
    context = {
        "event": tournament.event,
        "tournament": tournament,
        "contents": found,
        "mark": queries.mark(found),
        "is_played": tournament in queries.played(tournament.event),
    }
    return render(request, "deleting/tournament.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def player_delete(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """Delete somebody who was put on the roster by mistake."""
    found = get_object_or_404(event.players.select_related("event", "person"), pk=player)
    if request.method == "POST":
        name = found.name
        with as_message(request):
            services.delete_player(found, **_by(request))
            messages.success(request, _("%(name)s was deleted.") % {"name": name})
            return redirect("roster", event.slug)
    takes_part = queries.takes_part(found)
    context = {"event": event, "player": found, "takes_part": takes_part}
    return render(request, "deleting/player.html", context)
