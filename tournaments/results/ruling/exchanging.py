"""Exchanging the results of two people who sat at each other's table, and played there.

Each takes the seat of the other, with all that was written down for it: its lines on the sheets,
what was ruled, who agreed to a hand. The sheets themselves stay as they are. Whether they play past
the end of the slot, both are asked again: that each says for themselves.
"""

from datetime import datetime

from tournaments import ledger, reasons, signals
from tournaments.errors import ChangedSinceSeen, SeatGone
from tournaments.ledger import Actor
from tournaments.models import Entry, Round, Seat, Table
from tournaments.results import errors, table_state
from tournaments.results.ruling.impartiality import impartial
from tournaments.seating.changing.takeovers import withdraw_consents
from tournaments.transactions import atomic
from tournaments.verbs import Verb

#: No entry has this key. A reference that leads nowhere is refused when the transaction ends.
NOBODY = 0


def seats_of(round_: Round, one: Entry, other: Entry) -> tuple[Seat, Seat]:
    """Where two people sit in a round. One query. Raises SeatGone."""
    rows = round_.seats.filter(entry__in=[one, other]).select_related(
        "table__hall_table", "entry__player"
    )
    found = {seat.entry_id: seat for seat in rows}
    if not {one.pk, other.pk} <= found.keys():
        raise SeatGone
    return found[one.pk], found[other.pk]


def state_of(one: Seat, other: Seat) -> str:
    """Return the state of two seats that a page names as seen: an act at a table changes it."""
    return " ".join(f"{seat.pk}-{seat.entry_id}-{seat.table.version}" for seat in (one, other))


@atomic
def exchange_results(
    round_: Round, one: Entry, other: Entry, *, by: Actor, at: datetime, reason: str, seen: str = ""
) -> None:
    """Give two people of a round that has started each other's seat and results.

    ``seen`` says what the conductor saw of the two seats (``state_of``), so that nothing is
    exchanged twice.
    """
    reason = reasons.required(reason, errors.ReasonMissing)
    if one.pk == other.pk:
        raise errors.SamePlayer(field="other")
    tables = {seat.table_id for seat in seats_of(round_, one, other)}
    locked = [table_state.lock(Table(pk=pk), by) for pk in sorted(tables)]
    own = {key: note for each in locked for key, note in impartial(each, by).items()}
    where = locked[0].round
    if not where.started_at:
        raise errors.NothingToExchange
    if where.tournament.is_bracket:
        raise errors.FixedByTheBracket
    first, second = seats_of(where, one, other)
    if seen and seen != state_of(first, second):
        raise ChangedSinceSeen
    for seat in (first, second):
        if seat.is_taken_over:
            raise errors.SeatTakenOver(person=seat.entry)
    # Nobody may sit in a round twice, not even briefly; the seats stay, as results hang on them.
    helps = {one.pk: first.helps, other.pk: second.helps, NOBODY: False}
    for seat, entry_id in ((first, NOBODY), (second, one.pk), (first, other.pk)):
        Seat.objects.filter(pk=seat.pk).update(entry_id=entry_id, helps=helps[entry_id])
    if where.status == Round.Status.RUNNING:
        withdraw_consents([first, second], at=at)
    ledger.record(
        where.tournament.event_id,
        Verb.EXCHANGE_RESULTS,
        (where.tournament, where),
        by=by,
        at=at,
        before={"people": [str(one), str(other)], "places": [place(first), place(second)]},
        after={"places": [place(second), place(first)], "reason": reason} | own,
    )
    signals.publish(
        signals.round_changed,
        event_id=where.tournament.event_id,
        tournament_id=where.tournament_id,
        round_id=where.pk,
    )
    for each in locked:
        table_state.settle(each, at=at)


def place(seat: Seat) -> list[int]:
    """Table and position, for the ledger."""
    return [seat.table.shown, seat.position]
