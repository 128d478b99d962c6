"""The buttons that finish a tournament and reopen it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.refusals import as_message
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Tournament
from tournaments.seating.finishing import services


@require_POST
@tournament_page
@conductors_only
def finish(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Say that the tournament is over."""
    with as_message(request):
        services.finish_tournament(tournament, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("The tournament is finished."))
        return redirect(tournament)
    return redirect("round-seat", tournament.event.slug, tournament.slug)


@require_POST
@tournament_page
@conductors_only
def reopen(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Say that the tournament is not over after all."""
    with as_message(request):
        services.reopen_tournament(tournament, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("The tournament is open again."))
    return redirect(tournament)
