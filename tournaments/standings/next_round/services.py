"""Seating the next round, or the semifinals, from standings that count every result."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TypeVar

from tournaments import locking
from tournaments.ledger import Actor
from tournaments.models import Round, Seat, Tournament
from tournaments.seating import services as seating
from tournaments.seating.changing import next_in_line
from tournaments.seating.formats.base import Choices
from tournaments.seating.ranking import Ranking, RankingOutdated, stored_ranking
from tournaments.standings.computing.services import refresh
from tournaments.standings.computing.sheets import results_of
from tournaments.standings.computing.sources import digest_of, follows_from_results
from tournaments.transactions import atomic

T = TypeVar("T")
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


def reseat_round(
    round_: Round,
    *,
    by: Actor,
    at: datetime,
    seed: int | None = None,
    mode: str = "",
    sizes: Sequence[int] = (),
    seen: str = "",
) -> Round:
    """Another proposal in place of a draft: see ``seating.services.reseat_round``."""
    choices = Choices(seed, mode=mode, sizes=tuple(sizes))

    def reseat(_locked: Tournament, ranking: Ranking) -> Round:
        note = partial(_note, at=at)
        return seating.reseat_round(round_, choices, ranking, by=by, at=at, seen=seen, note=note)

    return _from_standings(round_.tournament, reseat, at=at)


def seat_next_in_line(round_: Round, *, by: Actor, at: datetime, seen: str = "") -> Seat:
    """Fill an empty seat of a final or of semifinals: see ``seating.changing.next_in_line``."""

    def seat(_locked: Tournament, ranking: Ranking) -> Seat:
        note = partial(_note_again, at=at)
        return next_in_line.seat_next_in_line(
            round_, ranking, by=by, at=at, seen=seen, note=note
        )  # fmt: skip

    return _from_standings(round_.tournament, seat, at=at)


def make_again(round_: Round, *, by: Actor, at: datetime, seen: str = "") -> Round:
    """Seat a round again from the results now, before its slot has started: it is a draft then.

    Whoever is here now has a seat. ``seen`` says which seating is meant.
    """
    if round_.status == Round.Status.SEATED and round_.kind != Round.Kind.SEMIFINAL:
        return reseat_round(round_, by=by, at=at, mode=round_.seating_mode, seen=seen)
    return _discard_and_seat(round_, by=by, at=at, seen=seen)


@atomic
def _discard_and_seat(round_: Round, *, by: Actor, at: datetime, seen: str) -> Round:
    tournament, kind = round_.tournament, round_.kind
    tables = round_.tables.count() if kind == Round.Kind.SEMIFINAL else 0
    final = kind == Round.Kind.FINAL and not tournament.head_to_head
    mode = round_.seating_mode if kind == Round.Kind.PRELIMINARY else ""
    seating.discard_round(round_, by=by, at=at, seen=seen)
    return _seat(tournament, Choices(None, final, mode, semifinals=tables), by=by, at=at)


def _seat(tournament: Tournament, choices: Choices, *, by: Actor, at: datetime) -> Round:
    def seat(locked: Tournament, ranking: Ranking) -> Round:
        note = partial(_note, at=at)
        return seating.seat_next_round(locked, choices, ranking, by=by, at=at, note=note)

    return _from_standings(tournament, seat, at=at)


def _note(round_: Round, *, at: datetime) -> None:
    """Note which results a round was made from; its tournament is locked."""
    if not follows_from_results(round_):
        return
    made_from = digest_of(round_, results_of(round_.tournament))
    round_.made_at, round_.made_from, round_.made_now = at, made_from, made_from
    round_.save(update_fields=["made_at", "made_from", "made_now"])


def _note_again(round_: Round, *, at: datetime) -> None:
    """Note which results decide who sits there now."""
    round_.made_from = ""
    _note(round_, at=at)


def _from_standings(
    tournament: Tournament, seat: Callable[[Tournament, Ranking], T], *, at: datetime
) -> T:
    """Seat from the stored ranking, computed again first as often as a result has changed."""
    for _ in range(TRIES):
        with suppress(RankingOutdated):
            return seat(tournament, stored_ranking(tournament))
        refresh(tournament.pk, at=at)
    return _seat_alone(tournament, seat, at=at)


@atomic
def _seat_alone(
    tournament: Tournament, seat: Callable[[Tournament, Ranking], T], *, at: datetime
) -> T:
    """Seat while no result is counted: all of them wait for this."""
    locked = locking.lock_to_seat(tournament)
    locking.lock_standings(locked.pk)
    refresh(locked.pk, at=at)
    return seat(locked, stored_ranking(locked))
