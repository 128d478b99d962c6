"""Seating the next round, or the semifinals, from standings that count every result."""

from collections.abc import Callable, Sequence
from datetime import datetime

from tournaments import locking
from tournaments.ledger import Actor
from tournaments.models import Round, Tournament
from tournaments.seating import services as seating
from tournaments.seating.drafting import semifinals
from tournaments.seating.drafting.preparing import Choices
from tournaments.seating.ranking import Ranking, RankingOutdated, stored_ranking
from tournaments.standings.computing.services import refresh
from tournaments.transactions import atomic

#: How often seating begins again because a result changed meanwhile, before the standings are
#: locked, where no result is counted.
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
    """Seat from a current ranking, again from a newer one if a result changed meanwhile."""
    for _ in range(TRIES):
        try:
            return seat(_current_ranking(tournament, at=at))
        except RankingOutdated:
            continue
    return _seat_alone(tournament, seat, at)


@atomic
def _seat_alone(tournament: Tournament, seat: Callable[[Ranking], Round], at: datetime) -> Round:
    """Seat while no result is counted: all of them wait for this."""
    locked = seating.lock_tournament(tournament)
    if not locked.for_two:
        locking.lock_standings(locked.pk)
    return seat(_current_ranking(tournament, at=at))


def _current_ranking(tournament: Tournament, *, at: datetime) -> Ranking:
    """The stored ranking, computed again first if a result has changed since.

    A format for two is not paired by the standings.
    """
    now = Tournament.objects.filter(pk=tournament.pk).first()
    if now is None or now.head_to_head:
        return Ranking()
    if not now.standings_are_current and now.rounds.exists():
        refresh(now.pk, at=at)
    return stored_ranking(now)
