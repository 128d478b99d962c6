"""The state of a table while it is locked: who sits there, and whether its game is over."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Sum

from tournaments import at_commit, ledger, locking, signals
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.serialization import table_clock
from tournaments.errors import ChangedSinceSeen
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, Seat, Table, Tournament
from tournaments.models.seats import SITTING
from tournaments.prepared import Prepared, Question
from tournaments.results import errors, rules
from tournaments.results_version import count_change
from tournaments.signup import finishing, reopening
from tournaments.verbs import Verb

#: What the hands of a table change of it.
CHANGED_BY_HANDS = ("status", "end_reason", "ended_at", "version", "updated_at")

SEATS = Prepared[Seat](
    lambda table_id: (
        Seat.objects.filter(table_id=table_id).annotate(player_id=SITTING).order_by("position")
    )
)
#: The status of a sheet, and seat and points of one of its lines.
Row = tuple[str, int | None, int | None]
PLAYED = Prepared[Row](
    lambda table_id: (
        ScoreSheet.objects.filter(table_id=table_id)
        .exclude(status=ScoreSheet.Status.VOIDED)
        .order_by()
        .values_list("status", "lines__seat_id")
        .annotate(Sum("lines__points"))
    )
)


@dataclass(frozen=True, slots=True)
class LockedTable:
    """A table that is locked until the transaction ends, and what it belongs to.

    ``seats`` are in turn order, each with the ``player_id`` of who sits there; ``positions`` are
    their numbers. ``seat`` is the one that the actor has opened on this phone, None for anybody
    else.
    """

    table: Table
    round: Round
    tournament: Tournament
    seats: list[Seat]
    positions: list[int]
    seat: Seat | None

    def seats_one_of(self, players: set[int | None]) -> bool:
        """Whether one of these players sits here."""
        return any(_player_of(seat) in players for seat in self.seats)


def _player_of(seat: Seat) -> int:
    player_id: int = seat.player_id  # type: ignore[attr-defined]  # annotated by SEATS
    return player_id


# --- Locking --------------------------------------------------------------------------------------


def lock(table: Table, by: Actor) -> LockedTable:
    """The table as it stands now, locked until the transaction ends. Raises RoundAnnulled."""
    locked = lock_and_ask(table, by)[0]
    check_counts(locked)
    return locked


def lock_running(table: Table, by: Actor, *, version: int | None) -> LockedTable:
    """As ``lock``, in a round that runs, where the table has still the ``version`` that was seen.

    None is whatever it is. Raises ChangedSinceSeen or RoundNotRunning.
    """
    locked = lock(table, by)
    if version is not None and locked.table.version != version:
        raise ChangedSinceSeen
    if locked.round.status != Round.Status.RUNNING:
        raise errors.RoundNotRunning
    return locked


def lock_and_ask(
    table: Table, by: Actor, *questions: Question[Any]
) -> tuple[LockedTable, list[list[Any]]]:
    """Lock a table and answer ``questions``, all in one round trip: see ``locking``."""
    found, (seats, *answers) = locking.lock_table(table, SEATS.of(table.pk), *questions)
    mine = [seat for seat in seats if by.player and _player_of(seat) == by.player.pk]
    locked = LockedTable(
        table=found,
        round=found.round,
        tournament=found.round.tournament,
        seats=seats,
        positions=[seat.position for seat in seats],
        seat=mine[0] if mine else None,
    )
    return locked, answers


def check_counts(locked: LockedTable) -> None:
    """Raise RoundAnnulled at the table of a round that was annulled: nothing changes there."""
    if locked.round.is_annulled:
        raise errors.RoundAnnulled(reason=locked.round.annulled_because)


# --- Whether the game is over ---------------------------------------------------------------------


def is_settled(locked: LockedTable, *, at: datetime) -> bool:
    """Whether a table stands as its hands and its clock say at ``at``."""
    return _outcome(locked, at) == (locked.table.status, locked.table.end_reason)


def settle(locked: LockedTable, *, at: datetime, played: list[Row] | None = None) -> None:
    """Work out again whether the game at a table is over, and count a change of its results.

    ``played`` is what PLAYED answers, where the caller knows it. The row of the table is written
    with the commit. A game that the conductor ended stays ended; one that time ended goes on when
    there is time again, or when everybody agrees to play on.
    """
    table = locked.table
    status, reason = _outcome(locked, at, played)
    if status != Table.Status.FINISHED:
        reopening.take_again_later(locked.round, [table], at=at)
    if (status, reason) != (table.status, table.end_reason):
        table.status, table.end_reason = status, reason
        table.ended_at = at if status == Table.Status.FINISHED else None
    if status == Table.Status.FINISHED:
        finishing.free_later(locked.round, at=at)
    table.version += 1
    at_commit.update(table, CHANGED_BY_HANDS)
    _count_change(locked, at)


def _count_change(locked: LockedTable, at: datetime) -> None:
    """Count a change of the results, and publish it.

    Every table of the tournament counts in the same row, so this comes last.
    """
    table = locked.table
    where = {"round_id": table.round_id, "table_id": table.pk}
    signals.publish(signals.results_changed, **where, **_facts(locked))
    publish(locked)
    count_change(locked.tournament.pk, at=at)


def touch(locked: LockedTable) -> None:
    """Count a change at a table that changes no result: somebody agreed or did not."""
    locked.table.version += 1
    at_commit.update(locked.table, ["version", "updated_at"])
    publish(locked)
    signals.publish(signals.agreement_changed, **_facts(locked))


def _outcome(locked: LockedTable, at: datetime, played: list[Row] | None = None) -> tuple[str, str]:
    """Status and end reason that a table should have at ``at``. One query, rarely three."""
    table, round_ = locked.table, locked.round
    if table.end_reason == Table.EndReason.CONDUCTOR:
        return table.status, table.end_reason
    states, points = _points(PLAYED.all(table.pk) if played is None else played)
    if ScoreSheet.Status.DEALT in states:
        return Table.Status.PLAYING, ""
    tournament = locked.tournament
    if states and tournament.whole_games:
        return Table.Status.FINISHED, Table.EndReason.PLAYED
    written = {seat: tournament.info.as_written(total) for seat, total in points.items()}
    if rules.reached_target(written, tournament.target):
        return Table.Status.FINISHED, Table.EndReason.TARGET
    if round_.status != Round.Status.RUNNING or _is_out_of_time(table, at):
        return Table.Status.FINISHED, Table.EndReason.TIME
    return (Table.Status.PLAYING if states else Table.Status.SEATED), ""


def _points(rows: list[Row]) -> tuple[set[str], dict[int, int]]:
    """The states of the sheets that are not voided, and the points so far by seat."""
    states: set[str] = set()
    points: dict[int, int] = {}
    for status, seat_id, value in rows:
        states.add(status)
        if status in ScoreSheet.COUNTED and seat_id is not None:
            points[seat_id] = points.get(seat_id, 0) + (value or 0)
    return states, points


def _is_out_of_time(table: Table, at: datetime) -> bool:
    clock = table_clock(table)
    # Most tables have time: only then ask who agreed to play on.
    return clock_rules.out_of_time(clock, at) and clock_rules.out_of_time(
        clock, at, all_agree=consents.all_agree(table)
    )


# --- Publishing and recording ---------------------------------------------------------------------


def publish(locked: LockedTable) -> None:
    """Publish that something happened at a table."""
    table = locked.table
    facts = _facts(locked)
    signals.publish(signals.table_changed, round_id=table.round_id, table_id=table.pk, **facts)


def _facts(locked: LockedTable) -> dict[str, int]:
    return {"event_id": locked.tournament.event_id, "tournament_id": locked.tournament.pk}


def record(
    locked: LockedTable,
    verb: Verb,
    subject: object,
    *,
    by: Actor,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> None:
    """Write an act at a table, or about the table itself, into the ledger of its event."""
    table = (locked.tournament, locked.round, locked.table)
    ledger.record(
        locked.tournament.event_id,
        verb,
        table if subject == locked.table else (*table, subject),
        by=by,
        at=at,
        before=before,
        after=after,
    )
