"""A table by its code: reading it, dealing and reporting hands."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import WHOLE_TABLE, find_table, may_enter_results, table_by_code
from tournaments.api.reading.lists import WithETag
from tournaments.api.reading.rounds import sees_table
from tournaments.api.tables.answers import TableAnswerSerializer, TableSerializer
from tournaments.api.tables.serializers import (
    DealSerializer,
    GameSheetSerializer,
    HandSerializer,
    reader,
    table_as_dict,
)
from tournaments.api.tokens import allows
from tournaments.api.writing.access import FromPhones
from tournaments.api.writing.once import KEY, KEY_HEADER, REPLAYED, key_of
from tournaments.api.writing.seen import VERSION_HEADER, seen_version
from tournaments.errors import NoSeatHere
from tournaments.ledger import Actor
from tournaments.models import Table
from tournaments.results.queries import shown_table
from tournaments.results.reporting import services as reporting
from tournaments.results.versions import Receipt

MINIMAL = "return=minimal"


class TableView(WithETag):
    """One table, by the code on it."""

    #: A token needs one of these to write.
    scopes: ClassVar[tuple[str, ...]] = ("results",)

    query: ClassVar = WHOLE_TABLE

    def table(self, request: Request, code: str) -> Table:
        is_writing = request.method == "POST"
        table = find_table(request, code, query=self.query, to_write=is_writing)
        if is_writing:
            if not any(allows(request, scope) for scope in self.scopes):
                raise PermissionDenied
            self.check_access(request, table)
        return table

    def check_access(self, request: Request, table: Table) -> None:
        """Raises a refusal if the request may not write here."""
        if not may_enter_results(request, table):
            raise NoSeatHere

    @extend_schema(operation_id="tables_retrieve", responses=TableSerializer)
    def get(self, request: Request, code: str) -> Response:
        table = self.table(request, code)
        state = shown_table(table, now=timezone.now())
        if not sees_table(request, table):
            state.hide_points()
        return Response(table_as_dict(state))


#: What a write needs to know before the table is locked and read again.
TABLE_TO_WRITE = table_by_code(
    "round",
    "round__tournament",
    "round__tournament__event",
    "code",
    "number",
    "round__status",
    "round__number",
    "round__kind",
    "round__heat",
    "round__called",
    "round__is_pick_up",
    "round__tournament__name",
    "round__tournament__slug",
    "round__tournament__game",
    "round__tournament__target",
    "round__tournament__objection_minutes",
    "round__tournament__event__name",
    "round__tournament__event__slug",
    "round__tournament__event__time_zone",
    "round__tournament__event__announced_at",
    "round__tournament__event__clock_12h",
)


#: A report is never without a key: hands are what bad networks send twice.
NEEDED_KEY_HEADER = OpenApiParameter(
    KEY, str, OpenApiParameter.HEADER, required=True, description=KEY_HEADER.description
)
PREFER_HEADER = OpenApiParameter(
    "Prefer",
    str,
    OpenApiParameter.HEADER,
    description="return=minimal leaves the table out of the answer.",
)


def table_now(code: str) -> dict[str, Any]:
    """A table as it is now, for the answer to what was done there."""
    tables = Table.objects.select_related("round__tournament__event")
    return table_as_dict(shown_table(tables.get(code=code.upper()), now=timezone.now()))


class TableCommand(FromPhones, TableView):
    """The base of what is done at a table. The answer is a receipt, and the table as it is now."""

    http_method_names = ["post", "options"]
    query = TABLE_TO_WRITE

    #: See ``once``.
    is_long = False

    def enter(self, request: Request) -> None:
        """Find the table of the address, and refuse those who may not write there."""
        super().enter(request)
        self.found = self.table(request, self.kwargs["code"])

    def needed_key(self, request: Request) -> str:
        key = key_of(request)
        if not key:
            raise ValidationError({KEY: ["Send a key in this header."]})
        return key

    def receipt(self, request: Request, code: str, receipt: Receipt, *, status: Any) -> Response:
        """``status`` is that of the first answer; a repeated request gets 200."""
        body = {"receipt": receipt.plain}
        headers = {REPLAYED: "true"} if receipt.replayed else {}
        if request.headers.get("Prefer") == MINIMAL:
            headers["Preference-Applied"] = MINIMAL
        else:
            body["table"] = table_now(code)
        return Response(body, status=HTTPStatus.OK if receipt.repeated else status, headers=headers)


class DealView(TableCommand):
    """Deal the next hand of a table; asking again for the same hand changes nothing.

    A hand that was dealt while the phone had no network is sent with ``offline`` and ``made_at``.
    """

    @extend_schema(
        operation_id="hands_deal",
        request=DealSerializer,
        parameters=[KEY_HEADER, PREFER_HEADER],
        responses={HTTPStatus.CREATED: TableAnswerSerializer},
    )
    def post(self, request: Request, code: str) -> Response:
        sent = DealSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        receipt = reporting.deal(
            self.found,
            sent.validated_data["number"],
            by=Actor.of(request),
            at=timezone.now(),
            made_at=sent.made_at_offline,
            key=key_of(request),
            made_for=sent.validated_data["made_for"],
        )
        return self.receipt(
            request, code, replace(receipt, repeated=False), status=HTTPStatus.CREATED
        )


class HandView(TableCommand):
    """Report a hand; the same from another seat agrees to it.

    Other content for a reported hand is refused with 409 and what stands; entered ``offline`` it
    becomes an objection, for a conductor to rule.
    """

    STATUS = {"report": HTTPStatus.CREATED, "confirm": 200, "dispute": HTTPStatus.ACCEPTED}

    @extend_schema(
        operation_id="hands_report",
        request=PolymorphicProxySerializer(
            "HandOrSheet", [HandSerializer, GameSheetSerializer], resource_type_field_name=None
        ),
        parameters=[NEEDED_KEY_HEADER, VERSION_HEADER, PREFER_HEADER],
        responses=dict.fromkeys(
            (200, HTTPStatus.CREATED, HTTPStatus.ACCEPTED), TableAnswerSerializer
        ),
    )
    def post(self, request: Request, code: str) -> Response:
        key = self.needed_key(request)
        version = seen_version(request)
        sent = reader(request.data, HandSerializer, GameSheetSerializer)
        receipt = reporting.report_hand(
            self.found,
            sent.validated_data["number"],
            sent.hand(),
            by=Actor.of(request),
            at=timezone.now(),
            key=key,
            version=version,
            made_at=sent.made_at_offline,
            offline=sent.validated_data["offline"],
            made_for=sent.validated_data["made_for"],
        )
        return self.receipt(request, code, receipt, status=self.STATUS[receipt.act])
