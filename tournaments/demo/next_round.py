"""The next round of a tournament of the demo, where nobody is asked who of equals is in a final."""

from datetime import datetime

from tournaments.ledger import Actor
from tournaments.models import Adjustment, Round, Tournament
from tournaments.seating.errors import TieAtTheCut
from tournaments.seating.formats.finals import lineup
from tournaments.seating.ranking import stored_ranking
from tournaments.standings.deciding.ties import decide_tie
from tournaments.standings.next_round.services import seat_next_round


def seat_next(tournament: Tournament, *, by: Actor, at: datetime) -> Round:
    """Seat the next round; of people who are exactly equal, lots decide who is in the final."""
    try:
        return seat_next_round(tournament, by=by, at=at)
    except TieAtTheCut:
        tied = lineup(tournament, stored_ranking(tournament)).cut.tied
        decide_tie(tournament, tied, Adjustment.Kind.LOT, reason="", by=by, at=at)
        return seat_next_round(tournament, by=by, at=at)
