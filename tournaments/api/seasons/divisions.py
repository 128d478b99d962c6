"""The divisions around a season, and the season after it. A token needs the scope ``organize``."""

from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.changes import ORGANIZE, who
from tournaments.api.reading.serializers import SeasonSerializer
from tournaments.api.writing.access import WritingSeason
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.models import Season
from tournaments.seasons.divisions import services
from tournaments.seasons.divisions.queries import linkable


class DivisionSerializer(serializers.Serializer):
    """The division above a season, by its address; null for the top division."""

    above = serializers.SlugField(max_length=60, allow_null=True)


class DivisionChangeSerializer(DivisionSerializer):
    """The division that shall be above a season, and the one that you saw there."""

    was = DivisionSerializer(required=False)


class DivisionAboveView(WritingSeason):
    """Choose the division above a season; it is a season of the same owner."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="seasons_put_below",
        request=DivisionChangeSerializer,
        parameters=[KEY_HEADER],
        responses=DivisionSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        sent = checked(DivisionChangeSerializer, request)
        seasons = {one.slug: one for one in linkable(self.season)}
        above = self._named(sent["above"], seasons, "above")
        was = sent.get("was")
        seen = was and {"above": self._named(was["above"], seasons, "was.above")}
        done = services.put_below(self.season, above, seen=seen, **who(request))
        return Response({"above": done.above.slug if done.above else None})

    @staticmethod
    def _named(slug: str | None, seasons: dict[str, Season], field: str) -> Season | None:
        if slug is not None and slug not in seasons:
            raise ValidationError({field: ["There is no such season of the same owner."]})
        return seasons[slug] if slug else None


class NextSeasonSerializer(serializers.Serializer):
    """The name of the season that follows."""

    name = serializers.CharField(max_length=services.LONGEST_NAME)


class NextSeasonView(WritingSeason):
    """Begin the season after this one, with its settings and no tournament yet.

    It is linked to the seasons that follow the divisions around this one.
    """

    scopes = ORGANIZE

    @extend_schema(
        operation_id="seasons_begin_next",
        request=NextSeasonSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: SeasonSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        name = checked(NextSeasonSerializer, request)["name"]
        made = services.begin_next(self.season, name, **who(request))
        return Response(SeasonSerializer(made).data, status=HTTPStatus.CREATED)
