"""Correcting or voiding a hand of a closed round: first what changes, then the deed."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access.decorators import conductors_only, table_page
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet
from tournaments.numbers import whole_number
from tournaments.results import queries
from tournaments.results.errors import InvalidHand
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.forms import ReasonForm
from tournaments.results.sheet_forms import kinds
from tournaments.standings.ruling import late_corrections

UNPROCESSABLE = 422
#: What the preview itself adds to a form.
OWN = {"csrfmiddlewaretoken", "mark"}


def _sheet(table, number):
    sheets = table.sheets.exclude(status=ScoreSheet.Status.VOIDED)
    return get_object_or_404(sheets, number=number)


def _version(request, sheet) -> int:
    return whole_number(request.POST.get("version", "")) or 0


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def late_correct(request, table, number):
    """Put other points in place of those of a hand of a closed round."""
    if table.round.status != Round.Status.CLOSED:
        return redirect("hand-correct", table.code, number)
    sheet = _sheet(table, number)
    state = queries.table_state(table, now=timezone.now())
    asked = request.POST.get("sheet") or kinds.kind_of_data(state, sheet.data)
    kind = kinds.kind_of(state, asked)
    data = request.POST or None
    form = kinds.form_for(state, sheet, data, kind=kind, begins_with=sheet.data, reason=True)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            hand, reason = form.hand(), form.cleaned_data["reason"]

            def act():
                ruling.correct_hand(
                    table,
                    number,
                    hand,
                    by=Actor.of(request),
                    at=timezone.now(),
                    reason=reason,
                    version=_version(request, sheet),
                )

            done = _late(request, table, act, form, what=state.name_of(sheet))
            if done is not None:
                return done
    context = {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "kind": kind,
        "table": table,
        "round": table.round,
        "submit": _("See what changes"),
    }
    return render(request, "results/correct.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def late_void(request, table, number):
    """Take a hand of a closed round out of the count."""
    if table.round.status != Round.Status.CLOSED:
        return redirect("hand-void", table.code, number)
    sheet = _sheet(table, number)
    form = ReasonForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            reason = form.cleaned_data["reason"]

            def act():
                by, at = Actor.of(request), timezone.now()
                version = _version(request, sheet)
                ruling.void_hand(table, number, by=by, at=at, reason=reason, version=version)

            done = _late(request, table, act, form, what=str(sheet))
            if done is not None:
                return done
    context = {
        "form": form,
        "question": _("Take %(hand)s out of the count?") % {"hand": sheet},
        "submit": _("See what changes"),
        "table": table,
        "round": table.round,
        "more": {"version": sheet.version},
    }
    return render(request, "results/reason.html", context, status=status)


def _late(request, table, act, form, *, what: str):
    """The preview, or the deed if it still is what was shown; None if the act was refused."""
    at = timezone.now()
    try:
        found = late_corrections.preview(table.round, act, at=at)
        shown = request.POST.get("mark", "")
        if shown == found.mark:
            late_corrections.carry_out(table.round, act, at=at)
            messages.success(
                request, _("%(what)s is changed, and so are the standings.") % {"what": what}
            )
            return redirect(table)
    except InvalidHand as refusal:
        form.refuse(refusal)
        return None
    except Refused as refusal:
        form.add_error(refusal.field or None, str(refusal))
        return None
    context = {
        "found": found,
        "has_changed": bool(shown),
        "table": table,
        "round": table.round,
        "what": what,
        "reason": form.cleaned_data["reason"],
        "said": [(k, v) for k, values in request.POST.lists() if k not in OWN for v in values],
    }
    return render(request, "standings/late.html", context)
