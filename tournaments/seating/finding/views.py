"""The pages on which people look for their seat."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.numbers import KEY_DIGITS, whole_number
from tournaments.access.decorators import event_page
from tournaments.access.shared import shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.devices.queries import takes_pins
from tournaments.models import Event, Player
from tournaments.seating.finding import queries

REMEMBERED, TWO_WEEKS = "seat-of", 14 * 24 * 3600


LONGEST_SEARCH = 120
#: How long a seat with its times stays right.
CLOCK_SECONDS = 1


@event_page
def _parts(request: SiteRequest, event: Event) -> HttpResponse:
    player = _player_asked_for(request, event)
    return render(request, "seating/_find_own.html", _about(request, event, player))


@require_safe
@shared_page(parts=_parts, of_one_event=True)
@event_page
def find(request: SiteRequest, event: Event) -> HttpResponse:
    """Where somebody sits, by name or handle. The phone remembers the last person it looked for."""
    sought = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH]
    found = queries.matches(event, sought) if sought else None
    player = found.chosen if found else _player_asked_for(request, event)
    context = _about(request, event, player) | {"sought": sought, "matches": found}
    response = render(request, "seating/find.html", context)
    if player:
        response.set_cookie(
            REMEMBERED, str(player.pk), max_age=TWO_WEEKS, path=request.path, httponly=True,
            samesite="Lax", secure=request.is_secure(),
        )  # fmt: skip
    return response


@require_safe
@shared_page("mine", seconds=CLOCK_SECONDS, of_one_event=True)
@event_page
def find_live(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """The answer for one person, fetched again when a seating changes.

    It is made for nobody, so the page on the person's own phone says with ``mine`` that it is.
    """
    found = get_object_or_404(Player, pk=player, event=event)
    return render(request, "seating/_whereabouts.html", _about(request, event, found))


def _about(request: SiteRequest, event: Event, player: Player | None) -> dict[str, Any]:
    """Where somebody sits, and whether they say on their phone who they are before they do."""
    return {
        "event": event,
        "player": player,
        "whereabouts": queries.whereabouts(player) if player else None,
        "is_mine": "mine" in request.GET or (player is not None and request.player == player),
        "takes_pins": takes_pins(event, timezone.now()),
    }


def _player_asked_for(request: SiteRequest, event: Event) -> Player | None:
    """The person of the link that was followed, else the one whose seat is open on this phone, else
    the one it looked for last."""
    if request.player and "player" not in request.GET:
        return request.player
    wanted = request.GET.get("player") or request.COOKIES.get(REMEMBERED, "")
    key = whole_number(wanted, most_digits=KEY_DIGITS)
    return None if key is None else event.players.filter(pk=key).first()
