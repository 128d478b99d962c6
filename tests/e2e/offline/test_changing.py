"""An entry that a person changes or removes while the outbox is sending."""

import pytest
from playwright.sync_api import expect

from tests.e2e.bad_network import (
    at_the_table,
    count,
    deal,
    enter,
    first_seat,
    points_of,
    press,
    rows,
    stored,
    times_reported,
    wait_until_stored,
    write,
)
from tests.proxy import FINE, OFF
from tests.stack import wait_for


class HeldRequests:
    """Requests of a page that do not leave the phone before the test says so."""

    def __init__(self, page, pattern):
        self.page, self.routes, self.is_over = page, [], False
        page.route(pattern, self._hold)

    def _hold(self, route):
        if self.is_over:
            route.continue_()
        else:
            self.routes.append(route)

    def wait(self):
        """Until the first of them is under way."""
        wait_for(lambda: self.page.title() and self.routes)

    def let_go(self):
        self.is_over = True
        for route in self.routes:
            route.continue_()


def kept_hand(page):
    return rows(page).filter(has_text="entered at")


def begin_to_change(page):
    kept_hand(page).get_by_role("button", name="Change").click()
    write(page, points_of(2))


def remove(page):
    kept_hand(page).get_by_role("button", name="Remove").click()
    kept_hand(page).get_by_role("button", name="Remove this entry?").click()


@pytest.mark.long
def test_a_hand_that_is_changed_while_the_deal_before_it_is_sent_is_sent_as_changed(
    stack, new_phone, network, code, number
):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    deals = HeldRequests(page, "**/deal/")
    network.switch(FINE)
    deals.wait()
    begin_to_change(page)
    press(page, "Save hand 1")
    expect(kept_hand(page)).to_contain_text("102")
    deals.let_go()
    wait_until_stored(stack, code, [(1, points_of(2)[0])])
    expect(kept_hand(page).get_by_text("accepted", exact=True)).to_be_visible()
    assert times_reported(stack, number) == 1


@pytest.mark.long
def test_a_hand_that_is_removed_while_the_deal_before_it_is_sent_is_not_sent(
    stack, new_phone, network, code, number
):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1, points=points_of(2))
    deals = HeldRequests(page, "**/deal/")
    network.switch(FINE)
    deals.wait()
    remove(page)
    expect(count(page)).to_have_text("1 waiting to send")
    deals.let_go()
    expect(count(page)).to_be_hidden()
    enter(page, 1)
    wait_until_stored(stack, code, first_seat([1]))
    assert times_reported(stack, number) == 1


@pytest.mark.long
def test_a_hand_that_is_changed_while_it_is_sent_itself_becomes_a_dispute(
    stack, new_phone, network, code
):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    begin_to_change(page)
    hands = HeldRequests(page, "**/hands/")
    network.switch(FINE)
    hands.wait()
    press(page, "Save hand 1")
    expect(kept_hand(page)).to_contain_text("102")
    hands.let_go()
    expect(kept_hand(page).get_by_text("disputed", exact=True)).to_be_visible()
    expect(kept_hand(page)).to_contain_text("102")
    assert stored(stack, code) == first_seat([1])


@pytest.mark.long
def test_a_hand_that_is_saved_after_its_entry_is_gone_is_kept(stack, new_phone, network, code):
    """The phone forgets an entry two minutes after it was accepted, however long a form is open."""
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    begin_to_change(page)
    remove(page)
    expect(count(page)).to_have_text("1 waiting to send")
    press(page, "Save hand 1")
    expect(count(page)).to_have_text("2 waiting to send")
    network.switch(FINE)
    wait_until_stored(stack, code, [(1, points_of(2)[0])])
