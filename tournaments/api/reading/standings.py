"""The standings of a tournament, and whether they have every result that was reported."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import enter_event
from tournaments.access.shown_results import shown_results
from tournaments.api.reading.filters import Parameter, key
from tournaments.api.reading.lists import ForEverybody, Pages
from tournaments.api.reading.rounds import may_conduct
from tournaments.api.reading.serializers import StandingSerializer
from tournaments.models import Standing, StandingsState, Tournament
from tournaments.standings.computing import waiting
from tournaments.standings.showing.queries import as_shown

LONGEST_WAIT = 5
WAIT = Parameter(
    "wait",
    "Seconds that the answer may take to become current, at most 5. Without it you get at once "
    "what is stored.",
    serializers.IntegerField(min_value=0, max_value=LONGEST_WAIT),
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT},
)
STATE = {
    "standings_version": {"type": "integer", "description": "Of the results in these standings."},
    "results_version": {"type": "integer", "description": "Of the results as they are."},
    "is_current": {"type": "boolean", "description": "Whether the two are the same."},
}


class StandingsPages(Pages):
    """Pages of standings, each with the version of the results that it has."""

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> list[Any] | None:
        self.state: StandingsState = view.state
        found: list[Any] | None = super().paginate_queryset(queryset, request, view)
        return found

    def get_paginated_response(self, data: Any) -> Response:
        response = super().get_paginated_response(data)
        response.data |= {name: getattr(self.state, name) for name in STATE}
        return response

    def get_paginated_response_schema(self, schema: Any) -> Any:
        found = super().get_paginated_response_schema(schema)
        found["properties"] |= STATE
        found["required"] = [*found.get("required", ()), *STATE]
        return found


class StandingList(ForEverybody, generics.ListAPIView):
    """The table of merit, best first. ``score`` is an exact fraction.

    To see your own write in it, send ``?wait=2``, or read again until ``is_current``.
    """

    filters = (key("entry_id", "Only the row of this entry."),)
    parameters = (WAIT,)
    serializer_class = StandingSerializer
    pagination_class = StandingsPages

    def get_queryset(self) -> QuerySet[Any]:
        rows = Standing.objects.filter(
            tournament__event__slug=self.kwargs["event"],
            tournament__slug=self.kwargs["tournament"],
        )
        return rows.select_related("entry__player").order_by("rank")

    def filter_queryset(self, queryset: QuerySet[Any]) -> Any:
        """Of the rows asked for those that the sender may see."""
        stored = super().filter_queryset(queryset)
        shown = shown_results(self.tournament, conducts=may_conduct(self.request))
        return as_shown(self.tournament, shown, stored)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        found = get_object_or_404(
            Tournament.objects.select_related("standings_state", "event"),
            event__slug=kwargs["event"],
            slug=kwargs["tournament"],
        )
        enter_event(request, found.event)
        self.tournament = found
        seconds = WAIT.value(request)
        # Before the rows, so that these are never older than it says.
        self.state = (
            found.standings_state
            if seconds is None
            else waiting.until_current(found.pk, seconds=seconds)
        )
        return super().list(request, *args, **kwargs)
