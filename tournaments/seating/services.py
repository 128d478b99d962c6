"""Seating a round, publishing it or discarding it. See ``changing`` for changes by hand."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from pairing.tables import Mode, final_table
from tournaments import locking
from tournaments.ledger import Actor
from tournaments.models import Bye, Entry, Match, Round, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.drafting.preparing import (
    Choices,
    Found,
    Task,
    check_free,
    check_here,
    free_of,
    mode_of,
    next_task,
    task_for,
)
from tournaments.seating.drafting.qualifiers import qualifiers
from tournaments.seating.head_to_head.drafting import PairTask, pair_task
from tournaments.seating.persistence import (
    apply_tables,
    as_lists,
    locked_tables,
    snapshot,
    write_tables,
)
from tournaments.seating.ranking import Ranking, stored_ranking
from tournaments.seating.round_changes import check_not_started, lock_round, lock_tournament, record
from tournaments.transactions import atomic
from tournaments.verbs import Verb

SEEDS = 2**32
Read = Callable[[], Task | PairTask]
Write = Callable[[Task | PairTask, Found], Round]
#: How often a search is done over because the roster changed meanwhile, before it is done under the
#: lock, where nothing can change.
SEARCHES = 3


def seat_next_round(
    tournament: Tournament, choices: Choices, ranking: Ranking, *, by: Actor, at: datetime
) -> Round:
    """Seat everybody who is checked in: the next round, or the final.

    The first round is social and later ones go by ``ranking``, unless the mode that was chosen says
    otherwise. After ``rounds_planned`` rounds the final follows, with the best ``finalists`` who
    are still here, unless ``choices.final`` says otherwise. Another seed (0 to 2**32 - 1) gives
    other tables; without one it follows from the people. Anybody left without a seat has a bye.
    The round is a draft until it is published.

    In a format for two its rules say who plays whom (see ``head_to_head``), and ``final`` False
    adds one round to those planned.

    The tables are searched before anything is locked; if the roster changed meanwhile, again.
    Raises RankingOutdated if a result changed since ``ranking`` was computed, and refusals.
    """

    def read() -> Task | PairTask:
        locked = lock_tournament(tournament)
        if locked.head_to_head:
            _lock_numbers(locked)
            return pair_task(locked, choices)
        return next_task(locked, choices, ranking)

    def write(task: Task | PairTask, found: Found) -> Round:
        made = Round.objects.create(
            tournament=tournament,
            number=task.number,
            kind=task.kind,
            **task.made_with,
        )
        made.tournament = tournament
        write_tables(made, found.tables)
        _write_beside(made, task, found)
        record(made, Verb.SEAT_ROUND, by=by, at=at, after=_for_ledger(task, found))
        return made

    return _search_then(read, write)


def _write_beside(made: Round, task: Task | PairTask, found: Found) -> None:
    """Write what belongs to a round beside its tables: byes, matches, and the numbers of people."""
    Bye.objects.bulk_create(Bye(round=made, entry_id=entry) for entry in found.byes)
    if isinstance(task, PairTask):
        played = [
            Match(round=made, name=name, number=number)
            for number, name in enumerate(found.matches, start=1)
        ]
        settled = [
            Match(round=made, name=name, settled=True, winner_id=winner)
            for name, winner in found.settled.items()
        ]
        Match.objects.bulk_create(played + settled)
        _number(made.tournament, task.seeds)


def _lock_numbers(tournament: Tournament) -> None:
    """Lock the entries of a tournament: each may be given another number, see ``_number``."""
    locking.lock_entries(tournament.entries.all())


def _number(tournament: Tournament, seeds: Mapping[int, int]) -> None:
    """Store the numbers of the entries, of those whose number is another one."""
    entries = list(tournament.entries.order_by("pk"))
    changed = [entry for entry in entries if entry.seed != seeds.get(entry.pk)]
    # All are without a number for a moment, so that no two have the same.
    Entry.objects.filter(pk__in=[entry.pk for entry in changed]).update(seed=None)
    for entry in changed:
        entry.seed = seeds.get(entry.pk)
    Entry.objects.bulk_update(changed, ["seed"], batch_size=500)


def _for_ledger(task: Task | PairTask, found: Found) -> dict[str, object]:
    """What the ledger keeps of a seating."""
    facts: dict[str, object] = {"seed": task.seed, "tables": found.tables, "byes": list(found.byes)}
    if found.matches or found.settled:
        facts |= {"matches": list(found.matches), "settled": dict(found.settled)}
    return facts


def _search_then(read: Read, write: Write) -> Round:
    """Read a task, search its tables without a lock, and write them if the task is still true."""
    task = atomic(read)()
    for _ in range(SEARCHES):
        made, task = _write_if_true(task, task.search(), read, write)
        if made:
            return made
    return _search_and_write(read, write)


@atomic
def _write_if_true(
    task: Task | PairTask, found: Found, read: Read, write: Write
) -> tuple[Round | None, Task | PairTask]:
    """The round that was written, unless the task is another one by now; and what it is now."""
    again = read()
    is_true = again.digest == task.digest and again.seed == task.seed
    return write(again, found) if is_true else None, again


@atomic
def _search_and_write(read: Read, write: Write) -> Round:
    task = read()
    return write(task, task.search())


@atomic
def publish_round(round_: Round, *, by: Actor, at: datetime) -> Round:
    """Publish a draft. Everybody in it must be checked in and sit nowhere else."""
    round_ = lock_round(round_)
    if round_.status != Round.Status.SEATED:
        raise errors.RoundStarted if round_.started_at else errors.AlreadyPublished
    entries = [seat.entry for seat in round_.seats.select_related("entry__player")]
    check_here(entries)
    check_free(round_.tournament, entries)
    round_.status = Round.Status.PUBLISHED
    round_.save(update_fields=["status"])
    record(round_, Verb.PUBLISH_ROUND, by=by, at=at)
    return round_


@atomic
def discard_round(round_: Round, *, by: Actor, at: datetime) -> None:
    """Throw a seating away before its slot has started; its number is free again."""
    round_ = lock_round(round_)
    check_not_started(round_)
    before = {"seed": round_.seating_seed, "status": round_.status, "tables": as_lists(round_)}
    record(round_, Verb.DISCARD_ROUND, by=by, at=at, before=before)
    round_.delete()


def reseat_round(
    round_: Round,
    *,
    by: Actor,
    at: datetime,
    mode: str = "",
    sizes: Sequence[int] = (),
    seed: int | None = None,
) -> Round:
    """Put another proposal in place of a draft, from the next seed and the players here now.

    Locked seats keep their table. The earlier proposal stays: see ``changing.take_earlier``.
    """

    def read() -> Task | PairTask:
        current = lock_round(round_)
        _check_draft(current)
        if current.tournament.head_to_head:
            _lock_numbers(current.tournament)
            choices = Choices(final=False, mode=mode)
            return pair_task(current.tournament, choices, instead_of=current)
        if current.kind == Round.Kind.SEMIFINAL:
            raise errors.SemifinalsAreSeeded
        tournament = current.tournament
        ranking = stored_ranking(tournament)
        entries = ranking.ordered(roster.checked_in(tournament))
        if not entries:
            raise errors.NobodyCheckedIn
        if current.kind == Round.Kind.FINAL:
            entries = final_table(qualifiers(tournament, entries, ranking), tournament.finalists)
            check_free(tournament, entries)
        else:
            entries = free_of(tournament, entries)
        locked = locked_tables(current)
        chosen = Choices(
            (current.seating_seed + 1) % SEEDS if seed is None else seed, sizes=tuple(sizes)
        )
        how = Mode(mode or mode_of(current))
        return task_for(
            tournament, entries, current.number, kind=current.kind, mode=how, choices=chosen,
            ranking=ranking, locked=locked,
        )  # fmt: skip

    def write(task: Task | PairTask, found: Found) -> Round:
        current = lock_round(round_)
        snapshot(current, Verb.RESEAT_ROUND, at=at)
        locks = locked_tables(current)
        apply_tables(current, found.tables, locks)
        current.byes.all().delete()
        if current.tournament.head_to_head:
            # Numbers and matches are drawn with the tables: the tables before fit them no more.
            current.matches.all().delete()
            current.earlier_seatings.all().delete()
        _write_beside(current, task, found)
        current.kind = task.kind
        for name, value in task.made_with.items():
            setattr(current, name, value)
        current.save()
        record(current, Verb.RESEAT_ROUND, by=by, at=at, after=_for_ledger(task, found))
        return current

    return _search_then(read, write)


def _check_draft(round_: Round) -> None:
    if round_.status != Round.Status.SEATED:
        raise errors.RoundStarted if round_.started_at else errors.AlreadyPublished
