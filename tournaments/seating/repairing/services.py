"""Repairing a seating after it was published: no-shows and drops, with the list shown before."""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pairing.tables import Repair, repair
from tournaments import locking, signals
from tournaments.ledger import Actor
from tournaments.models import Entry, Round
from tournaments.names import by_name, name_key
from tournaments.seating import errors, roster
from tournaments.seating.formats.registry import format_of
from tournaments.seating.hands import playing_tables
from tournaments.seating.persistence import apply_tables, by_number, locked_tables, snapshot
from tournaments.seating.round_changes import record
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@dataclass(frozen=True, slots=True)
class Relocation:
    """Somebody who has to go to another table. Tables by the number that people look for."""

    entry: Entry
    from_table: int
    to_table: int


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """The steps of repairing a round, and a mark by which they are recognised when they are taken.

    Of a format for two, ``alone`` are those left without an opponent: they have a bye, or go on.
    ``gone`` leave their seats; ``stay`` are those who play already: their hands stay, and so does
    their seat. ``too_small`` are numbers of tables below the smallest size that nobody can repair.
    """

    gone: list[Entry]
    stay: list[Entry]
    moves: list[Relocation]
    given_up: list[int]
    too_small: list[int]
    alone: list[Entry]
    tables: tuple[tuple[int, ...], ...]

    @property
    def mark(self) -> str:
        return hashlib.sha256(json.dumps(self.tables).encode()).hexdigest()[:16]


def plan_repair(round_: Round, gone: Collection[int]) -> RepairPlan:
    """Return the plan for a round without ``gone`` (entry ids). Eight queries at most."""
    tournament = round_.tournament
    seats = list(round_.seats.select_related("entry__player", "table__hall_table__room"))
    entries = {seat.entry_id: seat.entry for seat in seats}
    playing = {number - 1 for number in playing_tables(round_)} if round_.started_at else set()
    busy = {seat.entry_id for seat in seats if seat.table.number - 1 in playing}
    leave = [pk for pk in entries if pk in gone and pk not in busy]
    stay_here = [entry for pk, entry in entries.items() if pk not in leave]
    tables = by_number(round_)
    locked = locked_tables(round_)
    situation = roster.situation_of(round_, stay_here, locked=locked)
    made_by = format_of(tournament)
    found = repair(
        tables, leave, situation, smallest=made_by.smallest_left(tournament),
        largest=tournament.table_max, playing=playing,
    )  # fmt: skip
    stay = [pk for pk in gone if pk in busy]
    shown = {seat.table.number: seat.table.shown for seat in seats}
    return _as_plan(
        found, tables, entries, leave, stay, shown=shown, alone_sits_out=made_by.alone_sits_out
    )


def _as_plan(
    found: Repair,
    tables: list[list[int]],
    entries: dict[int, Entry],
    leave: list[int],
    stay: list[int],
    *,
    shown: Mapping[int, int],
    alone_sits_out: bool,
) -> RepairPlan:
    moves = [
        Relocation(entries[move.person], shown[move.from_table + 1], shown[move.to_table + 1])
        for move in found.moves
    ]
    return RepairPlan(
        gone=_by_name(entries[pk] for pk in leave),
        stay=_by_name(entries[pk] for pk in stay),
        moves=sorted(moves, key=lambda t: (t.from_table, name_key(t.entry.player.shown_name))),
        given_up=[
            shown[number]
            for number, (before, after) in enumerate(zip(tables, found.tables, strict=True), 1)
            if before and not after
        ],
        too_small=[shown[number + 1] for number in found.too_small if not alone_sits_out],
        alone=_by_name(
            entries[table[0]] for table in found.tables if alone_sits_out and len(table) == 1
        ),
        tables=found.tables,
    )


def _by_name(entries: Iterable[Entry]) -> list[Entry]:
    return by_name(entries, lambda entry: entry.player.shown_name)


@atomic
def repair_seating(
    round_: Round, gone: Collection[int], *, mark: str, by: Actor, at: datetime
) -> RepairPlan:
    """Do what ``plan_repair`` showed under ``mark``; refused if it would come out otherwise now.

    Those who leave their seats are missing: they are not seated until they are checked in again.
    """
    round_ = locking.lock_round_to_seat(round_)
    if round_.is_over:
        raise errors.RoundStarted
    found = plan_repair(round_, gone)
    if found.mark != mark:
        raise errors.SeatGone
    if not any(found.tables):
        raise errors.LastTable
    snapshot(round_, Verb.REPAIR_SEATING, at=at)
    before = by_number(round_)
    apply_tables(round_, found.tables, locked_tables(round_))
    format_of(round_.tournament).tidy(round_)
    _mark_missing(round_, found.gone, at=at)
    record(
        round_, Verb.REPAIR_SEATING, by=by, at=at, before={"tables": before},
        after={"gone": [str(e) for e in found.gone], "tables": found.tables},
    )  # fmt: skip
    return found


def _mark_missing(round_: Round, gone: Sequence[Entry], *, at: datetime) -> None:
    entries = round_.tournament.entries.filter(
        pk__in=[entry.pk for entry in gone], status=Entry.Status.CHECKED_IN
    )
    keys = [entry.pk for entry in locking.lock_entries(entries)]
    Entry.objects.filter(pk__in=keys).update(status=Entry.Status.MISSING, status_at=at)
    signals.publish(signals.roster_changed, event_id=round_.tournament.event_id)
