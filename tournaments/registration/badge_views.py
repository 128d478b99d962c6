"""The page of badges to print."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments import addresses
from tournaments.access.decorators import conductors_only, event_page
from tournaments.registration.badges import badges

MOST_DIGITS = 18


@never_cache
@require_safe
@event_page
@conductors_only
def badges_page(request, event):
    """Badges to print: of all players, or of one with ``?player=``."""
    player = request.GET.get("player", "")
    if player and not (player.isascii() and player.isdigit() and len(player) <= MOST_DIGITS):
        raise Http404
    found = badges(request, event, int(player) if player else None)
    if player and not found:
        raise Http404
    context = {"event": event, "badges": found, "address_warning": addresses.warning(request)}
    return render(request, "registration/badges.html", context)
