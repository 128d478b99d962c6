"""The pages on which conductors lay out the hall: its rooms and the tables in them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments import addresses, qr
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.editing import editing
from tournaments.access.refusals import as_message, form_page, in_form
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, Room
from tournaments.timetable.hall import queries, services
from tournaments.timetable.hall.forms import HallTableForm, MoveGameForm, NumbersForm, RoomForm


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def rooms(request: SiteRequest, event: Event) -> HttpResponse:
    """The rooms of the event with their tables; the form adds a room."""
    form = RoomForm(request.POST or None)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            room = services.add_room(event, **form.cleaned_data, by=by, at=at)
            messages.success(request, _("%(room)s is added. Number its tables.") % {"room": room})
            return redirect("room-numbers", event.slug, room.pk)
    context = {"event": event, "form": form, "hall": queries.hall_of(event)}
    return form_page(request, "timetable/rooms.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def room_edit(request: SiteRequest, event: Event, room: int) -> HttpResponse:
    """Change the name and the note of a room."""
    found = get_object_or_404(event.rooms, pk=room)
    seen = queries.values_of_room(found)
    form = editing(RoomForm(request.POST or None, initial=seen))
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            services.change_room(found, by=by, at=at, seen=seen, **form.cleaned_data)
            messages.success(request, _("Changes saved."))
            return redirect("rooms", event.slug)
    context = {"event": event, "form": form, "room": found}
    return form_page(request, "timetable/room_edit.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def room_numbers(request: SiteRequest, event: Event, room: int) -> HttpResponse:
    """Number the tables of a room."""
    found = get_object_or_404(event.rooms, pk=room)
    form = NumbersForm(request.POST or None)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            said = form.cleaned_data
            first, last = said["first_number"], said["last_number"]
            new = services.number_tables(found, first, last, said["seats"], by=by, at=at)
            words = ngettext("%(count)s table added.", "%(count)s tables added.", new)
            messages.success(request, words % {"count": new})
            return redirect("rooms", event.slug)
    context = {"event": event, "form": form, "room": found, "use": queries.use_of(found)}
    return form_page(request, "timetable/room_numbers.html", context)


@require_POST
@event_page
@conductors_only
def room_up(request: SiteRequest, event: Event, room: int) -> HttpResponse:
    """Move a room before the one above it."""
    found = get_object_or_404(event.rooms, pk=room)
    with as_message(request):
        by, at = Actor.of(request), timezone.now()
        services.move_room_up(found, by=by, at=at, seen=request.POST.get("seen", ""))
    return redirect("rooms", event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def room_remove(request: SiteRequest, event: Event, room: int) -> HttpResponse:
    """Say what a room is used for, and remove it."""
    found = get_object_or_404(event.rooms, pk=room)
    if request.method == "POST":
        by, at = Actor.of(request), timezone.now()
        with as_message(request):
            services.remove_room(found, by=by, at=at, seen=request.POST.get("seen", ""))
            messages.success(request, _("%(room)s is removed.") % {"room": found})
        return redirect("rooms", event.slug)
    context = {"event": event, "room": found, "use": queries.use_of(found)}
    return render(request, "timetable/room_remove.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def hall_table(request: SiteRequest, event: Event, number: int) -> HttpResponse:
    """Change what is known of a table of the hall."""
    found = get_object_or_404(event.hall_tables, number=number)
    seen = queries.values_of_table(found)
    form = editing(HallTableForm(request.POST or None, initial=seen))
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            services.change_hall_table(found, by=by, at=at, seen=seen, **form.cleaned_data)
            messages.success(request, _("Changes saved."))
            return redirect("rooms", event.slug)
    context = {"event": event, "form": form, "hall_table": found}
    return form_page(request, "timetable/hall_table.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_page
@conductors_only
def game_move(request: SiteRequest, event: Event) -> HttpResponse:
    """Let a game go on at another table of the hall."""
    games = {table.pk: table for table in queries.games_now(event)}
    chosen = {"game": request.GET.get("game", "")}
    form = MoveGameForm(request.POST or None, games=list(games.values()), initial=chosen)
    if form.is_valid():
        by, at = Actor.of(request), timezone.now()
        with in_form(form):
            table = games[form.cleaned_data["game"]]
            moved = services.move_game(table, form.cleaned_data["number"], by=by, at=at)
            words = _("%(round)s of %(tournament)s goes on at %(table)s.")
            tournament = moved.round.tournament
            facts = {"round": moved.round, "tournament": tournament, "table": moved}
            messages.success(request, words % facts)
            return redirect("rooms", event.slug)
    context = {"event": event, "form": form, "games": games}
    return form_page(request, "timetable/game_move.html", context)


@require_safe
@event_page
@conductors_only
def cards(request: SiteRequest, event: Event, room: int) -> HttpResponse:
    """The cards of the tables of a room, to print: the number, the room and the code."""
    found: Room = get_object_or_404(event.rooms, pk=room)
    shown = []
    for table in found.hall_tables.order_by("number"):
        address = addresses.absolute(request, table.get_absolute_url())
        shown.append({"table": table, "address": address, "picture": qr.picture(address)})
    context = {"event": event, "room": found, "cards": shown}
    return render(request, "timetable/cards.html", context)
