"""Pages about people's data: the public page, and an owner's page of one player."""

from django.conf import settings
from django.contrib import messages
from django.http import JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import event_page, owners_only
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy import queries, services
from tournaments.privacy.forms import EraseForm


@require_safe
def privacy(request: SiteRequest) -> HttpResponseBase:
    """Tell everybody what is stored, who sees it, and for how long."""
    context = {
        "days": settings.KEEP_DAYS,
        "public": [field.label for field in PERSON_FIELDS if field.is_public],
        "staff": [field.label for field in PERSON_FIELDS if not field.is_public],
    }
    return render(request, "privacy/privacy.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@owners_only
def player_privacy(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Hand out what is stored of a player, or erase them."""
    found = get_object_or_404(event.players.select_related("event", "person"), pk=player)
    form = EraseForm(request.POST or None, player=found)
    if form.is_valid():
        with in_form(form):
            erased = services.erase(found, by=Actor.of(request), at=timezone.now())
            sentence = _("Name and data erased. The results stay, under the name %(alias)s.")
            messages.success(request, sentence % {"alias": erased.name})
            return redirect("player-privacy", event.slug, erased.pk)
    context = {
        "event": event,
        "player": found,
        "form": form,
        "alias": services.alias_of(found),
        "is_erased": services.is_erased(found),
        "goes_on_in": queries.goes_on_in(found),
    }
    return form_page(request, "privacy/player.html", context)


@require_safe
@event_page
@owners_only
def player_export(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Everything that is stored of a player, as JSON."""
    found = get_object_or_404(event.players.select_related("event", "person"), pk=player)
    stored = queries.stored_of(found, at=timezone.now())
    response = JsonResponse(stored, json_dumps_params={"indent": 2, "ensure_ascii": False})
    name = f"{event.slug}-player-{found.pk}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
