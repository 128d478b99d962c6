"""The page of badges to print."""

from django.http import Http404
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.numbers import KEY_DIGITS, whole_number
from tournaments import addresses
from tournaments.access.decorators import conductors_only, event_page
from tournaments.registration.badges import badges


@never_cache
@require_safe
@event_page
@conductors_only
def badges_page(request, event):
    """Badges to print: of all players, or of one with ``?player=``."""
    player = request.GET.get("player", "")
    key = whole_number(player, most_digits=KEY_DIGITS)
    if player and key is None:
        raise Http404
    found = badges(request, event, key)
    if player and not found:
        raise Http404
    context = {"event": event, "badges": found, "address_warning": addresses.warning(request)}
    return render(request, "registration/badges.html", context)
