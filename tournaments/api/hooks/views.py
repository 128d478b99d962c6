"""Adding, trying, starting and removing webhooks, and what became of their messages.

A token needs the scope ``organize``.
"""

from http import HTTPStatus
from typing import Any

from django.db.models import QuerySet
from django.forms.utils import ErrorDict
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import webhooks
from tournaments.api.changes import ORGANIZE, who
from tournaments.api.reading.filters import choice
from tournaments.api.reading.lists import WithETag
from tournaments.api.webhook_pages import WebhookForm
from tournaments.api.writing.access import Writing
from tournaments.api.writing.once import KEY_HEADER, once
from tournaments.api.writing.serializers import checked
from tournaments.models import Event, Webhook, WebhookDelivery


class NewWebhookSerializer(serializers.Serializer):
    """An address that is to be notified, and of what."""

    url = serializers.URLField(max_length=300)
    topics = serializers.ListField(
        child=serializers.ChoiceField(choices=sorted(webhooks.TOPICS)), allow_empty=False
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        """Refuse what the page refuses, in its words."""
        form = WebhookForm(said)
        if not form.is_valid():
            found: ErrorDict = form.errors
            raise serializers.ValidationError({key: list(what) for key, what in found.items()})
        return {"url": form.cleaned_data["url"], "topics": form.cleaned_data["topics"]}


class WebhookSerializer(serializers.ModelSerializer):
    """A webhook. Messages are signed with ``secret``."""

    topics = serializers.ListField(
        child=serializers.ChoiceField(choices=sorted(webhooks.TOPICS)),
        help_text="What it is notified of.",
    )

    class Meta:
        model = Webhook
        fields = ["id", "url", "topics", "secret", "is_active", "stopped_at", "created_at"]


class MessageSerializer(serializers.Serializer):
    """The body of a message: see docs/api.md, Webhooks."""

    topic = serializers.CharField()
    event = serializers.CharField()
    tournament = serializers.CharField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    label = serializers.CharField(allow_null=True)
    room = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(allow_null=True)


class DeliverySerializer(serializers.ModelSerializer):
    """A message of a webhook: ``answer`` is how its last attempt ended, "" before the first.

    ``due_at`` is null once it is accepted or given up.
    """

    body = MessageSerializer()

    class Meta:
        model = WebhookDelivery
        fields = [
            "id",
            "topic",
            "body",
            "created_at",
            "due_at",
            "attempts",
            "tried_at",
            "delivered_at",
            "answer",
        ]


class Webhooks(Writing):
    """The webhooks of an event."""

    scopes = ORGANIZE

    @extend_schema(
        operation_id="webhooks_create",
        request=NewWebhookSerializer,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: WebhookSerializer},
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        """Notify an address of changes from now on."""
        made = webhooks.add(self.event, **checked(NewWebhookSerializer, request), **who(request))
        return Response(WebhookSerializer(made).data, status=HTTPStatus.CREATED)


class _OneWebhook(Writing):
    scopes = ORGANIZE

    def find(self, request: Any) -> Event:
        event = super().find(request)
        self.hooks = event.hooks.filter(pk=self.kwargs["hook"])
        return event


class OneWebhook(_OneWebhook):
    """A webhook."""

    @extend_schema(
        operation_id="webhooks_remove",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.NO_CONTENT: None},
    )
    @once
    def delete(self, request: Request, **_address: Any) -> Response:
        """Notify an address no more, and forget its messages."""
        webhooks.remove(get_object_or_404(self.hooks), **who(request))
        return Response(status=HTTPStatus.NO_CONTENT)


class StartWebhookView(_OneWebhook):
    """Send to a webhook again that was stopped, beginning with what is new."""

    @extend_schema(
        operation_id="webhooks_start",
        request=None,
        parameters=[KEY_HEADER],
        responses=WebhookSerializer,
    )
    @once
    def post(self, request: Request, **_address: Any) -> Response:
        hook = get_object_or_404(self.hooks)
        webhooks.start_again(hook, **who(request))
        hook.refresh_from_db()
        return Response(WebhookSerializer(hook).data)


class Deliveries(_OneWebhook, WithETag, generics.ListAPIView):
    """The messages of a webhook, the newest first: what became of each; for conductors alone."""

    filters = (choice("answer", "Only these.", WebhookDelivery.Answer.values),)
    serializer_class = DeliverySerializer

    def get_queryset(self) -> QuerySet[Any]:
        self.enter(self.request)
        return get_object_or_404(self.hooks).deliveries.order_by("-pk")


class SendTestView(_OneWebhook):
    """Send a webhook a message that says nothing changed, to try its receiver."""

    @extend_schema(
        operation_id="webhooks_test",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: DeliverySerializer},
    )
    @once
    def post(self, _request: Request, **_address: Any) -> Response:
        hook = get_object_or_404(self.hooks.select_related("event"))
        sent = webhooks.send_test(hook, at=timezone.now())
        return Response(DeliverySerializer(sent).data, status=HTTPStatus.CREATED)


class SendAgainView(_OneWebhook):
    """Send a message of a webhook once more, under a new number."""

    @extend_schema(
        operation_id="deliveries_send_again",
        request=None,
        parameters=[KEY_HEADER],
        responses={HTTPStatus.CREATED: DeliverySerializer},
    )
    @once
    def post(self, _request: Request, **_address: Any) -> Response:
        messages = WebhookDelivery.objects.select_related("webhook__event")
        found = get_object_or_404(messages, webhook__in=self.hooks, pk=self.kwargs["delivery"])
        sent = webhooks.send_again(found, at=timezone.now())
        return Response(DeliverySerializer(sent).data, status=HTTPStatus.CREATED)
