"""The table's page, and dealing and reporting hands on a phone."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.numbers import whole_number
from games.sheet import Issue
from tournaments.access.decorators import at_the_table, table_page
from tournaments.access.refusals import as_message, in_form
from tournaments.access.shown_results import ResultsHidden, may_see_table
from tournaments.access.site_request import SiteRequest
from tournaments.devices.queries import open_seats
from tournaments.ledger import Actor
from tournaments.models import Player, Round, ScoreSheet, Seat, Table
from tournaments.punctuation import listed
from tournaments.results import errors, queries
from tournaments.results.queries import ShownTable
from tournaments.results.reporting import services as reporting
from tournaments.results.sheet_data import SheetInput, computed_values, doubts, explained
from tournaments.results.sheet_forms import kinds, offline
from tournaments.results.sheet_forms.declared import GameForm
from tournaments.results.sheet_forms.kinds import SheetForm
from tournaments.results.sheet_forms.pages import (
    conflict_page,
    entry_page,
    hand_at,
    kind_in,
)
from tournaments.texts import say

#: On a page that a phone may keep and open without a network (templates/results/service-worker.js).
KEEP_HEADER = "X-Roundhouse-Keep"


# --- The table ------------------------------------------------------------------------------------


@require_safe
@table_page
def table(request: SiteRequest, table_: Table) -> HttpResponse:
    """Who sits here, the slot's clock, all hands and the running totals."""
    page = render(request, "results/table.html", _context(request, table_))
    if not request.user.is_authenticated:  # a phone keeps no page that names an account
        page[KEEP_HEADER] = "1"
    return page


@require_safe
@table_page
def table_live(request: SiteRequest, table_: Table) -> HttpResponse:
    """The part of the table's page that changes while people play."""
    return render(request, "results/_table_live.html", _context(request, table_))


def _context(request: SiteRequest, table_: Table) -> dict[str, Any]:
    now = timezone.now()
    state = queries.shown_table(table_, now=now)
    if not may_see_table(request, table_):
        state.hide_points()
    seat = state.seat_of(request.player)
    rows = state.rows(seat)
    # What waits for this player's word comes before what there is to read.
    asks = next((row for row in rows if row.may_agree), None)
    return {
        "state": state,
        "table": table_,
        "round": table_.round,
        "seat": seat,
        "at_own_table": seat is not None,
        "next_seats": _next_seats(request.player, table_),
        "hand_rows": rows,
        "asks": asks,
        "asked": queries.shown_points(state, asks.sheet.data) if asks else None,
        "disputes": _disputes(state) if request.may_conduct else [],
        "replaces": _to_replace(state) if request.may_conduct else None,
        **offline.context(state, request.player, now=now),
    }


def _disputes(state: queries.ShownTable) -> list[tuple[ScoreSheet, queries.Dispute]]:
    """The sheets that a conductor has to rule on, each with both sides; a query each."""
    if state.table.round.is_annulled:
        return []
    disputed = ScoreSheet.Status.DISPUTED
    return [(one, queries.dispute(state, one)) for one in state.hands if one.status == disputed]


def _to_replace(state: queries.ShownTable) -> ScoreSheet | None:
    """The voided hand in whose place a conductor can enter another, where none can be dealt."""
    table = state.table
    ended = table.end_reason not in ("", Table.EndReason.TIME)
    if table.round.status != Round.Status.RUNNING or state.may_deal or ended:
        return None
    return queries.hand_to_replace(table)


def _next_seats(player: Player | None, table_: Table) -> list[Seat]:
    """Where the player of this phone sits now, once this table is done."""
    if player is None or table_.status != Table.Status.FINISHED:
        return []
    return [seat for seat in open_seats(player) if seat.table_id != table_.pk]


@require_POST
@table_page
@at_the_table
def deal(request: SiteRequest, table_: Table) -> HttpResponse:
    """Deal the hand whose number the button showed; another phone may have done it already."""
    number = whole_number(request.POST.get("number", ""))
    if number is None:
        messages.error(request, _("That is not a hand number."))
        return redirect(table_)
    with as_message(request):
        reporting.deal_hand(table_, number, by=Actor.of(request), at=timezone.now())
    return redirect(table_)


# --- Entering a hand ------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@at_the_table
def report(request: SiteRequest, table_: Table, number: int) -> HttpResponse:
    """Enter hand ``number``: the form, and what becomes of it."""
    state, sheet = hand_at(table_, number)
    if sheet is None:
        messages.error(request, str(errors.HandNotDealt(table_, number=number)))
        return redirect(table_)
    kind = kinds.kind_of(state, kind_in(request))
    if request.method != "POST":
        if sheet.is_counted:
            return redirect(table_)
        return entry_page(request, state, sheet, kinds.form_for(state, sheet, kind=kind), kind)
    form = kinds.form_for(state, sheet, request.POST, kind=kind)
    if not form.is_valid():
        return entry_page(request, state, sheet, form, kind)
    return _store(request, state, sheet, form, kind)


def _store(
    request: SiteRequest, state: ShownTable, sheet: ScoreSheet, form: SheetForm, kind: str
) -> HttpResponse:
    with in_form(form):
        try:
            receipt = reporting.report_hand(
                state.table,
                sheet.number,
                form.hand(),
                by=Actor.of(request),
                at=timezone.now(),
                key=form.cleaned_data["key"],
                version=form.cleaned_data["version"],
            )
        except errors.SheetChanged as refusal:
            return conflict_page(request, state.table, sheet.number, kind, refusal)
        said = {
            "confirm": _("%(sheet)s had already been reported the same way, so it is now agreed."),
            "report": _("%(sheet)s is saved."),
            # The outbox of the phone had sent it before.
            "dispute": _differs(state),
        }
        messages.success(request, said[receipt.act] % {"sheet": state.name_of(sheet)})
        for doubt in _doubts(state, sheet, form.hand()):
            messages.warning(request, _("Please check. %(doubt)s") % {"doubt": doubt})
        return redirect(state.table)
    return entry_page(request, state, sheet, form, kind)


def _differs(state: ShownTable) -> str:
    if state.per_game:
        return _(
            "Another phone entered this result differently. Both are kept; a conductor decides."
        )
    return _("Another phone entered this hand differently. Both are kept; a conductor decides.")


def _doubts(state: ShownTable, sheet: ScoreSheet, given: SheetInput) -> list[str]:
    """The doubts about a report without faults."""
    setup = state.table.round.tournament.setup
    positions = [score.seat.position for score in state.seats]
    return doubts(setup, given, positions, ended_early=sheet.ended_early)


@require_POST
@table_page
def score(request: SiteRequest, table_: Table, number: int) -> HttpResponse:
    """Show the points that the sheet being typed would give, line by line; nothing is stored.

    A sheet on which nothing has been typed is not wrong yet.
    """
    state, sheet = hand_at(table_, number)
    kind = kinds.kind_of(state, kind_in(request))
    context: dict[str, Any] = {"state": state}
    form = kinds.form_for(state, sheet, request.POST, kind=kind) if sheet else None
    if sheet and isinstance(form, GameForm):
        form.is_valid()
        if set(form.changed_data) - {"key", "version"}:
            context |= _score(state, sheet, form)
        if form.has_parts:
            context["totals"] = _totals(form, context)
    return render(request, "results/_score.html", context)


def _score(state: ShownTable, sheet: ScoreSheet, form: GameForm) -> dict[str, Any]:
    data, players = form.hand(), len(state.seats)
    issues = form.sheet.clean(data, players)
    # While it is typed, who went out may still be missing.
    bad = [one for one in issues if one.where.partition(".")[0] not in form.left_out]
    if bad or any(name not in form.left_out | {"key"} for name in form.errors):
        return {"issues": _told(form, [score.name for score in state.seats], bad)}
    positions = [score.seat.position for score in state.seats]
    computed = computed_values(form.sheet, data, players)
    lines = explained(state.table.round.tournament.setup, data, positions)
    return {
        "notice": form.sheet.notice,
        "scores": [
            (s, lines[s.seat.position], sum(line.points for line in lines[s.seat.position]), more)
            for s, more in zip(state.seats, computed.by_seat, strict=True)
        ],
        "computed": computed.of_table,
        "doubts": _doubts(state, sheet, data),
    }


def _totals(form: GameForm, context: dict[str, Any]) -> list[tuple[int, int | None]]:
    """The points by position; None where nothing is entered, or while there is no score."""
    points = [total for _seat, _lines, total, _more in context.get("scores", ())]
    seats = [score.seat.position for score in context["state"].seats]
    not_begun = form.not_begun
    return [
        (position, points[n] if points and n not in not_begun else None)
        for n, position in enumerate(seats)
    ]


def _told(form: GameForm, names: list[str], issues: list[Issue]) -> list[str]:
    """Issues in words. Where each player has a part of the form, with the player's name, and one
    sentence for the parts that nobody began and that miss something."""
    not_begun, waiting = form.not_begun, set()
    found = []
    for one in issues:
        seat = one.where.split(".")[1:2]
        index = int(seat[0]) if form.has_parts and seat and seat[0].isdigit() else None
        if index is None:
            found.append(say(one.text))
        elif index in not_begun:
            waiting.add(index)
        else:
            found.append(
                _("%(player)s: %(issue)s") % {"player": names[index], "issue": say(one.text)}
            )
    if waiting:
        players = listed(names[seat] for seat in sorted(waiting))
        found.append(_("Nothing is entered yet for %(players)s.") % {"players": players})
    return list(dict.fromkeys(found))


@require_safe
@table_page
def history(request: SiteRequest, table_: Table, number: int) -> HttpResponse:
    """Every version of a hand: who said what, when, from where, and why it changed."""
    if not may_see_table(request, table_):
        raise ResultsHidden
    state = queries.shown_table(table_, now=timezone.now())
    sheets = list(table_.sheets.filter(number=number).order_by("pk"))
    context = {
        "state": state,
        "table": table_,
        "round": table_.round,
        "number": number,
        "what": state.name_of(sheets[0]) if sheets else "",
        "sheets": [(sheet, queries.history(state, sheet)) for sheet in sheets],
    }
    return render(
        request,
        "results/history.html",
        context,
        status=HTTPStatus.OK if sheets else HTTPStatus.NOT_FOUND,
    )
