"""Seating the next round, or the semifinals, from standings that count every result."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from tournaments import locking
from tournaments.ledger import Actor
from tournaments.models import Round, Tournament
from tournaments.seating import services as seating
from tournaments.seating.formats.base import Choices
from tournaments.seating.ranking import RankingOutdated, stored_ranking
from tournaments.standings.computing.services import refresh
from tournaments.transactions import atomic

#: The standings are computed again this often because a result changed meanwhile; after that they
#: are locked, so that no result is counted.
TRIES = 3


def seat_next_round(
    tournament: Tournament,
    *,
    by: Actor,
    at: datetime,
    seed: int | None = None,
    final: bool | None = None,
    mode: str = "",
    sizes: Sequence[int] = (),
) -> Round:
    """Seat the next round, or the final: see ``seating.services.seat_next_round``."""
    return _seat(tournament, Choices(seed, final, mode, tuple(sizes)), by=by, at=at)


def seat_semifinals(tournament: Tournament, tables: int, *, by: Actor, at: datetime) -> Round:
    """Seat so many tables of semifinals: see ``seating.formats.finals``."""
    return _seat(tournament, Choices(semifinals=tables), by=by, at=at)


def _seat(tournament: Tournament, choices: Choices, *, by: Actor, at: datetime) -> Round:
    """Seat from the stored ranking, computed again first as often as a result has changed."""
    for _ in range(TRIES):
        with suppress(RankingOutdated):
            ranking = stored_ranking(tournament)
            return seating.seat_next_round(tournament, choices, ranking, by=by, at=at)
        refresh(tournament.pk, at=at)
    return _seat_alone(tournament, choices, by=by, at=at)


@atomic
def _seat_alone(tournament: Tournament, choices: Choices, *, by: Actor, at: datetime) -> Round:
    """Seat while no result is counted: all of them wait for this."""
    locked = locking.lock_to_seat(tournament)
    locking.lock_standings(locked.pk)
    refresh(locked.pk, at=at)
    return seating.seat_next_round(locked, choices, stored_ranking(locked), by=by, at=at)
