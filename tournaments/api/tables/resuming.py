"""Going on at a table: after a mistake, in place of a void hand, at another table of the hall."""

from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.tables.answers import TableAnswerSerializer, TableSerializer
from tournaments.api.tables.ending import EndingSerializer
from tournaments.api.tables.sheets import ANSWER, HEADERS, RulingView
from tournaments.api.tables.views import PREFER_HEADER, table_now
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.seen import seen_version
from tournaments.api.writing.serializers import checked
from tournaments.ledger import Actor
from tournaments.models import SheetVersion
from tournaments.results.ruling import resuming, undoing
from tournaments.results.versions import Receipt
from tournaments.timetable.hall import services
from tournaments.timetable.hall.rules import MOST_TABLES


class UndoHandView(RulingView):
    """Undo the last change at a table: the deal, report, agreement or ruling that made this
    version of the hand.
    """

    @extend_schema(
        operation_id="hands_undo", request=EndingSerializer, parameters=HEADERS, responses=ANSWER
    )
    @once
    def post(self, request: Request, code: str, number: int) -> Response:
        version = seen_version(request)
        reason = checked(EndingSerializer, request)["reason"]
        versions = SheetVersion.objects.filter(sheet__table=self.found, sheet__number=number)
        meant = versions.filter(number=version).order_by("-pk").first()
        if meant is None:
            raise Http404
        receipt = undoing.undo_last(
            self.found, by=Actor.of(request), at=timezone.now(), reason=reason, last=meant.pk
        )
        return self.receipt(request, code, receipt, status=HTTPStatus.OK)


class ReplaceHandView(RulingView):
    """Open a hand in place of a void one, dealt when that was; it is reported like every other."""

    @extend_schema(
        operation_id="hands_replace",
        request=None,
        parameters=[KEY_HEADER, PREFER_HEADER],
        responses={HTTPStatus.CREATED: TableAnswerSerializer},
    )
    @once
    def post(self, request: Request, code: str, number: int) -> Response:
        by, at = Actor.of(request), timezone.now()
        sheet = resuming.replace_voided(self.found, number, by=by, at=at)
        return self.receipt(request, code, Receipt.of(sheet, "deal"), status=HTTPStatus.CREATED)


class MoveSerializer(serializers.Serializer):
    """The number of a table of the hall."""

    number = serializers.IntegerField(min_value=1, max_value=MOST_TABLES)


class MoveGameView(RulingView):
    """Let a game go on at another table of the hall."""

    @extend_schema(
        operation_id="tables_move",
        request=MoveSerializer,
        parameters=[KEY_HEADER],
        responses=TableSerializer,
    )
    @once
    def post(self, request: Request, code: str, **_address: Any) -> Response:
        number = checked(MoveSerializer, request)["number"]
        services.move_game(self.found, number, by=Actor.of(request), at=timezone.now())
        return Response(table_now(code))
