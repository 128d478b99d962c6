"""The table's page and the entry of hands: what players do on their phones."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access.decorators import at_the_table, open_your_seat, table_page
from tournaments.access.requests import may_act_for
from tournaments.errors import Conflict, Refused
from tournaments.ledger import Actor
from tournaments.results import errors, queries
from tournaments.results.confirming import services as confirming
from tournaments.results.overtime import services as overtime
from tournaments.results.reporting import offline
from tournaments.results.reporting import services as reporting
from tournaments.results.sheet_data import explained
from tournaments.results.sheet_forms import kinds

CONFLICT, UNPROCESSABLE = 409, 422
#: On a page that a phone may keep and open without a network (templates/results/service-worker.js).
KEEP_HEADER = "X-Roundhouse-Keep"


# --- The table ------------------------------------------------------------------------------------


@require_safe
@table_page
def table(request, table_):
    """Who sits here, the slot's clock, all hands and the running totals."""
    page = render(request, "results/table.html", _context(request, table_))
    if not request.user.is_authenticated:  # a phone keeps no page that names an account
        page[KEEP_HEADER] = "1"
    return page


@require_safe
@table_page
def table_live(request, table_):
    """The part of the table's page that changes while people play."""
    return render(request, "results/_table_live.html", _context(request, table_))


def _context(request, table_) -> dict:
    now = timezone.now()
    state = queries.table_state(table_, now=now)
    seat = state.seat_of(request.player)
    return {
        "state": state,
        "table": table_,
        "round": table_.round,
        "seat": seat,
        "hand_rows": state.rows(seat),
        **offline.context(state, now=now),
    }


@require_POST
@table_page
@at_the_table
def deal(request, table_):
    """Deal the hand whose number the button showed; another phone may have done it already."""
    try:
        number = int(request.POST.get("number", ""))
        reporting.deal_hand(table_, number, by=Actor.of(request), at=timezone.now())
    except ValueError:
        messages.error(request, _("That is no number of a hand."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(table_)


@require_POST
@table_page
@at_the_table
def play_on(request, table_):
    """Write down that a player agrees to play past the end of the slot, or takes it back."""
    verbs = {"agree": overtime.agree, "take-back": overtime.take_back}
    try:
        position = int(request.POST.get("position", ""))
        say = verbs[request.POST.get("say", "")]
        if not may_act_for(request, table_, position):
            return open_your_seat(request, table_)
        say(table_, position, by=Actor.of(request), at=timezone.now())
    except (ValueError, KeyError):
        messages.error(request, _("That is no seat of this table."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(f"{table_.get_absolute_url()}#play-on")


# --- Entering a hand ------------------------------------------------------------------------------


def _asked(request) -> str:
    """The way of entering a hand that the address or the form names."""
    return request.POST.get("sheet") or request.GET.get("sheet", "")


def _hand(table_, number: int):
    """The table as it is, and the hand with this number; None where there is none."""
    state = queries.table_state(table_, now=timezone.now())
    return state, next((sheet for sheet in state.hands if sheet.number == number), None)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@at_the_table
def report(request, table_, number):
    """Enter hand ``number``: the form, and what becomes of it."""
    state, sheet = _hand(table_, number)
    if sheet is None:
        messages.error(request, str(errors.HandNotDealt(number=number)))
        return redirect(table_)
    kind = kinds.kind_of(state, _asked(request))
    if request.method != "POST":
        if sheet.is_counted:
            return redirect(table_)
        return _entry_page(request, state, sheet, kinds.form_for(state, sheet, kind=kind), kind)
    form = kinds.form_for(state, sheet, request.POST, kind=kind)
    if not form.is_valid():
        return _entry_page(request, state, sheet, form, kind, status=UNPROCESSABLE)
    return _store(request, state, sheet, form, kind)


def _store(request, state, sheet, form, kind):
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
        return _conflict_page(request, state.table, sheet.number, kind, refusal)
    except errors.InvalidHand as refusal:
        form.refuse(refusal)
        return _entry_page(request, state, sheet, form, kind, status=UNPROCESSABLE)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        status = CONFLICT if isinstance(refusal, Conflict) else UNPROCESSABLE
        return _entry_page(request, state, sheet, form, kind, status=status)
    said = {
        "confirm": _("%(sheet)s had been reported like that: now it is agreed."),
        "report": _("%(sheet)s is stored."),
    }
    messages.success(request, said[receipt.act] % {"sheet": state.name_of(sheet)})
    return redirect(state.table)


def _entry_page(request, state, sheet, form, kind, *, status=200):
    context = _page(state, sheet, form) | {"kind": kind, "kinds": kinds.kinds(state)}
    return render(request, "results/hand.html", context, status=status)


def _page(state, sheet, form) -> dict:
    return {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "table": state.table,
        "round": state.table.round,
        "tournament": state.table.round.tournament,
        **offline.context(state, now=timezone.now()),
    }


def _conflict_page(request, table_, number, kind, refusal):
    """What stands, what was entered, and what can be done; nothing that was typed is lost."""
    state, sheet = _hand(table_, number)
    if sheet is None:
        messages.error(request, str(errors.HandNotDealt(number=number)))
        return redirect(table_)
    data = request.POST.copy()
    data["version"] = sheet.version
    if not sheet.is_counted:
        # Only dealt, but not as it was: the conductor has ended it meanwhile.
        form = kinds.form_for(state, sheet, data, kind=kind)
        form.add_error(None, str(refusal))
        return _entry_page(request, state, sheet, form, kind, status=CONFLICT)
    form = kinds.form_for(state, sheet, data, kind=kind, reason=False)
    seat = state.seat_of(request.player)
    row = next(row for row in state.rows(seat) if row.sheet.pk == sheet.pk)
    points, out = queries.shown_points(state, sheet.data)
    context = _page(state, sheet, form) | {
        "kind": kind,
        "row": row,
        "stands": points,
        "stands_out": out,
        "refusal": refusal,
    }
    return render(request, "results/conflict.html", context, status=CONFLICT)


@require_POST
@table_page
def score(request, table_, number):
    """What the sheet as it is being typed would give, line by line; nothing is stored."""
    state, sheet = _hand(table_, number)
    kind = kinds.kind_of(state, _asked(request))
    context = {"state": state}
    if sheet is not None and kind != kinds.QUICK:
        form = kinds.form_for(state, sheet, request.POST, kind=kind)
        form.is_valid()
        context |= _score(state, form)
    return render(request, "results/_score.html", context)


def _score(state, form) -> dict:
    data, players = form.hand(), len(state.seats)
    issues = form.sheet.clean(data, players)
    # While it is typed, who went out may still be missing.
    bad = [one for one in issues if one.where.partition(".")[0] not in form.left_out]
    if bad or any(name not in form.left_out | {"key"} for name in form.errors):
        return {"issues": list(dict.fromkeys(one.text for one in bad))}
    positions = [score.seat.position for score in state.seats]
    lines = explained(state.table.round.tournament.game, data, positions)
    return {
        "notice": form.sheet.notice,
        "scores": [
            (s, lines[s.seat.position], sum(line.points for line in lines[s.seat.position]))
            for s in state.seats
        ],
    }


# --- Agreeing -------------------------------------------------------------------------------------


@require_POST
@table_page
@at_the_table
def agree(request, table_, number):
    """Agree to what stands, with one tap."""
    return take_for_agreed(request, table_, number, confirming.confirm_sheet)


def take_for_agreed(request, table_, number, verb):
    """Do ``verb`` to the version of a hand that the page showed, and say what came of it."""
    try:
        version = int(request.POST.get("version", ""))
        verb(table_, number, by=Actor.of(request), at=timezone.now(), version=version)
    except ValueError:
        messages.error(request, _("Load the page again, and agree to what stands there."))
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("Agreed."))
    return redirect(table_)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@at_the_table
def dispute(request, table_, number):
    """Say what is wrong with what stands, and what should; a conductor rules."""
    state, sheet = _hand(table_, number)
    if sheet is None or not sheet.is_counted:
        messages.error(request, str(errors.HandNotDealt(number=number)))
        return redirect(table_)
    asked = _asked(request) or kinds.kind_of_data(state, sheet.data)
    kind = kinds.kind_of(state, asked)
    form = kinds.form_for(
        state, sheet, request.POST or None, kind=kind, begins_with=sheet.data, reason=False
    )
    status = 200
    if request.method == "POST":
        status = UNPROCESSABLE
        if form.is_valid():
            refusal = _object(request, table_, number, form)
            if refusal is None:
                messages.success(request, _("A conductor will look at it. Go on playing."))
                return redirect(table_)
            if isinstance(refusal, errors.SheetChanged):
                return _conflict_page(request, table_, number, kind, refusal)
    context = _page(state, sheet, form) | {"kind": kind}
    return render(request, "results/dispute.html", context, status=status)


def _object(request, table_, number, form) -> Refused | None:
    """Store an objection; why it was refused, which the form says too."""
    try:
        confirming.dispute_sheet(
            table_,
            number,
            form.hand(),
            by=Actor.of(request),
            at=timezone.now(),
            reason=form.cleaned_data["reason"],
            version=form.cleaned_data["version"],
            key=form.cleaned_data["key"],
        )
    except errors.InvalidHand as refusal:
        form.refuse(refusal)
        return refusal
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return refusal
    return None


@require_safe
@table_page
def history(request, table_, number):
    """Every version of a hand: who said what, when, from where, and why it changed."""
    state = queries.table_state(table_, now=timezone.now())
    sheets = list(table_.sheets.filter(number=number).order_by("pk"))
    context = {
        "state": state,
        "table": table_,
        "round": table_.round,
        "number": number,
        "what": state.name_of(sheets[0]) if sheets else "",
        "sheets": [(sheet, queries.history(state, sheet)) for sheet in sheets],
    }
    return render(request, "results/history.html", context, status=200 if sheets else 404)
