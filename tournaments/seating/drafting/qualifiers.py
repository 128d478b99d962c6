"""Who goes on after the preliminary rounds, and after the semifinals.

The order of the players is that of the stored standings: see ``scoring.finals``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.finals import advance, cut
from scoring.placement import Merit, added
from tournaments.models import (
    Adjustment,
    Entry,
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    Tournament,
)
from tournaments.seating.ranking import Ranking


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on, best first, who stands by, next first, and who would have gone on but cannot."""

    through: list[Entry]
    alternates: list[Entry]
    missing: list[Entry]


def qualifiers(tournament: Tournament, entries: Sequence[Entry], ranking: Ranking) -> list[Entry]:
    """Those of ``entries``, given by their standing, who may play the final, in order.

    Without those who are disqualified or played too few games. After the semifinals: the winners of
    their tables, then the seconds, and so on; nobody else. Four queries at most.
    """
    return cut_for(tournament, entries, len(entries), ranking).through


def cut_for(tournament: Tournament, entries: Sequence[Entry], size: int, ranking: Ranking) -> Cut:
    """The best ``size`` of ``entries`` who are checked in and may go on."""
    by_key = {entry.pk: entry for entry in entries}
    out = disqualified(tournament)
    out |= {entry.pk for entry in entries if entry.status != Entry.Status.CHECKED_IN}
    semifinals = _semifinals(tournament)
    if semifinals:
        order, _rest = advance(semifinals, len(by_key), ordered=list(by_key))
        found = cut([pk for pk in order if pk in by_key], size, unavailable=out)
    else:
        fewest = tournament.qualifying_games
        found = cut(list(by_key), size, unavailable=out, games=ranking.games, fewest_games=fewest)
    return Cut(*([by_key[pk] for pk in part] for part in _parts(found)))


def _parts(found) -> tuple:
    return found.through, found.alternates, found.missing


def disqualified(tournament: Tournament) -> set[int]:
    rows = Adjustment.objects.filter(
        entry__tournament=tournament,
        kind=Adjustment.Kind.DISQUALIFIED,
        taken_back_at=None,
    )
    return set(rows.values_list("entry_id", flat=True))


def _semifinals(tournament: Tournament) -> list[dict[int, tuple[int, ...]]]:
    """What the players of each table of the closed semifinals ended with."""
    semifinals = {"round__kind": Round.Kind.SEMIFINAL, "round__status": Round.Status.CLOSED}
    return list(ended_with(tournament, **semifinals).values())


def ended_with(tournament: Tournament, **which) -> dict[int, dict[int, Merit]]:
    """What the players ended with by table (id) and entry, of those who have anything.

    ``which`` narrows the seats. Two queries.
    """
    seats = Seat.objects.filter(round__tournament=tournament, **which)
    seats = seats.order_by("round__number", "table__number", "position")
    lines = SheetLine.objects.filter(
        seat__in=seats, sheet__status__in=ScoreSheet.COUNTED
    ).order_by()
    merits: dict[int, Merit] = {}
    for seat, points, breaks in lines.values_list("seat_id", "points", "tie_breaks"):
        merits[seat] = added(merits.get(seat, ()), (points, *(breaks or ())))
    tables: dict[int, dict[int, Merit]] = {}
    for table, seat, entry in seats.values_list("table_id", "pk", "entry_id"):
        if seat in merits:
            tables.setdefault(table, {})[entry] = merits[seat]
    return tables


def everybody(tournament: Tournament, ranking: Ranking) -> list[Entry]:
    """All entries with a standing, best first, with their players; one query."""
    entries = tournament.entries.select_related("player").in_bulk(list(ranking.ranks))
    return [entries[pk] for pk in ranking.ranks if pk in entries]
