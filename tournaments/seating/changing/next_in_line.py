"""The next in line takes a seat of a final or of semifinals that nobody can play."""

from collections.abc import Callable
from datetime import datetime

from tournaments.ledger import Actor
from tournaments.models import Round, Seat
from tournaments.punctuation import listed
from tournaments.seating import errors, roster
from tournaments.seating.changing.services import leave, not_closed, place_of, sit_down
from tournaments.seating.formats import finals
from tournaments.seating.formats.finals import EmptySeat
from tournaments.seating.hands import playing_tables
from tournaments.seating.persistence import snapshot
from tournaments.seating.ranking import Ranking, stored_ranking
from tournaments.seating.round_changes import (
    check_made_from_current,
    check_not_playing,
    check_seen,
    record,
)
from tournaments.transactions import atomic
from tournaments.verbs import Verb


def has_cut(round_: Round) -> bool:
    """Whether the standings decide who plays in a round: semifinals, or a final at a table."""
    return round_.kind != Round.Kind.PRELIMINARY and not round_.tournament.head_to_head


def offered(round_: Round) -> EmptySeat | None:
    """The empty seat that the page of a round asks about, if it may be filled. Ten queries."""
    if not has_cut(round_) or round_.is_over or round_.is_outdated:
        return None
    found = finals.empty_seat(round_, stored_ranking(round_.tournament))
    if found is None or not (found.gone or found.entry):
        return None
    playing = playing_tables(round_) if round_.started_at else ()
    return None if any(table.number in playing for table in found.tables) else found


@atomic
def seat_next_in_line(
    round_: Round,
    ranking: Ranking,
    *,
    by: Actor,
    at: datetime,
    seen: str = "",
    note: Callable[[Round], None],
) -> Seat:
    """Let the next in line have the first empty seat, at the end of the turn order there.

    Who has it and cannot play loses it. In a final of several tables the best of each table below
    it move up, and the next in line comes to the last of them. ``seen`` says which seating is meant
    (``round_changes.state_of``); ``note`` notes the results that decided it. Raises RankingOutdated
    if a result changed since ``ranking`` was computed.
    """
    round_ = not_closed(round_)
    check_seen(round_, seen)
    check_made_from_current(round_)
    ranking.check_current(round_.tournament)
    found = finals.empty_seat(round_, ranking) if has_cut(round_) else None
    if found is None:
        raise errors.NoEmptySeat
    if found.tied:
        raise errors.TieAtTheCut(people=listed(entry.player.shown_name for entry in found.tied))
    if found.entry is None:
        raise errors.NobodyInLine
    check_not_playing(round_, [table.number for table in found.tables])
    roster.check_free(round_.tournament, [found.entry], but=round_)
    is_current = round_.made_now == round_.made_from
    snapshot(round_, Verb.SEAT_NEXT_IN_LINE, at=at)
    before: dict[str, object] = {}
    after: dict[str, object] = {}
    left = [found.gone] if found.gone else []
    for seat in (*left, *(seat for seat, _to in found.moves)):
        before[str(seat.entry)] = place_of(seat)
        seat.round = round_
    for seat in left:
        leave(seat)
    for seat, table in found.moves:
        leave(seat)
        after[str(seat.entry)] = place_of(sit_down(round_, seat.entry, table))
    made = sit_down(round_, found.entry, found.comes_to)
    after[str(found.entry)] = place_of(made)
    record(round_, Verb.SEAT_NEXT_IN_LINE, by=by, at=at, before=before, after=after)
    if is_current:
        note(round_)
    return made
