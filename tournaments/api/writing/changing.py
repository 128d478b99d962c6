"""Changing and removing what was set up: PATCH with what is to be changed, and DELETE."""

from http import HTTPStatus
from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.changes import ORGANIZE, changes, none_needed, who
from tournaments.api.reading import views as reading
from tournaments.api.reading.serializers import (
    EventSerializer,
    PlayerSerializer,
    TitleSerializer,
    TournamentSerializer,
)
from tournaments.api.settings import durations, written_fields
from tournaments.api.writing.access import Writing, WritingTournament
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import NewPlayerSerializer, NewTitleSerializer, checked
from tournaments.deleting import queries as contents
from tournaments.deleting import services as deleting
from tournaments.events import services
from tournaments.events.services import LONGEST_CODE_OF_CONDUCT
from tournaments.events.settings.of_event import LONGEST_NAME, OF_EVENT
from tournaments.events.settings.of_tournament import OF_TOURNAMENT
from tournaments.events.titles.services import change_title, remove_title
from tournaments.models import Event, Title, Tournament
from tournaments.registration.services import edit_player

ROSTER = ("roster", "conduct")
#: What a program may change about a tournament after its first day.
CHANGEABLE = {key: one for key, one in OF_TOURNAMENT.items() if not one.only_at_first}


class EventValuesSerializer(serializers.Serializer):
    """Settings of an event."""

    def get_fields(self) -> dict[str, Any]:
        return {**written_fields(OF_EVENT, Event, defaults_here=False), **super().get_fields()}


class EventChangesSerializer(EventValuesSerializer):
    """The settings of an event that are to be changed."""

    was = EventValuesSerializer(required=False)


class TournamentValuesSerializer(serializers.Serializer):
    """The name and settings of a tournament; durations are in minutes."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)

    def get_fields(self) -> dict[str, Any]:
        settings = written_fields(CHANGEABLE, Tournament, defaults_here=False)
        return {**settings, **super().get_fields()}

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        return said | durations(CHANGEABLE, said)


class TournamentChangesSerializer(TournamentValuesSerializer):
    """The name and settings of a tournament that are to be changed."""

    was = TournamentValuesSerializer(required=False)


class TitleValuesSerializer(NewTitleSerializer):
    """Values of a game without an engine; ``slot`` is in minutes."""

    def get_fields(self) -> dict[str, Any]:
        return none_needed(super().get_fields())


class TitleChangesSerializer(TitleValuesSerializer):
    """The values of a game without an engine that are to be changed."""

    was = TitleValuesSerializer(required=False)


class PlayerValuesSerializer(NewPlayerSerializer):
    """Values of a person of the roster."""

    def get_fields(self) -> dict[str, Any]:
        return none_needed(super().get_fields())


class PlayerChangesSerializer(PlayerValuesSerializer):
    """The values of a person of the roster that are to be changed."""

    was = PlayerValuesSerializer(required=False)


class EventContentsSerializer(serializers.Serializer):
    """All that goes with an event: its name, and how many players and tournaments it has."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    players = serializers.IntegerField(min_value=0)
    tournaments = serializers.IntegerField(min_value=0)


class OneEvent(Writing, reading.EventInFull):
    """One event."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="events_change",
        request=EventChangesSerializer,
        parameters=[KEY_HEADER],
        responses=EventSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change settings of an event. Its address stays."""
        changed = services.change_event(self.event, **changes(EventChangesSerializer, request))
        return Response(EventSerializer(changed).data)


class AnnouncedSerializer(serializers.Serializer):
    """Whether everybody sees the event, or only its staff."""

    announced = serializers.BooleanField()


class AnnounceEventView(Writing):
    """Show a draft to everybody, or make an event a draft again before any seat was published."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="events_announce",
        request=AnnouncedSerializer,
        parameters=[KEY_HEADER],
        responses=EventSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        is_public = checked(AnnouncedSerializer, request)["announced"]
        verb = services.announce_event if is_public else services.withdraw_event
        changed = verb(self.event, **who(request))
        return Response(EventSerializer(changed).data)


class CodeOfConductSerializer(serializers.Serializer):
    """The code of conduct of an event; ``was`` is the one that you saw before."""

    text = serializers.CharField(max_length=LONGEST_CODE_OF_CONDUCT, allow_blank=True)
    was = serializers.CharField(
        max_length=LONGEST_CODE_OF_CONDUCT, allow_blank=True, required=False
    )


class CodeOfConductView(Writing):
    """The code of conduct of an event."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="events_write_code_of_conduct",
        request=CodeOfConductSerializer,
        parameters=[KEY_HEADER],
        responses=EventSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        """Replace the code of conduct, unless somebody else has since you saw it."""
        sent = changes(CodeOfConductSerializer, request)
        return Response(EventSerializer(services.write_code_of_conduct(self.event, **sent)).data)


class DeleteEventView(Writing):
    """Delete an event in which nothing was played, with its roster and its ledger.

    The content names what goes with it, as it was seen.
    """

    scopes = ORGANIZE

    @extend_schema(
        operation_id="events_delete",
        request=EventContentsSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        seen = contents.mark(checked(EventContentsSerializer, request))
        deleting.delete_event(self.event, **who(request), seen=seen)
        return Response(status=HTTPStatus.NO_CONTENT)


class OneTournament(WritingTournament, reading.TournamentInFull):
    """One tournament."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="tournaments_change",
        request=TournamentChangesSerializer,
        parameters=[KEY_HEADER],
        responses=TournamentSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change the name or settings of a tournament. A round that has started keeps its clock."""
        services.change_tournament(self.tournament, **changes(TournamentChangesSerializer, request))
        found = reading.WITH_CHAMPION.get(pk=self.tournament.pk)
        return Response(TournamentSerializer(found).data)


class OneTitle(Writing):
    """A game without an engine."""

    scopes = ORGANIZE

    def find(self, request: Any) -> Event:
        event = super().find(request)
        titles = Title.objects.filter(event=event, key=self.kwargs["title"])
        self.titles = titles
        return event

    @extend_schema(
        operation_id="titles_change",
        request=TitleChangesSerializer,
        parameters=[KEY_HEADER],
        responses=TitleSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change a game without an engine. What is on its sheets stays once one is written."""
        title = get_object_or_404(self.titles)
        changed = change_title(title, **changes(TitleChangesSerializer, request))
        return Response(TitleSerializer(changed).data)

    @extend_schema(
        operation_id="titles_remove",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Remove a game without an engine of which there is no tournament."""
        title = get_object_or_404(self.titles)
        remove_title(title, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)


class OnePlayer(Writing):
    """A person of the roster."""

    scopes = ROSTER

    @extend_schema(
        operation_id="players_change",
        request=PlayerChangesSerializer,
        parameters=[KEY_HEADER],
        responses=PlayerSerializer,
    )
    @once
    def patch(self, request: Request, **_address: Any) -> Response:
        """Change what the roster says of a person."""
        player = get_object_or_404(self.event.players, pk=self.kwargs["player"])
        changed = edit_player(player, **changes(PlayerChangesSerializer, request))
        return Response(PlayerSerializer(changed).data)

    @extend_schema(
        operation_id="players_delete",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Delete somebody with whom nothing at the event was made."""
        player = get_object_or_404(self.event.players, pk=self.kwargs["player"])
        deleting.delete_player(player, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)
