"""Agreeing through the API to play past the end of the slot."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.requests import may_act_for
from tournaments.api.tables.views import TableCommand
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.clock.consents import Agreement, agreements
from tournaments.errors import NoSeatHere
from tournaments.ledger import Actor
from tournaments.models import Table
from tournaments.results.overtime import services


class PlayOnSerializer(serializers.Serializer):
    """Whether the player in a seat agrees to play past the end, or takes it back."""

    seat = serializers.IntegerField(min_value=1, max_value=99)
    agrees = serializers.BooleanField()


class AgreementSerializer(serializers.Serializer):
    """A player of the table, and the names of what they miss for it.

    ``loses`` are sessions in which they lose their place once everyone agrees.
    """

    seat = serializers.IntegerField()
    player = serializers.CharField()
    agrees = serializers.BooleanField()
    misses = serializers.ListField(child=serializers.CharField())
    loses = serializers.ListField(child=serializers.CharField())


class AgreementsSerializer(serializers.Serializer):
    """Who agrees; with ``everyone`` hands may start after the cutoff."""

    everyone = serializers.BooleanField()
    seats = AgreementSerializer(many=True)


class PlayOnView(TableCommand):
    """Agree to play past the end of the slot, or take it back.

    A player says it for the own seat, a scorekeeper for each who said so. Saying it twice counts
    once. With the last who agrees, the places that the table misses in sessions are free.
    """

    @extend_schema(
        operation_id="tables_play_on",
        request=PlayOnSerializer,
        parameters=[KEY_HEADER],
        responses=AgreementsSerializer,
    )
    @once
    def post(self, request: Request, code: str) -> Response:
        sent, now = checked(PlayOnSerializer, request), timezone.now()
        if not may_act_for(request, self.found, sent["seat"]):
            raise NoSeatHere
        say = services.agree if sent["agrees"] else services.take_back
        say(self.found, sent["seat"], by=Actor.of(request), at=now)
        tables = Table.objects.select_related("round__tournament__event")
        table = tables.get(code=code.upper())
        seats = list(table.seats.select_related("entry__player", "played_by").order_by("position"))
        given = [_plain(one) for one in agreements(table, seats, now=now)]
        return Response({"everyone": all(one["agrees"] for one in given), "seats": given})


def _plain(one: Agreement) -> dict[str, object]:
    return {
        "seat": one.seat.position,
        "player": one.seat.sitting.shown_name,
        "agrees": one.consent is not None,
        "misses": [str(tournament) for tournament in one.missing],
        "loses": [str(session) for session in one.booked],
    }
