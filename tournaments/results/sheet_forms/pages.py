"""The pages of a hand's form: the form itself, and the conflict where the hand has changed."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments.access.refusals import form_page, refuse
from tournaments.access.site_request import SiteRequest
from tournaments.errors import Refused
from tournaments.models import ScoreSheet, Table
from tournaments.results import errors, queries
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_forms import kinds, offline


def kind_in(request: SiteRequest) -> str:
    """The kind of form that the address or the form names."""
    return request.POST.get("sheet") or request.GET.get("sheet", "")


def hand_at(table_: Table, number: int) -> tuple[ShownTable, ScoreSheet | None]:
    """The table as it is, and the hand with this number; None if there is none."""
    state = queries.shown_table(table_, now=timezone.now())
    return state, next((sheet for sheet in state.hands if sheet.number == number), None)


def entry_page(
    request: SiteRequest,
    state: ShownTable,
    sheet: ScoreSheet,
    form: Form,
    kind: str,
) -> HttpResponse:
    """The form of a hand."""
    context = hand_context(request, state, sheet, form) | {
        "kind": kind,
        "kinds": kinds.kinds(state),
    }
    return form_page(request, "results/hand.html", context)


def hand_context(
    request: SiteRequest, state: ShownTable, sheet: ScoreSheet, form: Form
) -> dict[str, Any]:
    """Return the context of every page with the form of a hand."""
    return {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "wrong_fields": (),  # the sheet itself goes to the first
        "table": state.table,
        "round": state.table.round,
        "tournament": state.table.round.tournament,
        **offline.context(state, request.player, now=timezone.now()),
    }


def conflict_page(
    request: SiteRequest, table_: Table, number: int, kind: str, refusal: Refused
) -> HttpResponse:
    """Show the stored and the typed result, and what can be done; nothing typed is lost."""
    state, sheet = hand_at(table_, number)
    if sheet is None:
        messages.error(request, str(errors.HandNotDealt(table_, number=number)))
        return redirect(table_)
    data = request.POST.copy()
    data["version"] = str(sheet.version)
    if not sheet.is_counted:
        # Only dealt, but not as it was: the conductor has ended it meanwhile.
        form = kinds.form_for(state, sheet, data, kind=kind)
        refuse(form, refusal)
        return entry_page(request, state, sheet, form, kind)
    form = kinds.form_for(state, sheet, data, kind=kind, reason=False)
    seat = state.seat_of(request.player)
    row = next(row for row in state.rows(seat) if row.sheet.pk == sheet.pk)
    if request.may_conduct and not row.may_object:
        form.is_valid()  # as it was sent: nobody has been asked for a reason yet
        form.fields["reason"].required = True  # a correction needs one
    points, out = queries.shown_points(state, sheet.data)
    context = hand_context(request, state, sheet, form) | {
        "kind": kind,
        "row": row,
        "stands": points,
        "stands_out": out,
        "refusal": refusal,
    }
    return render(request, "results/conflict.html", context, status=refusal.status)
