"""Calling for a conductor, on the phone of a player at a table."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.access.decorators import event_page, open_your_seat, table_page
from tournaments.access.refusals import form_page, in_form
from tournaments.access.requests import seat_at
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Call, Event, Seat, Table
from tournaments.results.calls import queries
from tournaments.results.calls import services as calls
from tournaments.results.calls.forms import CallForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def call(request: SiteRequest, table: Table) -> HttpResponse:
    """Call for a conductor, and see what became of what one called."""
    seat = seat_at(request, table)
    if seat is None:
        return open_your_seat(request, table)
    seat.table = table
    form = CallForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _called(request, seat, form):
        return redirect("call", table.code)
    context = {"table": table, "round": table.round, "form": form}
    context["calls"] = queries.of_player(table, seat.sitting)
    return form_page(request, "results/call.html", context)


def _called(request: SiteRequest, seat: Seat, form: CallForm) -> bool:
    with in_form(form):
        made = calls.call_conductor(
            seat, **form.cleaned_data, by=Actor.of(request), at=timezone.now()
        )
        if made.kind == Call.Kind.CONDUCT:
            words = _("The owner of the event has your report. Nobody else can read it.")
        else:
            words = _("Conductor called to your table.")
        messages.success(request, words)
        return True
    return False


@never_cache
@require_safe
@table_page
def calls_of_table(request: SiteRequest, table: Table) -> HttpResponse:
    """Show the calls on the page of a table: those that were not quiet, and one's own."""
    context = {"table": table, "calls": queries.shown_to(table, request.player)}
    return render(request, "results/_calls.html", context)


@require_safe
@event_page
def conduct(request: SiteRequest, event: Event) -> HttpResponse:
    """The code of conduct of an event."""
    return render(request, "results/conduct.html", {"event": event})
