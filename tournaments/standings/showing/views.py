"""The page of the standings."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.numbers import whole_number
from tournaments.access.decorators import conductors_only, tournament_page
from tournaments.access.shared import MINUTE, own_parts, shared_page
from tournaments.access.shown_results import ShownResults, keeps_back, shown_results
from tournaments.access.site_request import SiteRequest
from tournaments.models import Round, Tournament
from tournaments.names import loose
from tournaments.standings.computing import services
from tournaments.standings.showing import queries
from tournaments.standings.showing.ranking_rule import rule_of
from tournaments.standings.showing.table_html import table_html
from tournaments.standings.showing.table_options import TableOptions
from tournaments.standings.showing.tables import sorts
from tournaments.texts import say

LONGEST_SEARCH = 80
MOST_DIGITS = 3
FOUND, PLAYING = "found", "playing"
#: A result that waits longer than this means that no worker is computing.
LATE_SECONDS = 15


def _options(request: SiteRequest, tournament: Tournament) -> TableOptions:
    """Read the options in the address; invalid values are ignored."""
    sort = request.GET.get("sort", "")
    return TableOptions(
        sort=sort if sort in sorts(queries.extra_measures(tournament)) else "",
        after=_after(request, tournament),
        everything=request.may_conduct and keeps_back(tournament),
        playing=request.GET.get("show") == PLAYING,
    )


def _after(request: SiteRequest, tournament: Tournament) -> int | None:
    """The round after which the standings shall be shown, if there is such a round."""
    number = whole_number(request.GET.get("after", ""), most_digits=MOST_DIGITS)
    if number is None:
        return None
    numbers = {round_.number for round_ in _rounds(request, tournament)}
    return number if number in numbers else None


def _shown(request: SiteRequest, tournament: Tournament) -> ShownResults:
    return shown_results(tournament, conducts=request.may_conduct)


def _rounds(request: SiteRequest, tournament: Tournament) -> list[Round]:
    """The started rounds after which the sender may see the standings."""
    after = _shown(request, tournament).after
    started = queries.started_rounds(tournament)
    return [one for one in started if after is None or one.number <= after]


def _search(request: SiteRequest) -> str:
    return request.GET.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]


def _only_found(request: SiteRequest) -> bool:
    return request.GET.get("show") == FOUND and bool(_search(request))


def _context(request: SiteRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the context of the page and of its live part."""
    options, search = _options(request, tournament), _search(request)
    measures = queries.extra_measures(tournament)
    keys = [measure.key for measure in measures]
    seen = _shown(request, tournament)
    is_whole = seen.is_everything and not options.after
    everybody = queries.rows(tournament, seen, after=options.after, measures=keys)
    found = _find(everybody, search) if search else []
    marked = {row.entry_id for row in found}
    rows = [
        row
        for row in everybody
        if (row.entry_id in marked or not _only_found(request))
        and (row.in_progress or not options.playing)
    ]
    now = timezone.now()
    started = _rounds(request, tournament)
    return {
        "tournament": tournament,
        "is_empty": not everybody,
        "rows": rows,
        "table_html": table_html(tournament, rows, options, measures=measures, marked=marked),
        "seen": seen,
        "silent_from": None if seen.after is None else seen.after + 1,
        "final": queries.final_points(tournament) if is_whole else [],
        "adjustments": queries.adjustments(tournament),
        "taken_over": queries.taken_over(tournament),
        "rounds": [(round_, options.moved_to(round_.number)) for round_ in started],
        "after_round": next((one.name for one in started if one.number == options.after), ""),
        "found": found,
        "search": search,
        "options": options,
        "show": FOUND if _only_found(request) else PLAYING if options.playing else "",
        "now": now,
        "open_sheets": queries.open_sheets(tournament),
        "is_late": _is_late(tournament, now),
    }


def _is_late(tournament: Tournament, now: datetime) -> bool:
    """Whether a result has waited longer than any running worker would let it wait."""
    if tournament.standings_are_current or tournament.results_at is None:
        return False
    return (now - tournament.results_at).total_seconds() > LATE_SECONDS


def _find(rows: Iterable[queries.ShownRow], search: str) -> list[queries.ShownRow]:
    """The rows whose player's name, handle or home town has the words searched for."""
    wanted = loose(search)
    return [
        row
        for row in rows
        if any(wanted in loose(text) for text in (row.name, row.handle, row.home_town) if text)
    ]


@tournament_page
def _parts(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    context = {
        "tournament": tournament,
        "own_entry": queries.own_entry(tournament, request.player),
        "keeps_back": keeps_back(tournament),
        # The page that the parts stand in shows what the public sees.
        "seen": shown_results(tournament, conducts=False),
        "open_sheets": queries.open_sheets(tournament) if request.may_conduct else 0,
    }
    return render(request, "standings/_own.html", context)


@require_safe
@shared_page("sort", "after", "show", seconds=MINUTE, parts=_parts, of_one_event=True)
@tournament_page
def standings(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """The table of standings, and the rule behind it."""
    context = _context(request, tournament)
    context["rule"] = rule_of(tournament)
    context["own_entry"] = queries.own_entry(tournament, request.player)
    return render(request, "standings/standings.html", context)


@require_safe
@shared_page("sort", "after", "show", seconds=MINUTE, of_one_event=True)
@tournament_page
def standings_live(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """The part of the page that changes, for pages that are open."""
    return render(request, "standings/_live.html", _context(request, tournament))


@require_safe
@shared_page("after", "part", seconds=MINUTE, parts=tournament_page(own_parts), of_one_event=True)
@tournament_page
def standings_why(request: SiteRequest, tournament: Tournament, entry: int) -> HttpResponse:
    """Why a player stands where they do; with ``?part`` only the sentence, for the table."""
    options = _options(request, tournament)
    row = queries.row(tournament, _shown(request, tournament), entry, after=options.after)
    if row is None:
        raise Http404
    if "part" in request.GET:
        return HttpResponse(escape(say(row.why)))
    context = {"tournament": tournament, "row": row, "options": options}
    context["adjustments"] = [
        one for one in queries.adjustments(tournament) if one.entry_id == row.entry_id
    ]
    context["taken_over"] = queries.taken_over_of(tournament, row.entry_id)
    return render(request, "standings/why.html", context)


@require_POST
@tournament_page
@conductors_only
def refresh(request: SiteRequest, tournament: Tournament) -> HttpResponse:
    """Compute now, in this request, for when no worker is running."""
    if services.refresh(tournament.pk, at=timezone.now()):
        messages.success(request, _("Standings updated."))
    else:
        messages.info(request, _("The standings are already up to date."))
    return redirect("standings", tournament.event.slug, tournament.slug)
