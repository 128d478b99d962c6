"""What the pages that rule on a hand share, in a running round and in a closed one."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from games.numbers import whole_number
from tournaments.models import ScoreSheet, Table
from tournaments.results import queries
from tournaments.results.queries import ShownTable
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
        """What ``results/correct.html`` shows."""
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


def sheet_at(table: Table, number: int) -> ScoreSheet:
    """The sheet with this number that is not voided; 404 without it."""
    sheets = table.sheets.exclude(status=ScoreSheet.Status.VOIDED).select_related("went_out")
    return get_object_or_404(sheets, number=number)


def version_in(request: HttpRequest) -> int | None:
    """The version of the sheet that the conductor saw."""
    return whole_number(request.POST.get("version", ""))


def sheet_context(
    table: Table, state: ShownTable, sheet: ScoreSheet, form: SheetForm
) -> dict[str, Any]:
    """What every page about one hand shows."""
    return {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "table": table,
        "round": table.round,
    }
