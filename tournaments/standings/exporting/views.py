"""The standings, the hands and whole events as files."""

from collections.abc import Callable, Iterable
from functools import partial

from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe
from tablib import Dataset

from pairing.head_to_head import EDITIONS
from tournaments import addresses, calendars, spreadsheet_files
from tournaments.access.decorators import conductors_only, event_page, tournament_page
from tournaments.access.shown_results import refuse_if_hidden, shown_results
from tournaments.access.site_request import SiteRequest
from tournaments.models import Event, Tournament
from tournaments.standings.exporting import (
    calendar,
    event_writer,
    spreadsheets,
    trf,
)
from tournaments.text_files import DECIMAL_SIGNS


@require_safe
@tournament_page
def standings_file(request: SiteRequest, tournament: Tournament, kind: str = "csv") -> HttpResponse:
    """The standings for a spreadsheet or a program."""
    shown = shown_results(tournament, conducts=request.may_conduct)
    data = partial(spreadsheets.standings_data, tournament, kind, shown)
    return _attachment(request, tournament, "standings", kind, data)


@require_safe
@tournament_page
def hands_file(request: SiteRequest, tournament: Tournament, kind: str = "csv") -> HttpResponse:
    """Every hand of the tournament for a spreadsheet or a program."""
    shown = shown_results(tournament, conducts=request.may_conduct)
    data = partial(spreadsheets.hands_data, tournament, shown)
    return _attachment(request, tournament, "hands", kind, data)


def _attachment(
    request: SiteRequest, tournament: Tournament, what: str, kind: str, read: Callable[[], Dataset]
) -> HttpResponse:
    separator = request.GET.get("separator", ",")
    if kind not in spreadsheet_files.FORMATS or separator not in DECIMAL_SIGNS:
        raise Http404
    content = spreadsheet_files.encode(read(), kind, separator=separator)
    return _file(tournament, f"{what}.{kind}", content, spreadsheet_files.FORMATS[kind])


def _file(tournament: Tournament, name: str, content: str | bytes, media_type: str) -> HttpResponse:
    response = HttpResponse(content, content_type=media_type)
    name = f"{tournament.event.slug}-{tournament.slug}-{name}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@tournament_page
def trf_file(request: SiteRequest, tournament: Tournament, edition: int) -> HttpResponse:
    """A tournament for two at a table in FIDE's report format."""
    if edition not in EDITIONS or not tournament.head_to_head:
        raise Http404
    refuse_if_hidden(tournament, conducts=request.may_conduct)
    content = trf.write(tournament, edition=edition)
    return _file(tournament, f"trf-{edition}.txt", content, "text/plain; charset=utf-8")


@require_safe
@event_page
def event_calendar(request: SiteRequest, event: Event) -> HttpResponseBase:
    """The rounds of all tournaments of an event as a calendar."""
    return _calendar(request, event, event.tournaments.order_by("created_at", "pk"), event.slug)


@require_safe
@tournament_page
def tournament_calendar(request: SiteRequest, tournament: Tournament) -> HttpResponseBase:
    """The rounds of one tournament as a calendar."""
    event = tournament.event
    return _calendar(request, event, [tournament], f"{event.slug}-{tournament.slug}")


def _calendar(
    request: SiteRequest, event: Event, tournaments: Iterable[Tournament], name: str
) -> HttpResponseBase:
    site = addresses.absolute(request, "")
    for tournament in tournaments:
        tournament.event = event
    response = calendars.answer(request, calendar.write(event, tournaments, site=site), name)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@event_page
@conductors_only
def event_json(request: SiteRequest, event: Event) -> FileResponse:
    """Everything about the event as one file."""
    return FileResponse(
        event_writer.write(event, at=timezone.now()),
        as_attachment=True,
        filename=f"{event.slug}.json",
        content_type="application/json",
    )
