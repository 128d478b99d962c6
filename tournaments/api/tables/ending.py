"""Ending the game at a table, letting it go on, and ending a running hand, as a conductor."""

from http import HTTPStatus
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.tables.answers import TableAnswerSerializer, TableSerializer
from tournaments.api.tables.sheets import RulingView
from tournaments.api.tables.views import PREFER_HEADER, table_now
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.seen import seen_version
from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor
from tournaments.reasons import LONGEST_REASON
from tournaments.results.ruling import resuming
from tournaments.results.ruling import services as ruling
from tournaments.results.versions import Receipt

TABLE_VERSION_HEADER = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="The `version` of the table that was seen.",
)
HEADERS = [KEY_HEADER, TABLE_VERSION_HEADER]


class EndingSerializer(serializers.Serializer):
    """Why the game ends here, or goes on; it is kept in the ledger."""

    reason = serializers.CharField(max_length=LONGEST_REASON)


class _TableRuling(RulingView):
    """A conductor decides about a whole table. The answer is the table as it is then."""

    def decide(self, request: Request, code: str, verb: Any) -> Response:
        version = seen_version(request)
        reason = checked(EndingSerializer, request)["reason"]
        verb(self.found, by=Actor.of(request), at=timezone.now(), reason=reason, version=version)
        return Response(table_now(code))


class EndTableView(_TableRuling):
    """End the game at a table where no hand is running, such as after a no-show. Its points stand.

    A round is closed once all its tables have ended.
    """

    @extend_schema(
        operation_id="tables_end",
        request=EndingSerializer,
        parameters=HEADERS,
        responses=TableSerializer,
    )
    @once
    def post(self, request: Request, code: str) -> Response:
        return self.decide(request, code, ruling.end_game)


class ResumeTableView(_TableRuling):
    """Take back that a conductor has ended the game at a table."""

    @extend_schema(
        operation_id="tables_resume",
        request=EndingSerializer,
        parameters=HEADERS,
        responses=TableSerializer,
    )
    @once
    def post(self, request: Request, code: str) -> Response:
        return self.decide(request, code, resuming.resume_game)


class ForceEndView(RulingView):
    """End a running hand, from the force-end on: it is reported as it stands then."""

    @extend_schema(
        operation_id="hands_force_end",
        request=None,
        parameters=[KEY_HEADER, PREFER_HEADER],
        responses={HTTPStatus.OK: TableAnswerSerializer},
    )
    @once
    def post(self, request: Request, code: str, number: int) -> Response:
        at = timezone.now()
        ended = ruling.force_end_hand(self.found, number, by=Actor.of(request), at=at)
        return self.receipt(request, code, Receipt.of(ended, "end"), status=HTTPStatus.OK)
