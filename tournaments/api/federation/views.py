"""The file of an event, by which the site where it runs publishes it here."""

from http import HTTPStatus
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.body_limits import takes_file
from tournaments.access.requests import enter_event
from tournaments.access.roles import role_at
from tournaments.api.changes import who
from tournaments.api.federation.serializers import (
    EventFileSerializer,
    PublicationSerializer,
    RunsHereSerializer,
    TargetSerializer,
    UpdatedEventSerializer,
)
from tournaments.api.reading.serializers import EventSerializer
from tournaments.api.writing.access import Writing, WritingAnywhere
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.federation import publishing, running, services
from tournaments.federation.forms import LARGEST_FILE
from tournaments.ledger import Actor
from tournaments.models import Event, Role
from tournaments.standings.exporting import event_text


class EventFileParser(BaseParser):
    """JSON as event files have it: numbers that no column holds and repeated names are faults."""

    media_type = "application/json"

    def parse(self, stream: Any, *_form: Any, **_context: Any) -> Any:
        """Return the data of a file. Raises NoJsonFile."""
        return event_text.parse(stream.read())


class EventFile(WritingAnywhere):
    """The file of an event, by the identity that it has on every site."""

    scopes = ("organize",)
    parser_classes = (EventFileParser,)

    def enter(self, request: Request) -> None:
        """Let owners in, and to an event that the site does not have everybody with an account."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        self.found = Event.objects.filter(uid=self.kwargs["uid"]).first()
        if self.found:
            enter_event(request, self.found)
            if role_at(self.found, request.user) != Role.OWNER:
                raise PermissionDenied
        if not self.has_scope(request):
            raise PermissionDenied

    @extend_schema(
        operation_id="events_publish_file",
        request=EventFileSerializer,
        responses={200: UpdatedEventSerializer, 201: UpdatedEventSerializer},
    )
    def put(self, request: Request, uid: Any) -> Response:
        """Publish the event: the file updates the one that came from an earlier file of its site.

        The same file again changes nothing. 409 with both names and times if the file is older
        (``older-file``), of another site (``from-another-site``), or of an event that was set up
        here (``made-here``) or that this site runs (``runs-here``); also if it names somebody who
        was erased here (``erased-here``).
        """
        is_new = self.found is None
        done = services.receive(
            uid, self.found, request.data, by=Actor.of(request), at=timezone.now()
        )
        answer = UpdatedEventSerializer(
            {
                "uid": done.event.uid,
                "slug": done.event.slug,
                "written_at": done.written_at,
                "changed": done.changed,
            }
        )
        return Response(answer.data, status=201 if is_new else 200)


class RunHereView(Writing):
    """Take over running an event that another site publishes, or let that site run it again."""

    scopes = ("organize",)

    def enter(self, request: Request) -> None:
        """Let owners in."""
        super().enter(request)
        if role_at(self.event, request.user) != Role.OWNER:
            raise PermissionDenied

    @extend_schema(
        operation_id="events_run_here",
        request=RunsHereSerializer,
        parameters=[KEY_HEADER],
        responses=EventSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        here = checked(RunsHereSerializer, request)["runs_here"]
        verb = running.run_here if here else running.run_there
        return Response(EventSerializer(verb(self.event, **who(request))).data)


class PublicationView(Writing):
    """The site that an event publishes itself to."""

    scopes = ("organize",)

    @extend_schema(
        operation_id="publication_set",
        request=TargetSerializer,
        parameters=[KEY_HEADER],
        responses=PublicationSerializer,
    )
    @once
    def put(self, request: Request, **_address: Any) -> Response:
        """Publish the event to a site from now on, every minute while something changes."""
        said = checked(TargetSerializer, request)
        found = publishing.publish_to(self.event, **said, **who(request))
        return Response(PublicationSerializer(found).data)

    @extend_schema(
        operation_id="publication_now",
        request=None,
        parameters=[KEY_HEADER],
        responses=PublicationSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Make the next attempt at once, also after a refusal. Answers how far it is."""
        found = publishing.publish_now(self.event, **who(request))
        return Response(PublicationSerializer(found).data)

    @extend_schema(
        operation_id="publication_stop",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Publish the event no more, and forget the token."""
        publishing.stop_publishing(self.event, **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)


#: A function type has attributes that a class of views cannot pass on.
event_file = takes_file(LARGEST_FILE)(EventFile.as_view())
