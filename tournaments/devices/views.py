"""Opening a seat on a phone, by badge or PIN, and closing it."""

from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import addresses, calendars
from tournaments.access.decorators import event_page, no_store, table_page
from tournaments.access.device_cookies import visitor_of
from tournaments.access.phones import phone_cookie
from tournaments.access.refusals import form_page, in_form, please_wait
from tournaments.access.requests import enter_event, find_table
from tournaments.access.site_request import SiteRequest
from tournaments.devices import queries, rules, services
from tournaments.devices.forms import CodeForm, SeatForm
from tournaments.ledger import Actor
from tournaments.models import Event, HallTable, Phone, Player, Table
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.registration import badges
from tournaments.signup import feed
from tournaments.signup.day import day_of

#: A response stays of its kind.
R = TypeVar("R", bound=HttpResponseBase)


def keep_open(response: R, event: Event, token: str) -> R:
    """Set the cookie with the token of the seat; it lasts as long as the event."""
    lasts = rules.open_for(event.ends_on, event.zone, timezone.now())
    response.set_cookie(
        phone_cookie(event),
        token,
        max_age=lasts,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return response


def _to_their_table(player: Player) -> HttpResponse:
    """Redirect to the player's table if they sit at exactly one, else to the page about them."""
    seats = queries.open_seats(player)
    return redirect(seats[0].table) if len(seats) == 1 else redirect("me", player.event.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def badge(request: SiteRequest, badge: str) -> HttpResponseBase:
    """The address on a badge. GET opens nothing: link previews follow addresses too."""
    player = get_object_or_404(Player.objects.select_related("event"), badge=badge)
    event = player.event
    enter_event(request, event)
    if request.method != "POST":
        if request.player == player:
            return _to_their_table(player)
        return render(request, "devices/badge.html", {"event": event, "player": player})
    _phone, token = services.open_seat(
        player,
        via=Phone.Via.BADGE,
        visitor=visitor_of(request),
        at=timezone.now(),
        instead_of=request.phone,
    )
    _say_whose(request, player)
    return keep_open(_to_their_table(player), event, token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@table_page
def seat_open(request: SiteRequest, table: Table) -> HttpResponseBase:
    """Open a seat at a table: choose the name, enter the PIN."""
    context = {"table": table, "round": table.round}
    return open_by_pin(request, table, back=table.get_absolute_url(), context=context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page
def me_open(request: SiteRequest, event: Event, player: int) -> HttpResponseBase:
    """Open the seat of somebody who has no table and no game yet: enter the PIN."""
    found = get_object_or_404(event.players, pk=player)
    found.event = event
    back = reverse("me", args=[event.slug])
    if request.player == found:
        return redirect(back)
    return open_by_pin(request, found, back=back, context={"event": event})


def open_by_pin(
    request: SiteRequest, place: queries.Place, *, back: str, context: dict[str, Any]
) -> HttpResponseBase:
    """The page on which a player, at a table or in a game, chooses their name and enters their PIN.

    It leads ``back``, where this phone then acts for them.
    """
    visitor = visitor_of(request)  # on GET it gets its name
    people = queries.people_at(place).values()
    data = request.POST if request.method == "POST" else None
    form = SeatForm(data, people=people)
    if form.is_valid():
        with in_form(form):
            try:
                phone, token = services.open_by_pin(
                    place,
                    int(form.cleaned_data["player"]),
                    form.cleaned_data["pin"],
                    visitor=visitor,
                    at=timezone.now(),
                    instead_of=request.phone,
                )
            except TooManyAttempts as refusal:
                return please_wait(request, refusal)
            _say_whose(request, phone.player)
            return keep_open(redirect(back), request.event, token)
    context |= {"place": place, "form": form}
    return form_page(request, "devices/seat_open.html", context)


def _say_whose(request: SiteRequest, player: Player) -> None:
    said = _("This phone now belongs to %(name)s.") % {"name": player.shown_name}
    messages.success(request, said)


@require_safe
def table_find(request: SiteRequest) -> HttpResponseBase:
    """Redirect from a table's code to its page."""
    form = CodeForm(request.GET or None)
    if form.is_valid():
        sign = HallTable.objects.filter(code=form.cleaned_data["code"]).first()
        try:
            return redirect(sign or find_table(request, form.cleaned_data["code"]))
        except Http404:
            form.refuse_unknown()
    return render(request, "devices/table_find.html", {"form": form})


@never_cache
@require_safe
def table_now(request: SiteRequest, sign: str) -> HttpResponseBase:
    """The address on a table of the hall: redirect to what is played there, if that is one game."""
    found = get_object_or_404(HallTable.objects.select_related("event"), code=sign.upper())
    enter_event(request, found.event)
    tables = queries.tables_now(found, request.player)
    if len(tables) == 1:
        return redirect(tables[0])
    context = {"event": found.event, "sign": found, "tables": tables}
    return render(request, "devices/table_now.html", context)


@never_cache
@require_safe
@event_page
def me(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The player whose seat is open on this phone, with their badge; or how to open one."""
    context: dict[str, Any] = {"event": event, "player": request.player}
    if request.player:
        request.player.event = event
        context |= {
            "badge": badges.badge(addresses.absolute(request, ""), request.player),
            "calendar": addresses.absolute(
                request, reverse("my-calendar", args=[feed.token_of(request.player)])
            ),
        } | _day(request.player, event)
    else:
        context |= {"form": CodeForm(), "playing": queries.playing_at(event)}
        context["takes_pins"] = queries.takes_pins(event, timezone.now())
    return render(request, "devices/me.html", context)


@never_cache
@require_safe
@event_page
def my_day(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The part of the player's page that changes by itself: seats, places, and games to play."""
    if request.player is None:
        return no_store(HttpResponse())
    context = {"event": event, "player": request.player} | _day(request.player, event)
    return no_store(render(request, "devices/_day.html", context))


def _day(player: Player, event: Event) -> dict[str, Any]:
    """Where the player sits, and what they have still to play."""
    now = timezone.now()
    found: dict[str, Any] = {
        "seats": queries.open_seats(player),
        "games": queries.open_games(player),
        "day": day_of(player, event.zone, now),
        "today": timezone.localdate(now, event.zone),
    }
    if not (found["seats"] or found["games"] or found["day"].coming):
        unseated = queries.unseated(player, event)
        found |= {"playing": queries.playing_at(event), "sitting_out": unseated.sitting_out}
        found["seat_comes"] = unseated.seat_comes
    return found


@require_safe
def my_calendar(request: SiteRequest, token: str) -> HttpResponseBase:
    """The sessions of one person, for a calendar that follows this secret address."""
    player = feed.player_of(token)
    if player is None:
        raise Http404
    enter_event(request, player.event)
    content = feed.calendar_of(player, site=addresses.absolute(request, ""))
    return no_store(calendars.answer(request, content, "my-day"))


@require_POST
@event_page
def seat_close(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Close the seat that is open on this phone, because somebody else has it now."""
    if request.phone:
        services.close_seat(request.phone, by=Actor.of(request), at=timezone.now())
        messages.success(request, _("This phone no longer belongs to anyone."))
    response = redirect("me", event.slug)
    response.delete_cookie(phone_cookie(event), samesite="Lax")
    return response
