"""Changes of a seating by hand, before its slot starts: there is always a manual way.

Sizes beyond what the tournament allows are refused upwards only: a table that shrinks below the
smallest size is shown to the conductor, who knows better.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tournaments.ledger import Actor
from tournaments.models import Entry, Round, Seat, Table
from tournaments.seating import errors, roster
from tournaments.seating.core import place_with_least_harm
from tournaments.seating.services import (
    check_free,
    check_here,
    check_not_started,
    lock_round,
    record,
)


@transaction.atomic
def swap_seats(round_: Round, one: Entry, other: Entry, *, by: Actor, at: datetime) -> None:
    """Let two people trade their seats, at two tables or at one."""
    round_ = _open_for_changes(round_)
    if one.pk == other.pk:
        raise errors.SameSeat(field="other")
    first, second = _seat_of(round_, one), _seat_of(round_, other)
    before = {str(one): _place(first), str(other): _place(second)}
    # One seat has to be empty for a moment: nobody may sit in a round twice, not even briefly.
    Seat.objects.filter(pk=second.pk).delete()
    first.entry, second.entry = second.entry, first.entry
    first.save(update_fields=["entry"])
    second.save(force_insert=True)
    after = {str(one): _place(second), str(other): _place(first)}
    record(round_, "swap seats", by=by, at=at, before=before, after=after)


@transaction.atomic
def move_seat(round_: Round, entry: Entry, *, table: Table, by: Actor, at: datetime) -> None:
    """Move somebody to another table, to the end of its turn order."""
    round_ = _open_for_changes(round_)
    seat = _seat_of(round_, entry)
    if seat.table_id == table.pk:
        raise errors.SameTable(field="to", person=entry)
    before = {str(entry): _place(seat)}
    _leave(seat)
    made = _sit_down(round_, entry, table)
    record(round_, "move seat", by=by, at=at, before=before, after={str(entry): _place(made)})


@transaction.atomic
def add_late_arrival(
    round_: Round, entry: Entry, *, table: Table | None = None, by: Actor, at: datetime
) -> Seat:
    """Seat somebody who was checked in after the seating was made; nobody else moves.

    Without ``table`` they get the place with the least harm.
    """
    round_ = _open_for_changes(round_)
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    if entry.tournament_id != round_.tournament_id:
        raise errors.NotInThisTournament(field="who", person=entry)
    check_here([entry])
    seat = round_.seats.filter(entry=entry).select_related("table").first()
    if seat:
        raise errors.AlreadySeated(field="who", person=entry, table=seat.table.number)
    check_free(round_.tournament, [entry])
    made = _sit_down(round_, entry, table or _best_table(round_, entry))
    record(round_, "seat late arrival", by=by, at=at, after={str(entry): _place(made)})
    return made


@transaction.atomic
def remove_no_show(round_: Round, entry: Entry, *, by: Actor, at: datetime) -> None:
    """Take somebody out of the seating; nobody else moves. Their entry stays as it is."""
    round_ = _open_for_changes(round_)
    seat = _seat_of(round_, entry)
    if round_.seats.count() == 1:
        raise errors.LastTable
    before = {str(entry): _place(seat)}
    _leave(seat)
    record(round_, "take out of seating", by=by, at=at, before=before)


def _open_for_changes(round_: Round) -> Round:
    round_ = lock_round(round_)
    check_not_started(round_)
    return round_


def _seat_of(round_: Round, entry: Entry) -> Seat:
    found = round_.seats.filter(entry_id=entry.pk).select_related("table", "entry__player").first()
    if found is None:
        raise errors.NotSeated(person=entry)
    return found


def _place(seat: Seat) -> list[int]:
    """Table and position, for the ledger."""
    return [seat.table.number, seat.position]


def _leave(seat: Seat) -> None:
    """Empty a seat: who sat behind it moves up, and a table without people is taken away."""
    table, gap = seat.table, seat.position
    seat.delete()
    behind = table.seats.filter(position__gt=gap).order_by("position")
    for other in behind:
        # One by one, in order, so that no two share a position at any moment.
        other.position -= 1
        other.save(update_fields=["position"])
    if not table.seats.exists():
        table.delete()


def _sit_down(round_: Round, entry: Entry, table: Table) -> Seat:
    table = round_.tables.filter(pk=table.pk).annotate(last=Max("seats__position")).first()
    if table is None:
        raise errors.SeatGone
    largest = round_.tournament.table_max
    position = (table.last or 0) + 1
    if position > largest:
        raise errors.TableFull(field="to", table=table, largest=largest)
    return Seat.objects.create(round=round_, table=table, entry=entry, position=position)


def _best_table(round_: Round, entry: Entry) -> Table:
    tournament = round_.tournament
    seats = list(round_.seats.select_related("table", "entry__player"))
    by_entry = {seat.entry_id: seat.table for seat in seats}
    late, *others = roster.as_people(tournament, [entry, *(seat.entry for seat in seats)])
    tables: dict[Table, list] = {}
    for person in others:
        tables.setdefault(by_entry[person.key], []).append(person)
    best = place_with_least_harm(
        late,
        list(tables.values()),
        roster.history(tournament, before=round_.number),
        preferred=tournament.table_preferred,
        largest=tournament.table_max,
    )
    if best is None:
        raise errors.EveryTableFull(field="to", largest=tournament.table_max)
    return list(tables)[best]
