"""The end of a tournament whose format has no final table: Swiss, round robin, elimination."""

from datetime import datetime

from tournaments import ledger, locking, signals
from tournaments.ledger import Actor
from tournaments.models import Tournament
from tournaments.results_version import results_changed
from tournaments.seating import errors
from tournaments.seating.formats.base import check_all_closed
from tournaments.seating.formats.registry import format_of
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def finish_tournament(tournament: Tournament, *, by: Actor, at: datetime) -> Tournament:
    """Say that no round follows: the first of the standings, or of the bracket, has won.

    In a bracket a player who is left alone goes on to its end. Raises a refusal of this package.
    """
    tournament = locking.lock_to_seat(tournament)
    made_by = format_of(tournament)
    made_by.check_finish()
    if tournament.status == Tournament.Status.FINISHED:
        raise errors.TournamentOver
    rounds = list(tournament.rounds.order_by("number"))
    if not rounds:
        raise errors.NothingPlayed
    check_all_closed(rounds)
    made_by.play_out(tournament, rounds[-1])
    tournament.status = Tournament.Status.FINISHED
    tournament.save(update_fields=["status"])
    results_changed(tournament, at)
    ledger.record(tournament.event_id, Verb.FINISH_TOURNAMENT, tournament, by=by, at=at)
    signals.publish(
        signals.round_changed,
        event_id=tournament.event_id,
        tournament_id=tournament.pk,
        round_id=rounds[-1].pk,
    )
    return tournament
