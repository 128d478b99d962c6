"""No entry is lost, and none stored twice, on a network that fails in its own way each time."""

import pytest
from playwright.sync_api import expect

from tests.browser import HALL
from tests.e2e.bad_network import (
    at_the_table,
    button,
    count,
    deal,
    enter,
    first_seat,
    play,
    points_of,
    press,
    stored,
    times_reported,
    wait_until_stored,
    write,
)
from tests.examples import ALL
from tests.proxy import CAPTIVE_PORTAL, FINE, HALF_OPEN, OFF, Fault
from tests.stack import wait_for
from tournaments.live.stream import STREAM_PATH

#: `make thorough` plays a whole evening.
HANDS, FLAPS = (15, 25) if ALL else (4, 7)


@pytest.mark.long
def test_hands_on_a_network_that_comes_and_goes(stack, new_phone, network, code, number):
    page = at_the_table(new_phone(), code)
    flaps = 0

    def flap():
        nonlocal flaps
        flaps += 1
        network.switch(OFF if flaps % 2 else FINE)

    for hand in range(1, HANDS + 1):
        deal(page, hand)
        flap()
        enter(page, hand)
        flap() if hand % 3 else None
        expect(button(page, f"Deal hand {hand + 1}")).to_be_visible()
    assert flaps >= FLAPS
    network.switch(FINE)
    wait_until_stored(stack, code, first_seat(range(1, HANDS + 1)))
    expect(count(page)).to_be_hidden()
    assert times_reported(stack, number) == HANDS


@pytest.mark.long
def test_an_answer_that_was_overtaken_leaves_no_older_page(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    deal(page, 1)
    press(page, "Enter hand 1")
    write(page, points_of(1))
    network.switch(OFF)
    press(page, "Save hand 1")
    expect(button(page, "Deal hand 2")).to_be_visible()  # by the outbox, on the page of hand 1
    held = []

    def hold_the_first(route):
        answer = route.fetch()
        if held:
            route.fulfill(response=answer)
        else:
            held.append((route, answer))

    page.route(f"**/table/{code}/", hold_the_first)
    page.route(f"**{STREAM_PATH}*", lambda route: route.abort())  # no hint mends it by chance
    network.switch(FINE)
    wait_until_stored(stack, code, first_seat([1]))
    wait_for(lambda: page.title() and held)
    press(page, "Deal hand 2")
    expect(page.locator("#table-live #enter-hand")).to_have_text("Enter hand 2")
    ((route, answer),) = held
    assert "Deal hand 2" in answer.text()
    # Sooner than a page without a stream asks anyhow.
    with page.expect_response(f"**/table/{code}/live/*"):
        route.fulfill(response=answer)
    expect(page.locator("#table-live #enter-hand")).to_have_text("Enter hand 2")


@pytest.mark.long
def test_the_page_of_a_hotel_never_empties_the_outbox(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    network.switch(CAPTIVE_PORTAL)
    play(page, 1)
    before = network.counts["portal"]
    page.evaluate("dispatchEvent(new Event('online'))")
    wait_for(lambda: network.counts["portal"] >= before + 3)
    expect(count(page)).to_have_text("2 waiting to send")
    expect(page.get_by_text("Free Wi-Fi")).to_have_count(0)
    expect(page.locator("#table-live")).to_be_visible()
    assert stored(stack, code) == []

    network.switch(FINE)
    wait_until_stored(stack, code, first_seat([1]))


def test_a_hand_whose_answer_was_lost_is_stored_once(stack, new_phone, network, code, number):
    page = at_the_table(new_phone(), code)
    deal(page, 1)
    button(page, "Enter hand 1").click()
    write(page, points_of(1))
    network.switch(Fault(cut_after=100))
    button(page, "Save hand 1").click()
    expect(count(page)).to_have_text("1 waiting to send")
    wait_until_stored(stack, code, first_seat([1]))  # the request arrived, its answer did not
    tried = network.counts["cut"]
    wait_for(lambda: network.counts["cut"] > tried)

    network.switch(FINE)
    expect(count(page)).to_be_hidden()
    wait_until_stored(stack, code, first_seat([1]))
    assert times_reported(stack, number) == 1


@pytest.mark.long
def test_a_network_that_swallows_everything_keeps_the_hand(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    deal(page, 1)
    button(page, "Enter hand 1").click()
    write(page, points_of(1))
    network.switch(HALF_OPEN)
    button(page, "Save hand 1").click()
    expect(count(page)).to_have_text("1 waiting to send")
    network.switch(FINE)
    wait_until_stored(stack, code, first_seat([1]))


@pytest.mark.long
def test_a_network_that_goes_without_an_error_is_noticed_at_once(new_phone, network, code):
    """An emulated network drops nothing that is open: the stream stays silent and says nothing."""
    page = at_the_table(new_phone(network.url.replace("127.0.0.1", HALL)), code)
    wait_for(lambda: page.evaluate("document.documentElement.dataset.connection === 'up'"))
    page.context.set_offline(True)
    line = page.locator("[data-contact]")
    expect(line).to_contain_text("Keep this page open")
    pull = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert page.evaluate(pull) == "contain"
    page.context.set_offline(False)
    expect(line).to_be_hidden()
