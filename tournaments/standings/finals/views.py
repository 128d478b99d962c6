"""The cut before the finals, and the page of the champion."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.numbers import whole_number
from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.refusals import as_message, in_form, status_of
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Entry, Tournament
from tournaments.seating.formats import finals as cut_to_finals
from tournaments.seating.ranking import stored_ranking
from tournaments.standings.deciding.forms import TieForm
from tournaments.standings.deciding.ties import decide_tie
from tournaments.standings.next_round.services import seat_semifinals
from tournaments.standings.showing import queries

SHOWN_ALTERNATES = 8
SHOWN_PLACES = 8


def _tables(data: QueryDict) -> int:
    """How many semifinals somebody asks for; 0 for none, and for nonsense."""
    number = whole_number(data.get("tables", ""), most_digits=2) or 0
    return number if number <= cut_to_finals.MOST_SEMIFINALS else 0


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def finals(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Who goes on to the final or to semifinals, who stands by, and seating the semifinals."""
    tables = _tables(request.POST or request.GET)
    return _show(request, tournament, tables)


@require_POST
@tournament_page
@conductors_only
def decide(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Put those who are exactly equal at the cut in an order."""
    tables = _tables(request.POST)
    with as_message(request):
        tied = cut_to_finals.lineup(tournament, stored_ranking(tournament), tables).cut.tied
        form = TieForm(request.POST, tied=tied)
        if not form.is_valid():
            return _show(request, tournament, tables, form)
        with in_form(form):
            decide_tie(
                tournament, form.order(), form.cleaned_data["kind"],
                reason=form.cleaned_data["reason"], by=Actor.of(request), at=timezone.now(),
            )  # fmt: skip
            messages.success(request, _("Decided. The standings say how."))
        if form.errors:
            return _show(request, tournament, tables, form)
    address = reverse("finals", args=[tournament.event.slug, tournament.slug])
    return redirect(f"{address}?tables={tables}" if tables else address)


def _show(
    request: SiteRequest, tournament: Tournament, tables: int, form: TieForm[Entry] | None = None
) -> HttpResponse:
    lineup = None
    is_seating = request.method == "POST" and form is None
    with as_message(request) as attempt:
        if is_seating and tables:
            made = seat_semifinals(tournament, tables, by=Actor.of(request), at=timezone.now())
            messages.success(request, _("Semifinals seated. Publish them next."))
            return redirect(made)
        lineup = cut_to_finals.lineup(tournament, stored_ranking(tournament), tables)
    context = {
        "tournament": tournament,
        "lineup": lineup,
        "tables": tables,
        "choices": range(2, cut_to_finals.MOST_SEMIFINALS + 1),
        "tie": form or (lineup and lineup.cut.tied and TieForm(tied=lineup.cut.tied)),
        "alternates": lineup.cut.alternates[:SHOWN_ALTERNATES] if lineup else [],
    }
    status = attempt.status if is_seating else status_of(form) if form else HTTPStatus.OK
    return render(request, "standings/finals.html", context, status=status)


@require_safe
@tournament_page
def champion(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Who won, with the final and the first places; to be printed and read aloud."""
    if tournament.champion is None:
        raise Http404
    context = {
        "tournament": tournament,
        "final": queries.final_points(tournament),
        "top": queries.top(tournament, SHOWN_PLACES),
    }
    return render(request, "standings/champion.html", context)
