"""Finishing a tournament where no final ends it, and reopening a finished one."""

from datetime import datetime

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Tournament
from tournaments.results_version import results_changed
from tournaments.seating import errors
from tournaments.seating.formats.base import check_all_closed
from tournaments.seating.formats.registry import format_of
from tournaments.signup import finishing
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def finish_tournament(tournament: Tournament, *, by: Actor, at: datetime) -> Tournament:
    """Say that no round follows: the first of the standings, or of the bracket, has won.

    In a bracket a player who is left alone goes on to its end. Sessions to come are cancelled.
    Raises a refusal of this package.
    """
    tournament = locking.lock_to_seat(tournament)
    if tournament.has_ended:
        raise errors.TournamentOver
    rounds = list(tournament.rounds.order_by("number"))
    if not rounds:
        raise errors.NothingPlayed
    check_all_closed(rounds)
    format_of(tournament).play_out(tournament, rounds[-1])
    _set_status(tournament, Tournament.Status.FINISHED, Verb.FINISH_TOURNAMENT, by=by, at=at)
    return tournament


@atomic
def reopen_tournament(tournament: Tournament, *, by: Actor, at: datetime) -> Tournament:
    """Take back that a tournament is over: nobody has won it, and a round may follow its last.

    A final that was played stays as it is; sessions that were cancelled with the tournament take
    place again. Raises NotFinished.
    """
    tournament = locking.lock_to_seat(tournament)
    if tournament.status != Tournament.Status.FINISHED:
        raise errors.NotFinished
    _set_status(tournament, Tournament.Status.RUNNING, Verb.REOPEN_TOURNAMENT, by=by, at=at)
    return tournament


def _set_status(
    tournament: Tournament, status: Tournament.Status, verb: Verb, *, by: Actor, at: datetime
) -> None:
    tournament.status = status
    tournament.save(update_fields=["status"])
    results_changed(tournament, at)
    finishing.follow_later(tournament, by=by, at=at)
    ledger.record(tournament.event_id, verb, tournament, by=by, at=at)
    facts = {"event_id": tournament.event_id, "tournament_id": tournament.pk}
    for round_id in tournament.rounds.order_by("-number").values_list("pk", flat=True)[:1]:
        signals.publish(signals.round_changed, round_id=round_id, **facts)
