"""The pages of an event's ranking."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from scoring.conventions.profile_text import read_categories
from scoring.conventions.published import PUBLISHED
from scoring.schemes import schemes
from tournaments.access.adding import newest_input, newest_seen
from tournaments.access.decorators import conductors_only, event_page, no_store
from tournaments.access.editing import editing
from tournaments.access.refusals import form_page, in_form
from tournaments.access.shared import MINUTE, own_parts, shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, Ranking
from tournaments.names import bdi
from tournaments.punctuation import listed
from tournaments.rankings import queries, services
from tournaments.rankings.explaining import NOT_COUNTED, still_needs, why_above
from tournaments.rankings.forms import PartsForm, RankingForm
from tournaments.rankings.profile import (
    DEFAULT_BONUS,
    DEFAULT_SCHEME,
    DEFAULT_TEAM,
    PROFILE,
    SOURCE,
    TIE_BREAKS,
)
from tournaments.rankings.rules import required_for
from tournaments.texts import say


@event_page
def _own(request: SiteRequest, event: Event, ranking: str = "") -> HttpResponse:
    found = event.rankings.filter(slug=ranking).first() if ranking else None
    return render(request, "rankings/_own.html", {"event": event, "ranking": found})


@require_safe
@shared_page(seconds=MINUTE, parts=_own, of_one_event=True)
@event_page
def rankings(request: SiteRequest, event: Event) -> HttpResponse:
    """The rankings of an event."""
    context = {"event": event, "rankings": queries.rankings_of(event)}
    return render(request, "rankings/rankings.html", context)


@require_safe
@shared_page(seconds=MINUTE, parts=_own, of_one_event=True)
@event_page
def ranking(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """The table of a ranking, and how it is counted."""
    found = _found(event, ranking)
    context = {
        "event": event,
        "ranking": found,
        "page": queries.ranking_page(found),
        "profile": _profile(found),
        "source": SOURCE,
    }
    return render(request, "rankings/ranking.html", context)


@require_safe
@shared_page(seconds=MINUTE, parts=event_page(own_parts), of_one_event=True)
@event_page
def ranking_person(request: SiteRequest, event: Event, ranking: str, player: int) -> HttpResponse:
    """Why somebody stands where they stand."""
    found = _found(event, ranking)
    page = queries.person_page(found, get_object_or_404(event.players, pk=player))
    if page is None:
        raise Http404
    context = {
        "event": event,
        "ranking": found,
        "page": page,
        "others": [(one, NOT_COUNTED[one.refused]) for one in page.others],
        "missing": still_needs(page.missing, page.missing_of),
        "why": why_above(page.why, bdi(page.below.player.shown_name) if page.below else ""),
    }
    return render(request, "rankings/person.html", context)


@require_safe
@event_page
def my_rankings(request: SiteRequest, event: Event) -> HttpResponse:
    """The totals of the player whose seat is open on this phone, for their own page."""
    found = queries.mine(event, request.player) if request.player else []
    mine = [(one.row, still_needs(one.missing, one.missing_of)) for one in found]
    return no_store(render(request, "rankings/_mine.html", {"event": event, "mine": mine}))


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def ranking_new(request: SiteRequest, event: Event) -> HttpResponse:
    """Set up a ranking; ``?list=`` has it begin with the categories that a convention published."""
    published = PUBLISHED.get(request.GET.get("list", ""))
    usual = {
        "categories": published.text if published else "",
        "scheme": DEFAULT_SCHEME,
        "final_bonus": DEFAULT_BONUS,
        "pick_ups": True,
        "required": required_for(event.starts_on, event.ends_on),
        "tie_breaks": list(TIE_BREAKS),
        "team_from": DEFAULT_TEAM[0],
        "team_to": DEFAULT_TEAM[1],
    }
    form = RankingForm(request.POST or None, initial=RankingForm.initial_of(usual))
    if form.is_valid():
        with in_form(form):
            by, at, seen = Actor.of(request), timezone.now(), newest_seen(request)
            made = services.open_ranking(event, **form.cleaned_data, seen=seen, by=by, at=at)
            return redirect("ranking-parts", event.slug, made.slug)
    context = {"event": event, "form": form, "source": SOURCE, "lists": PUBLISHED}
    context["newest"] = newest_input(event.rankings)
    return form_page(request, "rankings/profile_form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def ranking_edit(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """Change the profile of a ranking."""
    found = _found(event, ranking)
    seen = services.values_of(found)
    form = editing(RankingForm(request.POST or None, initial=RankingForm.values(found)))
    if form.is_valid():
        with in_form(form):
            services.change_ranking(
                found, **form.cleaned_data, seen=seen, by=Actor.of(request), at=timezone.now()
            )
            messages.success(request, _("Changes saved."))
            return redirect(found)
    context = {"event": event, "ranking": found, "form": form, "source": SOURCE}
    return form_page(request, "rankings/profile_form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def ranking_parts(request: SiteRequest, event: Event, ranking: str) -> HttpResponse:
    """Choose the tournaments that count, and their categories."""
    found = _found(event, ranking)
    seen = services.parts_of(found)
    form = editing(
        PartsForm(
            request.POST or None,
            tournaments=queries.may_count(event),
            categories=read_categories(found.categories),
            counted=seen,
        )
    )
    if form.is_valid():
        with in_form(form):
            services.count_tournaments(
                found, form.chosen(), seen=seen, by=Actor.of(request), at=timezone.now()
            )
            messages.success(request, _("Changes saved."))
            return redirect(found)
    context = {"event": event, "ranking": found, "form": form}
    return form_page(request, "rankings/ranking_parts.html", context)


def _found(event: Event, slug: str) -> Ranking:
    found = get_object_or_404(event.rankings, slug=slug)
    found.event = event
    return found


def _profile(ranking: Ranking) -> list[tuple[Any, Any, Any]]:
    """The values of a profile as people read them: what, the value, where it comes from."""
    scheme = schemes().get(ranking.scheme)
    steps = listed(TIE_BREAKS[key] for key in ranking.tie_breaks if key in TIE_BREAKS)
    words: dict[str, Any] = {
        "categories": listed(read_categories(ranking.categories).values()) or _("none"),
        "by_title": _("yes") if ranking.by_title else _("no"),
        "required": ranking.required,
        "scheme": say(scheme.name) if scheme else ranking.scheme,
        "final_bonus": ranking.final_bonus or _("nothing"),
        "pick_ups": _("yes") if ranking.pick_ups else _("no"),
        "tie_breaks": steps or pgettext("tie-break", "none"),
        "team_from": ranking.team_from,
        "team_to": ranking.team_to,
    }
    return [(value.label, words[value.key], value.origin) for value in PROFILE]
