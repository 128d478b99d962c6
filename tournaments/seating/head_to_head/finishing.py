"""The end of a tournament whose format has no final table: Swiss, round robin, elimination."""

from datetime import datetime

from tournaments import ledger, signals
from tournaments.ledger import Actor
from tournaments.models import Match, Round, Tournament
from tournaments.results_version import results_changed
from tournaments.seating import errors, roster
from tournaments.seating.head_to_head import bracket
from tournaments.seating.round_changes import lock_tournament
from tournaments.transactions import atomic
from tournaments.verbs import Verb


@atomic
def finish_tournament(tournament: Tournament, *, by: Actor, at: datetime) -> Tournament:
    """Say that no round follows: the first of the standings, or of the bracket, has won.

    In a bracket a player who is left alone goes on to its end. Raises a refusal of this package.
    """
    tournament = lock_tournament(tournament)
    if not tournament.head_to_head:
        raise errors.NotHeadToHead
    if tournament.status == Tournament.Status.FINISHED:
        raise errors.TournamentOver
    rounds = list(tournament.rounds.order_by("number"))
    if not rounds:
        raise errors.NothingPlayed
    for round_ in rounds:
        if round_.status != Round.Status.CLOSED:
            raise errors.RoundStillOpen(round=str(round_))
    if tournament.is_bracket:
        _play_out(tournament, rounds[-1])
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


def _play_out(tournament: Tournament, last: Round) -> None:
    """Settle what nobody is left to play; refused while two who are here could still meet."""
    here = {entry.pk for entry in roster.checked_in(tournament)}
    found = bracket.read(tournament)
    while not found.is_over:
        ready = next((stand for stand in found.stands.values() if stand.is_ready), None)
        if ready is None or ready.match.name in found.games:
            raise errors.BracketNotOver
        present = [found.seeds[seed] for seed in ready.seeds if found.seeds[seed] in here]
        if len(present) == 2:
            raise errors.BracketNotOver
        winner = present[0] if present else None
        Match.objects.create(round=last, name=ready.match.name, settled=True, winner_id=winner)
        found = bracket.read(tournament)
