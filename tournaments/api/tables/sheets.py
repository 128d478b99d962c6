"""Confirming, disputing, ruling on, correcting and voiding a reported hand through the API."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.tables.answers import TableAnswerSerializer
from tournaments.api.tables.serializers import (
    DisputeSerializer,
    QuickDisputeSerializer,
    QuickRulingSerializer,
    SheetDisputeSerializer,
    SheetRulingSerializer,
    reader,
)
from tournaments.api.tables.views import (
    PREFER_HEADER,
    TableCommand,
)
from tournaments.api.tokens import allows
from tournaments.api.writing import consequences
from tournaments.api.writing.consequences import MarkSerializer
from tournaments.api.writing.once import KEY_HEADER, key_of, once
from tournaments.api.writing.seen import VERSION_HEADER, seen_version
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, Table
from tournaments.results.confirming import services as confirming
from tournaments.results.ruling import services as ruling
from tournaments.results.versions import Receipt

HEADERS = [KEY_HEADER, VERSION_HEADER, PREFER_HEADER]
ANSWER = {200: TableAnswerSerializer}
HAND_OR_SHEET = PolymorphicProxySerializer(
    "Said", [QuickDisputeSerializer, SheetDisputeSerializer], resource_type_field_name=None
)
RULED = PolymorphicProxySerializer(
    "Ruled", [QuickRulingSerializer, SheetRulingSerializer], resource_type_field_name=None
)


class ConfirmView(TableCommand):
    """Agree to a hand that another seat reported, or take it for agreed as a conductor."""

    scopes = ("results", "conduct")

    @extend_schema(operation_id="hands_confirm", request=None, parameters=HEADERS, responses=ANSWER)
    def post(self, request: Request, code: str, number: int) -> Response:
        if request.may_conduct and allows(request, "conduct"):
            return self.take_for_agreed(request, code=code, number=number)
        receipt = confirming.confirm_sheet(
            self.found,
            number,
            by=Actor.of(request),
            at=timezone.now(),
            version=seen_version(request),
            key=key_of(request),
        )
        return self.receipt(request, code, receipt, status=HTTPStatus.OK)

    @once
    def take_for_agreed(self, request: Request, code: str, number: int) -> Any:
        """Agree as a conductor."""
        by, at, version = Actor.of(request), timezone.now(), seen_version(request)
        sheet = ruling.confirm_hand(self.found, number, by=by, at=at, version=version)
        return self.receipt(request, code, Receipt.of(sheet, "confirm"), status=HTTPStatus.OK)


class DisputeView(TableCommand):
    """Object to a hand: say what is wrong, and what should stand instead. A conductor rules."""

    @extend_schema(
        operation_id="hands_dispute",
        request=HAND_OR_SHEET,
        parameters=HEADERS,
        responses={200: TableAnswerSerializer, HTTPStatus.ACCEPTED: TableAnswerSerializer},
    )
    def post(self, request: Request, code: str, number: int) -> Response:
        version = seen_version(request)
        only_words = isinstance(request.data, dict) and not {"points", "sheet"} & set(request.data)
        quick = DisputeSerializer if only_words else QuickDisputeSerializer
        sent = reader(request.data, quick, SheetDisputeSerializer)
        receipt = confirming.dispute_sheet(
            self.found,
            number,
            None if only_words else sent.hand(),
            by=Actor.of(request),
            at=timezone.now(),
            reason=sent.validated_data["reason"],
            version=version,
            key=key_of(request),
        )
        return self.receipt(request, code, receipt, status=HTTPStatus.ACCEPTED)


class RulingView(TableCommand):
    """The base of what only conductors do with a hand. A token needs the scope ``conduct``."""

    scopes = ("conduct",)

    def check_access(self, request: Request, _table: Table) -> None:
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not request.may_conduct:
            raise PermissionDenied

    def carry_out(self, change: Callable[[], ScoreSheet], at: datetime, *, mark: str) -> ScoreSheet:
        """Make a change; in a closed round as the sender was asked about later ones."""
        round_ = self.found.round
        if round_.status != Round.Status.CLOSED:
            return change()
        return consequences.carry_out(round_, change, at, mark=mark)

    def rule(self, request: Request, code: str, number: int, verb: Any) -> Any:
        """Decide what a hand was, by a verb of the ruling services."""
        version = seen_version(request)
        sent = reader(request.data, QuickRulingSerializer, SheetRulingSerializer)
        at = timezone.now()
        decide = partial(
            verb,
            self.found,
            number,
            sent.hand(),
            by=Actor.of(request),
            at=at,
            reason=sent.validated_data["reason"],
            version=version,
        )
        sheet = self.carry_out(decide, at, mark=sent.validated_data["mark"])
        done = "rule" if verb is ruling.rule_sheet else "correct"
        return self.receipt(request, code, Receipt.of(sheet, done), status=HTTPStatus.OK)


class RuleView(RulingView):
    """Decide what a disputed hand was. Another value than the table named needs a reason."""

    @extend_schema(operation_id="hands_rule", request=RULED, parameters=HEADERS, responses=ANSWER)
    @once
    def post(self, request: Request, code: str, number: int) -> Response:
        return self.rule(request, code, number, ruling.rule_sheet)


class CorrectView(RulingView):
    """Put another result in place of one that counts, with the reason."""

    @extend_schema(
        operation_id="hands_correct", request=RULED, parameters=HEADERS, responses=ANSWER
    )
    @once
    def post(self, request: Request, code: str, number: int) -> Response:
        return self.rule(request, code, number, ruling.correct_hand)


class VoidHandSerializer(MarkSerializer):
    """Why a hand must not count."""

    reason = serializers.CharField(max_length=200)


class VoidView(RulingView):
    """Take a hand out of the count."""

    @extend_schema(
        operation_id="hands_void", request=VoidHandSerializer, parameters=HEADERS, responses=ANSWER
    )
    @once
    def post(self, request: Request, code: str, number: int) -> Response:
        version = seen_version(request)
        sent = VoidHandSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        by, at, reason = Actor.of(request), timezone.now(), sent.validated_data["reason"]
        void = partial(
            ruling.void_hand, self.found, number, by=by, at=at, reason=reason, version=version
        )
        sheet = self.carry_out(void, at, mark=sent.validated_data["mark"])
        return self.receipt(request, code, Receipt.of(sheet, "void"), status=HTTPStatus.OK)
