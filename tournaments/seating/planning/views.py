"""The page on which a conductor plans all preliminary rounds before the day."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Entry, Plan, Tournament
from tournaments.punctuation import listed
from tournaments.seating.formats.registry import format_of
from tournaments.seating.planning import services as planning
from tournaments.seating.wording import bound_in_words, sizes_in_words
from tournaments.texts import say

SEEDS = 2**32
#: Of larger plans the rounds are not written out on the page.
MOST_SHOWN = 120


class PlanForm(forms.Form):
    """How many people and rounds, and at which tables."""

    people = forms.IntegerField(
        label=pgettext_lazy("how many", "Players"), min_value=1, max_value=planning.MOST_PEOPLE
    )
    rounds = forms.IntegerField(
        label=pgettext_lazy("how many", "Rounds"), min_value=1, max_value=planning.MOST_ROUNDS
    )
    sizes = forms.RegexField(r"^\d{1,2}(,\d{1,2})*$", required=False, widget=forms.HiddenInput)
    seed = forms.IntegerField(
        min_value=0, max_value=SEEDS - 1, required=False, widget=forms.HiddenInput
    )


@require_http_methods(["GET", "HEAD", "POST"])
@tournament_page
@conductors_only
def plan(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Plan all rounds for so many people, compare table sizes, and keep a plan."""
    expected = planning.expected(tournament)
    usual = {"people": len(expected) or None, "rounds": tournament.rounds_planned}
    sent = request.POST or request.GET or usual
    form = PlanForm(sent if sent.get("people") else None, initial=usual)
    if request.method == "POST" and "give_up" in request.POST:
        planning.give_up_plan(tournament, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("Plan discarded. Rounds are seated one by one."))
        return redirect("seating-plan", tournament.event.slug, tournament.slug)
    drawn = None
    if form.is_valid():
        choice = (form.cleaned_data["rounds"], _sizes(form.cleaned_data["sizes"]))
        seed = form.cleaned_data["seed"] or 0
        with in_form(form):
            if request.method == "POST":
                return _keep(request, tournament, *choice, seed=seed)
            format_of(tournament).check_plan()
            drawn = planning.draw_up(tournament, form.cleaned_data["people"], *choice, seed=seed)
    context = {
        "tournament": tournament,
        "form": form,
        "expected": len(expected),
        "kept": _kept(tournament, expected),
        "seated": tournament.rounds.exists(),
        "drawn": drawn and _shown(drawn, len(expected)),
    }
    return form_page(request, "seating/plan.html", context)


def _keep(
    request: SiteRequest, tournament: Tournament, rounds: int, sizes: tuple[int, ...], *, seed: int
) -> HttpResponse:
    kept = planning.keep_plan(
        tournament, rounds, sizes, seed=seed, by=Actor.of(request), at=timezone.now()
    )
    messages.success(
        request,
        _("Plan saved. It seats %(rounds)s rounds while the same people are here.")
        % {"rounds": len(kept.rounds)},
    )
    return redirect("seating-plan", tournament.event.slug, tournament.slug)


def _sizes(text: str) -> tuple[int, ...]:
    return tuple(int(size) for size in text.split(",")) if text else ()


def _shown(drawn: planning.Drawn, expected: int) -> dict[str, Any]:
    """A plan as its page shows it, people numbered from 1."""
    made = drawn.plan
    return {
        "plan": made,
        "method": say(made.method),
        "sizes": sizes_in_words(made.sizes),
        "sizes_value": ",".join(map(str, made.sizes)),
        "bound": bound_in_words(made.bound),
        "reached": made.repeats == made.bound.repeats,
        "fits": made.people == expected,
        "rounds": [
            [listed(person + 1 for person in table) for table in played] for played in made.rounds
        ]
        if made.people <= MOST_SHOWN
        else [],
        "choices": [
            {
                "sizes": sizes_in_words(choice.sizes),
                "value": ",".join(map(str, choice.sizes)),
                "repeats": choice.repeats,
                "bound": choice.bound.repeats,
                "is_this": tuple(choice.sizes) == tuple(made.sizes),
            }
            for choice in drawn.choices
        ],
    }


def _kept(tournament: Tournament, expected: Sequence[Entry]) -> dict[str, Any] | None:
    """The plan that is kept, with names."""
    found = Plan.objects.filter(tournament=tournament).first()
    if found is None:
        return None
    names = {entry.pk: entry.player.shown_name for entry in expected}
    gone = _("someone who is not here")
    people = sum(map(len, found.rounds[0]))
    return {
        "plan": found,
        "people": people,
        "rounds": [
            [listed(names.get(pk, gone) for pk in table) for table in played]
            for played in found.rounds
        ]
        if people <= MOST_SHOWN
        else [],
    }
