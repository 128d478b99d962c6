"""The page on which players ask for a game, and conductors start one; and their answers."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import conductors_only, event_page, no_store
from tournaments.access.refusals import as_message, in_form, status_of
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, PickUp
from tournaments.pickups import queries, services
from tournaments.pickups.forms import GO, PickUpForm, RefuseForm


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
def pickup(request: SiteRequest, event: Event) -> HttpResponse:
    """Say what is played and by whom; then ask for it, or as a conductor start it at once."""
    if request.player is None and not request.may_conduct:
        if request.method == "POST":
            messages.error(request, _("Scan your badge with this phone first."))
            return redirect("me", event.slug)
        return no_store(render(request, "pickups/pickup.html", {"event": event}))
    conducts = bool(request.may_conduct)
    form = PickUpForm(
        request.POST if request.method == "POST" else None,
        event=event,
        first=None if conducts else request.player,
        pins=conducts,
    )
    if request.method == "POST":
        answer = _sent(request, event, form, conducts=conducts)
        if answer:
            return answer
    return _page(request, event, form)


def _sent(
    request: SiteRequest, event: Event, form: PickUpForm, *, conducts: bool
) -> HttpResponse | None:
    """The answer to the last button; None shows the form again."""
    act = request.POST.get("act", "")
    is_complete = form.is_valid()
    if act != GO:
        form.errors.pop("game", None)
        form.do(act)
        return None
    if not is_complete or form.choices:
        return None
    facts = {"key": form.cleaned_data["key"], "by": Actor.of(request), "at": timezone.now()}
    game, people = form.cleaned_data["game"], form.people
    with in_form(form):
        if conducts:
            made = services.start_at_once(event, game, people, **facts)
            messages.success(request, _("The game runs. Its clock is the slot of its table."))
            found = services.round_of(made)
            return redirect(found or "hq", *([] if found else [event.slug]))
        services.ask(event, game, people, **facts)
        messages.success(request, _("You have asked for a game. A conductor starts it."))
        return redirect("pickup", event.slug)
    return None


def _page(request: SiteRequest, event: Event, form: PickUpForm) -> HttpResponse:
    context: dict[str, Any] = {"event": event, "form": form}
    if request.may_conduct:
        context |= {"asked": queries.asked(event), "refuse": RefuseForm()}
    elif request.player:
        context["mine"] = queries.of_player(request.player, event)
    status = status_of(form) if request.method == "POST" else 200
    return no_store(render(request, "pickups/pickup.html", context, status=status))


@require_safe
@event_page
@conductors_only
def pickups_asked(request: SiteRequest, event: Event) -> HttpResponse:
    """The games that wait for a conductor, for the pages that show them."""
    context = {"event": event, "asked": queries.asked(event), "refuse": RefuseForm()}
    context["at_hq"] = "hq" in request.GET
    return no_store(render(request, "pickups/_asked.html", context))


@require_POST
@event_page
@conductors_only
def pickup_start(request: SiteRequest, event: Event, pickup: int) -> HttpResponse:
    """Start a game that was asked for."""
    with as_message(request):
        made = services.start(_found(event, pickup), by=Actor.of(request), at=timezone.now())
        messages.success(request, _("The game runs."))
        if found := services.round_of(made):
            return redirect(found)
    return _back(request, event)


@require_POST
@event_page
@conductors_only
def pickup_refuse(request: SiteRequest, event: Event, pickup: int) -> HttpResponse:
    """Refuse a game that was asked for."""
    with as_message(request):
        reason = request.POST.get("reason", "")
        by, at = Actor.of(request), timezone.now()
        services.refuse(_found(event, pickup), reason=reason, by=by, at=at)
        messages.success(request, _("Refused. The player can read why."))
    return _back(request, event)


@require_POST
@event_page
def pickup_withdraw(request: SiteRequest, event: Event, pickup: int) -> HttpResponse:
    """Take one's own question back."""
    found = _found(event, pickup)
    if request.player is None or found.asked_by_id != request.player.pk:
        raise Http404
    with as_message(request):
        services.withdraw(found, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("You have withdrawn the game."))
    return redirect("pickup", event.slug)


def _back(request: SiteRequest, event: Event) -> HttpResponse:
    """Redirect to where a question was answered: at headquarters, or on the page of all."""
    return redirect("hq" if "hq" in request.POST else "pickup", event.slug)


def _found(event: Event, pk: int) -> PickUp:
    return get_object_or_404(event.pickups, pk=pk)
