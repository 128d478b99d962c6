"""Sessions and bookings as the API shows them, and what is sent to plan, change and book."""

from base64 import b64decode
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.api.writing.serializers import HIGHEST_KEY
from tournaments.models import Booking, Session
from tournaments.timetable import rules, spreadsheet

#: What the database keeps of a small whole number.
LARGEST = 32_767
LONGEST_SLUG = 60
HIGHEST_TABLE = 9_999
#: Base64 has four signs for three bytes; one block more, so that what is too large is said so.
LONGEST_FILE = 4 * (spreadsheet.MOST_BYTES // 3 + 2)


class SessionSerializer(serializers.ModelSerializer):
    """A session on the timetable. ``called`` is what people read; ``tournament`` is its address.

    ``capacity`` is null where everybody finds a place. ``taken`` and ``waiting`` count places and
    the queue. ``version`` is what ``If-Match`` names; it grows as the session changes, and not with
    its bookings. ``published_at`` is null for one that only conductors see.
    """

    called = serializers.CharField(source="__str__", read_only=True)
    tournament = serializers.CharField(source="tournament.slug", default=None, allow_null=True)
    room_id = serializers.IntegerField(allow_null=True, read_only=True)
    room = serializers.CharField(source="room.name", default=None, allow_null=True)

    class Meta:
        model = Session
        fields = [
            "id",
            "called",
            "tournament",
            "kind",
            "number",
            "name",
            "room_id",
            "room",
            "first_table",
            "last_table",
            "starts_at",
            "ends_at",
            "capacity",
            "taken",
            "waiting",
            "offered",
            "joins",
            "opens_at",
            "closes_at",
            "release_minutes",
            "published_at",
            "cancelled_at",
            "version",
            "updated_at",
        ]


class BookingSerializer(serializers.ModelSerializer):
    """A person's place in a session, or in its queue.

    It takes their time while its ``state`` is held or here. ``queue_place`` counts from 1, and is
    null outside of the queue; ``here_at`` is when somebody said that they are here. A place that is
    offered is kept until ``offered_until``. ``reason`` says why a place was lost.
    """

    session_id = serializers.IntegerField(read_only=True)
    player_id = serializers.IntegerField(read_only=True)
    player = serializers.CharField(source="player.name")
    shown_name = serializers.CharField(source="player.shown_name")
    queue_place = serializers.SerializerMethodField()

    class Meta:
        model = Booking
        fields = [
            "session_id",
            "player_id",
            "player",
            "shown_name",
            "state",
            "queue_place",
            "via",
            "queued_at",
            "here_at",
            "offered_until",
            "reason",
            "at",
            "updated_at",
        ]

    def get_queue_place(self, booking: Booking) -> int | None:
        places: dict[int, int] = self.context.get("queue", {})
        return places.get(booking.pk)


class PlaceSerializer(serializers.Serializer):
    """A session for one person: their ``booking``, if they have one, and what they may do now.

    ``why_not`` is why they cannot sign up, in a sentence.
    """

    session = SessionSerializer()
    booking = BookingSerializer(allow_null=True)
    may_sign_up = serializers.BooleanField()
    may_be_here = serializers.BooleanField()
    why_not = serializers.CharField(allow_blank=True)


class BookedSerializer(serializers.Serializer):
    """The booking, and the session with its places, as they are after a write."""

    booking = BookingSerializer()
    session = SessionSerializer()


class PartySerializer(serializers.Serializer):
    """A party of friends: its ``code``, by which others join, and the keys of its players."""

    code = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())


class BookedTogetherSerializer(serializers.Serializer):
    """The bookings of a party, and the session with its places, as they are after a write.

    People of the party who had a place before are not among them.
    """

    bookings = BookingSerializer(many=True)
    session = SessionSerializer()


class WhoSerializer(serializers.Serializer):
    """Whose place it is about. A phone leaves it out: it is the player's own."""

    player_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY, required=False)


class JoinPartySerializer(WhoSerializer):
    """The code of the party that somebody joins."""

    code = serializers.CharField(max_length=20)


def _table() -> serializers.IntegerField:
    return serializers.IntegerField(
        min_value=1, max_value=HIGHEST_TABLE, allow_null=True, required=False
    )


def _whole() -> serializers.IntegerField:
    # The rules refuse what is too low or too high, in a sentence.
    return serializers.IntegerField(min_value=0, max_value=LARGEST, allow_null=True, required=False)


class SessionChangesSerializer(serializers.Serializer):
    """The changes of a session; a value that is left out stays.

    At another time somebody may be booked elsewhere. That is refused and names them
    (``would-double-book``); with ``anyway`` they lose their place, and can read why.
    """

    name = serializers.CharField(max_length=rules.LONGEST_NAME, allow_blank=True, required=False)
    room_id = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_KEY, allow_null=True, required=False
    )
    first_table = _table()
    last_table = _table()
    starts_at = serializers.DateTimeField(required=False)
    ends_at = serializers.DateTimeField(required=False)
    capacity = _whole()
    joins = serializers.ChoiceField(choices=Session.Joins.choices, required=False)
    opens_at = serializers.DateTimeField(allow_null=True, required=False)
    closes_at = serializers.DateTimeField(allow_null=True, required=False)
    release_minutes = _whole()
    anyway = serializers.BooleanField(default=False)


class NewSessionSerializer(SessionChangesSerializer):
    """A session to be planned: of a ``tournament``, by its address, or something with a ``name``.

    Its times are whole quarters of an hour. Without an offset they are those of the event.
    """

    tournament = serializers.SlugField(max_length=LONGEST_SLUG, allow_null=True, required=False)
    kind = serializers.ChoiceField(choices=Session.Kind.choices, required=False)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        return {name: field for name, field in fields.items() if name != "anyway"}

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        is_of_tournament = said.get("tournament") is not None
        usual = Session.Kind.HEAT if is_of_tournament else Session.Kind.OTHER
        return {"kind": usual} | said


class TimetableFileSerializer(serializers.Serializer):
    """A timetable as CSV, as ``timetable.csv`` gives it, or as a ``file`` in base64: CSV in any
    usual encoding, or an Excel workbook. With ``dry_run`` it is only tried."""

    text = serializers.CharField(
        max_length=spreadsheet.MOST_BYTES, trim_whitespace=False, required=False
    )
    file = serializers.CharField(max_length=LONGEST_FILE, required=False)
    dry_run = serializers.BooleanField(default=False)

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if ("text" in said) == ("file" in said):
            raise serializers.ValidationError(_("Send either “text” or “file”."))
        if (file := said.pop("file", None)) is not None:
            said["text"] = _text_of(file)
        return said


def _text_of(file: str) -> str:
    """The text of a file in base64. Raises ValidationError or FileRefused."""
    try:
        data = b64decode(file, validate=True)
    except ValueError:
        raise serializers.ValidationError({"file": [_("This is not base64.")]}) from None
    return spreadsheet.text_of(data)


class PlannedSerializer(serializers.Serializer):
    """A session that a file plans: its line says the rest."""

    called = serializers.CharField(source="__str__", read_only=True)
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class ImportedSerializer(serializers.Serializer):
    """The sessions that a file planned; ``known`` of its lines were on the timetable before.

    ``tournaments`` and ``titles`` are the names of those that it set up.
    """

    planned = PlannedSerializer(many=True)
    known = serializers.IntegerField()
    tournaments = serializers.ListField(child=serializers.CharField())
    titles = serializers.ListField(child=serializers.CharField())


class PublishedSerializer(serializers.Serializer):
    """How many sessions everybody sees since this request."""

    published = serializers.IntegerField()
