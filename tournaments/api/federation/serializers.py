"""The file of an event as a body, and the answer to it."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Publication
from tournaments.standings.exporting.event_schema import schema

FIELDS = {
    "array": lambda: serializers.ListField(child=serializers.DictField()),
    "object": serializers.DictField,
    "string": serializers.CharField,
}
#: Members of a file for which its schema lists the values and no type.
HEAD = {"format": serializers.CharField, "version": serializers.IntegerField}


class EventFileSerializer(serializers.Serializer):
    """An event file, which is checked against its JSON Schema, docs/event-file.schema.json."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """The members of a file: those of a list are as the schema of files says."""
        return {
            name: _field(name, one, is_required=name in schema()["required"])
            for name, one in schema()["properties"].items()
        }


def _field(name: str, one: dict[str, Any], *, is_required: bool) -> serializers.Field:
    field: serializers.Field = (HEAD.get(name) or FIELDS[one["type"]])()
    field.required = is_required
    return field


class UpdatedEventSerializer(serializers.Serializer):
    """The answer to a file: the event here, and how many rows changed, by list and kind."""

    uid = serializers.UUIDField()
    slug = serializers.CharField()
    written_at = serializers.DateTimeField()
    changed = serializers.DictField(child=serializers.IntegerField())


class RunsHereSerializer(serializers.Serializer):
    """Whether this site runs an event, or has a copy of it."""

    runs_here = serializers.BooleanField()


class TargetSerializer(serializers.Serializer):
    """The site that an event is published to, and a token of that site, which is never read."""

    site = serializers.CharField(max_length=200)
    token = serializers.CharField(max_length=100, write_only=True)


class PublicationSerializer(serializers.ModelSerializer):
    """How far the publication of an event is. ``refused`` has the words of the other site."""

    class Meta:
        model = Publication
        fields = ["site", "published_at", "waiting_since", "reason", "refused", "due_at"]
