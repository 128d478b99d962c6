"""A conductor reads at once who does not come back: what comes after a commit is done by then."""

import pytest

from tests.builders import make_conductor
from tests.tournaments.signup.sessions import check_truth, make_session
from tests.tournaments.signup.test_restoring import BEFORE, LATER, make_full
from tournaments.signup import services

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("postgresql")]


def test_the_page_names_who_does_not_come_back(client, time_machine):
    session, people = make_full()
    client.force_login(make_conductor(session.event))
    address = f"{session.tournament.get_absolute_url()}delete/"
    for who, act in ((BEFORE, "cancel"), (LATER, "reinstate")):
        time_machine.move_to(who["at"], tick=False)
        page = client.post(address, {"act": act}, follow=True)
        if act == "cancel":
            other = make_session(event=session.event, start=60, capacity=8)
            services.book(other, people[0], **BEFORE)
    assert "takes place after all" in page.text
    assert "booked elsewhere by now, so without a place: Guest 001." in page.text
    check_truth()
