"""The page of badges to print."""

from django.core.paginator import Paginator
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.numbers import KEY_DIGITS, whole_number
from tournaments import addresses
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.site_request import SiteRequest
from tournaments.models import Event
from tournaments.registration.badges import badge, badged_players
from tournaments.registration.printing import prints


@never_cache
@require_safe
@event_page
@conductors_only
def badges_page(request: SiteRequest, event: Event) -> HttpResponseBase:
    """Badges to print: of all players, a page at a time, or of one with ``?player=``."""
    player = request.GET.get("player", "")
    key = whole_number(player, most_digits=KEY_DIGITS)
    if player and key is None:
        raise Http404
    players = badged_players(event, key)
    if player and not players:
        raise Http404
    page = Paginator(players, prints.BADGES_A_SHEET).get_page(request.GET.get("page"))
    site = addresses.absolute(request, "")
    context = {
        "event": event,
        "badges": [badge(site, one) for one in page],
        "page": page,
        "address_warning": addresses.warning(request),
    }
    return render(request, "registration/badges.html", context)
