"""The page of a party: its code and its people; making, joining and leaving one."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments import addresses, qr
from tournaments.access.decorators import event_page, no_store
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, Player
from tournaments.signup.parties import queries, services
from tournaments.signup.parties.forms import PartyForm


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
def party(request: SiteRequest, event: Event) -> HttpResponse:
    """Show the party of the player whose phone this is, or make, join or leave one."""
    player, act = request.player, request.POST.get("act", "")
    if request.method != "POST":
        form = PartyForm(initial={"code": request.GET.get("code", "")[:20]})
        return no_store(_page(request, event, form))
    if player is None:
        messages.error(request, _("Scan your badge with this phone first."))
        return redirect("me", event.slug)
    if act == "join":
        return _join(request, event, player)
    by, at = Actor.of(request), timezone.now()
    with as_message(request):
        if act == "leave":
            services.leave_party(player, by=by, at=at)
            messages.success(request, _("You have left the party."))
        else:
            services.make_party(player, by=by, at=at)
    return redirect("party", event.slug)


def _join(request: SiteRequest, event: Event, player: Player) -> HttpResponse:
    form = PartyForm(request.POST)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            services.join_party(player, form.cleaned_data["code"], by=by, at=at)
            messages.success(request, _("You are in the party."))
            return redirect("party", event.slug)
    return _page(request, event, form)


def _page(request: SiteRequest, event: Event, form: PartyForm) -> HttpResponse:
    context: dict[str, Any] = {"event": event, "form": form}
    found = queries.party_of(request.player) if request.player else None
    if request.player and found:
        address = f"{reverse('party', args=[event.slug])}?code={found.code}"
        context |= {
            "party": found,
            "members": queries.members_of(request.player),
            "picture": qr.picture(addresses.absolute(request, address)),
        }
    return form_page(request, "signup/party.html", context)
