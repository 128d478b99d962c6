"""Counting that results of a tournament changed, so that its standings are computed again."""

from datetime import datetime

from django.db.models import F

from tournaments import at_commit, signals
from tournaments.lock_order import Level, Strength, check
from tournaments.models import StandingsState, Tournament


def count_change(tournament_id: int, *, at: datetime) -> None:
    """Count a change of the results.

    It locks what every report of the tournament locks, so it comes last in a transaction.
    """
    check(Level.STANDINGS, [tournament_id], Strength.UPDATE)
    state = StandingsState.objects.filter(pk=tournament_id)
    at_commit.update_all(state, results_version=F("results_version") + 1, results_at=at)


def results_changed(tournament: Tournament, at: datetime) -> None:
    """Count a change of the results, and publish it: what a verb does that changes no table."""
    signals.publish(
        signals.results_changed, event_id=tournament.event_id, tournament_id=tournament.pk
    )
    count_change(tournament.pk, at=at)
