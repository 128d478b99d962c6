"""Agreeing to a hand, or objecting to it, on a phone."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.numbers import whole_number
from tournaments.access.decorators import at_the_table, table_page
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Table
from tournaments.results import errors
from tournaments.results.confirming import services as confirming
from tournaments.results.sheet_forms import kinds
from tournaments.results.sheet_forms.kinds import SheetForm
from tournaments.results.sheet_forms.pages import (
    conflict_page,
    hand_at,
    hand_context,
    kind_in,
)


@require_POST
@table_page
@at_the_table
def agree(request: SiteRequest, table_: Table, number: int) -> HttpResponse:
    """Agree to what stands, with one tap."""
    return take_for_agreed(request, table_, number, confirming.confirm_sheet)


def take_for_agreed(
    request: SiteRequest, table_: Table, number: int, verb: Callable[..., object]
) -> HttpResponse:
    """Do ``verb`` to the version of a hand that the page showed, and say what came of it."""
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        messages.error(request, _("Reload the page and agree to what it shows."))
        return redirect(table_)
    with as_message(request):
        verb(table_, number, by=Actor.of(request), at=timezone.now(), version=version)
        messages.success(request, _("Agreed."))
    return redirect(table_)


@require_http_methods(["GET", "HEAD", "POST"])
@table_page
@at_the_table
def dispute(request: SiteRequest, table_: Table, number: int) -> HttpResponse:
    """Say what is wrong with what stands, and what should; a conductor rules."""
    state, sheet = hand_at(table_, number)
    if sheet is None or not sheet.is_counted:
        # A report may have been taken back since the page was opened.
        never = errors.HandNotDealt(table_, number=number)
        messages.error(request, str(confirming.nothing_to_agree_to(sheet) if sheet else never))
        return redirect(table_)
    wanted = kind_in(request) or kinds.kind_of_data(state, sheet.data)
    kind = kinds.kind_of(state, wanted)
    form = kinds.form_for(
        state, sheet, request.POST or None, kind=kind, begins_with=sheet.data, reason=False
    )
    if form.is_valid():
        with in_form(form):
            try:
                _object(request, table_, number, form)
            except errors.SheetChanged as refusal:
                return conflict_page(request, table_, number, kind, refusal)
            messages.success(request, _("A conductor will look at it. Keep playing."))
            return redirect(table_)
    context = hand_context(request, state, sheet, form) | {"kind": kind}
    return form_page(request, "results/dispute.html", context)


def _object(request: SiteRequest, table_: Table, number: int, form: SheetForm) -> None:
    """Store an objection. Raises a refusal."""
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
