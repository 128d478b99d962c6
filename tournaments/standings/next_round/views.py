"""The page on which a conductor seats the next round, and seating one again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access.decorators import conductors_only, round_page, tournament_page
from tournaments.access.refusals import as_message, status_of
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Round, Tournament
from tournaments.seating import round_pages
from tournaments.seating.formats.outlook import Outlook, PairOutlook
from tournaments.seating.formats.registry import format_of
from tournaments.standings.next_round import forms, services


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def seat(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Seat the next round; before that, say what it would be. A league has weeks instead."""
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        return redirect("weeks", tournament.event.slug, tournament.slug)
    outlook, form = _next_round(request, tournament)
    status = status_of(form)
    if form.is_valid():
        with as_message(request) as attempt:
            made = services.seat_next_round(
                tournament, by=Actor.of(request), at=timezone.now(), final=form.final,
                mode=form.mode, sizes=form.sizes,
            )  # fmt: skip
            return redirect(made)
        status = attempt.status
    if form.is_bound:
        outlook, _unsent = _next_round(request, tournament)
    context = {"tournament": tournament, "form": form, "outlook": outlook}
    return render(request, form.page, context, status=status)


@require_POST
@round_page
@conductors_only
def reseat(request: SiteRequest, found: Round) -> HttpResponse:
    """Replace a draft by another proposal; the one before is kept to compare with."""
    done = _("This is another proposal. Locked seats stayed; compare it with the one before.")
    return round_pages.act(request, found, services.reseat_round, done)


@require_POST
@round_page
@conductors_only
def again(request: SiteRequest, found: Round) -> HttpResponse:
    """Seat a round again from the results as they are now; it is a draft then."""
    done = _("Made again from the results as they are now. Check it, then publish it.")
    return round_pages.act(request, found, services.make_again, done)


@require_POST
@round_page
@conductors_only
def next_in_line(request: SiteRequest, found: Round) -> HttpResponse:
    """Let the next in line have an empty seat of a final or of semifinals."""
    with as_message(request):
        seat = services.seat_next_in_line(
            found, seen=request.POST.get("seen", ""), **round_pages.by_and_at(request)
        )
        words = {"name": seat.entry.player.name, "table": seat.table, "seat": seat.position}
        messages.success(request, _("%(name)s: %(table)s, seat %(seat)s.") % words)
    return redirect(found)


def _next_round(
    request: SiteRequest, tournament: Tournament
) -> tuple[Outlook | PairOutlook, forms.NextRoundForm | forms.NextPairsForm]:
    """Return the outlook on the next round, and the form to seat it."""
    sent = request.POST if request.method == "POST" else None
    found = format_of(tournament).outlook(tournament)
    return found, forms.form_for(found, sent)
