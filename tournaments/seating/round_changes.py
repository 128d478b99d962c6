"""What the verbs that change a round share: they lock it, check it, and record what they did."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tournaments import ledger, locking, signals
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import Round, Table, Tournament
from tournaments.seating import errors
from tournaments.verbs import Verb


def lock_tournament(tournament: Tournament) -> Tournament:
    """Lock the tournaments of the event, so that nobody is seated at two tables at the same moment.

    Always in the same order, and before any round: two conductors cannot lock each other out.
    """
    locked = locking.lock_tournaments(tournament.event_id)
    if tournament.pk not in locked:
        raise RowGone
    return locked[tournament.pk]


def lock_round(round_: Round) -> Round:
    """The round as it stands now, locked after its tournament."""
    return locking.lock_round_of(lock_tournament(round_.tournament), round_.pk)


def check_not_started(round_: Round) -> None:
    if round_.started_at:
        raise errors.RoundStarted


def record(
    round_: Round,
    verb: Verb,
    *,
    by: Actor,
    at: datetime,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Write an act on a round into the ledger and publish that the round changed."""
    tournament = round_.tournament
    ledger.record(
        tournament.event_id, verb, f"{tournament}, {round_}", by=by, at=at, before=before,
        after=after,
    )  # fmt: skip
    signals.publish(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=round_.pk,
    )


def playing_tables(round_: Round) -> set[int]:
    """The numbers of tables that have begun: they have a hand, or have ended. One query."""
    rows = round_.tables.exclude(sheets=None, status=Table.Status.SEATED)
    return set(rows.values_list("number", flat=True))


def check_not_playing(round_: Round, numbers: Iterable[int]) -> None:
    if not round_.started_at:
        return
    begun = playing_tables(round_).intersection(numbers)
    if begun:
        raise errors.TablePlays(table=min(begun))
