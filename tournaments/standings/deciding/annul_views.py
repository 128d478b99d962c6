"""Annulling a round, and taking that back: what changes in the standings is shown first."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, round_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet
from tournaments.results.ruling import annulling
from tournaments.results.ruling.forms import ReasonForm
from tournaments.standings.deciding import late_corrections
from tournaments.standings.deciding.late_corrections import Consequences, lock_seating

Act = Callable[..., Round]


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def annul(request: SiteRequest, round_: Round) -> HttpResponse:
    """Give a round up: it counts nowhere any more."""
    words = {
        "question": _("Annul %(round)s?") % {"round": round_.name},
        "submit": _("Annul %(round)s") % {"round": round_.name},
        "done": _("%(round)s is annulled.")
        if round_.tournament.is_open_play
        else _("%(round)s is annulled. The next round takes its number."),
        "annuls": True,
    }
    return _preview_or_act(request, round_, annulling.annul_round, words)


@require_http_methods(["GET", "HEAD", "POST"])
@round_page
@conductors_only
def restore(request: SiteRequest, round_: Round) -> HttpResponse:
    """Take the annulment of a round back."""
    words = {
        "question": _("Let %(round)s count again?") % {"round": round_.name},
        "submit": _("Take the annulment back"),
        "done": _("%(round)s counts again."),
        "annuls": False,
    }
    return _preview_or_act(request, round_, annulling.restore_round, words)


def _preview_or_act(
    request: SiteRequest, round_: Round, act: Act, words: dict[str, Any]
) -> HttpResponse:
    """Ask why; then say what changes; then do it, if that is still what the page said."""
    form = ReasonForm(request.POST or None)
    sent, state = request.POST.get("seen", ""), annulling.state_of(round_)
    context = words | {"form": form, "round": round_, "tournament": round_.tournament}
    context["seen"] = state
    if form.is_valid():
        at = timezone.now()
        with in_form(form):
            reason = form.cleaned_data["reason"]
            by = Actor.of(request)
            change = partial(act, round_, by=by, at=at, reason=reason, seen=state)
            found = late_corrections.preview(round_, change, at=at, lock=lock_seating)
            seen = f"{state} {found.mark}"
            if sent == seen:
                late_corrections.carry_out(round_, change, at=at, lock=lock_seating)
                messages.success(request, words["done"] % {"round": round_.name})
                tournament = round_.tournament
                return redirect("tournament", tournament.event.slug, tournament.slug)
            context |= _preview(round_, found) | {"seen": seen}
            context["has_changed"] = bool(sent) and sent != state
    return form_page(request, "standings/annul.html", context)


def _preview(round_: Round, found: Consequences) -> dict[str, Any]:
    counted = Count("sheets", filter=Q(sheets__status__in=ScoreSheet.COUNTED))
    tables = round_.tables.annotate(counted=counted).order_by("number")
    return {
        "found": found,
        "tables": tables,
        "results": sum(table.counted for table in tables),
    }
