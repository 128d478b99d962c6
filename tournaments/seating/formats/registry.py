"""The formats by the key that a tournament stores."""

from tournaments.models import Tournament
from tournaments.seating.formats.at_tables import AtTables
from tournaments.seating.formats.base import Format
from tournaments.seating.formats.dutch import Dutch
from tournaments.seating.formats.elimination import Elimination
from tournaments.seating.formats.field import Field
from tournaments.seating.formats.fixtures import Fixtures
from tournaments.seating.formats.round_robin import RoundRobin

FORMATS: dict[str, Format] = {
    made.key: made
    for made in (
        AtTables(),
        Dutch(),
        Field(),
        RoundRobin(),
        RoundRobin(double=True),
        Elimination(),
        Elimination(double=True),
        Fixtures(),
    )
}


def format_of(tournament: Tournament, instead: str = "") -> Format:
    """The format of a tournament, or the one that a conductor chose instead for one round."""
    own = FORMATS[tournament.pairing]
    return FORMATS[instead] if instead in own.others else own
