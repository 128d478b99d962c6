"""Pages of the check-in desk for conductors: table sheets, result slips, phones, new badges."""

from django.contrib import messages
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments import addresses, qr
from tournaments.access.decorators import conductors_only, event_page, round_page
from tournaments.access.site_request import SiteRequest
from tournaments.devices import queries, services
from tournaments.devices.forms import SlipsForm
from tournaments.ledger import Actor
from tournaments.models import Event, Round
from tournaments.timetable.queries import has_sessions


@require_safe
@event_page
@conductors_only
def poster(request: SiteRequest, event: Event) -> HttpResponseBase:
    """A sheet to print for the door: the event, and the code with which people join it."""
    address = addresses.absolute(request, reverse("join", args=[event.slug]))
    context = {
        "event": event,
        "address": address,
        "picture": qr.picture(address),
        "has_timetable": has_sessions(event),
        "address_warning": addresses.warning(request),
    }
    return render(request, "devices/poster.html", context)


@require_safe
@round_page
@conductors_only
def table_sheets(request: SiteRequest, round_: Round) -> HttpResponseBase:
    """A sheet to print for each table of a round."""
    context = {
        "round": round_,
        "tournament": round_.tournament,
        "sheets": queries.table_sheets(request, round_),
        "rows": queries.grid_rows(round_.tournament.setup),
        "address_warning": addresses.warning(request),
    }
    return render(request, "devices/table_sheets.html", context)


@require_safe
@round_page
@conductors_only
def result_slips(request: SiteRequest, round_: Round) -> HttpResponseBase:
    """Slips to print for a round: the players of a table write their result on one and sign it."""
    setup = round_.tournament.setup
    form = SlipsForm(request.GET or None)
    hands = queries.slip_hands(setup, form.count())
    context = {
        "round": round_,
        "tournament": round_.tournament,
        "form": None if round_.tournament.whole_games else form,
        "slips": queries.result_slips(round_, hands),
        "is_called_out": setup.is_called_out,
    }
    return render(request, "devices/result_slips.html", context)


@require_POST
@event_page
@conductors_only
def throw_out(request: SiteRequest, event: Event, phone: int) -> HttpResponseBase:
    """Close the seat that is open on a phone."""
    found = get_object_or_404(event.phones.select_related("player"), pk=phone)
    services.close_seat(found, by=Actor.of(request), at=timezone.now())
    messages.success(request, _("Phone signed out. It can no longer enter results."))
    return redirect("player-edit", event.slug, found.player_id)


@require_POST
@event_page
@conductors_only
def badge_new(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Replace a player's badge and PIN; the old ones stop working at once."""
    found = get_object_or_404(event.players.select_related("event"), pk=player)
    services.new_badge(found, by=Actor.of(request), at=timezone.now())
    messages.success(
        request,
        _("%(name)s has a new badge and PIN. All their phones are signed out.")
        % {"name": found.name},
    )
    return redirect("player-edit", event.slug, found.pk)
