"""Seating the next round, or the semifinals, from standings that count every result."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from tournaments import locking
from tournaments.ledger import Actor
from tournaments.models import Round, Tournament
from tournaments.seating import services as seating
from tournaments.seating.drafting import semifinals
from tournaments.seating.drafting.preparing import Choices
from tournaments.seating.ranking import Ranking, RankingOutdated, stored_ranking
from tournaments.seating.round_changes import lock_tournament
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
    choices = Choices(seed, final, mode, tuple(sizes))

    def seat(ranking: Ranking) -> Round:
        return seating.seat_next_round(tournament, choices, ranking, by=by, at=at)

    return _with_ranking(tournament, seat, at=at)


def seat_semifinals(tournament: Tournament, tables: int, *, by: Actor, at: datetime) -> Round:
    """Seat so many tables of semifinals: see ``seating.drafting.semifinals``."""

    def seat(ranking: Ranking) -> Round:
        return semifinals.seat_semifinals(tournament, tables, ranking, by=by, at=at)

    return _with_ranking(tournament, seat, at=at)


def _with_ranking(
    tournament: Tournament, seat: Callable[[Ranking], Round], *, at: datetime
) -> Round:
    """Seat from the stored ranking, computed again first as often as a result has changed."""
    for _ in range(TRIES):
        with suppress(RankingOutdated):
            return seat(stored_ranking(tournament))
        refresh(tournament.pk, at=at)
    return _seat_alone(tournament, seat, at=at)


@atomic
def _seat_alone(tournament: Tournament, seat: Callable[[Ranking], Round], *, at: datetime) -> Round:
    """Seat while no result is counted: all of them wait for this."""
    locked = lock_tournament(tournament)
    locking.lock_standings(locked.pk)
    refresh(locked.pk, at=at)
    return seat(stored_ranking(locked))
