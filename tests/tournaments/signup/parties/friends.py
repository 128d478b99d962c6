"""People who are in a party together."""

from tests.builders import ANNA, NOON, minutes
from tests.tournaments.signup.sessions import make_players, states
from tournaments.signup import services as places
from tournaments.signup.parties import services

BEFORE = {"by": ANNA, "at": NOON - minutes(120)}


def make_party(event, count):
    """The members of a new party."""
    first, *others = make_players(event, count)
    party = services.make_party(first, **BEFORE)
    for one in others:
        services.join_party(one, party.code, **BEFORE)
    return [first, *others]


def fill(session, count):
    """Take so many places by people who are in no party."""
    people = make_players(session.event, count)
    for one in people:
        places.book(session, one, **BEFORE)
    return people


def of(session, people) -> list[str]:
    """The states of some people's bookings; empty for who has none."""
    found = states(session)
    return [found.get(one.name, "") for one in people]
