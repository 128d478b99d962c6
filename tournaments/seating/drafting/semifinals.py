"""The final and the semifinals before it, as they would be seated; and seating the semifinals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.finals import semifinal_tables
from tournaments.ledger import Actor
from tournaments.models import Entry, Round, Tournament
from tournaments.seating import errors, roster
from tournaments.seating.drafting.preparing import check_free
from tournaments.seating.drafting.qualifiers import Cut, cut_for, everybody
from tournaments.seating.persistence import write_tables
from tournaments.seating.ranking import Ranking
from tournaments.seating.round_changes import lock_tournament, record
from tournaments.transactions import atomic
from tournaments.verbs import Verb

MOST_SEMIFINALS = 12


@dataclass(frozen=True, slots=True)
class Lineup:
    """What would be seated: the final, or ``tables`` of semifinals by 1-8-9-16."""

    cut: Cut
    tables: list[list[Entry]]


def lineup(tournament: Tournament, ranking: Ranking, tables: int = 0) -> Lineup:
    """The final, or with ``tables`` so many semifinals, as it would be seated now."""
    size = tables * tournament.table_preferred if tables else tournament.finalists
    found = cut_for(tournament, everybody(tournament, ranking), size, ranking)
    if not tables:
        return Lineup(found, [found.through])
    if len(found.through) < tables * tournament.table_min:
        smallest = tables * tournament.table_min
        raise errors.TooFewFinalists(here=len(found.through), smallest=smallest)
    return Lineup(found, semifinal_tables(found.through, tables))


@atomic
def seat_semifinals(
    tournament: Tournament, tables: int, ranking: Ranking, *, by: Actor, at: datetime
) -> Round:
    """Seat so many tables of semifinals, a draft. Raises RankingOutdated, and refusals."""
    tournament = lock_tournament(tournament)
    if tournament.head_to_head:
        raise errors.SemifinalsNotHere
    rounds = list(tournament.rounds.order_by("number"))
    _check_may_come(rounds)
    ranking.check_current(tournament)
    made_of = lineup(tournament, ranking, tables)
    here = {entry.pk for entry in roster.checked_in(tournament)}
    check_free(tournament, [entry for entry in made_of.cut.through if entry.pk in here])
    made = Round.objects.create(
        tournament=tournament,
        number=rounds[-1].number + 1,
        kind=Round.Kind.SEMIFINAL,
        seating_seed=0,
    )
    seated = [[entry.pk for entry in table] for table in made_of.tables]
    write_tables(made, seated)
    missing = [str(entry) for entry in made_of.cut.missing]
    record(made, Verb.SEAT_SEMIFINALS, by=by, at=at, after={"tables": seated, "missing": missing})
    return made


def _check_may_come(rounds: Sequence[Round]) -> None:
    if not rounds:
        raise errors.FinalBeforeFirstRound
    for round_ in rounds:
        if round_.status != Round.Status.CLOSED:
            raise errors.RoundStillOpen(round=str(round_))
        if round_.kind != Round.Kind.PRELIMINARY:
            raise errors.TournamentOver
