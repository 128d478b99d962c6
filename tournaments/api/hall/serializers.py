"""Rooms, hall tables and announcements as the API shows them, and what is sent to change them."""

from typing import Any

from rest_framework import serializers

from tournaments.api.writing.serializers import HIGHEST_KEY
from tournaments.models import Announcement, HallTable, Room
from tournaments.timetable.hall import rules

LONGEST_SLUG = 60


class RoomSerializer(serializers.ModelSerializer):
    """A room of an event; ``tables`` are the numbers of its hall tables."""

    tables = serializers.SerializerMethodField()

    class Meta:
        model = Room
        fields = ["id", "name", "position", "note", "tables", "updated_at"]

    def get_tables(self, room: Room) -> list[int]:
        return sorted(table.number for table in room.hall_tables.all())


class RoomChangesSerializer(serializers.Serializer):
    """The changes of a room; a value that is left out stays."""

    name = serializers.CharField(max_length=rules.LONGEST_NAME, required=False)
    note = serializers.CharField(max_length=rules.LONGEST_NOTE, allow_blank=True, required=False)


class NewRoomSerializer(RoomChangesSerializer):
    """A room, after those that there are."""

    name = serializers.CharField(max_length=rules.LONGEST_NAME)


class OrderSeenSerializer(serializers.Serializer):
    """The rooms in the order that you saw, by their ids; left out, any order is changed."""

    was = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        max_length=1000,
        required=False,
    )


class NumbersSerializer(serializers.Serializer):
    """The numbers of hall tables that stand in a room, beside those that it has."""

    first_number = serializers.IntegerField(min_value=1, max_value=rules.MOST_TABLES)
    last_number = serializers.IntegerField(min_value=1, max_value=rules.MOST_TABLES)
    seats = serializers.IntegerField(
        min_value=1, max_value=rules.MOST_SEATS, allow_null=True, required=False
    )


class HallTableSerializer(serializers.ModelSerializer):
    """A table of the hall; ``label`` is what people read: "Table 24, Room B".

    ``seats`` is null where nobody said how many fit, and ``room`` for a table that stands in none.
    """

    label = serializers.CharField(source="__str__", read_only=True)
    room_id = serializers.IntegerField(allow_null=True, read_only=True)
    room = serializers.CharField(source="room.name", default=None, allow_null=True)

    class Meta:
        model = HallTable
        fields = ["number", "label", "room_id", "room", "seats", "step_free", "name", "updated_at"]


class HallTableChangesSerializer(serializers.Serializer):
    """The changes of a hall table; a value that is left out stays."""

    name = serializers.CharField(max_length=rules.LONGEST_NAME, allow_blank=True, required=False)
    seats = serializers.IntegerField(
        min_value=1, max_value=rules.MOST_SEATS, allow_null=True, required=False
    )
    step_free = serializers.BooleanField(required=False)


class AnnouncementSerializer(serializers.ModelSerializer):
    """An announcement: of the ``tournament``, by its address, or the session that it is for.

    It is shown from ``starts_at`` to ``ends_at``, unless it was withdrawn before.
    """

    tournament = serializers.CharField(source="tournament.slug", default=None, allow_null=True)
    session_id = serializers.IntegerField(allow_null=True, read_only=True)

    class Meta:
        model = Announcement
        fields = [
            "id",
            "text",
            "audience",
            "tournament",
            "session_id",
            "starts_at",
            "ends_at",
            "withdrawn_at",
            "updated_at",
        ]


class AnnouncementChangesSerializer(serializers.Serializer):
    """The changes of an announcement; a value that is left out stays."""

    text = serializers.CharField(max_length=Announcement.LONGEST, required=False)
    starts_at = serializers.DateTimeField(required=False)
    ends_at = serializers.DateTimeField(required=False)


class NewAnnouncementSerializer(AnnouncementChangesSerializer):
    """An announcement for everybody, unless it is for a ``tournament``, by its address, for a
    session, or for conductors; at once and for half an hour, unless it says when."""

    text = serializers.CharField(max_length=Announcement.LONGEST)
    audience = serializers.ChoiceField(choices=Announcement.Audience.choices, required=False)
    tournament = serializers.SlugField(max_length=LONGEST_SLUG, allow_null=True, required=False)
    session_id = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_KEY, allow_null=True, required=False
    )

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        usual = Announcement.Audience.EVERYBODY
        if said.get("tournament") is not None:
            usual = Announcement.Audience.TOURNAMENT
        elif said.get("session_id") is not None:
            usual = Announcement.Audience.SESSION
        return {"audience": usual} | said
