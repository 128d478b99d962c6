"""Who goes on after the rounds at tables: to semifinals, and to the final.

The order of the players is that of the stored standings: see ``scoring.finals``.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Count

from pairing.tables import final_table
from scoring.finals import advance, cut, semifinal_tables
from scoring.placement import Merit, places
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.names import by_name
from tournaments.seating import errors, roster
from tournaments.seating.formats.base import Found, Task
from tournaments.seating.merits import decided_order, disqualified, ended_with
from tournaments.seating.ranking import Ranking, stored_ranking
from tournaments.verbs import Verb

MOST_SEMIFINALS = 12


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on, best first, who stands by, next first, and who would have gone on but cannot.

    ``tied`` are those on both sides of the cut who are exactly equal, until somebody decides.
    """

    through: list[Entry]
    alternates: list[Entry]
    missing: list[Entry]
    tied: list[Entry] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Lineup:
    """The lineup to be seated: the final, or ``tables`` of semifinals by 1-8-9-16."""

    cut: Cut
    tables: list[list[Entry]]


# --- Who goes on ----------------------------------------------------------------------------------


def finalists(tournament: Tournament, entries: Sequence[Entry], ranking: Ranking) -> list[Entry]:
    """Those of ``entries``, given by their standing, who play the final, in turn order.

    Without those who are disqualified or played too few games. After the semifinals: the winners of
    their tables, then the seconds, and so on; nobody else. Five queries. Raises TieAtTheCut.
    """
    found = cut_for(tournament, entries, tournament.finalists, ranking)
    check_decided(found)
    return final_table(found.through, tournament.finalists)


def check_decided(found: Cut) -> None:
    """Refuse a cut through people who are exactly equal: a conductor decides between them."""
    if found.tied:
        raise errors.TieAtTheCut(people=", ".join(entry.player.shown_name for entry in found.tied))


def cut_for(
    tournament: Tournament,
    entries: Sequence[Entry],
    size: int,
    ranking: Ranking,
    *,
    seated: Collection[int] = (),
) -> Cut:
    """The best ``size`` of ``entries`` who are checked in, or ``seated``, and may go on."""
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
    standing = _standing(semifinals, ranking)
    return Cut(through, alternates, missing, _tied(tournament, through, alternates, standing))


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
    going = [entry.pk for entry in _cut_again(round_, ranking, tables).through]
    return Found(semifinal_tables(going, min(tables, len(going))) if tables else [going])


def tied_at_cut(round_: Round) -> list[Entry]:
    """Who are exactly equal at the cut before a final or semifinals, and nobody decided."""
    tables = round_.tables.count() if round_.kind == Round.Kind.SEMIFINAL else 0
    return _cut_again(round_, stored_ranking(round_.tournament), tables).tied


def _cut_again(round_: Round, ranking: Ranking, tables: int) -> Cut:
    """The cut before a round that stands, as it would be now; ``tables`` of semifinals, or 0."""
    tournament = round_.tournament
    size = tables * tournament.table_preferred if tables else tournament.finalists
    seated = set(round_.seats.values_list("entry_id", flat=True))
    return cut_for(tournament, everybody(tournament, ranking), size, ranking, seated=seated)


# --- A seat that is empty -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat of a final or of semifinals that nobody can play, and who is next in line for it.

    ``gone`` still has it and cannot play; None where nobody has it. ``entry`` is None if nobody is
    in line; ``tied`` are those who are exactly equal for it, until somebody decides.
    """

    table: Table
    gone: Seat | None
    entry: Entry | None
    tied: list[Entry]


def empty_seat(round_: Round, ranking: Ranking) -> EmptySeat | None:
    """The first empty seat of a final or of semifinals; None if all can play. Nine queries."""
    tournament = round_.tournament
    tables = list(round_.tables.annotate(people=Count("seats")).order_by("people", "number"))
    is_final = round_.kind == Round.Kind.FINAL
    size = tournament.finalists if is_final else len(tables) * tournament.table_preferred
    seats = list(round_.seats.select_related("entry__player", "table").order_by("position"))
    out = disqualified(tournament)
    here = Entry.Status.CHECKED_IN
    gone = [seat for seat in seats if seat.entry_id in out or seat.entry.status != here]
    free = size - (len(seats) - len(gone))
    if free <= 0:
        return None
    able = cut_for(tournament, everybody(tournament, ranking), len(ranking.ranks), ranking).through
    seated = {seat.entry_id for seat in seats}
    line = [entry for entry in able if entry.pk not in seated]
    standing = _standing(_semifinals(tournament), ranking)
    return EmptySeat(
        table=gone[0].table if gone else tables[0],
        gone=gone[0] if gone else None,
        entry=line[0] if line else None,
        tied=_tied(tournament, line[:free], line[free:], standing),
    )


# --- Semifinals -----------------------------------------------------------------------------------


def lineup(tournament: Tournament, ranking: Ranking, tables: int = 0) -> Lineup:
    """The final, or with ``tables`` so many semifinals, as it would be seated now."""
    size = tables * tournament.table_preferred if tables else tournament.finalists
    found = cut_for(tournament, everybody(tournament, ranking), size, ranking)
    if not tables:
        return Lineup(found, [found.through])
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
