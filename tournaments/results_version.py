"""Counting that results of a tournament changed, so that its standings are computed again."""

from datetime import datetime

from tournaments import persistence
from tournaments.lock_order import Level, Strength, check
from tournaments.models import StandingsState


def count_change(tournament_id: int, *, at: datetime) -> None:
    """Count a change of the results.

    It locks what every report of the tournament locks, so it comes last in a transaction.
    """
    check(Level.STANDINGS, [tournament_id], Strength.UPDATE)
    persistence.increment(StandingsState, tournament_id, "results_version", results_at=at)
