"""The pages of formats for two: the bracket, all rounds of a round robin, and the end."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.refusals import as_message
from tournaments.access.shared import own_parts, shared_page
from tournaments.access.shown_results import shown_results
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Tournament
from tournaments.reasons import LONGEST_REASON
from tournaments.seating.formats.registry import format_of
from tournaments.seating.head_to_head import bracket, bracket_errors
from tournaments.seating.head_to_head.all_rounds import shown_rounds
from tournaments.seating.head_to_head.bracket_queries import shown_bracket


class DecisionForm(forms.Form):
    """Who goes on from a match, and why; nobody means that the sheet decides."""

    heat = forms.CharField(max_length=10)
    winner = forms.IntegerField(required=False)
    reason = forms.CharField(required=False, max_length=LONGEST_REASON)


@tournament_page
def _bracket_parts(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    context = _bracket(request, tournament) if request.may_conduct else {}
    return render(request, "seating/_bracket_own.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@shared_page(parts=_bracket_parts, of_one_event=True)
@tournament_page
def bracket_(request: SiteRequest, tournament: Tournament) -> HttpResponseBase:
    """Who plays whom in an elimination, who went on, and who has won."""
    if not tournament.is_bracket:
        raise Http404
    if request.method == "POST":
        return _decide(request, tournament)
    return render(request, "seating/bracket.html", _bracket(request, tournament))


@conductors_only
def _decide(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    form = DecisionForm(request.POST)
    facts = form.cleaned_data if form.is_valid() else {}
    pk = facts.get("winner")
    with as_message(request) as attempt:
        if "heat" not in facts:
            raise bracket_errors.NoSuchMatch
        winner = tournament.entries.filter(pk=pk).first() if pk else None
        if pk and winner is None:
            raise bracket_errors.NoSuchMatch
        bracket.decide(
            tournament, facts["heat"], winner, reason=facts["reason"], by=Actor.of(request),
            at=timezone.now(),
        )  # fmt: skip
        messages.success(request, _("Saved. The bracket continues from there."))
        return redirect("bracket", tournament.event.slug, tournament.slug)
    context = _bracket(request, tournament) | {"typed": facts}
    return render(request, "seating/bracket.html", context, status=attempt.status)


@require_safe
@shared_page(of_one_event=True)
@tournament_page
def bracket_live(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """The part of the bracket's page that changes."""
    if not tournament.is_bracket:
        raise Http404
    return render(request, "seating/_bracket.html", _bracket(request, tournament))


def _bracket(request: SiteRequest, tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "bracket": shown_bracket(tournament, drafts=request.may_conduct),
        "rules": format_of(tournament).rules(tournament),
    }


@require_safe
@shared_page(parts=tournament_page(own_parts), of_one_event=True)
@tournament_page
def all_rounds(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Who plays whom in every round of a round robin."""
    if tournament.pairing not in Tournament.ROUND_ROBINS:
        raise Http404
    context = {
        "tournament": tournament,
        "rounds": shown_rounds(
            tournament,
            drafts=request.may_conduct,
            shown=shown_results(tournament, conducts=request.may_conduct),
        ),
        "rules": format_of(tournament).rules(tournament),
    }
    return render(request, "seating/all_rounds.html", context)
