"""Seating a round, publishing it or discarding it. See ``changing`` for changes by hand.

What a round is made from depends on the format of its tournament, and on nothing else here: see
``formats.base``.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Exists, OuterRef

from tournaments import locking, reasons
from tournaments.ledger import Actor
from tournaments.models import Round, Session, Tournament
from tournaments.seating import byes, errors, roster
from tournaments.seating.formats.base import Choices, Found, Task
from tournaments.seating.formats.registry import format_of
from tournaments.seating.hands import forget_voided
from tournaments.seating.persistence import as_lists, rewrite_round, snapshot, write_round
from tournaments.seating.ranking import Ranking
from tournaments.seating.round_changes import (
    check_made_from_current,
    check_not_started,
    check_seen,
    record,
    record_seating,
)
from tournaments.signup import finishing
from tournaments.timetable.errors import SessionCancelled
from tournaments.timetable.hall import assigning, needs
from tournaments.transactions import atomic
from tournaments.verbs import Verb

Read = Callable[[], Task]
#: Notes in a round that was written which results it was made from.
Note = Callable[[Round], None]
Write = Callable[[Task, Found], Round]
#: How often a search is done over because the roster changed meanwhile, before it is done under the
#: lock, where nothing can change.
SEARCHES = 3


def _note_nothing(_round: Round) -> None:
    pass


def seat_next_round(
    tournament: Tournament,
    choices: Choices,
    ranking: Ranking,
    *,
    by: Actor,
    at: datetime,
    note: Note = _note_nothing,
) -> Round:
    """Seat everybody who is checked in: the next round, the semifinals or the final, as a draft.

    What comes next, and who meets whom, is for the format to say, as far as ``choices`` leave it
    open: at tables the first round is social, later ones go by ``ranking``, and the final with the
    best ``finalists`` who are still here follows after ``rounds_planned`` rounds. Another seed
    (0 to 2**32 - 1) gives other tables; without one it follows from the people. Anybody left
    without a seat has a bye; whoever was given one for this round is not seated.

    The tables are searched before anything is locked; if the roster changed meanwhile, again.
    Raises RankingOutdated if a result changed since ``ranking`` was computed, and refusals.
    """

    def read() -> Task:
        locked = locking.lock_to_seat(tournament)
        task = format_of(locked, choices.mode).next(locked, choices, ranking)
        return replace(task, session=_session_of(locked, task.kind))

    def write(task: Task, found: Found) -> Round:
        found = _with_given(tournament, task, found)
        made = write_round(tournament, task, found)
        note(made)
        record_seating(made, task, found, task.verb, by=by, at=at)
        return made

    return _search_then(read, write)


def seat_session(
    session: Session,
    tournament: Tournament,
    *,
    by: Actor,
    at: datetime,
    seed: int | None = None,
    sizes: Sequence[int] = (),
    order: Sequence[int] = (),
) -> Round:
    """Seat a heat, as a draft: those who are here for its session, whatever else is open.

    Everybody meets people whom they have met in no heat of the tournament; those of a pick-up game
    sit at one table in their own ``order``, by the keys of players. ``tournament`` is that of the
    session. Raises NobodyHere, SessionHasRound, OneRoundAtATime, TablesImpossible …
    """
    choices = Choices(seed, sizes=tuple(sizes), order=tuple(order))

    def read() -> Task:
        locked = locking.lock_to_seat(tournament)
        found = locking.lock_session(session)
        found.tournament = locked
        _check_may_be_seated(found)
        return format_of(locked).heat(found, choices)

    def write(task: Task, found: Found) -> Round:
        # What was annulled was played at another time than what is played now.
        Round.with_annulled.annulled().filter(session=session.pk).update(session=None)
        made = write_round(tournament, task, found)
        record_seating(made, task, found, task.verb, by=by, at=at)
        return made

    return _search_then(read, write)


def _check_may_be_seated(session: Session) -> None:
    if session.kind in (Session.Kind.SEMIFINAL, Session.Kind.FINAL):
        # Who plays it is for the standings to say, and not who is here.
        raise errors.OneRoundAtATime
    if session.cancelled_at:
        raise SessionCancelled(session=str(session))
    if made := Round.objects.filter(session=session.pk).first():
        raise errors.SessionHasRound(session=str(session), round=str(made))


def _session_of(tournament: Tournament, kind: str) -> Session | None:
    """The place on the timetable that the next round of a kind takes, if one is left. One query."""
    wanted = Session.Kind.HEAT if kind == Round.Kind.PRELIMINARY else kind
    left = tournament.sessions.filter(kind=wanted, cancelled_at=None)
    seated = Round.with_annulled.filter(session=OuterRef("pk"))
    return left.filter(~Exists(seated)).order_by("starts_at", "pk").first()


def reseat_round(
    round_: Round,
    choices: Choices,
    ranking: Ranking,
    *,
    by: Actor,
    at: datetime,
    seen: str = "",
    note: Note = _note_nothing,
) -> Round:
    """Put another proposal in place of a draft, from the next seed and the players here now.

    Locked seats keep their table. The earlier proposal stays: see ``changing.take_earlier``.
    ``seen`` says which seating is meant (``round_changes.state_of``). Raises RankingOutdated if a
    result changed since ``ranking`` was computed.
    """

    def read() -> Task:
        draft = _draft(round_, seen)
        return format_of(draft.tournament, choices.mode).again(draft, choices, ranking)

    def write(task: Task, found: Found) -> Round:
        draft = _draft(round_, seen)
        found = _with_given(draft.tournament, task, found)
        snapshot(draft, Verb.RESEAT_ROUND, at=at)
        rewrite_round(draft, task, found)
        note(draft)
        record_seating(draft, task, found, Verb.RESEAT_ROUND, by=by, at=at)
        return draft

    return _search_then(read, write)


def _with_given(tournament: Tournament, task: Task, found: Found) -> Found:
    """``found``, with the byes that conductors gave. The tournament is locked.

    The standings decide who plays in semifinals and the final: nobody has a bye there. Nor is one
    given for a heat, to which nobody has to come.
    """
    if task.kind != Round.Kind.PRELIMINARY or task.is_heat:
        return found
    given = byes.given(tournament, task.number) - set(found.byes)
    return replace(found, byes=(*found.byes, *sorted(given)))


def _search_then(read: Read, write: Write) -> Round:
    """Read a task, search its tables without a lock, and write them if the task is still true."""
    task = atomic(read)()
    for _ in range(SEARCHES):
        made, task = _write_if_true(task, task.search(), read, write)
        if made:
            return made
    return _search_and_write(read, write)


@atomic
def _write_if_true(task: Task, found: Found, read: Read, write: Write) -> tuple[Round | None, Task]:
    """The round that was written, unless the task is another one by now; and what it is now."""
    again = read()
    is_true = again.digest == task.digest and again.seed == task.seed
    return write(again, found) if is_true else None, again


@atomic
def _search_and_write(read: Read, write: Write) -> Round:
    task = read()
    return write(task, task.search())


@atomic
def publish_round(round_: Round, *, by: Actor, at: datetime, seen: str = "") -> Round:
    """Publish a draft. Everybody who plays in it must be checked in and not be disqualified, nobody
    may sit elsewhere, and each table must have its place in the hall, if there is one.

    Raises HallTooSmall, or MadeFromOldResults if results that it was made from have changed since.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = _draft(round_, seen)
    if round_.tournament.event.is_draft:
        raise errors.EventIsADraft
    check_made_from_current(round_)
    seats = list(round_.seats.select_related("entry__player"))
    # Helpers do not play in the tournament: nobody checks them in.
    playing = [seat.entry for seat in seats if not seat.helps]
    roster.check_here(playing)
    roster.check_here_for(round_, playing)
    roster.check_free(round_.tournament, [seat.entry for seat in seats], but=round_)
    assigning.settle(round_)
    needs.meet(round_)
    round_.status = Round.Status.PUBLISHED
    round_.save(update_fields=["status"])
    record(round_, Verb.PUBLISH_ROUND, by=by, at=at)
    return round_


@atomic
def keep_seating(round_: Round, *, reason: str, by: Actor, at: datetime, seen: str = "") -> Round:
    """Keep a seating although results that it was made from have changed, and tell everybody why.

    It is asked about again when they change once more. ``seen`` says which seating is meant.
    """
    round_ = locking.lock_round_to_seat(round_)
    check_seen(round_, seen)
    if not round_.is_outdated:
        raise errors.MadeFromTheseResults
    reason = reasons.required(reason, errors.ReasonForKeeping)
    round_.kept_from, round_.kept_reason = round_.made_now, reason
    round_.save(update_fields=["kept_from", "kept_reason"])
    record(round_, Verb.KEEP_SEATING, by=by, at=at, after={"reason": reason})
    return round_


@atomic
def discard_round(round_: Round, *, by: Actor, at: datetime, seen: str = "") -> None:
    """Throw a seating away before its slot has started; its number is free again.

    ``seen`` says which seating is meant (``round_changes.state_of``).
    """
    round_ = locking.lock_round_to_seat(round_)
    check_not_started(round_)
    check_seen(round_, seen)
    before = {"seed": round_.seating_seed, "status": round_.status, "tables": as_lists(round_)}
    record(round_, Verb.DISCARD_ROUND, by=by, at=at, before=before)
    forget_voided(round_)
    round_.delete()
    finishing.free_later(round_, at=at)


def _draft(round_: Round, seen: str) -> Round:
    """A draft as it stands now, locked. Refused if it is one no more, or not the one ``seen``."""
    found = locking.lock_round_to_seat(round_)
    if found.status != Round.Status.SEATED:
        raise errors.RoundStarted if found.started_at else errors.AlreadyPublished
    check_seen(found, seen)
    return found
