"""People who are in a party together."""

from tests.builders import ANNA, NOON, minutes
from tests.tournaments.signup.sessions import make_players
from tournaments.signup.parties import services

BEFORE = {"by": ANNA, "at": NOON - minutes(120)}


def make_party(event, count):
    """The members of a new party."""
    first, *others = make_players(event, count)
    party = services.make_party(first, **BEFORE)
    for one in others:
        services.join_party(one, party.code, **BEFORE)
    return [first, *others]
