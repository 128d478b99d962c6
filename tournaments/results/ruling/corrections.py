"""Functions for the pages that rule on a hand, in a running round and in a closed one."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.numbers import whole_number
from tournaments.access.refusals import form_page, refusal_in, status_of
from tournaments.models import ScoreSheet, Table
from tournaments.results import errors, queries
from tournaments.results.queries import ShownTable
from tournaments.results.sheet_data import SheetInput
from tournaments.results.sheet_forms import kinds
from tournaments.results.sheet_forms.kinds import SheetForm


@dataclass(frozen=True, slots=True)
class Correction:
    """A hand that a conductor corrects, and the form that does it."""

    table: Table
    sheet: ScoreSheet
    state: ShownTable
    kind: str
    form: SheetForm

    @property
    def context(self) -> dict[str, Any]:
        """Return the context of ``results/correct.html``."""
        return {"kind": self.kind} | sheet_context(self.table, self.state, self.sheet, self.form)


def correction_of(request: HttpRequest, table: Table, number: int) -> Correction:
    """The hand with this number at a table, and the form as it was sent; 404 without the hand."""
    sheet = sheet_at(table, number)
    state = queries.shown_table(table, now=timezone.now())
    wanted = request.POST.get("sheet") or kinds.kind_of_data(state, sheet.data)
    kind = kinds.kind_of(state, wanted)
    data = request.POST or None
    form = kinds.form_for(state, sheet, data, kind=kind, begins_with=sheet.data, reason=True)
    return Correction(table, sheet, state, kind, form)


def correction_page(request: HttpRequest, correction: Correction, **more: Any) -> HttpResponse:
    """The form of a correction; beside it what counts by now if that was refused as outdated."""
    context = correction.context | more
    if mean_the_newest(correction.form, correction.sheet):
        points, out = queries.shown_points(correction.state, correction.sheet.data)
        context |= {"stands": points, "stands_out": out}
    return form_page(request, "results/correct.html", context, correction.form)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A disputed hand with its sides, which of them was chosen, and the form for another value."""

    table: Table
    sheet: ScoreSheet
    state: ShownTable
    sides: queries.Dispute
    chosen: dict[str, Any] | None
    kind: str
    form: SheetForm

    @property
    def is_decided(self) -> bool:
        """Whether the conductor has said what the hand was."""
        return bool(self.chosen) or self.form.is_valid()

    def hand(self) -> SheetInput:
        """The hand as it was, once that ``is_decided``."""
        return self.chosen or self.form.hand()


def ruling_of(request: HttpRequest, table: Table, sheet: ScoreSheet) -> Ruling:
    """A disputed hand as a conductor sees it, and what they say of it."""
    state = queries.shown_table(table, now=timezone.now())
    sides = queries.dispute(state, sheet)
    chosen = _chosen(request, sides)
    kind = kinds.kind_of(state, kinds.kind_of_data(state, sheet.data))
    # One tap sends the number of a version; another value is a form of its own.
    data = request.POST if request.method == "POST" and chosen is None else None
    form = kinds.form_for(state, sheet, data, kind=kind, begins_with=sheet.data, reason=True)
    return Ruling(table, sheet, state, sides, chosen, kind, form)


def _chosen(request: HttpRequest, sides: queries.Dispute) -> dict[str, Any] | None:
    """Return the data that a conductor chose among those of the table; None for another value."""
    said = {str(sides.stands.version.number): sides.stands.version.data}
    said |= {str(s.version.number): s.version.proposal for s in sides.objections}
    return said.get(request.POST.get("choice", ""))


def ruling_page(request: HttpRequest, ruling: Ruling) -> HttpResponse:
    """Both sides of a disputed hand, and the form for another value as it was sent, if it was."""
    form = ruling.form
    status = HTTPStatus.OK
    if request.method == "POST":
        status = status_of(form) if form.is_bound else HTTPStatus.UNPROCESSABLE_ENTITY
        mean_the_newest(form, ruling.sheet)
    context = {"sides": ruling.sides, "kind": ruling.kind}
    context |= sheet_context(ruling.table, ruling.state, ruling.sheet, form)
    return render(request, "results/rule.html", context, status=status)


def ruled_meanwhile(request: HttpRequest, table: Table, number: int) -> HttpResponse:
    """To the table of a hand that is not disputed any more; what was typed is not lost: it may be
    what the other ruling is corrected to."""
    messages.error(request, str(errors.NotDisputed(table, number=number)))
    if request.method == "POST" and "choice" not in request.POST:
        return redirect("hand-correct", table.code, number, preserve_request=True)
    return redirect(table)


def mean_the_newest(form: SheetForm, sheet: ScoreSheet) -> bool:
    """Let a form that was refused because the sheet has changed be about the sheet as it is now.

    The page shows that, so whoever sends the form again means it. False for every other form.
    """
    if not isinstance(refusal_in(form), errors.SheetChanged):
        return False
    data = form.data.copy()  # type: ignore[attr-defined]  # what a request sends
    data["version"] = str(sheet.version)
    form.data = data
    return True


def closed_meanwhile(request: HttpRequest, name: str, table: Table, number: int) -> HttpResponse:
    """To the page ``name`` for a hand of a closed round, with all that was typed, if anything."""
    sent = request.method == "POST"
    if sent:
        words = _("%(round)s has been closed since you opened the page: check what changes.")
        messages.warning(request, words % {"round": table.round})
    return redirect(name, table.code, number, preserve_request=sent)


def sheet_at(table: Table, number: int) -> ScoreSheet:
    """The sheet with this number that is not voided; 404 without it."""
    sheets = table.sheets.exclude(status=ScoreSheet.Status.VOIDED).select_related("went_out")
    return get_object_or_404(sheets, number=number)


def void_words(table: Table, sheet: ScoreSheet) -> tuple[str, str]:
    """The question whether to void a sheet, and the button that does."""
    if table.round.tournament.whole_games:
        return _("Void the game?"), _("Void the game")
    return _("Void %(hand)s?") % {"hand": sheet}, _("Void this hand")


def version_in(request: HttpRequest) -> int | None:
    """The version of the sheet that the conductor saw."""
    return whole_number(request.POST.get("version", ""))


def sheet_context(
    table: Table, state: ShownTable, sheet: ScoreSheet, form: SheetForm
) -> dict[str, Any]:
    """Return the context of every page about one hand."""
    return {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "table": table,
        "round": table.round,
    }
