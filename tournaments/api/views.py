"""The REST face: reading for everybody, and a table's own hands to write."""

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework import generics
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import enter_event
from tournaments.api.serializers import (
    DealSerializer,
    EventSerializer,
    GameSheetSerializer,
    HandSerializer,
    RoundSerializer,
    StandingSerializer,
    TournamentSerializer,
    table_as_dict,
)
from tournaments.ledger import Actor
from tournaments.models import Event, Round, Standing, Table, Tournament
from tournaments.results import services
from tournaments.results.queries import table_state

CREATED = 201
KEY_LENGTHS = range(16, 65)


class EventList(generics.ListAPIView):
    """All events, the latest first."""

    queryset = Event.objects.order_by("-starts_on", "name")
    serializer_class = EventSerializer


class TournamentList(generics.ListAPIView):
    """The tournaments of an event."""

    serializer_class = TournamentSerializer

    def get_queryset(self):
        event = get_object_or_404(Event, slug=self.kwargs["event"])
        return event.tournaments.select_related("champion__player")


def _tournament(kwargs) -> Tournament:
    return get_object_or_404(Tournament, event__slug=kwargs["event"], slug=kwargs["tournament"])


class RoundList(generics.ListAPIView):
    """The rounds of a tournament whose seating is published."""

    serializer_class = RoundSerializer

    def get_queryset(self):
        rounds = _tournament(self.kwargs).rounds
        return rounds.exclude(status=Round.Status.SEATED).order_by("number")


class StandingList(generics.ListAPIView):
    """The table of merit, best first. ``score`` is an exact fraction."""

    serializer_class = StandingSerializer

    def get_queryset(self):
        standings = Standing.objects.filter(tournament=_tournament(self.kwargs))
        return standings.select_related("entry__player").order_by("rank")


class TableView(APIView):
    """One table, by the code on it."""

    def table(self, request, code) -> Table:
        tables = Table.objects.select_related("round__tournament__event")
        table = get_object_or_404(tables, code=code.upper())
        enter_event(request, table.round.tournament.event)
        if table.round.status == Round.Status.SEATED and not request.may_conduct:
            raise Http404
        return table

    def answer(self, request, code, *, status=200) -> Response:
        state = table_state(self.table(request, code), now=timezone.now())
        return Response(table_as_dict(state), status=status)

    def get(self, request, code):
        return self.answer(request, code)


class DealView(TableView):
    """Deal the next hand of a table; asking again for the same hand changes nothing."""

    http_method_names = ["post", "options"]

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
