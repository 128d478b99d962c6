"""What conductors do through the API. A token needs the scope ``conduct``."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access.requests import enter_event
from tournaments.api.serializers import AdjustmentSerializer, RoundSerializer
from tournaments.api.tokens import allows
from tournaments.clock.services import start_slot
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Round, Tournament
from tournaments.results.ruling.services import close_round
from tournaments.seating.services import publish_round
from tournaments.standings.next_round.services import seat_next_round
from tournaments.standings.ruling.services import adjust, take_back

CREATED = 201


class Conducting(APIView):
    """The base of what only conductors of the event may do."""

    http_method_names = ["post", "options"]

    def tournament(self, request) -> Tournament:
        found = get_object_or_404(
            Tournament.objects.select_related("event"),
            event__slug=self.kwargs["event"],
            slug=self.kwargs["tournament"],
        )
        enter_event(request, found.event)
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not (request.may_conduct and allows(request, "conduct")):
            raise PermissionDenied
        return found

    def round(self, request) -> Round:
        tournament = self.tournament(request)
        rounds = tournament.rounds.select_related("tournament__event")
        return get_object_or_404(rounds, number=self.kwargs["number"])


class SeatSerializer(serializers.Serializer):
    """``final``: true for the final now, false for one more round; left out, what comes next."""

    final = serializers.BooleanField(allow_null=True, default=None)


class SeatView(Conducting):
    """Seat the next round as a draft."""

    @extend_schema(request=SeatSerializer, responses={CREATED: RoundSerializer})
    def post(self, request, **_address):
        tournament = self.tournament(request)
        sent = SeatSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        by, at = Actor.of(request), timezone.now()
        made = seat_next_round(tournament, by=by, at=at, final=sent.validated_data["final"])
        return Response(RoundSerializer(made).data, status=CREATED)


class _RoundCommand(Conducting):
    """One command for a round."""

    command: Any = None

    @extend_schema(request=None, responses=RoundSerializer)
    def post(self, request, **_address):
        round_ = self.round(request)
        done = type(self).command(round_, by=Actor.of(request), at=timezone.now())
        return Response(RoundSerializer(done or round_).data)


class PublishView(_RoundCommand):
    """Show the seating of a round to the room."""

    command = staticmethod(publish_round)


class StartView(_RoundCommand):
    """Start the slot of a round."""

    command = staticmethod(start_slot)


class CloseView(_RoundCommand):
    """Close the books of a round."""

    command = staticmethod(close_round)


class AdjustView(Conducting):
    """Give a penalty, a bye, a warning or a disqualification."""

    @extend_schema(request=AdjustmentSerializer, responses={CREATED: AdjustmentSerializer})
    def post(self, request, **_address):
        tournament = self.tournament(request)
        sent = AdjustmentSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        values = dict(sent.validated_data)
        entry = get_object_or_404(tournament.entries, pk=values.pop("entry_id"))
        made = adjust(entry, by=Actor.of(request), at=timezone.now(), **values)
        return Response(AdjustmentSerializer(made).data, status=CREATED)


class TakeBackView(Conducting):
    """Take an adjustment back."""

    @extend_schema(request=None, responses=AdjustmentSerializer)
    def post(self, request, **_address):
        tournament = self.tournament(request)
        found = get_object_or_404(
            Adjustment.objects.select_related("entry__tournament"),
            entry__tournament=tournament,
            pk=self.kwargs["adjustment"],
        )
        take_back(found, by=Actor.of(request), at=timezone.now())
        found.refresh_from_db()
        return Response(AdjustmentSerializer(found).data)
