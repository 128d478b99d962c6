"""The bracket of an elimination as programs read it."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Tournament
from tournaments.seating.head_to_head.bracket_queries import ShownMatch, shown_bracket

STATES = ["open", "bye", "ready", "seated", "undecided", "decided"]


class SideSerializer(serializers.Serializer):
    """One side of a match; ``entry_id`` is null while nobody is known there, or nobody comes."""

    entry_id = serializers.IntegerField(source="entry", allow_null=True)
    seed = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()
    points = serializers.IntegerField(allow_null=True)


class MatchSerializer(serializers.Serializer):
    """A match; ``reason`` says how it was decided where no sheet did.

    ``state``: open waits for its players, ready for the next round, seated has a table, undecided
    is over without a winner.
    """

    name = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=STATES)
    round_number = serializers.IntegerField(
        source="table.round.number", default=None, allow_null=True
    )
    table = serializers.IntegerField(source="table.number", default=None, allow_null=True)
    sides = SideSerializer(many=True)
    reason = serializers.CharField(source="note", allow_blank=True)
    may_decide = serializers.BooleanField()
    is_last = serializers.BooleanField()


class BracketSerializer(serializers.Serializer):
    """A bracket: the matches of the winners' side, of the losers', and the finals, by round."""

    people = serializers.IntegerField()
    champion = serializers.CharField(allow_null=True)
    matches = MatchSerializer(many=True)


def bracket_of(tournament: Tournament, *, drafts: bool) -> dict[str, Any]:
    """The values of BracketSerializer; a round that is not published only with ``drafts``."""
    found = shown_bracket(tournament, drafts=drafts)
    matches: list[ShownMatch] = [
        match for _title, columns in found.parts for column in columns for match in column.matches
    ]
    return {"people": found.people, "champion": found.champion or None, "matches": matches}
