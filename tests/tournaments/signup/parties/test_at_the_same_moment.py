"""Two parties want the last places at the same moment: one gets all it needs, the other none."""

import pytest

from tests.builders import make_event, minutes
from tests.tournaments.signup.parties.friends import make_party
from tests.tournaments.signup.sessions import check_truth, make_players, make_session, states
from tests.tournaments.signup.test_at_the_same_moment import BEFORE, aborted, at_once
from tournaments.errors import Refused
from tournaments.signup import promoting
from tournaments.signup import services as places
from tournaments.signup.parties import services

# SQLite writes one after the other: there is less to find.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]

__all__ = ["aborted"]


def of(session, people) -> set[str]:
    found = states(session)
    return {found.get(one.name, "") for one in people}


@pytest.mark.parametrize("tries", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 2))])
def test_two_parties_take_the_last_places(aborted, tries):
    session = make_session(event=make_event(), capacity=4)
    parties = [make_party(session.event, 3) for _two in range(2)]

    def sign_up(number):
        # Each member of both presses the button.
        friends = parties[number % 2]
        try:
            services.book_party(session, friends[number // 2 % 3], **BEFORE)
        except Refused as refusal:
            return refusal.code
        return "held"

    answers = at_once(sign_up)
    assert set(answers) == {"held", "party-does-not-fit"}
    assert sorted(map(tuple, (of(session, one) for one in parties))) == [("",), ("held",)]
    check_truth()


def test_parties_and_single_people_in_one_queue(aborted):
    session = make_session(start=60, event=make_event(offer_minutes=5), capacity=4)
    holders = make_players(session.event, 4)
    for one in holders:
        places.book(session, one, **BEFORE)
    parties = [make_party(session.event, 2) for _two in range(2)]
    single = make_players(session.event, 2)

    def act(number):
        kind, which = number % 4, number // 4
        if kind == 0:
            places.cancel(session, holders[which], **BEFORE)
        elif kind == 1:
            services.queue_party(session, parties[which][0], **BEFORE)
        elif kind == 2:
            places.join_queue(session, single[which], **BEFORE)
        else:
            promoting.promote(session.pk, at=BEFORE["at"])

    at_once(act)
    promoting.keep_places(now=BEFORE["at"])
    check_truth()
    for friends in parties:
        assert of(session, friends) in ({"waiting"}, {"held"}, {"offered"})
    session.refresh_from_db()
    assert session.given == 4

    def take(number):
        friends = parties[number % 2]
        try:
            services.take_offer(session, friends[number // 2 % 2], **BEFORE)
        except Refused as refusal:
            return refusal.code
        return "held"

    at_once(take)
    check_truth()
    promoting.end_offers(session.pk, at=BEFORE["at"] + minutes(5))
    check_truth()
