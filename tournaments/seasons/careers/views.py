"""People over many events: a player's page, two players against each other, rating lists."""

from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.numbers import KEY_DIGITS, whole_number
from scoring.ratings import PROVISIONAL_GAMES
from tournaments.access.decorators import conductors_only, event_page
from tournaments.access.refusals import as_message
from tournaments.access.shared import own_parts, shared_page
from tournaments.access.site_request import SiteRequest
from tournaments.ledger import Actor
from tournaments.models import Event, Player, Season
from tournaments.seasons import people
from tournaments.seasons.careers import queries, services
from tournaments.seasons.careers.played_games import infos
from tournaments.seasons.careers.ratings import (
    RatingPoint,
    Scope,
    players_of,
    rated_games,
    rating_list,
    ratings,
)
from tournaments.seasons.queries import conducted_events
from tournaments.standings.showing import charts
from tournaments.standings.showing.history_views import picture

#: How many of the latest ratings the page lists; the plot has all.
LATEST = 12
ON_A_PAGE = 100


def _player(event: Event, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("event", "person"), event=event, pk=pk)


def _ratings(player: Player, keys: Iterable[str]) -> dict[str, list[RatingPoint]]:
    """The ratings of a person by the game's key, of the games in ``keys`` that are rated."""
    who, scope = people.key_of(player), Scope(demo=player.event.is_demo)
    found = {key: ratings(key, scope).get(who, []) for key in sorted(keys)}
    return {key: points for key, points in found.items() if points}


@event_page
def _player_parts(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    found = _player(event, player)
    context = {"player": found} | (_elsewhere(request, found) if request.may_conduct else {})
    return render(request, "seasons/_player_own.html", context)


def _elsewhere(request: SiteRequest, found: Player) -> dict[str, Any]:
    """Who is the same person at other events, or may be; for conductors."""
    events = conducted_events(request.user)
    return {
        "also": queries.also_known(found, request.user),
        "perhaps": queries.perhaps_the_same(found, events),
    }


@require_safe
@shared_page(parts=_player_parts)
@event_page
def player(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """Show what a person played, whom they met, and how their rating went."""
    found = _player(event, player)
    record = queries.player_record(found, at=timezone.now())
    rated = _ratings(found, {game.table.round.tournament.game for game in record.games})
    named = infos(rated)
    context = {
        "player": found,
        "record": record,
        "career": queries.career(record),
        "ratings": [
            (named[key], points[-1], points[: -LATEST - 1 : -1])
            for key, points in rated.items()
            if key in named
        ],
    }
    if request.may_conduct:
        context |= _elsewhere(request, found)
    return render(request, "seasons/player.html", context)


@require_safe
@event_page
def rating(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """The rating in one game, ``?game=``, as a picture; ``?phone=1``: small."""
    found = _player(event, player)
    game = request.GET.get("game", "")
    points = _ratings(found, infos([game])).get(game)
    if not points:
        raise Http404
    return picture(charts.rating_chart(found.name, points, charts.canvas_of(request.GET)))


@require_safe
@shared_page(parts=event_page(own_parts))
@event_page
def against(request: SiteRequest, event: Event, player: int, other: int) -> HttpResponse:
    """All games and tournaments of two people, and who was ahead how often."""
    one = _player(event, player)
    two = get_object_or_404(
        Player.objects.select_related("event").exclude(event__announced_at=None), pk=other
    )
    if people.key_of(one) == people.key_of(two):
        return redirect("player", event.slug, one.pk)
    found = queries.head_to_head(one, two, at=timezone.now())
    context = {"player": one, "other": two, "found": found}
    return render(request, "seasons/against.html", context)


@require_safe
@shared_page("demo", "page", parts=own_parts)
def rating_lists(request: SiteRequest, game: str | None = None) -> HttpResponse:
    """The ratings of a game, the highest first; without one those of the first game there is.

    ``?demo=1``: of the people of the demo, who are rated among themselves.
    """
    scope = Scope(demo=request.GET.get("demo") == "1")

    def address(key: str) -> str:
        return reverse("rating-list", args=[key]) + ("?demo=1" if scope.demo else "")

    return _rating_page(request, scope, game, address)


@require_safe
@shared_page("page", parts=own_parts)
def season_ratings(request: SiteRequest, season: str, game: str | None = None) -> HttpResponse:
    """The ratings of a game in the tournaments of a season, which fade if it says so."""
    scope = Scope(season=get_object_or_404(Season, slug=season))

    def address(key: str) -> str:
        return reverse("season-rating-list", args=[season, key])

    return _rating_page(request, scope, game, address)


def _rating_page(
    request: SiteRequest, scope: Scope, game: str | None, address: Callable[[str], str]
) -> HttpResponse:
    keys = rated_games(scope)
    if game not in (None, *keys):
        raise Http404
    game = game or next(iter(keys), None)
    rows = rating_list(game, scope) if game else []
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    named = infos(keys)
    known = players_of([row.who for row in page], scope)
    context = {
        "page": page,
        "rows": [(row, known.get(row.who)) for row in page],
        "games": [(one, address(one.key)) for one in named.values()],
        "game": named.get(game) if game else None,
        "demo": scope.demo,
        "season": scope.season,
        "last": max((row.last for row in rows), default=None),
        "least": PROVISIONAL_GAMES,
    }
    return render(request, "seasons/ratings.html", context)


@require_POST
@event_page
@conductors_only
def merge(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """Merge the player with one of another event: they are the same person."""
    one = _player(event, player)
    key = whole_number(request.POST.get("other", ""), most_digits=KEY_DIGITS) or 0
    other = get_object_or_404(Player, pk=key)
    if other.event_id not in conducted_events(request.user):
        raise PermissionDenied
    return _run(request, one, _("They now count as one person."), services.merge, one, other)


@require_POST
@event_page
@conductors_only
def separate(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """Make the player a separate person again."""
    one = _player(event, player)
    return _run(request, one, _("They now count as a separate person."), services.separate, one)


@require_POST
@event_page
@conductors_only
def unmerge(request: SiteRequest, event: Event, player: int) -> HttpResponse:
    """Undo the last merge of the player, for everybody whom it merged."""
    one = _player(event, player)
    done = _("Merge undone.")
    return _run(request, one, done, services.unmerge, one)


def _run(
    request: SiteRequest, one: Player, message: str, verb: Callable[..., object], *who: Player
) -> HttpResponse:
    """Call a verb about people, and show the message or the refusal on the player's page."""
    with as_message(request):
        verb(*who, by=Actor.of(request), at=timezone.now())
        messages.success(request, message)
    return redirect("player", one.event.slug, one.pk)
