"""Deciding about a hand of a closed round: a preview first, then the change itself."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, table_page
from tournaments.access.refusals import form_page, in_form, refusal_in
from tournaments.access.site_request import SiteRequest, View
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, Table
from tournaments.results.queries import name_of
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.corrections import (
    correction_of,
    correction_page,
    ruled_meanwhile,
    ruling_of,
    ruling_page,
    sheet_at,
    version_in,
    void_words,
)
from tournaments.results.ruling.forms import ChoiceForm, ReasonForm
from tournaments.standings.deciding import late_corrections

#: What the preview itself adds to a form.
OWN = {"csrfmiddlewaretoken", "mark"}


def _late(usual: str) -> Callable[[View], View]:
    """Have a view decide about a hand of a closed round; before, the page ``usual`` does."""

    def decorate(view: View) -> View:
        @require_http_methods(["GET", "HEAD", "POST"])
        @table_page
        @conductors_only
        @wraps(view)
        def wrapped(request: SiteRequest, table: Table, number: int) -> HttpResponseBase:
            if table.round.status != Round.Status.CLOSED:
                return redirect(usual, table.code, number)
            return view(request, table, number)

        return wrapped

    return decorate


def _facts(request: SiteRequest, form: Any) -> dict[str, Any]:
    """Who changes the hand, when, why, and the version that was seen; none is an outdated one."""
    return {
        "by": Actor.of(request),
        "at": timezone.now(),
        "reason": form.cleaned_data["reason"],
        "version": version_in(request) or 0,
    }


@_late("hand-correct")
def late_correct(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Replace the points of a hand of a closed round."""
    correction = correction_of(request, table, number)
    form = correction.form

    def correct() -> None:
        ruling.correct_hand(table, number, form.hand(), **_facts(request, form))

    answer = _preview_or_change(request, table, form, correct, what=correction.context["what"])
    if answer:
        return answer
    return correction_page(request, correction, submit=_("Preview changes"))


@_late("hand-void")
def late_void(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Void a hand of a closed round."""
    sheet = sheet_at(table, number)
    form = ReasonForm(request.POST or None)

    def void() -> None:
        ruling.void_hand(table, number, **_facts(request, form))

    answer = _preview_or_change(request, table, form, void, what=name_of(table, sheet))
    if answer:
        return answer
    context = {
        "form": form,
        "question": void_words(table, sheet)[0],
        "submit": _("Preview changes"),
        "table": table,
        "round": table.round,
        "more": {"version": sheet.version},
    }
    return form_page(request, "results/reason.html", context)


@_late("hand-rule")
def late_rule(request: SiteRequest, table: Table, number: int) -> HttpResponse:
    """Rule on a disputed hand of a closed round."""
    sheet = sheet_at(table, number)
    if sheet.status != ScoreSheet.Status.DISPUTED:
        return ruled_meanwhile(request, table, number)
    found = ruling_of(request, table, sheet)
    form = found.form if found.chosen is None else ChoiceForm(request.POST)

    def rule() -> None:
        ruling.rule_sheet(table, number, found.hand(), **_facts(request, form))

    answer = _preview_or_change(request, table, form, rule, what=found.state.name_of(sheet))
    if answer:
        return answer
    if found.chosen and (refusal := refusal_in(form)):
        messages.error(request, str(refusal))
    return ruling_page(request, found)


def _preview_or_change(
    request: HttpRequest, table: Table, form: Any, change: Callable[[], None], *, what: str
) -> HttpResponse | None:
    """The preview, or the change itself if the preview that was shown still holds.

    None if there is nothing to do yet, or if it was refused, which the form then says.
    """
    if request.method != "POST" or not form.is_valid():
        return None
    at = timezone.now()
    with in_form(form):
        found = late_corrections.preview(table.round, change, at=at)
        shown = request.POST.get("mark", "")
        if shown == found.mark:
            late_corrections.carry_out(table.round, change, at=at, later=found.later)
            messages.success(
                request, _("%(what)s changed. The standings are up to date.") % {"what": what}
            )
            return redirect(table)
        context = {
            "found": found,
            "has_changed": bool(shown),
            "table": table,
            "round": table.round,
            "what": what,
            "reason": form.cleaned_data["reason"],
            "said": [(k, v) for k, values in request.POST.lists() if k not in OWN for v in values],
        }
        status = HTTPStatus.CONFLICT if shown else HTTPStatus.OK
        return render(request, "standings/late.html", context, status=status)
    return None
