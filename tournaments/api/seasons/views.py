"""Changing a season, and taking a tournament out of it. A token needs the scope ``organize``."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.season_lines import TIE_BREAKS
from tournaments.api.changes import ORGANIZE, changes, none_needed, who
from tournaments.api.reading import views as reading
from tournaments.api.reading.serializers import SeasonSerializer
from tournaments.api.writing.access import WritingSeason
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import NewSeasonSerializer
from tournaments.seasons import services

MOST = 99
STEPS = list(TIE_BREAKS)


class SeasonValuesSerializer(NewSeasonSerializer):
    """Values of a season; ``best`` null counts two thirds of the tournaments so far."""

    best = serializers.IntegerField(min_value=0, max_value=MOST, allow_null=True)
    counts_running = serializers.BooleanField()
    promoted = serializers.IntegerField(min_value=0, max_value=MOST)
    relegated = serializers.IntegerField(min_value=0, max_value=MOST)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=STEPS), max_length=5, allow_null=True
    )

    def get_fields(self) -> dict[str, Any]:
        return none_needed(super().get_fields())


class SeasonChangesSerializer(SeasonValuesSerializer):
    """The values of a season that are to be changed."""

    was = SeasonValuesSerializer(required=False)


class OneSeason(WritingSeason, reading.SeasonInFull):
    """One season."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="seasons_change",
        request=SeasonChangesSerializer,
        parameters=[KEY_HEADER],
        responses=SeasonSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change a season of yours. Its address stays, and its standings follow."""
        made = services.change_season(self.season, **changes(SeasonChangesSerializer, request))
        return Response(SeasonSerializer(made).data)


class OneSeasonPart(WritingSeason):
    """A tournament that counts for a season, by its event and its address there."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="season_tournaments_remove",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Let a tournament no longer count for your season."""
        part = get_object_or_404(
            self.season.parts,
            tournament__event__slug=self.kwargs["event"],
            tournament__slug=self.kwargs["tournament"],
        )
        services.remove_tournament(self.season, part.pk, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)
