"""Seats for people who are checked in after a round was seated; nobody else moves.

They join a table that has not begun to play, play the one who has a bye, or open a new table with
others who have no seat. Until the round is closed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from pairing.tables import Person, place_with_least_harm
from tournaments.ledger import Actor
from tournaments.models import Entry, Round, Seat, Table
from tournaments.seating import byes as given_byes
from tournaments.seating import errors, roster
from tournaments.seating.changing.services import (
    check_no_seat,
    not_closed,
    place_of,
    sit_down,
)
from tournaments.seating.formats.registry import format_of
from tournaments.seating.hands import playing_tables
from tournaments.seating.head_to_head.changes import seat_opposite
from tournaments.seating.persistence import make_tables, snapshot
from tournaments.seating.queries import Seating, seating
from tournaments.seating.round_changes import check_not_playing, check_place, check_seen, record
from tournaments.transactions import atomic
from tournaments.verbs import Verb

# --- What there is to choose from -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """The best place for somebody without a seat: at ``table``, or with ``opponent``, who has a
    bye. Neither, if every table has begun or is full."""

    entry: Entry
    table: Table | None = None
    opponent: Entry | None = None


@dataclass(frozen=True, slots=True)
class LateArrivals:
    """People without a seat, each with the best place; the tables that somebody may join; and who
    could open a new table, if they are enough."""

    places: list[Place]
    open_tables: list[Table]
    new_table: list[Entry]


def late_arrivals(
    found: Seating, unseated: Sequence[Entry], byes: Sequence[Entry]
) -> LateArrivals | None:
    """Where people without a seat can sit; None if there are none. Seven queries at most."""
    round_ = found.round
    if not unseated or round_.is_over:
        return None
    tournament = round_.tournament
    for_others = {seat.played_by_id for seat in found.seats}
    byes = [entry for entry in byes if entry.player_id not in for_others]
    playing = playing_tables(round_) if round_.started_at else set()
    best = _best_tables(found, unseated, playing)
    made_by = format_of(tournament)
    left_over = _left_over(round_, byes)
    opponent = made_by.opponent(left_over)
    places = [
        Place(entry, table, None if table else opponent)
        for entry, table in zip(unseated, best, strict=True)
    ]
    asked = [entry for entry in byes if entry not in left_over]
    newcomers = [*left_over, *unseated, *asked] if made_by.may_join else []
    return LateArrivals(
        places=places,
        open_tables=[
            table
            for table in found.tables
            if table.number not in playing and len(table.seats.all()) < tournament.table_max
        ],
        new_table=newcomers if len(newcomers) >= tournament.table_min else [],
    )


def _left_over(round_: Round, byes: Sequence[Entry]) -> list[Entry]:
    """Those with a bye that nobody gave: they may play a late arrival. One query."""
    given = given_byes.given(round_.tournament, round_.number) if byes else set()
    return [entry for entry in byes if entry.pk not in given]


def _best_tables(
    found: Seating, late: Sequence[Entry], playing: Iterable[int]
) -> list[Table | None]:
    """The table with the least harm for each of some people, as if the others did not come."""
    tournament = found.round.tournament
    now = roster.situation_of(found.round, [*late, *(seat.entry for seat in found.seats)])
    people = {person.key: person for person in now.people}
    tables: list[list[Person]] = [
        [people[seat.entry_id] for seat in table.seats.all()] for table in found.tables
    ]
    taken = {n for n, table in enumerate(found.tables) if table.number in set(playing)}
    best = [
        place_with_least_harm(
            people[entry.pk],
            tables,
            now.history,
            preferred=tournament.table_preferred,
            largest=tournament.table_max,
            constraints=now.constraints,
            playing=taken,
        )
        for entry in late
    ]
    return [None if n is None else found.tables[n] for n in best]


# --- Verbs ----------------------------------------------------------------------------------------


@atomic
def add_late_arrival(
    round_: Round,
    entry: Entry,
    *,
    table: Table | None = None,
    by: Actor,
    at: datetime,
    seen: str = "",
) -> Seat:
    """Seat somebody at ``table``, or else in the place with the least harm.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = not_closed(round_)
    check_seen(round_, seen)
    (entry,) = _may_sit(round_, [entry])
    byes = round_.byes.exclude(entry=entry)
    byes = byes.exclude(entry__player__in=roster.playing_for_others(round_))
    byes = byes.select_related("entry").order_by("pk")
    left_over = _left_over(round_, [bye.entry for bye in byes])
    opponent = format_of(round_.tournament).opponent(left_over)
    if opponent and table is None:
        snapshot(round_, Verb.SEAT_LATE_ARRIVAL, at=at)
        given_byes.end(round_, [opponent.pk, entry.pk], at=at)
        made = seat_opposite(round_, opponent, entry)
        check_place(round_)
    else:
        table = table or _best_table(round_, entry)
        check_not_playing(round_, [table.number])
        snapshot(round_, Verb.SEAT_LATE_ARRIVAL, at=at)
        given_byes.end(round_, [entry.pk], at=at)
        made = sit_down(round_, entry, table)
    record(round_, Verb.SEAT_LATE_ARRIVAL, by=by, at=at, after={str(entry): place_of(made)})
    return made


@atomic
def open_table(
    round_: Round, entries: Sequence[Entry], *, by: Actor, at: datetime, seen: str = ""
) -> Table:
    """Seat people without a seat, or with a bye, at a new table in this turn order.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = not_closed(round_)
    check_seen(round_, seen)
    tournament = round_.tournament
    people = _may_sit(round_, entries)
    if not tournament.table_min <= len(people) <= tournament.table_max:
        raise errors.NewTableSize(smallest=tournament.table_min, largest=tournament.table_max)
    if not format_of(tournament).may_join:
        raise errors.NoNewTable
    snapshot(round_, Verb.OPEN_TABLE, at=at)
    given_byes.end(round_, [entry.pk for entry in people], at=at)
    last = round_.tables.aggregate(last=Max("number"))["last"] or 0
    (table,) = make_tables(round_, [last + 1])
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, entry=entry, position=position)
        for position, entry in enumerate(people, start=1)
    )
    check_place(round_)
    format_of(tournament).number(tournament, people)
    after = {"table": table.shown, "people": [str(entry) for entry in people]}
    record(round_, Verb.OPEN_TABLE, by=by, at=at, after=after)
    return table


def _may_sit(round_: Round, entries: Sequence[Entry]) -> list[Entry]:
    """The entries as they stand now, in the same order; each may be given a seat in the round."""
    rows = Entry.objects.select_related("player").in_bulk([entry.pk for entry in entries])
    if len(rows) < len(entries):
        raise errors.SeatGone
    found = [rows[entry.pk] for entry in entries]
    for entry in found:
        if entry.tournament_id != round_.tournament_id:
            raise errors.NotInThisTournament(field="who", person=entry)
    roster.check_here(found)
    roster.check_here_for(round_, found)
    check_no_seat(round_.seats.all(), [entry.player for entry in found], field="who")
    roster.check_free(round_.tournament, found, but=round_)
    for entry in found:
        format_of(round_.tournament).check_newcomer(entry)
    return found


def _best_table(round_: Round, entry: Entry) -> Table:
    playing = playing_tables(round_) if round_.started_at else set()
    (best,) = _best_tables(seating(round_), [entry], playing)
    if best is None:
        raise errors.EveryTableFull(field="to", largest=round_.tournament.table_max)
    return best
