"""From the results of a tournament to the rows of its standings: pure functions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from scoring.measure import Value
from scoring.results import Results
from scoring.schemes import Scheme
from scoring.standings import Row, rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The counts of a player in each round, beside the results that scoring ranks."""

    hands: int = 0

    @classmethod
    def total(cls, rounds: Collection["Tally"]) -> "Tally":
        """Add up the counts of several rounds."""
        return cls(**{name: sum(map(attrgetter(name), rounds)) for name in TALLIED})


class Placing(NamedTuple):
    """Where a decision put somebody among equals: the moment that tells it from others, and the
    number there, 1 first."""

    decision: datetime
    number: int


@dataclass(slots=True)
class Played:
    """The results of a tournament so far, from its sheets and its conductors, by entry.

    ``names`` has everybody who was seated in a round that started, ``seated_from`` the number of
    the first such preliminary round. ``tallies`` has what is counted
    of the reported hands, by preliminary round and entry. ``order`` has who was placed among
    equals. ``results`` is what scoring makes
    standings from; its final is empty until the first hand of the final, and ``final_started``
    says that there is one. ``is_over`` says that the tournament is finished.
    """

    results: Results[int] = field(default_factory=Results)
    names: dict[int, str] = field(default_factory=dict)
    seated_from: dict[int, int] = field(default_factory=dict)
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    in_progress: set[int] = field(default_factory=set)
    order: dict[int, Placing] = field(default_factory=dict)
    final_started: bool = False
    is_over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputedRow(Tally):
    """One row of the standings. ``score`` and ``measures`` are exact.

    What has the name of a member of scoring's row is taken from there.
    """

    entry_id: int
    rank: int
    place: int
    place_before: int | None
    score: Fraction
    wins: int
    game_points: int
    games: int
    in_progress: bool
    measures: Mapping[str, Value]
    why: str


TALLIED = tuple(one.name for one in fields(Tally))
RANKED = tuple(one.name for one in fields(ComputedRow) if one.name in Row._fields)


def ranked(
    played: Played,
    scheme: Scheme,
    tie_breaks: Sequence[str] | None = None,
    *,
    results: Results[int] | None = None,
) -> Sequence[Row[int]]:
    """Everybody who was seated, best first. A conductor's decision orders the rows within a shared
    place, and names do where there is none.

    ``results`` stand in for those of ``played``, for an earlier moment.
    """
    return rank(
        played.results if results is None else results,
        scheme,
        key=lambda entry: (
            played.order[entry].number if entry in played.order else 0,
            played.names[entry].casefold(),
            entry,
        ),
        tie_breaks=tie_breaks,
    )


def computed_rows(
    played: Played, scheme: Scheme, tie_breaks: Sequence[str] | None = None
) -> list[ComputedRow]:
    """The rows to store."""
    found = ranked(played, scheme, tie_breaks)
    before = places_before(played, scheme, tie_breaks)
    return _as_computed(found, before, _tallies(played), played.in_progress)


def computed_rows_after(
    played: Played, scheme: Scheme, tie_breaks: Sequence[str] | None, number: int
) -> list[ComputedRow]:
    """The rows as they were after preliminary round ``number``, when nobody was at a table.

    Whoever was seated until then has one, also if no game there has a result.
    """
    sat = {entry for entry, first in played.seated_from.items() if first <= number}
    results = after(played.results, number, sat)
    earlier = [one for one in rounds(results) if one < number]
    before: dict[int, int] = {}
    if earlier:
        rows = ranked(played, scheme, tie_breaks, results=after(results, earlier[-1]))
        before = {row.player: row.place for row in rows}
    found = ranked(played, scheme, tie_breaks, results=results)
    return _as_computed(found, before, _tallies(played, number), ())


def _tallies(played: Played, last: int | None = None) -> dict[int, Tally]:
    """Return the counts of each player in rounds up to ``last``."""
    found: dict[int, list[Tally]] = {}
    for (round_, player), tally in played.tallies.items():
        if last is None or round_ <= last:
            found.setdefault(player, []).append(tally)
    return {player: Tally.total(rounds) for player, rounds in found.items()}


def _as_computed(
    rows: Sequence[Row[int]],
    before: Mapping[int, int],
    tallies: Mapping[int, Tally],
    in_progress: Collection[int],
) -> list[ComputedRow]:
    found = []
    for row in rows:
        tally = tallies.get(row.player, Tally())
        values = {name: getattr(row, name) for name in RANKED}
        values |= {name: getattr(tally, name) for name in TALLIED}
        values["why"] = row.why.sentence if row.why else ""
        found.append(
            ComputedRow(
                **values,
                entry_id=row.player,
                place_before=before.get(row.player),
                in_progress=row.player in in_progress,
            )
        )
    return found


def rounds(results: Results[int]) -> list[int]:
    """The numbers of the preliminary rounds with a result, in order."""
    return sorted({game.round for game in results.games})


def after(results: Results[int], number: int, sat: Collection[int] = ()) -> Results[int]:
    """The results as they were after preliminary round ``number``: no final, nobody seated later.

    Of those without a game or a bye only ``sat`` are among the players.

    Penalties stay, because they belong to a player and not to a round.
    """
    games = [game for game in results.games if game.round <= number]
    byes = [bye for bye in results.byes if bye[0] <= number]
    half_byes = [bye for bye in results.half_byes if bye[0] <= number]
    awards = {place: award for place, award in results.awards.items() if place[0] <= number}
    seated = {*sat, *(player for game in games for player in game.merits)}
    seated |= {player for _round, player in (*byes, *half_byes, *awards)}
    return replace(
        results,
        games=games,
        byes=byes,
        half_byes=half_byes,
        awards=awards,
        pending=[(round_, player) for round_, player in results.pending if round_ <= number],
        players=[player for player in results.players if player in seated],
        reached={},
        final={},
        final_tables={},
    )


def places_before(
    played: Played, scheme: Scheme, tie_breaks: Sequence[str] | None = None
) -> dict[int, int]:
    """The places before the last round, or before the finals once they give results."""
    results = played.results
    numbers = rounds(results)
    if not (results.reached or results.final):
        numbers = numbers[:-1]
    if not numbers:
        return {}
    earlier = ranked(played, scheme, tie_breaks, results=after(results, numbers[-1]))
    return {row.player: row.place for row in earlier}


def champion(played: Played, found: Sequence[ComputedRow]) -> int | None:
    """The entry that won, once the tournament is finished: by its final, or without one.

    None if no hand was reported at the top table of the final, or if two players tie for first
    place there, the preliminary standings cannot separate them either, and nobody has decided
    between them.
    """
    if not played.is_over or (played.final_started and not played.results.final):
        return None
    first = [row.entry_id for row in found if row.place == 1]
    if first and played.results.final.get(first[0]) == ():
        return None
    return first[0] if first and is_decided(played.order, first) else None


def is_decided(order: Mapping[int, Placing], equals: Collection[int]) -> bool:
    """Whether one decision orders all of these people, or there is nobody to decide between."""
    decisions = {order[entry].decision if entry in order else None for entry in equals}
    return len(equals) < 2 or (len(decisions) == 1 and None not in decisions)
