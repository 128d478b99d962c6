"""The pages that tell why somebody sits where they sit, and who met whom."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from tournaments.access.decorators import round_page, tournament_page
from tournaments.access.site_request import SiteRequest
from tournaments.models import Round, Tournament
from tournaments.seating import round_pages
from tournaments.seating.explaining import queries
from tournaments.seating.formats.registry import format_of
from tournaments.seating.queries import seating


@require_safe
@round_page
def why(request: SiteRequest, found: Round, entry: int) -> HttpResponse:
    """Why this table? For everybody, once the seating is published."""
    if found.status == Round.Status.SEATED and not request.may_conduct:
        raise Http404
    facts = queries.explained(seating(found), entry)
    if facts is None:
        raise Http404
    context = round_pages.context(
        found, why=facts, format_rules=format_of(found.tournament).rules(found.tournament)
    )
    return render(request, "seating/why.html", context)


@require_safe
@tournament_page
def who_met(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """A matrix of who met whom. A league over weeks has its fixtures instead."""
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        return redirect("weeks", tournament.event.slug, tournament.slug)
    context = {"tournament": tournament, "matrix": queries.matrix(tournament)}
    return render(request, "seating/who_met.html", context)
