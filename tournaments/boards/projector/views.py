"""The projector's page, for a hall, a room or one tournament."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from tournaments import addresses, qr
from tournaments.access.decorators import event_page
from tournaments.access.shared import own_parts, shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.boards.projector import queries
from tournaments.models import Event, Room, Tournament
from tournaments.notifications.queries import current

#: How long the board stays right while only the time changes: at a deadline its words change.
CLOCK_SECONDS = 1
FILTERS = ("room", "tournament")
#: Announcements below the clocks at once; the newest are.
MOST_ANNOUNCED = 2


@require_safe
@shared_page(*FILTERS, seconds=CLOCK_SECONDS, parts=event_page(own_parts), of_one_event=True)
@event_page
def board(request: SiteRequest, event_: Event) -> HttpResponse:
    """Show the clocks large, the seats of a published round by name, and what comes next."""
    return render(request, "boards/projector/board.html", _context(request, event_))


@require_safe
@shared_page(*FILTERS, seconds=CLOCK_SECONDS, of_one_event=True)
@event_page
def board_live(request: SiteRequest, event_: Event) -> HttpResponse:
    """The part of the board that changes."""
    return render(request, "boards/projector/_live.html", _context(request, event_))


def _context(request: SiteRequest, event_: Event) -> dict[str, Any]:
    """The board of the whole event, of the room or of the tournament that the address names."""
    asked = {name: request.GET[name] for name in FILTERS if request.GET.get(name)}
    tournament = _asked_tournament(event_, asked.get("tournament"))
    room = _asked_room(event_, asked.get("room"))
    board_ = queries.board(event_, now=timezone.now(), only=tournament, room=room)
    is_narrowed = tournament is not None or room is not None
    audience = frozenset(one.pk for one in board_.tournaments) if is_narrowed else None
    announced = current(event_, now=timezone.now(), audience=audience, limit=MOST_ANNOUNCED)
    return {
        "event": event_,
        "board": board_,
        "room": room,
        # As the stream names a part of a page: its parameters sorted.
        "narrowed_to": urlencode(sorted(asked.items())),
        "audience": audience,
        "announced": announced,
        "codes": _codes(request, event_, board_),
        "address": addresses.absolute(request, event_.get_absolute_url()).partition("://")[2],
        "unreachable": addresses.warning(request),
    }


def _asked_tournament(event: Event, slug: str | None) -> Tournament | None:
    """The tournament with this short name. Raises Http404."""
    if not slug:
        return None
    found = event.tournaments.filter(slug=slug).first()
    if found is None:
        raise Http404
    return found


def _asked_room(event: Event, name: str | None) -> Room | None:
    """The room with this name, in any case. Raises Http404."""
    if not name:
        return None
    found = event.rooms.filter(name__iexact=name).first()
    if found is None:
        raise Http404
    return found


def _codes(request: SiteRequest, event: Event, board_: queries.Board) -> dict[str, str]:
    """The QR codes of the board: where players find their seat, and where they join."""
    names = {"find": "find", "join": "join"} if board_.may_join else {"find": "find"}
    return {
        key: qr.picture(addresses.absolute(request, reverse(name, args=[event.slug])))
        for key, name in names.items()
    }
