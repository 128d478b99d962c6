"""The REST face: reading for everybody, and a table's own hands to write."""

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import generics
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.schemes import schemes
from tournaments.access import find_table, may_enter_results
from tournaments.api.reading import WithETag
from tournaments.api.serializers import (
    AdjustmentSerializer,
    DealSerializer,
    EventSerializer,
    GameSheetSerializer,
    HandSerializer,
    PlayerSerializer,
    RoundSerializer,
    SchemeSerializer,
    SeasonSerializer,
    SeasonStandingSerializer,
    StandingSerializer,
    TournamentSerializer,
    table_as_dict,
)
from tournaments.api.tokens import allows
from tournaments.errors import NoSeatHere
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Event, Round, Season, Standing, Table, Tournament
from tournaments.results import services
from tournaments.results.queries import table_state

CREATED = 201
KEY_LENGTHS = range(16, 65)


class EventList(WithETag, generics.ListAPIView):
    """All events, the latest first."""

    queryset = Event.objects.order_by("-starts_on", "name")
    serializer_class = EventSerializer


class TournamentList(WithETag, generics.ListAPIView):
    """The tournaments of an event."""

    serializer_class = TournamentSerializer

    def get_queryset(self):
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return event.tournaments.select_related("champion__player")


def _tournament(kwargs) -> Tournament:
    return get_object_or_404(Tournament, event__slug=kwargs["event"], slug=kwargs["tournament"])


class RoundList(WithETag, generics.ListAPIView):
    """The rounds of a tournament whose seating is published."""

    serializer_class = RoundSerializer

    def get_queryset(self):
        rounds = _tournament(self.kwargs).rounds
        return rounds.exclude(status=Round.Status.SEATED).order_by("number")


class StandingList(WithETag, generics.ListAPIView):
    """The table of merit, best first. ``score`` is an exact fraction."""

    serializer_class = StandingSerializer

    def get_queryset(self):
        standings = Standing.objects.filter(tournament=_tournament(self.kwargs))
        return standings.select_related("entry__player").order_by("rank")


class PlayerList(WithETag, generics.ListAPIView):
    """The people of an event, by name."""

    serializer_class = PlayerSerializer

    def get_queryset(self):
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return event.players.order_by("name", "pk")


class AdjustmentList(WithETag, generics.ListAPIView):
    """Penalties, byes, warnings and disqualifications, also those taken back."""

    serializer_class = AdjustmentSerializer

    def get_queryset(self):
        found = Adjustment.objects.filter(entry__tournament=_tournament(self.kwargs))
        return found.order_by("given_at", "pk")


class SchemeList(WithETag, APIView):
    """Every points scheme that a tournament can be ranked by."""

    @extend_schema(responses=SchemeSerializer(many=True))
    def get(self, _request):
        return Response(SchemeSerializer(schemes().values(), many=True).data)


class SeasonList(WithETag, generics.ListAPIView):
    """All seasons, the latest first."""

    queryset = Season.objects.order_by("-created_at", "-pk")
    serializer_class = SeasonSerializer


class SeasonStandingList(WithETag, generics.ListAPIView):
    """The rows of a season, best first. ``total`` is an exact fraction."""

    serializer_class = SeasonStandingSerializer

    def get_queryset(self):
        season = get_object_or_404(Season, slug=self.kwargs["season"])
        return season.standings.order_by("rank")


class TableView(WithETag, APIView):
    """One table, by the code on it."""

    def table(self, request, code) -> Table:
        table = find_table(request, code)
        if request.method == "POST":
            if not allows(request, "results"):
                raise PermissionDenied
            if not may_enter_results(request, table):
                raise NoSeatHere
        return table

    def answer(self, request, code, *, status=200) -> Response:
        state = table_state(self.table(request, code), now=timezone.now())
        return Response(table_as_dict(state), status=status)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request, code):
        return self.answer(request, code)


class DealView(TableView):
    """Deal the next hand of a table; asking again for the same hand changes nothing."""

    http_method_names = ["post", "options"]

    @extend_schema(request=DealSerializer, responses={CREATED: OpenApiTypes.OBJECT})
    def post(self, request, code):
        table = self.table(request, code)
        asked = DealSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        number = asked.validated_data["number"]
        services.deal_hand(table, number, by=Actor.of(request), at=timezone.now())
        return self.answer(request, code, status=CREATED)


class HandView(TableView):
    """Report a hand. ``Idempotency-Key`` makes it safe to send again until it is answered."""

    http_method_names = ["post", "options"]

    @extend_schema(
        request=PolymorphicProxySerializer(
            "HandOrSheet", [HandSerializer, GameSheetSerializer], resource_type_field_name=None
        ),
        parameters=[
            OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, required=True)
        ],
        responses={200: OpenApiTypes.OBJECT, CREATED: OpenApiTypes.OBJECT},
    )
    def post(self, request, code):
        table = self.table(request, code)
        key = request.headers.get("Idempotency-Key", "")
        if len(key) not in KEY_LENGTHS:
            raise ValidationError(
                {"Idempotency-Key": ["Send a key of 16 to 64 characters in this header."]}
            )
        whole_game = table.round.tournament.whole_games
        sent = (GameSheetSerializer if whole_game else HandSerializer)(data=request.data)
        sent.is_valid(raise_exception=True)
        number = sent.validated_data["number"]
        report = services.report_hand(
            table, number, sent.hand(), by=Actor.of(request), at=timezone.now(), key=key
        )
        return self.answer(request, code, status=200 if report.repeated else CREATED)
