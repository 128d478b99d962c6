"""A tournament in formats that other programs read."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import patch_cache_control
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from tablib import Dataset

from pairing.head_to_head import EDITIONS
from tournaments import addresses
from tournaments.access.requests import enter_event
from tournaments.access.shown_results import ShownResults, refuse_if_hidden, shown_results
from tournaments.api.known import Known
from tournaments.api.reading.rounds import may_conduct
from tournaments.models import Tournament
from tournaments.spreadsheet_files import FORMATS, encode
from tournaments.standings.exporting import calendar, spreadsheets, trf
from tournaments.text_files import DECIMAL_SIGNS, checked_separator

SEPARATOR = OpenApiParameter(
    "separator",
    str,
    enum=list(DECIMAL_SIGNS),
    default=",",
    description="What separates the cells of a CSV file. With a semicolon its decimals have a "
    "comma, as spreadsheets in many languages have them.",
)
CSV, PLAIN, CALENDAR = "text/csv", "text/plain", "text/calendar"
WORKBOOK = FORMATS["xlsx"]


def _calendar(request: Request, tournament: Tournament) -> bytes:
    site = addresses.absolute(request, "")
    return calendar.write(tournament.event, [tournament], site=site)


def _trf(edition: int) -> Callable[..., str]:
    def write(request: Request, tournament: Tournament) -> str:
        if not tournament.head_to_head:
            raise Http404
        refuse_if_hidden(tournament, conducts=may_conduct(request))
        return trf.write(tournament, edition=edition)

    return write


def _sheets(
    name: str, data: Callable[[Tournament, str, ShownResults], Dataset]
) -> dict[str, tuple[str, Callable[..., bytes]]]:
    """The same figures as a file of each kind."""

    def writer(kind: str) -> Callable[..., bytes]:
        def write(request: Request, tournament: Tournament) -> bytes:
            shown = shown_results(tournament, conducts=may_conduct(request))
            separator = checked_separator(request.query_params.get(SEPARATOR.name, ","))
            return encode(data(tournament, kind, shown), kind, separator=separator)

        return write

    return {
        f"{name}.{kind}": (media.partition(";")[0], writer(kind)) for kind, media in FORMATS.items()
    }


#: The files by name: their media type, and what writes them.
FILES: dict[str, tuple[str, Callable[..., str | bytes]]] = {
    **_sheets("standings", spreadsheets.standings_data),
    **_sheets("hands", lambda found, _kind, shown: spreadsheets.hands_data(found, shown)),
    "rounds.ics": (CALENDAR, _calendar),
    **{f"trf-{edition}.txt": (PLAIN, _trf(edition)) for edition in EDITIONS},
}
#: Names of files before they had the year of the edition in full.
EARLIER_NAMES = {f"trf-{edition % 100}.txt": f"trf-{edition}.txt" for edition in EDITIONS}


#: What each kind of file is, for the schema.
ANSWERS: dict[str, Any] = {
    media: OpenApiTypes.BINARY if media == WORKBOOK else str for media, _write in FILES.values()
}


class ExportView(Known):
    """A file of a tournament: its standings or hands, its rounds, or FIDE's report of two-player
    games.
    """

    parameters = (SEPARATOR,)

    def perform_content_negotiation(self, request: Request, force: Any = False) -> Any:  # noqa: ARG002, FBT002 - REST framework's own
        """Whatever is accepted: the name of the file says what comes."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        operation_id="tournaments_export",
        parameters=[
            OpenApiParameter("file", str, OpenApiParameter.PATH, enum=list(FILES)),
            SEPARATOR,
        ],
        responses={(200, media): kind for media, kind in ANSWERS.items()},
    )
    def get(self, request: Request, event: Any, tournament: Any, file: Any) -> Response:
        found = get_object_or_404(
            Tournament.objects.select_related("event", "title"),
            event__slug=event,
            slug=tournament,
        )
        file = EARLIER_NAMES.get(file, file)
        if file not in FILES:
            raise Http404
        enter_event(request, found.event)
        media, write = FILES[file]
        encoding = "" if media == WORKBOOK else "; charset=utf-8"
        response = HttpResponse(write(request, found), content_type=f"{media}{encoding}")
        response["Content-Disposition"] = f'attachment; filename="{event}-{tournament}-{file}"'
        patch_cache_control(response, private=True, no_cache=True)
        return response
