"""Functions for the verbs that change a round: they check it, and record what was done."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tournaments import ledger, signals
from tournaments.ledger import Actor
from tournaments.models import EarlierSeating, Round
from tournaments.seating import errors
from tournaments.seating.formats.base import Found, Task
from tournaments.seating.hands import playing_tables
from tournaments.timetable.hall import assigning, needs
from tournaments.verbs import Verb


def check_not_started(round_: Round) -> None:
    if round_.started_at:
        raise errors.RoundStarted


def check_made_from_current(round_: Round) -> None:
    """Refuse to go on with a seating whose results have changed, unless a conductor kept it."""
    if round_.is_outdated:
        raise errors.MadeFromOldResults


def state_of(round_: Round, last: EarlierSeating | None) -> str:
    """Return the state of a round that a page names as seen; ``last`` is its last earlier seating.

    It is another one after each publishing, proposal and change by hand, and for another round.
    """
    kept = last.pk if last else 0
    return f"{round_.status}-{round_.pk}-{round_.seating_seed}-{kept}"


def check_seen(round_: Round, seen: str) -> None:
    """Refuse to act on a seating that is not the one that was ``seen``; nobody said if empty.

    A page that shows no seats names the round by its status and key alone. Raises
    PublishedMeanwhile or SeatingChanged.
    """
    if not seen or seen == f"{round_.status}-{round_.pk}":
        return
    if seen == state_of(round_, round_.earlier_seatings.first()):
        return
    is_public = round_.status != Round.Status.SEATED
    if is_public and seen.startswith(f"{Round.Status.SEATED}-{round_.pk}-"):
        raise errors.PublishedMeanwhile
    raise errors.SeatingChanged


def record(
    round_: Round,
    verb: Verb,
    *,
    by: Actor,
    at: datetime,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Write an act on a round into the ledger and publish that the round changed.

    The tables of a draft, whoever sits at them now, then stand where their people have to sit.
    """
    tournament = round_.tournament
    if round_.pk and round_.status == Round.Status.SEATED:
        needs.meet(round_)
    ledger.record(
        tournament.event_id, verb, (tournament, round_), by=by, at=at, before=before,
        after=after,
    )  # fmt: skip
    signals.publish(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=round_.pk,
    )


def record_seating(
    round_: Round, task: Task, found: Found, verb: Verb, *, by: Actor, at: datetime
) -> None:
    """As ``record``, with the tables that were found and what they were made from."""
    after: dict[str, object] = {"tables": found.tables, **task.noted}
    if task.engine:
        after |= {"seed": task.seed, "byes": list(found.byes)}
    if found.matches or found.settled:
        after |= {"matches": list(found.matches), "settled": dict(found.settled)}
    record(round_, verb, by=by, at=at, after=after)


def check_not_playing(round_: Round, numbers: Iterable[int]) -> None:
    if not round_.started_at:
        return
    begun = playing_tables(round_).intersection(numbers)
    if begun:
        raise errors.TablePlays(table=round_.tables.get(number=min(begun)).shown)


def check_place(round_: Round) -> None:
    """Refuse a table more where the hall has none, or where another round is played."""
    if round_.status == Round.Status.SEATED:
        return
    assigning.check_room(round_)
    if round_.started_at:
        assigning.check_free(round_)
