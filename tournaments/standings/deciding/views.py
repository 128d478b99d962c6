"""The pages on which conductors decide about the standings."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.schemes import schemes
from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Tournament
from tournaments.seen import digest
from tournaments.standings.deciding import services as rulings
from tournaments.standings.deciding.forms import AdjustmentForm, SchemeForm
from tournaments.standings.showing import queries
from tournaments.standings.showing.ranking_rule import Rule, measures_of, rule_of


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def scheme(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Choose what results are worth, with a preview on the results so far."""
    requested = request.POST or (request.GET if "scheme" in request.GET else None)
    form = SchemeForm(requested, initial=SchemeForm.values(tournament))
    preview = None
    if form.is_valid():
        chosen = form.cleaned_data["scheme"], form.tie_breaks()
        with in_form(form):
            rulings.check_choice(tournament.info, *chosen)
            if request.method == "POST":
                by, seen = Actor.of(request), request.POST.get("seen", "")
                rulings.choose_scheme(tournament, *chosen, by=by, at=timezone.now(), seen=seen)
                messages.success(request, _("The standings now use this scheme."))
                return redirect("standings", tournament.event.slug, tournament.slug)
            preview = _preview(tournament, *chosen)
    context = {
        "tournament": tournament,
        "form": form,
        "preview": preview,
        "rule": rule_of(tournament),
        "seen": digest(rulings.scheme_values(tournament)),
        "schemes": schemes().values(),
    }
    return form_page(request, "standings/scheme.html", context)


def _preview(tournament: Tournament, key: str, tie_breaks: Sequence[str] | None) -> dict[str, Any]:
    found = schemes()[key]
    if tournament.info.fewer_is_better:
        found = found.for_points_below_zero()
    chain = found.chain if tie_breaks is None else (*found.ranked_by, *tie_breaks)
    return {
        "rows": queries.preview(tournament, found, tie_breaks),
        "rule": Rule(found, measures_of(chain), tie_breaks is not None, tournament.info),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def adjustments(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Penalties and byes: the list of those given, and a form for another one."""
    form = AdjustmentForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        with in_form(form):
            by, at = Actor.of(request), timezone.now()
            made = rulings.adjust(**form.cleaned_data, seen=newest_seen(request), by=by, at=at)
            address = [tournament.event.slug, tournament.slug]
            if request.POST.get("back") == "round" and made.round_number:
                name = rulings.name_of_round(tournament, made.round_number)
                facts = {"name": made.entry.player.shown_name, "round": name}
                messages.success(request, _("%(name)s has a bye in %(round)s.") % facts)
                return redirect("round", *address, made.round_number)
            messages.success(request, _("Saved."))
            return redirect("adjustments", *address)
    given = queries.adjustments(tournament, taken_back=True)
    newest = newest_input(Adjustment.objects.filter(entry__tournament=tournament))
    context = {"tournament": tournament, "form": form, "given": given, "newest": newest}
    return form_page(request, "standings/adjustments.html", context)


@require_POST
@tournament_page
@conductors_only
def adjustment_undo(request: SiteRequest, tournament: Tournament, adjustment: int) -> HttpResponse:
    """Take a penalty or a bye back."""
    found = get_object_or_404(
        Adjustment.objects.select_related("entry__tournament"),
        pk=adjustment,
        entry__tournament=tournament,
    )
    with as_message(request):
        rulings.take_back(found, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("Withdrawn. It no longer counts."))
    return redirect("adjustments", tournament.event.slug, tournament.slug)
