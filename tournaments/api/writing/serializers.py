"""Bodies of requests that set up, register and seat; and their answers."""

from datetime import timedelta
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from games.titles import MOST_PLAYERS
from scoring.leagues import leagues
from scoring.ratings import LONGEST_FADE, SHORTEST_FADE
from tournaments.api.reading.serializers import EntrySerializer
from tournaments.api.settings import durations, written_fields
from tournaments.events.settings.of_event import LONGEST_NAME, OF_EVENT
from tournaments.events.settings.of_tournament import OF_TOURNAMENT
from tournaments.events.titles import rules as title_rules
from tournaments.models import Bye, Event, Title, Tournament
from tournaments.person_fields import ROSTER_FIELDS, PersonField
from tournaments.seasons.rules import LONGEST_POINTS

MOST_LINES = 500
HIGHEST_KEY = 2**63 - 1
LONGEST_KEY = 30
A_DAY_IN_MINUTES = 24 * 60


class NewEventSerializer(serializers.Serializer):
    """A new event. Its address is made from its name."""

    def get_fields(self) -> dict[str, Any]:
        is_draft = serializers.BooleanField(
            default=False, help_text="Whether only its staff see it until it is announced."
        )
        return written_fields(OF_EVENT, Event, defaults_here=True) | {"is_draft": is_draft}


class CopiedEventSerializer(serializers.Serializer):
    """The name of a copy, and its first day; the other days follow."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    starts_on = serializers.DateField()


def _tie_break() -> serializers.CharField:
    longest = title_rules.LONGEST_TIE_BREAK
    return serializers.CharField(max_length=longest, allow_blank=True, default="")


def _count(most: int) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=most, required=False)


class NewTournamentSerializer(serializers.Serializer):
    """A new tournament. What is left out comes from the game's rules; durations are in minutes."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    game = serializers.SlugField(max_length=LONGEST_KEY)

    def get_fields(self) -> dict[str, Any]:
        settings = written_fields(OF_TOURNAMENT, Tournament, defaults_here=False)
        return {**super().get_fields(), **settings}

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        return said | durations(OF_TOURNAMENT, said)


class NewTitleSerializer(serializers.Serializer):
    """A game without an engine; ``slot`` is in minutes, and a ``target`` of 0 is none.

    ``counting`` says that more points are better, or fewer, or that tables write down places only.
    """

    name = serializers.CharField(max_length=title_rules.LONGEST_NAME)
    players_min = serializers.IntegerField(min_value=2, max_value=MOST_PLAYERS)
    players_max = serializers.IntegerField(min_value=2, max_value=MOST_PLAYERS)
    slot = serializers.IntegerField(min_value=1, max_value=A_DAY_IN_MINUTES)
    sheet_per = serializers.ChoiceField(choices=Title.Per.choices, default="game")
    counting = serializers.ChoiceField(choices=Title.Counting.choices, default="more")
    target = serializers.IntegerField(min_value=0, max_value=10_000, default=0)
    tie_break_1 = _tie_break()
    fewer_1 = serializers.BooleanField(default=False)
    tie_break_2 = _tie_break()
    fewer_2 = serializers.BooleanField(default=False)
    tie_break_3 = _tie_break()
    fewer_3 = serializers.BooleanField(default=False)

    def validate_slot(self, minutes: int) -> timedelta:
        return timedelta(minutes=minutes)


def _person_input(field: PersonField, *, required: bool) -> serializers.CharField:
    if field.is_required:
        return serializers.CharField(max_length=field.longest, required=required)
    return serializers.CharField(max_length=field.longest, allow_blank=True, default="")


class NewPlayerSerializer(serializers.Serializer):
    """A person for the roster. Only conductors see the e-mail, the household and the notes."""

    needs_name = True

    def get_fields(self) -> dict[str, serializers.Field]:
        about = {one.key: _person_input(one, required=self.needs_name) for one in ROSTER_FIELDS}
        return {**about, **super().get_fields()}


class NewEntrySerializer(NewPlayerSerializer):
    """Somebody to be entered: a player of the roster by ``player_id``, or a person by name."""

    needs_name = False
    player_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY, required=False)

    def validate(self, said: dict[str, Any]) -> dict[str, Any]:
        if ("player_id" in said) == ("name" in said):
            message = "Send either the player_id of somebody on the roster or a name."
            raise serializers.ValidationError(message)
        return said


class NewEntriesSerializer(serializers.Serializer):
    """People to be entered; with ``check_in`` they are here."""

    entries = NewEntrySerializer(many=True, allow_empty=False, max_length=MOST_LINES)
    check_in = serializers.BooleanField(default=False)


class EnteredSerializer(EntrySerializer):
    """An entry, and whether this request made it, or the player."""

    is_new_entry = serializers.BooleanField()
    is_new_player = serializers.BooleanField()

    class Meta(EntrySerializer.Meta):
        fields = [*EntrySerializer.Meta.fields, "is_new_entry", "is_new_player"]


class EntriesEnteredSerializer(serializers.Serializer):
    """The entries, in the order of the lines that were sent."""

    entries = EnteredSerializer(many=True)


class CheckInSerializer(serializers.Serializer):
    """Who is here."""

    entry_ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        allow_empty=False,
        max_length=MOST_LINES,
    )


class CheckedInSerializer(serializers.Serializer):
    """How many were checked in by this request, and the entries as they are now."""

    checked_in = serializers.IntegerField()
    entries = EntrySerializer(many=True)


class ReasonSerializer(serializers.Serializer):
    """Why; it goes into the ledger."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class PairingsSerializer(serializers.Serializer):
    """Who sits where: for each table, by number from 1, entry ids in turn order; and the byes.

    Everyone who is checked in must be named once, at a table or in ``byes``.
    """

    tables = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY), max_length=99
        ),
        allow_empty=False,
        max_length=1000,
    )
    byes = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY),
        max_length=1000,
        default=list,
    )


class ByeSerializer(serializers.Serializer):
    """A round that somebody does not play, and what it is worth: a full bye, unless said.

    A forfeit win names an ``opponent_id``, who loses by forfeit; a forfeit loss may name one.
    """

    entry_id = serializers.IntegerField(min_value=1, max_value=HIGHEST_KEY)
    kind = serializers.ChoiceField(choices=Bye.Kind.choices, default=Bye.Kind.FULL)
    opponent_id = serializers.IntegerField(
        min_value=1, max_value=HIGHEST_KEY, required=False, allow_null=True
    )
    round_number = serializers.IntegerField(min_value=1, max_value=99)
    reason = serializers.CharField(max_length=200)


class NewSeasonSerializer(serializers.Serializer):
    """A new season; ``rule`` says what a tournament is worth.

    A rule with a table of its own takes it from ``points`` ("25-18-15"), ``taking_part`` and
    ``each_below``, as the page of a season does. Ratings fade within ``ratings_fade`` days without
    a game; null: they do not.
    """

    name = serializers.CharField(max_length=120)
    rule = serializers.ChoiceField(choices=sorted(leagues()))
    best = _count(99)
    minimum_events = _count(99)
    points = serializers.CharField(max_length=2000, required=False)
    taking_part = serializers.CharField(max_length=LONGEST_POINTS, required=False)
    each_below = serializers.CharField(max_length=LONGEST_POINTS, required=False)
    ratings_fade = serializers.IntegerField(
        min_value=SHORTEST_FADE, max_value=LONGEST_FADE, allow_null=True, default=None
    )


class NewPartSerializer(serializers.Serializer):
    """A tournament that counts for a season, in a category, ``level`` times."""

    event = serializers.SlugField(max_length=60)
    tournament = serializers.SlugField(max_length=60)
    category = serializers.CharField(max_length=60, allow_blank=True, default="")
    level = serializers.IntegerField(min_value=1, max_value=99, default=1)


def checked(kind: type[serializers.Serializer], request: Request) -> dict[str, Any]:
    """Return a request's data as a serializer reads it; no data at all counts as an empty body."""
    sent = kind(data=request.data)
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)
