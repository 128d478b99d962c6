"""How a tournament went: statistics, and places and points round by round."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.access.decorators import tournament_page
from tournaments.standings.showing import charts, rendered_cache
from tournaments.standings.showing.history import History, history
from tournaments.standings.showing.history import statistics as statistics_of


def _plotted(tournament) -> History:
    found = _history(tournament)
    if not found.rounds:
        raise Http404
    return found


def _history(tournament) -> History:
    return rendered_cache.kept(tournament, "history", lambda: history(tournament))


@require_safe
@tournament_page
def statistics(request, tournament):
    """What the tables were like, and everybody's way, as plots and as a table."""
    context = {
        "tournament": tournament,
        "history": _history(tournament),
        "statistics": rendered_cache.kept(tournament, "tables", lambda: statistics_of(tournament)),
        "most_lines": charts.MOST_LINES,
    }
    return render(request, "standings/statistics.html", context)


@require_safe
@tournament_page
def places(request, tournament):
    """The places round by round as a picture."""
    return picture(charts.place_chart(_plotted(tournament)))


@require_safe
@tournament_page
def scores(request, tournament):
    """The scores round by round as a picture."""
    return picture(charts.score_chart(_plotted(tournament)))


def picture(svg: bytes) -> HttpResponse:
    """An SVG picture of ours; its own style holds in it, and nothing else may."""
    response = HttpResponse(svg, content_type="image/svg+xml")
    response._csp_replace = {"default-src": ["'none'"], "style-src": ["'unsafe-inline'"]}  # noqa: SLF001 - how django-csp is told
    patch_cache_control(response, private=True, no_cache=True)
    return response
