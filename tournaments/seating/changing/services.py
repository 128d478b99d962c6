"""Changes of a seating by hand: there is always a manual way, and a way back.

Before the slot starts everything may be changed. Later somebody may still come, or turn out not to
be there, at a table that has not begun to play.

Sizes beyond what the tournament allows are refused upwards only: a table that shrinks below the
smallest size is shown to the conductor, who knows better.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Count, F, Max, Q, QuerySet

from tournaments import locking, signals
from tournaments.ledger import Actor
from tournaments.models import Bye, EarlierSeating, Entry, Player, Round, Seat, Table
from tournaments.seating import byes, errors, roster
from tournaments.seating.changing import listed
from tournaments.seating.changing.listed import Listed
from tournaments.seating.formats.registry import format_of
from tournaments.seating.hands import forget_voided
from tournaments.seating.persistence import apply_tables, by_number, locked_tables, snapshot
from tournaments.seating.round_changes import (
    check_not_playing,
    check_not_started,
    check_seen,
    record,
)
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: How the ledger writes the place of somebody who sits out.
BYE = "bye"
#: The acts that may give a seat only to somebody who had a bye, or had no place.
TOOK_BYES = (Verb.SWAP_SEATS, Verb.READ_SEATING_IN)

#: What of a seat says who sits there.
WHO_SITS = ["entry", "helps", "played_by", "begun_by"]


@atomic
def swap_seats(
    round_: Round, one: Entry, other: Entry, *, by: Actor, at: datetime, seen: str = ""
) -> None:
    """Let two people trade their seats, at two tables or at one; or a seat for a bye.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = _open_for_changes(round_)
    check_seen(round_, seen)
    if one.pk == other.pk:
        raise errors.SameSeat(field="other")
    if bye := round_.byes.filter(entry__in=[one, other]).first():
        _trade_bye(round_, bye, other if bye.entry_id == one.pk else one, by=by, at=at)
        return
    first, second = _seat_of(round_, one), _seat_of(round_, other)
    before = {str(one): place_of(first), str(other): place_of(second)}
    snapshot(round_, Verb.SWAP_SEATS, at=at)
    forget_voided(round_, [first.table.number, second.table.number])
    # One seat has to be empty for a moment: nobody may sit in a round twice, not even briefly.
    Seat.objects.filter(pk=second.pk).delete()
    first.entry, second.entry = second.entry, first.entry
    first.helps, second.helps = second.helps, first.helps
    # A takeover outlives a start that was undone: it is somebody's, not the chair's.
    first.played_by, second.played_by = second.played_by, first.played_by
    first.begun_by, second.begun_by = second.begun_by, first.begun_by
    first.save(update_fields=WHO_SITS)
    second.save(force_insert=True)
    after = {str(one): place_of(second), str(other): place_of(first)}
    record(round_, Verb.SWAP_SEATS, by=by, at=at, before=before, after=after)


def _trade_bye(round_: Round, bye: Bye, seated: Entry, *, by: Actor, at: datetime) -> None:
    """Let somebody take the bye of somebody else, who takes the seat."""
    seat, out = _seat_of(round_, seated), bye.entry
    roster.check_here([out])
    roster.check_free(round_.tournament, [out], but=round_)
    # Whoever plays on in this very seat gets it for good.
    check_no_seat(round_.seats.exclude(pk=seat.pk), [out.player], field="")
    place = place_of(seat)
    snapshot(round_, Verb.SWAP_SEATS, at=at)
    forget_voided(round_, [seat.table.number])
    byes.end(round_, [out.pk], at=at)
    # A helper has no part in the round without a seat.
    sits_out = [] if seat.helps else [seated.pk]
    seat.entry, seat.helps = out, False
    seat.played_by = seat.begun_by = None
    seat.save(update_fields=WHO_SITS)
    byes.write(round_, sits_out)
    before = {str(seated): place, str(out): BYE}
    after = {str(seated): BYE, str(out): place}
    record(round_, Verb.SWAP_SEATS, by=by, at=at, before=before, after=after)


@atomic
def move_seat(
    round_: Round, entry: Entry, *, table: Table, by: Actor, at: datetime, seen: str = ""
) -> None:
    """Move somebody to another table, to the end of its turn order.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = _open_for_changes(round_)
    check_seen(round_, seen)
    seat = _seat_of(round_, entry)
    if seat.table_id == table.pk:
        raise errors.SameTable(field="to", person=entry)
    before = {str(entry): place_of(seat)}
    snapshot(round_, Verb.MOVE_SEAT, at=at)
    leave(seat)
    made = sit_down(round_, entry, table)
    made.helps, made.played_by, made.begun_by = seat.helps, seat.played_by, seat.begun_by
    made.save(update_fields=WHO_SITS)
    format_of(round_.tournament).tidy(round_)
    record(round_, Verb.MOVE_SEAT, by=by, at=at, before=before, after={str(entry): place_of(made)})


@atomic
def remove_no_show(round_: Round, entry: Entry, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Take somebody out of the seating; nobody else moves. Their entry stays as it is.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = not_closed(round_)
    check_seen(round_, seen)
    seat = _seat_of(round_, entry)
    check_not_playing(round_, [seat.table.number])
    if round_.seats.count() == 1:
        raise errors.LastTable
    before = {str(entry): place_of(seat)}
    snapshot(round_, Verb.TAKE_OUT_OF_SEATING, at=at)
    leave(seat)
    format_of(round_.tournament).tidy(round_)
    record(round_, Verb.TAKE_OUT_OF_SEATING, by=by, at=at, before=before)


def clear_table(round_: Round, pair: Sequence[Entry], *, at: datetime) -> None:
    """Take away the table at which two people were to play each other, if there is one.

    For those who do not play: they have no seat any more. The round is locked.
    """
    tables = round_.tables.annotate(people=Count("seats")).filter(people=len(pair))
    for entry in pair:
        tables = tables.filter(seats__entry=entry)
    table = tables.first()
    if table is None:
        return
    check_not_playing(round_, [table.number])
    snapshot(round_, Verb.TAKE_OUT_OF_SEATING, at=at)
    forget_voided(round_, [table.number])
    table.delete()


@atomic
def lock_seat(
    round_: Round, entry: Entry, *, locked: bool, by: Actor, at: datetime, seen: str = ""
) -> None:
    """Let another proposal leave somebody at their table, or not any more.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = _open_for_changes(round_)
    check_seen(round_, seen)
    seat = _seat_of(round_, entry)
    seat.locked = locked
    seat.save(update_fields=["locked"])
    verb = Verb.LOCK_SEAT if locked else Verb.UNLOCK_SEAT
    record(round_, verb, by=by, at=at, after={str(entry): place_of(seat)})


@atomic
def undo(round_: Round, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Put the tables and byes back as they were before the last act.

    ``seen`` says which seating is meant (``round_changes.state_of``). Raises SeatedElsewhere.
    """
    round_ = not_closed(round_)
    check_seen(round_, seen)
    last = round_.earlier_seatings.first()
    if last is None:
        raise errors.NothingToUndo
    seated = set(round_.seats.values_list("entry_id", flat=True))
    _put_back(round_, last, Verb.UNDO_SEATING, by=by, at=at)
    if last.byes is None and last.verb in TOOK_BYES:
        _return_byes(round_, seated)
    if last.verb == Verb.REPAIR_SEATING:
        _not_missing(round_, last)
    last.delete()


def _not_missing(round_: Round, repaired: EarlierSeating) -> None:
    """Check those in again who are back on their seats, and were marked by the repair."""
    marked = round_.tournament.entries.filter(
        seats__round=round_, status=Entry.Status.MISSING, status_at=repaired.at
    )
    keys = [entry.pk for entry in locking.lock_entries(marked)]
    if keys:
        Entry.objects.filter(pk__in=keys).update(status=Entry.Status.CHECKED_IN)
        signals.publish(signals.roster_changed, event_id=round_.tournament.event_id)


@atomic
def take_earlier(
    round_: Round, earlier: EarlierSeating, *, by: Actor, at: datetime, seen: str = ""
) -> None:
    """Take an earlier seating of this round; the one that was is kept in its turn.

    ``seen`` says which seating is meant (``round_changes.state_of``). Raises SeatedElsewhere.
    """
    round_ = _open_for_changes(round_)
    check_seen(round_, seen)
    snapshot(round_, Verb.TAKE_EARLIER_SEATING, at=at)
    had_place = {*round_.seats.values_list("entry_id", flat=True), *byes.of_round(round_)}
    _put_back(round_, earlier, Verb.TAKE_EARLIER_SEATING, by=by, at=at)
    if round_.tournament.head_to_head and not round_.tournament.is_bracket:
        _return_byes(round_, had_place)


@atomic
def replace_tables(
    round_: Round, found: Listed, verb: Verb, *, by: Actor, at: datetime, seen: str = ""
) -> None:
    """Seat a round as somebody else's list says. Refused unless everyone has exactly one place.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = _open_for_changes(round_)
    check_seen(round_, seen)
    people = listed.check(round_, found)
    seated = {entry for table in found.tables for entry in table}
    new = seated - set(round_.seats.values_list("entry_id", flat=True))
    _check_no_takeover(round_, [entry for entry in people if entry.pk in new], seated)
    snapshot(round_, verb, at=at)
    _apply(round_, found.tables, at=at)
    out = set(found.byes) - set(round_.byes.values_list("entry_id", flat=True))
    byes.write(round_, sorted(out))
    format_of(round_.tournament).number(round_.tournament, people)
    after = {"tables": found.tables, "byes": found.byes}
    record(round_, verb, by=by, at=at, after=after)


def _return_byes(round_: Round, seated: set[int]) -> None:
    """Give a bye to those of ``seated`` who have no seat any more, and are still here."""
    left = round_.tournament.entries.filter(pk__in=seated, status=Entry.Status.CHECKED_IN)
    left = left.exclude(seats__round=round_).exclude(byes__round=round_)
    byes.write(round_, left.order_by("pk").values_list("pk", flat=True))


def _put_back(
    round_: Round, earlier: EarlierSeating, verb: Verb, *, by: Actor, at: datetime
) -> None:
    before = by_number(round_)
    # Players who left the tournament since then do not come back.
    entries = set(round_.tournament.entries.values_list("pk", flat=True))
    tables = [[entry for entry in table if entry in entries] for table in earlier.tables]
    _check_free(round_, {entry for table in tables for entry in table})
    _apply(round_, tables, at=at, helping=earlier.helpers or ())
    if earlier.byes is not None:
        byes.put_back(round_, earlier)
    if not round_.started_at:
        is_current = round_.made_now == round_.made_from
        round_.seating_seed = earlier.seed
        round_.made_at, round_.made_from = earlier.made_at, earlier.made_from
        if is_current and earlier.verb == Verb.SEAT_NEXT_IN_LINE:
            # The results down to the next in line are the same: so are those down to the others.
            round_.made_now = round_.made_from
        round_.save(update_fields=["seating_seed", "made_at", "made_from", "made_now"])
    record(round_, verb, by=by, at=at, before={"tables": before}, after={"tables": tables})


def _check_free(round_: Round, seated: Collection[int]) -> None:
    """Refuse somebody who comes in and sits elsewhere by now, or is disqualified."""
    coming = round_.tournament.entries.filter(pk__in=seated).exclude(seats__round=round_)
    found = list(coming.select_related("player"))
    roster.check_free(round_.tournament, found, but=round_)
    roster.check_not_disqualified(found)
    _check_no_takeover(round_, found, seated)


def _check_no_takeover(round_: Round, coming: Sequence[Entry], seated: Collection[int]) -> None:
    """Refuse somebody who comes in and plays on in a seat that stays, or whose seat there was taken
    over. ``seated`` are all who will have a seat. Two queries, or none."""
    players = [entry.player for entry in coming]
    staying = Seat.objects.filter(round=round_, entry__in=seated)
    check_no_seat(staying.filter(played_by__in=players), players, field="")
    begun = staying.filter(begun_by__in=players).select_related("begun_by").first()
    if begun:
        raise errors.TakenOverAlready(person=begun.begun_by)


def check_no_seat(seats: QuerySet[Seat], people: Collection[Player], *, field: str) -> None:
    """Refuse people who sit in one of some seats, or whose seat one of them is. One query."""
    theirs = seats.filter(Q(entry__player__in=people) | Q(played_by__in=people))
    seat = theirs.select_related("table__hall_table", "entry").order_by("pk").first()
    if seat:
        by_key = {one.pk: one for one in people}
        person = by_key.get(seat.entry.player_id) or by_key[seat.played_by_id or 0]
        raise errors.AlreadySeated(field=field, person=person, table=seat.table.shown)


def _apply(
    round_: Round, tables: Sequence[Sequence[int]], *, at: datetime, helping: Sequence[int] = ()
) -> None:
    """Seat a round as ``tables`` say, but for tables that play: they must not change."""
    now = by_number(round_)
    changed = [
        number
        for number in range(1, max(len(now), len(tables)) + 1)
        if now[number - 1 : number] != list(tables[number - 1 : number])
    ]
    check_not_playing(round_, changed)
    if not any(tables):
        raise errors.LastTable
    byes.end(round_, [entry for table in tables for entry in table], at=at)
    apply_tables(round_, tables, locked_tables(round_), helping)
    round_.tables.filter(number__in=changed).update(version=F("version") + 1)
    format_of(round_.tournament).tidy(round_)


def not_closed(round_: Round) -> Round:
    round_ = locking.lock_round_to_seat(round_)
    if round_.is_over:
        raise errors.RoundStarted
    return round_


def _open_for_changes(round_: Round) -> Round:
    round_ = locking.lock_round_to_seat(round_)
    check_not_started(round_)
    return round_


def _seat_of(round_: Round, entry: Entry) -> Seat:
    found = (
        round_.seats.filter(entry_id=entry.pk)
        .select_related("table__hall_table", "entry__player")
        .first()
    )
    if found is None:
        raise errors.NotSeated(person=entry)
    found.round = round_
    return found


def place_of(seat: Seat) -> list[int]:
    """Table and position, for the ledger."""
    return [seat.table.shown, seat.position]


def leave(seat: Seat) -> None:
    """Empty a seat: who sat behind it moves up, and a table without people is taken away."""
    table, gap = seat.table, seat.position
    forget_voided(seat.round, [table.number])
    seat.delete()
    behind = table.seats.filter(position__gt=gap).order_by("position")
    for other in behind:
        # One by one, in order, so that no two share a position at any moment.
        other.position -= 1
        other.save(update_fields=["position"])
    if not table.seats.exists():
        table.delete()


def sit_down(round_: Round, entry: Entry, table: Table, *, helps: bool = False) -> Seat:
    found = round_.tables.filter(pk=table.pk).annotate(last=Max("seats__position")).first()
    if found is None:
        raise errors.SeatGone
    largest = round_.tournament.table_max
    position = (found.last or 0) + 1
    if position > largest:
        raise errors.TableFull(field="to", table=found, largest=largest)
    forget_voided(round_, [found.number])
    return Seat.objects.create(
        round=round_, table=found, entry=entry, position=position, helps=helps
    )
