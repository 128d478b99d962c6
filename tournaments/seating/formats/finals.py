"""Who goes on after the rounds at tables: to semifinals, and to the final.

The order of the players is that of the stored standings: see ``scoring.finals``.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from django.db.models import Count
from django.utils.translation import gettext as _

from pairing.tables import final_sizes, final_tables
from scoring.finals import advance, cut, semifinal_tables
from scoring.placement import Merit, places
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.names import by_name
from tournaments.punctuation import listed
from tournaments.seating import errors, roster
from tournaments.seating.formats.base import Found, Task
from tournaments.seating.merits import decided_order, disqualified, ended_with
from tournaments.seating.ranking import Ranking, stored_ranking
from tournaments.verbs import Verb

MOST_SEMIFINALS = 12


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on, best first, who stands by, next first, and who would have gone on but cannot.

    ``sizes`` are those of the tables of a final, the top table first. ``tied`` are those on both
    sides of the cut, or of two tables of a final, who are exactly equal, until somebody decides.
    """

    through: list[Entry]
    alternates: list[Entry]
    missing: list[Entry]
    sizes: Sequence[int] = ()
    tied: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Lineup:
    """The lineup to be seated: the ranked tables of the final, or semifinals by 1-8-9-16."""

    cut: Cut
    tables: list[list[Entry]]


# --- Who goes on ----------------------------------------------------------------------------------


def finalists(tournament: Tournament, entries: Sequence[Entry], ranking: Ranking) -> Cut:
    """Those of ``entries``, given by their standing, who play the final, in that order.

    Without those who are disqualified or played too few games. After the semifinals: the winners of
    their tables, then the seconds, and so on; nobody else. Five queries. Raises TieAtTheCut.
    """
    found = final_cut(tournament, entries, ranking)
    check_decided(found)
    return found


def final_cut(
    tournament: Tournament,
    entries: Sequence[Entry],
    ranking: Ranking,
    *,
    seated: Collection[int] = (),
) -> Cut:
    """As ``cut_for``, for the final: who goes on fills its tables, of ``sizes``."""
    found, standing = _cut(tournament, entries, tournament.finalists, ranking, seated)
    able = [*found.through, *found.alternates]
    sizes = _sizes_of_final(tournament, len(able))
    ends = list(accumulate(sizes))
    sides = ((able[:end], able[end:]) for end in ends)
    tied = (_tied(tournament, above, below, standing) for above, below in sides)
    return Cut(
        through=able[: ends[-1]],
        alternates=able[ends[-1] :],
        missing=found.missing,
        sizes=sizes,
        tied=next(filter(None, tied), []),
    )


def _sizes_of_final(tournament: Tournament, people: int) -> tuple[int, ...]:
    tables, smallest = tournament.final_tables, tournament.table_min
    return final_sizes(people, tournament.finalists, tables, smallest)


def check_decided(found: Cut) -> None:
    """Refuse a cut through people who are exactly equal: a conductor decides between them."""
    if found.tied:
        raise errors.TieAtTheCut(people=listed(entry.player.shown_name for entry in found.tied))


def cut_for(
    tournament: Tournament,
    entries: Sequence[Entry],
    size: int,
    ranking: Ranking,
    *,
    seated: Collection[int] = (),
) -> Cut:
    """The best ``size`` of ``entries`` who are checked in, or ``seated``, and may go on."""
    found, standing = _cut(tournament, entries, size, ranking, seated)
    return replace(found, tied=_tied(tournament, found.through, found.alternates, standing))


def _cut(
    tournament: Tournament,
    entries: Sequence[Entry],
    size: int,
    ranking: Ranking,
    seated: Collection[int],
) -> tuple[Cut, Mapping[int, tuple[int, int]]]:
    """The cut, and by entry what it stands by: see ``_standing``."""
    by_key = {entry.pk: entry for entry in entries}
    out = disqualified(tournament)
    out |= {
        entry.pk
        for entry in entries
        if entry.status != Entry.Status.CHECKED_IN and entry.pk not in seated
    }
    semifinals = _semifinals(tournament)
    if semifinals:
        order, _rest = advance(semifinals, len(by_key), ordered=list(by_key))
        found = cut([pk for pk in order if pk in by_key], size, unavailable=out)
    else:
        fewest = tournament.qualifying_games
        found = cut(list(by_key), size, unavailable=out, games=ranking.games, fewest_games=fewest)
    through, alternates, missing = (
        [by_key[pk] for pk in part] for part in (found.through, found.alternates, found.missing)
    )
    return Cut(through, alternates, missing), _standing(semifinals, ranking)


def _standing(
    semifinals: Sequence[Mapping[int, Merit]], ranking: Ranking
) -> dict[int, tuple[int, int]]:
    """By entry: the place in a semifinal, 0 without one, and that in the standings."""
    held = {entry: first for table in semifinals for entry, (first, _last) in places(table).items()}
    return {pk: (held.get(pk, 0), place) for pk, place in ranking.places.items()}


def _tied(
    tournament: Tournament,
    through: list[Entry],
    alternates: list[Entry],
    standing: Mapping[int, tuple[int, int]],
) -> list[Entry]:
    """Those who share the last place that goes on, if not all of them do and nobody decided."""
    if not through or not alternates:
        return []
    last = standing.get(through[-1].pk)
    if last is None or standing.get(alternates[0].pk) != last:
        return []
    tied = [e for e in (*through, *alternates) if standing.get(e.pk) == last]
    tied = by_name(tied, lambda entry: entry.player.shown_name)
    decided = decided_order(tournament)
    decisions = {decided.get(entry.pk) for entry in tied}
    return tied if len(decisions) > 1 or None in decisions else []


def _semifinals(tournament: Tournament) -> list[dict[int, Merit]]:
    """Return the players' final numbers at each table of the closed semifinals."""
    semifinals = {"round__kind": Round.Kind.SEMIFINAL, "round__status": Round.Status.CLOSED}
    return list(ended_with(tournament, **semifinals).values())


def everybody(tournament: Tournament, ranking: Ranking) -> list[Entry]:
    """All entries with a standing, best first, with their players; one query."""
    entries = tournament.entries.select_related("player").in_bulk(list(ranking.ranks))
    return [entries[pk] for pk in ranking.ranks if pk in entries]


def same_again(round_: Round, ranking: Ranking) -> Found:
    """The final or the semifinals as they would come out now, with those who sit there."""
    tables = round_.tables.count() if round_.kind == Round.Kind.SEMIFINAL else 0
    found = _cut_again(round_, ranking, tables)
    going = [entry.pk for entry in found.through]
    if tables:
        return Found(semifinal_tables(going, min(tables, len(going))))
    return Found(final_tables(going, found.sizes))


def tied_at_cut(round_: Round) -> list[Entry]:
    """Who are exactly equal at the cut before a final or semifinals, and nobody decided."""
    tables = round_.tables.count() if round_.kind == Round.Kind.SEMIFINAL else 0
    return _cut_again(round_, stored_ranking(round_.tournament), tables).tied


def _cut_again(round_: Round, ranking: Ranking, tables: int) -> Cut:
    """The cut before a round that stands, as it would be now; ``tables`` of semifinals, or 0."""
    seated = set(round_.seats.values_list("entry_id", flat=True))
    return _cut_to(round_.tournament, ranking, tables, seated)


def _cut_to(
    tournament: Tournament, ranking: Ranking, tables: int, seated: Collection[int] = ()
) -> Cut:
    entries = everybody(tournament, ranking)
    if not tables:
        return final_cut(tournament, entries, ranking, seated=seated)
    size = tables * tournament.table_preferred
    return cut_for(tournament, entries, size, ranking, seated=seated)


def reason(tournament: Tournament) -> str:
    """Who plays the final, and where they sit, in words. One query."""
    if tournament.rounds.filter(kind=Round.Kind.SEMIFINAL).exists():
        who = _(
            "The winners of the semifinals, then the seconds, and so on, among those "
            "checked in. They sit in this order, and within it by the standings."
        )
    else:
        who = _(
            "The top of the standings among those checked in. Higher places sit earlier in "
            "turn order."
        )
    if tournament.final_tables == 1:
        return who
    ranked = _(
        "The first of them sit at the top table, the next at the second, and so on. The "
        "champion is of the top table."
    )
    return f"{who} {ranked}"


# --- A seat that is empty -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat of a final or of semifinals that nobody can play, and who is next in line for it.

    ``gone`` still has it and cannot play; None where nobody has it. ``entry`` is None if nobody is
    in line; ``tied`` are those who are exactly equal for it, until somebody decides. In a final of
    several tables the best of each table below that of the empty seat move up by one (``moves``:
    their seats, the highest first), and ``entry`` comes to the last table, ``comes_to``.
    ``tables_now`` is how many tables those who are here would have, where that is another number;
    then nobody is in line.
    """

    table: Table
    gone: Seat | None
    entry: Entry | None
    tied: list[Entry]
    comes_to: Table
    moves: Sequence[tuple[Seat, Table]] = ()
    tables_now: int = 0

    @property
    def tables(self) -> list[Table]:
        """Those at which somebody comes or goes, the empty seat's first."""
        return [self.table, *(seat.table for seat, _to in self.moves)]


def empty_seat(round_: Round, ranking: Ranking) -> EmptySeat | None:
    """The first empty seat of a final or of semifinals; None if all can play. Nine queries."""
    tournament = round_.tournament
    tables = list(round_.tables.annotate(people=Count("seats")).order_by("people", "number"))
    is_final = round_.kind == Round.Kind.FINAL
    size = tournament.finalists if is_final else len(tables) * tournament.table_preferred
    seats = list(round_.seats.select_related("entry__player", "table").order_by("position"))
    out = disqualified(tournament)
    here = Entry.Status.CHECKED_IN
    gone = [
        seat
        for seat in seats
        # No seat is empty in which somebody plays on for the one who left.
        if not seat.played_by_id and (seat.entry_id in out or seat.entry.status != here)
    ]
    stay = [seat for seat in seats if seat not in gone]
    free = size - len(stay)
    if free <= 0:
        return None
    able = cut_for(tournament, everybody(tournament, ranking), len(ranking.ranks), ranking).through
    # Nor is somebody in line who plays on in the seat of somebody else.
    for_others = {seat.played_by_id for seat in seats}
    able = [entry for entry in able if entry.player_id not in for_others]
    seated = {seat.entry_id for seat in seats}
    line = [entry for entry in able if entry.pk not in seated]
    standing = _standing(_semifinals(tournament), ranking)
    found = EmptySeat(
        table=gone[0].table if gone else tables[0],
        gone=gone[0] if gone else None,
        entry=line[0] if line else None,
        tied=_tied(tournament, line[:free], line[free:], standing),
        comes_to=gone[0].table if gone else tables[0],
    )
    if is_final and tournament.final_tables > 1:
        return _at_ranked_tables(round_, found, seats, gone, able)
    return found


def _at_ranked_tables(
    round_: Round,
    found: EmptySeat,
    seats: Sequence[Seat],
    gone: Sequence[Seat],
    able: Sequence[Entry],
) -> EmptySeat:
    """The empty seat of a final of several tables: at the highest that is short of somebody.

    Nobody is in line where another number of tables would be seated.
    """
    ranked = list(round_.tables.order_by("number"))
    stay = [seat for seat in seats if seat not in gone]
    coming = {entry.pk for entry in able} - {seat.entry_id for seat in seats}
    sizes = _sizes_of_final(round_.tournament, len(stay) + len(coming))
    if len(sizes) != len(ranked):
        return replace(found, entry=None, tied=[], tables_now=len(sizes))
    if sum(sizes) <= len(stay):
        return replace(found, entry=None, tied=[])
    there = [[seat for seat in stay if seat.table_id == table.pk] for table in ranked]
    first = next(n for n, size in enumerate(sizes) if len(there[n]) < size)
    rank = {entry.pk: number for number, entry in enumerate(able)}
    moves, comes_to = [], ranked[first]
    for table, people in zip(ranked[first + 1 :], there[first + 1 :], strict=True):
        if people:
            best = min(people, key=lambda seat: rank.get(seat.entry_id, len(rank)))
            moves.append((best, comes_to))
            comes_to = table
    leaves = next((seat for seat in gone if seat.table_id == ranked[first].pk), None)
    return replace(found, table=ranked[first], gone=leaves, comes_to=comes_to, moves=moves)


# --- Semifinals -----------------------------------------------------------------------------------


def lineup(tournament: Tournament, ranking: Ranking, tables: int = 0) -> Lineup:
    """The final, or with ``tables`` so many semifinals, as it would be seated now."""
    found = _cut_to(tournament, ranking, tables)
    if not tables:
        return Lineup(found, final_tables(found.through, found.sizes))
    if len(found.through) < tables * tournament.table_min:
        smallest = tables * tournament.table_min
        raise errors.TooFewFinalists(here=len(found.through), smallest=smallest)
    return Lineup(found, semifinal_tables(found.through, tables))


def semifinals_task(tournament: Tournament, number: int, tables: int, ranking: Ranking) -> Task:
    """So many tables of semifinals. They follow from the standings: there is nothing to search."""
    made_of = lineup(tournament, ranking, tables)
    check_decided(made_of.cut)
    roster.check_free(tournament, made_of.cut.through)
    seated = [[entry.pk for entry in table] for table in made_of.tables]
    return Task(
        number=number,
        kind=Round.Kind.SEMIFINAL,
        seed=0,
        mode="",
        engine=0,
        digest=hashlib.sha256(repr(seated).encode()).hexdigest()[:16],
        search=lambda: Found(seated),
        verb=Verb.SEAT_SEMIFINALS,
        noted={"missing": [str(entry) for entry in made_of.cut.missing]},
    )
