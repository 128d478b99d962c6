"""What a conductor does at a table, on a page."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import conductors_only, round_page, table_page
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet
from tournaments.results import queries, rulings
from tournaments.results.errors import InvalidHand
from tournaments.results.forms import HandCorrection, ReasonForm
from tournaments.results.game_form import GameCorrection

UNPROCESSABLE = 422


def _sheet(table, number):
    sheets = table.sheets.exclude(status=ScoreSheet.Status.VOIDED).select_related("went_out")
    return get_object_or_404(sheets, number=number)


@require_POST
@table_page
@conductors_only
def force_end(request, table, number):
    """End a running hand, from the force-end on."""
    try:
        rulings.force_end_hand(table, number, by=Actor.of(request), at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The hand is over. Enter it as it stands."))
    return redirect(table)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def correct(request, table, number):
    """Put other points in place of the reported ones."""
    sheet = _sheet(table, number)
    state = queries.table_state(table, now=timezone.now())
    kind_of_form = GameCorrection if state.per_game else HandCorrection
    form = kind_of_form(
        request.POST or None,
        state=state,
        ended_early=sheet.ended_early,
        initial=_as_reported(state, sheet),
    )
    status = 200
    if request.method == "POST":
        if form.is_valid() and _corrected(request, table, number, form):
            return redirect(table)
        status = UNPROCESSABLE
    context = {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "table": table,
        "round": table.round,
    }
    return render(request, "results/correct.html", context, status=status)


def _corrected(request, table, number, form) -> bool:
    try:
        rulings.correct_hand(
            table,
            number,
            form.hand(),
            by=Actor.of(request),
            at=timezone.now(),
            reason=form.cleaned_data["reason"],
        )
    except InvalidHand as refusal:
        form.refuse(refusal)
        return False
    except Refused as refusal:
        form.add_error(refusal.field or None, str(refusal))
        return False
    messages.success(request, _("Hand %(number)s is corrected.") % {"number": number})
    return True


def _as_reported(state, sheet) -> dict:
    # A correction is not sent by a bad network's retry: its key only completes the form.
    values = {"key": "correction-by-conductor"}
    for name, value in sheet.entered.items():
        if isinstance(value, list):
            seats = zip(state.seats, value, strict=False)
            values |= {f"{name}-{score.seat.position}": each for score, each in seats}
        else:
            values[name] = value
    if not state.per_game:
        values["went_out"] = str(sheet.went_out.position) if sheet.went_out else "0"
    return values


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def void(request, table, number):
    """Take a hand out of the count; the page asks for the reason first."""
    sheet = _sheet(table, number)

    def act(reason):
        rulings.void_hand(table, number, by=Actor.of(request), at=timezone.now(), reason=reason)

    question = _("Take %(hand)s out of the count?") % {"hand": sheet}
    return _with_reason(request, table, question, _("Void this hand"), act)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@conductors_only
def end_game(request, table):
    """End the game at a table; the page asks for the reason first."""

    def act(reason):
        rulings.end_game(table, by=Actor.of(request), at=timezone.now(), reason=reason)

    question = _("End the game at %(table)s? Its points stand.") % {"table": table}
    return _with_reason(request, table, question, _("End the game"), act)


def _with_reason(request, table, question, submit, act):
    form = ReasonForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            try:
                act(form.cleaned_data["reason"])
            except Refused as refusal:
                form.add_error(refusal.field or None, str(refusal))
            else:
                return redirect(table)
    context = {
        "form": form,
        "question": question,
        "submit": submit,
        "table": table,
        "round": table.round,
    }
    return render(request, "results/reason.html", context, status=status)


@require_POST
@round_page
@conductors_only
def close_round(request, round_):
    """Close the books of a round whose tables have all finished."""
    try:
        rulings.close_round(round_, by=Actor.of(request), at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("%(round)s is closed.") % {"round": round_})
    return redirect(round_)
