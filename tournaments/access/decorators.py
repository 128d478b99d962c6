"""Decorators that load what a page is about and refuse senders who may not use it.

Every view of an event is wrapped in one of these, so that no page forgets the event's time zone
and no action of a conductor is open to others.
"""

from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control

from tournaments.access.requests import enter_event, find_table, may_enter_results
from tournaments.access.shown_results import ResultsHidden
from tournaments.access.site_request import SiteRequest, View
from tournaments.models import Event, Role, Round, Table, Tournament
from tournaments.prepared import Prepared

R = TypeVar("R", bound=HttpResponseBase)


def event_page(view: View) -> View:
    """Give the view the event that the address names, open to everybody."""

    @wraps(view)
    def wrapped(request: SiteRequest, event: str, **kwargs: Any) -> HttpResponseBase:
        enter_event(request, get_object_or_404(Event, slug=event))
        return view(request, request.event, **kwargs)

    return wrapped


TOURNAMENT: Prepared[Tournament] = Prepared(
    lambda event, tournament: (
        Tournament.objects.select_related("event", "standings_state__champion__player")
        .filter(event__slug=event, slug=tournament)
        .order_by()
    )
)


ROUND: Prepared[Round] = Prepared(
    lambda event, tournament, number: (
        Round.with_annulled.select_related("tournament__event")
        .filter(tournament__event__slug=event, tournament__slug=tournament, number=number)
        .order_by()
    )
)
#: A prepared query takes no number that its column cannot hold.
MOST_ROUNDS = 32_767


def tournament_page(view: View) -> View:
    """Give the view the tournament that the address names, open to everybody."""

    @wraps(view)
    def wrapped(
        request: SiteRequest, event: str, tournament: str, **kwargs: Any
    ) -> HttpResponseBase:
        found = TOURNAMENT.first(event, tournament)
        if found is None:
            raise Http404
        enter_event(request, found.event)
        return _or_hidden(view, request, found, **kwargs)

    return wrapped


def _or_hidden(view: View, request: SiteRequest, found: Any, **kwargs: Any) -> HttpResponseBase:
    """The answer of a view; where it would tell what is kept back, a page that says so."""
    try:
        return view(request, found, **kwargs)
    except ResultsHidden as refusal:
        context = {"refusal": refusal, "about": found}
        return render(request, "standings/hidden.html", context, status=refusal.status)


def round_page(view: View) -> View:
    """Give the view the round that the address names, open to everybody."""

    @wraps(view)
    def wrapped(
        request: SiteRequest, event: str, tournament: str, number: int, **kwargs: Any
    ) -> HttpResponseBase:
        known = number <= MOST_ROUNDS
        found = ROUND.first(event, tournament, number) if known else None
        if found is None:
            raise Http404
        enter_event(request, found.tournament.event)
        return view(request, found, **kwargs)

    return wrapped


def table_page(view: View) -> View:
    """Give the view the table whose code the address has, open to all once it is published."""

    @wraps(view)
    def wrapped(request: SiteRequest, code: str, **kwargs: Any) -> HttpResponseBase:
        return _or_hidden(view, request, find_table(request, code), **kwargs)

    return wrapped


def no_store(response: R) -> R:
    """Have neither a proxy nor a browser keep a page with the names and secrets of people."""
    patch_cache_control(response, private=True, no_store=True)
    return response


def owners_only(view: View) -> View:
    """Let owners of the event in; send others to the sign-in page, or refuse them."""

    @wraps(view)
    def wrapped(request: SiteRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.role != Role.OWNER:
            raise PermissionDenied
        return no_store(view(request, *args, **kwargs))

    return wrapped


def conductors_only(view: View) -> View:
    """Let conductors of the event in; send others to the sign-in page, or refuse them.

    Goes inside one of the decorators above.
    """

    @wraps(view)
    def wrapped(request: SiteRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not request.may_conduct:
            raise PermissionDenied
        return no_store(view(request, *args, **kwargs))

    return wrapped


def at_the_table(view: View) -> View:
    """Let in those who sit at the table or keep scores; show others how to open their seat.

    Goes inside ``table_page``.
    """

    @wraps(view)
    def wrapped(request: SiteRequest, table: Table, **kwargs: Any) -> HttpResponseBase:
        if not may_enter_results(request, table):
            return open_your_seat(request, table)
        return view(request, table, **kwargs)

    return wrapped


def open_your_seat(request: HttpRequest, table: Table) -> HttpResponse:
    """The refusal for a sender who may not act here, with the way to open the seat that may."""
    context = {"table": table, "round": table.round}
    return render(request, "devices/not_here.html", context, status=HTTPStatus.FORBIDDEN)
