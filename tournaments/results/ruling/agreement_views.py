"""The page of the sheets that nobody agreed to."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, Tournament
from tournaments.punctuation import labelled, listed
from tournaments.results.ruling import agreements


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def agreement(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """List the sheets that nobody agreed to; agree to all that the page showed."""
    if request.method == "POST":
        by, at = Actor.of(request), timezone.now()
        done = agreements.agree_to_all(tournament, _seen(request), by=by, at=at)
        said = ngettext(
            "You agreed to %(count)s sheet.", "You agreed to %(count)s sheets.", done.count
        )
        messages.success(request, said % {"count": done.count})
        for sheet, refusal in done.refused:
            where = listed([sheet.table.round, sheet.table])
            messages.error(request, labelled(where, refusal))
        return redirect("agreement", tournament.event.slug, tournament.slug)
    sheets = agreements.open_sheets(tournament)
    waiting = [sheet for sheet in sheets if sheet.status == ScoreSheet.Status.REPORTED]
    context = {"tournament": tournament, "sheets": sheets, "waiting": waiting}
    return render(request, "results/agreement.html", context)


def _seen(request: SiteRequest) -> dict[int, int]:
    """The version of each sheet that the page showed, by its key."""
    pairs = (text.partition("-") for text in request.POST.getlist("seen"))
    return {int(pk): int(of) for pk, _dash, of in pairs if pk.isdecimal() and of.isdecimal()}
