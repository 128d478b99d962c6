"""Letters to players: what became of each, and sending one again that failed."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reading.filters import choice, key
from tournaments.api.reading.lists import WithETag
from tournaments.api.writing.access import Writing
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.ledger import Actor
from tournaments.models import Event, Letter
from tournaments.notifications.mail import services


class LetterSerializer(serializers.ModelSerializer):
    """A letter to a player: its words, its ``state``, and why the last attempt failed.

    It is tried next at ``due_at``, and not after ``ends_at``, when what it says is over.
    """

    player_id = serializers.IntegerField(read_only=True)
    reason = serializers.CharField(source="reason_in_words", read_only=True)

    class Meta:
        model = Letter
        fields = [
            *("id", "player_id", "subject", "text", "state", "reason", "attempts"),
            *("made_at", "due_at", "sent_at", "ends_at"),
        ]


class Letters(Writing, WithETag, generics.ListAPIView):
    """The letters of an event, the newest first; for conductors alone."""

    filters = (
        choice("state", "Only these.", Letter.State.values),
        key("player", "Only those to this player, by its id."),
    )
    serializer_class = LetterSerializer

    def get_queryset(self) -> QuerySet[Any]:
        self.enter(self.request)
        return self.event.letters.order_by("-made_at", "-pk")


class SendLetterAgainView(Writing):
    """Send a letter again that failed, also one that may have arrived."""

    def find(self, request: Request) -> Event:
        event = super().find(request)
        self.letter = get_object_or_404(event.letters, pk=self.kwargs["letter"])
        return event

    @extend_schema(
        operation_id="letters_send_again",
        request=None,
        parameters=[KEY_HEADER],
        responses=LetterSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        made = services.send_again(self.letter, by=Actor.of(request), at=timezone.now())
        return Response(LetterSerializer(made).data)
