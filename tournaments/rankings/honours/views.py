"""The pages of classes, teams and prizes."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.shared import MINUTE, shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, Ranking, RankingPrize
from tournaments.rankings.honours import queries, services
from tournaments.rankings.honours.forms import ClassForm, GiveForm, PrizeForm, TeamForm
from tournaments.seen import digest


def _found(event: Event, slug: str) -> Ranking:
    found = get_object_or_404(event.rankings, slug=slug)
    found.event = event
    return found


def _who(request: SiteRequest) -> dict[str, Any]:
    return {"by": Actor.of(request), "at": timezone.now()}


@event_page
def _own(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    context = _context(event, _found(event, ranking)) if request.may_conduct else {}
    return render(request, "rankings/honours/_own.html", {"event": event} | context)


def _context(event: Event, ranking: Ranking) -> dict[str, Any]:
    return {"event": event, "ranking": ranking, "page": queries.honours(ranking)}


@require_safe
@shared_page(seconds=MINUTE, parts=_own, of_one_event=True)
@event_page
def honours(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """The iron man, the classes, the teams and the prizes of a ranking."""
    return render(request, "rankings/honours/honours.html", _context(event, _found(event, ranking)))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def class_new(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """Set up a class."""
    found, form = _found(event, ranking), ClassForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            services.add_class(found, **form.cleaned_data, **_who(request))
            return redirect("honours", event.slug, found.slug)
    return _form(request, found, form, _("Set up a class"))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def class_edit(request: SiteRequest, event: Event, ranking: str, of_class: int) -> HttpResponse:
    """Change a class, or say who is in it."""
    found = _found(event, ranking)
    one = get_object_or_404(found.classes, pk=of_class)
    seen = queries.values_of_class(one)
    form = editing(ClassForm(request.POST or None, initial=seen))
    if form.is_valid():
        with in_form(form):
            services.change_class(one, **form.cleaned_data, seen=seen, **_who(request))
            messages.success(request, _("Changes saved."))
            return redirect("honours", event.slug, found.slug)
    more = {"of_class": one, "seen": digest(seen)}
    return _form(request, found, form, _("Change a class"), **more)


@require_POST
@event_page
@conductors_only
def class_remove(request: SiteRequest, event: Event, ranking: str, of_class: int) -> HttpResponse:
    """Remove a class."""
    one = get_object_or_404(_found(event, ranking).classes, pk=of_class)
    with as_message(request):
        services.remove_class(one, seen=request.POST.get("seen", ""), **_who(request))
        messages.success(request, _("%(name)s is removed.") % {"name": one.name})
    return redirect("honours", event.slug, ranking)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def team_new(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """Register a team."""
    found, form = _found(event, ranking), TeamForm(request.POST or None)
    if form.is_valid():
        with in_form(form):
            services.register_team(found, **form.cleaned_data, **_who(request))
            return redirect("honours", event.slug, found.slug)
    return _form(request, found, form, _("Register a team"))


@require_POST
@event_page
@conductors_only
def team_withdraw(request: SiteRequest, event: Event, ranking: str, team: int) -> HttpResponse:
    """Take a team off."""
    one = get_object_or_404(_found(event, ranking).teams, pk=team)
    with as_message(request):
        services.withdraw_team(one, **_who(request))
        messages.success(request, _("%(name)s is removed.") % {"name": one.name})
    return redirect("honours", event.slug, ranking)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def prize_new(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """Add a prize."""
    found = _found(event, ranking)
    form = PrizeForm(request.POST or None, ranking=found)
    if form.is_valid():
        with in_form(form):
            seen = newest_seen(request)
            services.add_prize(found, **form.cleaned_data, seen=seen, **_who(request))
            return redirect("honours", event.slug, found.slug)
    return _form(request, found, form, _("Add a prize"), newest=newest_input(found.prizes))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def prize_give(request: SiteRequest, event: Event, ranking: str, prize: int) -> HttpResponse:
    """Say who got a prize."""
    found = _found(event, ranking)
    one = get_object_or_404(found.prizes.select_related("of_class"), pk=prize)
    one.ranking = found
    seen = queries.values_given(one)
    form = editing(GiveForm(request.POST or None, winners=queries.may_win(one), now=seen))
    if form.is_valid():
        with in_form(form):
            to = _winner(one, form.cleaned_data["to"])
            reason = form.cleaned_data["reason"]
            services.give_prize(one, to, reason=reason, seen=seen, **_who(request))
            messages.success(request, _("Changes saved."))
            return redirect("honours", event.slug, found.slug)
    return _form(request, found, form, one.label, prize=one)


@require_POST
@event_page
@conductors_only
def prize_remove(request: SiteRequest, event: Event, ranking: str, prize: int) -> HttpResponse:
    """Remove a prize."""
    one = get_object_or_404(_found(event, ranking).prizes, pk=prize)
    with as_message(request):
        services.remove_prize(one, seen=request.POST.get("seen", ""), **_who(request))
        messages.success(request, _("%(name)s is removed.") % {"name": one.label})
    return redirect("honours", event.slug, ranking)


def _winner(prize: RankingPrize, key: str) -> Any:
    if not key:
        return None
    if prize.of == RankingPrize.Of.TEAMS:
        return get_object_or_404(prize.ranking.teams, pk=key)
    return get_object_or_404(prize.ranking.event.players, pk=key)


def _form(
    request: SiteRequest, ranking: Ranking, form: Form, title: str, **more: Any
) -> HttpResponse:
    context = {"event": ranking.event, "ranking": ranking, "form": form, "title": title} | more
    return form_page(request, "rankings/honours/form.html", context)
