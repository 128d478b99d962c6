"""Decisions about a tournament: its scheme, next round and semifinals, the bracket."""

from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.measures import MEASURES
from scoring.schemes import schemes
from tournaments.access.requests import enter_event
from tournaments.api.changes import who
from tournaments.api.reading.bracket import BracketSerializer, bracket_of
from tournaments.api.reading.lists import WithETag
from tournaments.api.reading.round_serializers import RoundSerializer
from tournaments.api.reading.rounds import may_conduct
from tournaments.api.reading.serializers import TournamentSerializer
from tournaments.api.writing.access import WritingTournament
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import HIGHEST_KEY, checked
from tournaments.clock.next_round import plan_next_round
from tournaments.models import Tournament
from tournaments.reasons import LONGEST_REASON
from tournaments.seating.formats.finals import MOST_SEMIFINALS
from tournaments.seating.head_to_head import bracket
from tournaments.seen import digest
from tournaments.standings.deciding.services import (
    MOST_TIE_BREAKS,
    choose_scheme,
    scheme_values,
)
from tournaments.standings.next_round.services import seat_semifinals

LONGEST_MATCH = 10
STEPS = sorted(MEASURES)


def _tournament(found: Tournament) -> Response:
    every = Tournament.objects.select_related("standings_state__champion__player")
    return Response(TournamentSerializer(every.get(pk=found.pk)).data)


class RankedBySerializer(serializers.Serializer):
    """A points scheme, and tie-breaks in place of its own; null for those of the scheme."""

    scheme = serializers.ChoiceField(choices=sorted(schemes()))
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=STEPS),
        max_length=MOST_TIE_BREAKS,
        allow_null=True,
        default=None,
    )


class SchemeChangeSerializer(RankedBySerializer):
    """The scheme to be ranked by, and the one that you saw."""

    was = RankedBySerializer(required=False)


class SchemeView(WritingTournament):
    """Choose what results are worth. The standings follow from the score sheets."""

    @extend_schema(
        operation_id="tournaments_choose_scheme",
        request=SchemeChangeSerializer,
        parameters=[KEY_HEADER],
        responses=TournamentSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        sent = checked(SchemeChangeSerializer, request)
        was = sent.get("was")
        seen = digest({key: was[key] for key in scheme_values(self.tournament)}) if was else ""
        chosen = sent["scheme"], sent["tie_breaks"]
        choose_scheme(self.tournament, *chosen, seen=seen, **who(request))
        return _tournament(self.tournament)


class NextRoundSerializer(serializers.Serializer):
    """When the next round starts, and why; a later moment than before delays it."""

    starts_at = serializers.DateTimeField()
    reason = serializers.CharField(max_length=LONGEST_REASON)


class NextRoundView(WritingTournament):
    """Announce when the next round starts."""

    @extend_schema(
        operation_id="tournaments_plan_next_round",
        request=NextRoundSerializer,
        parameters=[KEY_HEADER],
        responses=TournamentSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        plan_next_round(self.tournament, **checked(NextRoundSerializer, request), **who(request))
        return _tournament(self.tournament)


class SemifinalsSerializer(serializers.Serializer):
    """How many tables of semifinals."""

    tables = serializers.IntegerField(min_value=2, max_value=MOST_SEMIFINALS)


class SemifinalsView(WritingTournament):
    """Seat semifinals of the best as a draft, before the final."""

    #: The tables are searched for. No round is seated twice: one at a time is open.
    is_long = True

    @extend_schema(
        operation_id="semifinals_seat",
        request=SemifinalsSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: RoundSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        tables = checked(SemifinalsSerializer, request)["tables"]
        made = seat_semifinals(self.tournament, tables, **who(request))
        return Response(RoundSerializer(made).data, status=HTTPStatus.CREATED)


class MatchDecisionSerializer(serializers.Serializer):
    """Who goes on from a match, by its ``name`` in the bracket; null: the sheet decides again."""

    name = serializers.CharField(max_length=LONGEST_MATCH)
    winner_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY, allow_null=True)
    reason = serializers.CharField(max_length=LONGEST_REASON)


class BracketView(WritingTournament, WithETag):
    """The bracket of an elimination."""

    @extend_schema(operation_id="bracket_retrieve", responses=BracketSerializer)
    def get(self, request: Request, **_address: Any) -> Response:
        """Who plays whom in an elimination, who went on, and who has won."""
        enter_event(request, self.find(request))
        return self._as_it_is(request)

    @extend_schema(
        operation_id="matches_decide",
        request=MatchDecisionSerializer,
        parameters=[KEY_HEADER],
        responses=BracketSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Say who goes on from a match: without a result, or other than the sheet says."""
        if not self.tournament.is_bracket:
            raise Http404
        sent = checked(MatchDecisionSerializer, request)
        entries, pk = self.tournament.entries.select_related("player"), sent["winner_id"]
        winner = get_object_or_404(entries, pk=pk) if pk else None
        bracket.decide(self.tournament, sent["name"], winner, reason=sent["reason"], **who(request))
        return self._as_it_is(request)

    def _as_it_is(self, request: Request) -> Response:
        if not self.tournament.is_bracket:
            raise Http404
        drafts = may_conduct(request)
        return Response(BracketSerializer(bracket_of(self.tournament, drafts=drafts)).data)
