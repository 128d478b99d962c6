"""The page of what must hold in every seating of an event."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import in_form, status_of
from tournaments.access.site_request import SiteRequest
from tournaments.models import Entry, Event, SeatingNeed
from tournaments.names import name_key
from tournaments.seating.constraints import forms as constraint_forms
from tournaments.seating.constraints import services as constraints
from tournaments.seating.round_pages import by_and_at


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def constraints_(request: SiteRequest, event: Event) -> HttpResponse:
    """Who is kept apart, who has a fixed table or a team, and which conductors play."""
    forms = constraint_forms.all_forms(event)
    act = request.POST.get("act", "")
    form = constraint_forms.sent(event, act, request.POST)
    if form is not None:
        if form.is_valid():
            with in_form(form):
                _save(request, event, act, form.cleaned_data)
                messages.success(request, _("Saved. It applies from the next seating."))
                return redirect("wishes", event.slug)
        forms[act] = form
        status = status_of(form)
    else:
        is_post = request.method == "POST"
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_post else HTTPStatus.OK
    context = {"event": event, "forms": forms, **_noted(event)}
    return render(request, "seating/constraints.html", context, status=status)


def _save(request: SiteRequest, event: Event, act: str, given: dict[str, Any]) -> None:
    """Call the verb of a form. Raises a refusal."""
    who = by_and_at(request)
    if act == "apart":
        constraints.keep_apart(event, given["one"], given["other"], **who)
    elif act == "together":
        constraints.allow_together(given["pair"], **who)
    elif act == "need":
        constraints.set_need(
            given["player"], given["hall_table"], step_free=given["step_free"], **who
        )
    elif act == "table":
        constraints.fix_table(given["entry"], given["table"], **who)
    elif act == "team":
        constraints.set_team(given["player"], given["team"], **who)
    else:
        constraints.plays_as(given["staff"], given["plays"], **who)


def _noted(event: Event) -> dict[str, Any]:
    """Return the constraints so far. Six queries."""
    fixed = Entry.objects.filter(tournament__event=event, fixed_table__isnull=False)
    needs = SeatingNeed.objects.filter(player__event=event)
    return {
        "has_hall": event.hall_tables.filter(room__isnull=False).exists(),
        "needs": needs.select_related("player", "hall_table__room").order_by("player__name", "pk"),
        "pairs": event.kept_apart.select_related("one", "other"),
        "fixed": fixed.select_related("player", "tournament").order_by("fixed_table", "pk"),
        "teams": sorted(
            event.players.exclude(team="").order_by("pk"),
            key=lambda player: (name_key(player.team), name_key(player.name)),
        ),
        "staff": event.staff.select_related("user", "player").order_by("user__name", "pk"),
    }
