"""The table's page and the entry of hands: what players do on their phones."""

import secrets

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import at_the_table, may_act_for, open_your_seat, table_page
from tournaments.errors import Conflict, Refused
from tournaments.ledger import Actor
from tournaments.results import errors, playing_on, queries, services
from tournaments.results.forms import HandForm
from tournaments.results.game_form import GameForm

CONFLICT, UNPROCESSABLE = 409, 422


@require_safe
@table_page
def table(request, table_):
    """Who sits here, the slot's clock, all hands and the running totals."""
    return render(request, "results/table.html", _context(request, table_))


@require_safe
@table_page
def table_live(request, table_):
    """The part of the table's page that changes while people play."""
    return render(request, "results/_table_live.html", _context(request, table_))


def _context(request, table_) -> dict:
    state = queries.table_state(table_, now=timezone.now())
    return {"state": state, "table": table_, "round": table_.round}


@require_POST
@table_page
@at_the_table
def deal(request, table_):
    """Deal the hand whose number the button showed; another phone may have done it already."""
    try:
        number = int(request.POST.get("number", ""))
        services.deal_hand(table_, number, by=Actor.of(request), at=timezone.now())
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
    verbs = {"agree": playing_on.agree, "take-back": playing_on.take_back}
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


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@at_the_table
def report(request, table_, number):
    """Enter hand ``number``: the form, and what becomes of it."""
    state = queries.table_state(table_, now=timezone.now())
    sheet = next((sheet for sheet in state.hands if sheet.number == number), None)
    if sheet is None:
        messages.error(request, str(errors.HandNotDealt(number=number)))
        return redirect(table_)
    ended_early = sheet.ended_early
    kind_of_form = GameForm if state.per_game else HandForm
    if request.method != "POST":
        if sheet.is_counted:
            return redirect(table_)
        new_key = {"key": secrets.token_hex(16)}
        form = kind_of_form(state=state, ended_early=ended_early, initial=new_key)
        return _entry_page(request, state, sheet, form)
    form = kind_of_form(request.POST, state=state, ended_early=ended_early)
    if not form.is_valid():
        return _entry_page(request, state, sheet, form, status=UNPROCESSABLE)
    return _store(request, state, sheet, form)


def _store(request, state, sheet, form):
    try:
        services.report_hand(
            state.table,
            sheet.number,
            form.hand(),
            by=Actor.of(request),
            at=timezone.now(),
            key=form.cleaned_data["key"],
        )
    except errors.InvalidHand as refusal:
        form.refuse(refusal)
        return _entry_page(request, state, sheet, form, status=UNPROCESSABLE)
    except Refused as refusal:
        form.add_error(None, str(refusal))
        status = CONFLICT if isinstance(refusal, Conflict) else UNPROCESSABLE
        return _entry_page(request, state, sheet, form, status=status)
    messages.success(request, _("%(sheet)s is stored.") % {"sheet": state.name_of(sheet)})
    return redirect(state.table)


def _entry_page(request, state, sheet, form, *, status=200):
    context = {
        "state": state,
        "sheet": sheet,
        "what": state.name_of(sheet),
        "form": form,
        "table": state.table,
        "round": state.table.round,
        "tournament": state.table.round.tournament,
    }
    return render(request, "results/hand.html", context, status=status)
