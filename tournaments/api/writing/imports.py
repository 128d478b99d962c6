"""A report of another program as it is sent, and the answer that says how it was read."""

from typing import Any

from rest_framework import serializers

from tournaments.events.titles.rules import LONGEST_NAME
from tournaments.models import Event
from tournaments.registration.roster_file import MOST_BYTES
from tournaments.standings.importing.event_data import Imported


class ReportFileSerializer(serializers.Serializer):
    """A report for FIDE (TRF) and the name of the game; with ``dry_run`` it is only read."""

    text = serializers.CharField(max_length=MOST_BYTES, trim_whitespace=False)
    game = serializers.CharField(max_length=LONGEST_NAME)
    dry_run = serializers.BooleanField(default=False)


class ImportedReportSerializer(serializers.Serializer):
    """A report as it was read, and where its tournament is; ``event`` is null if none was made.

    It ``is_finished`` if every round has been played and the ranks follow the points.
    """

    event = serializers.SlugField(allow_null=True)
    tournament = serializers.SlugField(allow_null=True)
    name = serializers.CharField()
    rounds = serializers.IntegerField()
    rounds_played = serializers.IntegerField()
    games = serializers.IntegerField()
    byes_and_forfeits = serializers.IntegerField()
    is_finished = serializers.BooleanField()
    players = serializers.IntegerField()


def said_of(imported: Imported, made: Event | None) -> dict[str, Any]:
    """The facts of a report that was read, and of the event that was made of it."""
    counts = imported.counts()
    return {
        "event": made.slug if made else None,
        "tournament": made.tournaments.get().slug if made else None,
        "name": imported.name,
        "rounds": imported.rounds,
        "rounds_played": imported.report.rounds_played,
        "games": counts["game"],
        "byes_and_forfeits": counts.total() - counts["game"],
        "is_finished": imported.is_finished,
        "players": len(imported.report.players),
    }
