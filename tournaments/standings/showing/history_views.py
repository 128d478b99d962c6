"""How a tournament went: statistics, and places and points round by round."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.access.decorators import tournament_page
from tournaments.access.shown_results import refuse_if_hidden
from tournaments.access.site_request import SiteRequest
from tournaments.models import Tournament
from tournaments.standings.showing import charts, history_cache, queries
from tournaments.standings.showing.history import History, history
from tournaments.standings.showing.history import statistics as statistics_of


def _plotted(request: SiteRequest, tournament: Tournament) -> History:
    refuse_if_hidden(tournament, conducts=request.may_conduct)
    found = _history(tournament, history_cache.version_of(tournament))
    if not found.rounds:
        raise Http404
    return found


def _history(tournament: Tournament, version: str) -> History:
    return history_cache.cached("rounds", version, lambda: history(tournament))


@require_safe
@tournament_page
def statistics(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Show how the tables were, and how each player did, as plots and as a table."""
    refuse_if_hidden(tournament, conducts=request.may_conduct)
    version = history_cache.version_of(tournament)
    context = {
        "tournament": tournament,
        "history": _history(tournament, version),
        "statistics": history_cache.cached("tables", version, lambda: statistics_of(tournament)),
        "most_lines": charts.MOST_LINES,
    }
    return render(request, "standings/statistics.html", context)


@require_safe
@tournament_page
def places(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """The places round by round as a picture, with the reader's among them; ``?phone=1``: small."""
    own = queries.own_entry(tournament, request.player)
    return picture(
        charts.place_chart(_plotted(request, tournament), own, charts.canvas_of(request.GET))
    )


@require_safe
@tournament_page
def scores(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """The scores round by round as a picture; ``?phone=1``: small."""
    return picture(charts.score_chart(_plotted(request, tournament), charts.canvas_of(request.GET)))


def picture(svg: bytes) -> HttpResponse:
    """A response with one of our SVG pictures; it may use its own style and load nothing."""
    response = HttpResponse(svg, content_type="image/svg+xml")
    # The attribute by which django-csp lets a response have other rules.
    own = {"default-src": ["'none'"], "style-src": ["'unsafe-inline'"]}
    response._csp_replace = own  # type: ignore[attr-defined]  # noqa: SLF001 - see above
    patch_cache_control(response, private=True, no_cache=True)
    return response
