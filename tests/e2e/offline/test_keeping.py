"""Entries made without a network are kept by the phone and sent later: a real browser, the real
site, and a proxy between them."""

import pytest
from playwright.sync_api import expect

from tests.browser import HALL
from tests.e2e.bad_network import (
    at_the_table,
    button,
    count,
    deal,
    enter,
    entered,
    first_seat,
    make,
    opened_its_seat_long_ago,
    play,
    points_of,
    press,
    rows,
    stored,
    times_reported,
    until_kept,
    until_seen,
    wait_until_stored,
    write,
)
from tests.proxy import FINE, OFF, Fault
from tests.stack import wait_for

#: The browser registers a worker, and sends to it, when the test says so.
HOLD = """
globalThis.failed = globalThis.messages = 0;
const registered = new Promise((go) => { globalThis.letRegister = go; });
const sent = new Promise((go) => { globalThis.letSend = go; });
const { register } = ServiceWorkerContainer.prototype;
ServiceWorkerContainer.prototype.register = async function (...all) {
  await registered;
  return register.apply(this, all).catch((error) => { failed += 1; throw error; });
};
const { postMessage } = ServiceWorker.prototype;
ServiceWorker.prototype.postMessage = async function (...all) {
  messages += 1;
  await sent;
  postMessage.apply(this, all);
};
"""
#: What the service worker kept of the page itself is gone; its static files stay.
FORGET_PAGE = """async () => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(location.href);
}"""
#: The first byte of an answer comes after five seconds: a kept page is shown after four.
SLOWER_THAN_A_KEPT_PAGE = Fault(latency=2.5)


def test_hands_wait_through_a_reload_and_a_killed_browser(stack, new_phone, network, code, number):
    phone = opened_its_seat_long_ago(new_phone(may_die=True))
    page = at_the_table(phone, code)
    until_kept(page)
    network.switch(OFF)
    play(page, 1)
    expect(count(page)).to_have_text("2 waiting to send")
    expect(page.locator("[data-outbox-totals] dd").first).to_have_text("101")

    page.reload()
    expect(count(page)).to_have_text("2 waiting to send")
    expect(page.get_by_text("You are offline: this page is from")).to_be_visible()
    deal(page, 2)
    phone.kill()

    page = at_the_table(phone, code)
    expect(count(page)).to_have_text("3 waiting to send")
    press(page, "Enter hand 2")
    expect(page.locator("[name=points-1]")).to_be_focused()  # as in a form from the site
    write(page, points_of(2))
    press(page, "Save hand 2")
    expect(rows(page)).to_have_count(4)
    assert stored(stack, code) == []

    network.switch(FINE)
    wait_until_stored(stack, code, first_seat([1, 2]))
    expect(count(page)).to_be_hidden()
    expect(page.get_by_text("You are offline: this page is from")).to_be_hidden()
    expect(rows(page).get_by_text("accepted", exact=True)).to_have_count(2)
    assert times_reported(stack, number) == 2


@pytest.mark.long
def test_a_reload_shows_the_newest_state_that_the_phone_saw(stack, new_phone, network, code):
    """The page itself is kept every two minutes at most."""
    page = at_the_table(new_phone(), code)
    until_kept(page)
    play(page, 1)
    wait_until_stored(stack, code, first_seat([1]))
    deal(page, 2)
    expect(page.get_by_text("Hand 2, dealt at")).to_be_visible()
    until_seen(page, "Hand 2, dealt at")
    network.switch(OFF)
    page.reload()
    expect(page.get_by_text("You are offline: this page is from")).to_be_visible()
    expect(page.get_by_text("Hand 2, dealt at")).to_be_visible()
    expect(page.get_by_text("Hand 1, dealt at")).to_have_count(0)
    enter(page, 2)
    expect(count(page)).to_have_text("1 waiting to send")
    network.switch(FINE)
    wait_until_stored(stack, code, first_seat([1, 2]))


@pytest.mark.long
def test_a_page_is_kept_although_the_network_failed_while_it_was_cached(new_phone, network, code):
    phone = new_phone()
    page = phone.open()
    page.add_init_script(HOLD)
    page.goto(f"{phone.url}/table/{code}/")
    network.switch(OFF)
    page.evaluate("letRegister()")
    wait_for(lambda: page.evaluate("failed"))
    network.switch(FINE)
    wait_for(lambda: page.evaluate("messages"))
    network.switch(OFF)
    before = network.counts["connections"]
    page.evaluate("letSend()")
    wait_for(lambda: network.counts["connections"] > before)
    network.switch(FINE)
    until_kept(page)


@pytest.mark.long
def test_a_page_that_is_not_kept_is_waited_for_however_slow_the_network_is(
    new_phone, network, code
):
    page = at_the_table(new_phone(), code)
    until_kept(page)
    page.evaluate(FORGET_PAGE)
    network.switch(SLOWER_THAN_A_KEPT_PAGE)
    page.reload()
    expect(page.locator("#table-live")).to_be_visible()
    expect(page.locator("footer")).to_be_visible()


@pytest.mark.long
def test_over_plain_http_a_killed_browser_sends_what_it_kept(stack, new_phone, network, code):
    """Halls have no certificate: no service worker, no locks, no randomUUID."""
    url = network.url.replace("127.0.0.1", HALL)
    phone = opened_its_seat_long_ago(new_phone(url, may_die=True))
    page = at_the_table(phone, code)
    assert page.evaluate("[isSecureContext, 'locks' in navigator]") == [False, False]
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    expect(count(page)).to_have_text("2 waiting to send")
    phone.kill()

    network.switch(FINE)
    page = at_the_table(phone, code)
    wait_until_stored(stack, code, first_seat([1]))
    expect(count(page)).to_be_hidden()
    play(page, 2)
    wait_until_stored(stack, code, first_seat([1, 2]))


@pytest.mark.long
def test_a_full_sheet_waits_as_well(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    deal(page, 1)
    press(page, "Enter hand 1")
    page.get_by_role("link", name="Full").click()
    page.locator("[name='trains-1-1-cars']").fill("box, box, Box, box, box")
    page.locator("[name='trains-1-2-cars']").fill("tank, tank, tank, tank")
    page.locator("#sheet-of-2 > summary").tap()
    page.locator("[name='hand-2']").fill("flat")
    page.locator("form [name=went_out]").first.check()
    network.switch(OFF)
    press(page, "Save hand 1")
    expect(rows(page)).to_contain_text("with its full sheet")
    expect(page.get_by_text("Without hand 1: the site adds up the sheet.")).to_be_visible()
    network.switch(FINE)
    wait_for(lambda: entered(stack, code))
    assert entered(stack, code)["trains"][0] == [
        {"cars": ["box"] * 5, "diesel": False},
        {"cars": ["tank"] * 4, "diesel": False},
    ]
    assert entered(stack, code)["hand"] == [[], ["flat"], [], []]
    assert entered(stack, code)["went_out"] == [True, False, False, False]


@pytest.mark.long
def test_the_sheet_of_another_game_is_begun_and_entered_without_a_network(
    stack, new_phone, network, number
):
    table = make(stack, 1000 + number, game="metro_x")
    page = at_the_table(new_phone(table=table), table["code"])
    network.switch(OFF)
    press(page, "Start the game")
    press(page, "Enter the result")
    values = {"completed": (12, 9, 4, 15), "transfers": (30, 20, 10, 40), "empty": (9, 8, 9, 7)}
    for name, four in values.items():
        for seat, value in enumerate(four, start=1):
            page.locator(f"[name='{name}-{seat}']").fill(str(value))
    press(page, "Save the result")
    expect(page.get_by_text("The game at this table is over.")).to_be_visible()
    expect(count(page)).to_have_text("2 waiting to send")
    network.switch(FINE)
    expect(count(page)).to_be_hidden()
    assert {name: tuple(said) for name, said in entered(stack, table["code"]).items()} == values


def test_no_hand_is_dealt_after_the_cutoff_without_a_network(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    wait_for(lambda: page.evaluate("localStorage.getItem('server-time-skew') !== null"))
    network.switch(OFF)
    # The phone's own clock is of no use: the steady one, put right by the server's, counts.
    page.evaluate(
        """() => {
          const steady = performance.now.bind(performance);
          performance.now = () => steady() + 24 * 3600 * 1000;
        }"""
    )
    button(page, "Deal hand 1").click()
    expect(page.locator("[data-outbox]").get_by_text("No new hands since")).to_be_visible()
    expect(count(page)).to_be_hidden()


@pytest.mark.long
def test_the_screen_stays_on_while_a_hand_is_entered(new_phone, code):
    phone = new_phone()
    page = phone.open()
    page.add_init_script(
        """
        globalThis.wake = [];
        const request = navigator.wakeLock.request.bind(navigator.wakeLock);
        navigator.wakeLock.request = async (kind) => {
          const lock = await request(kind);
          globalThis.wake.push("held");
          lock.addEventListener("release", () => globalThis.wake.push("released"));
          return lock;
        };
        """
    )
    page.context.grant_permissions(["screen-wake-lock"])
    page.goto(f"{phone.url}/table/{code}/")
    deal(page, 1)
    assert page.evaluate("wake") == []
    button(page, "Enter hand 1").click()
    wait_for(lambda: page.evaluate("wake") == ["held"])
    write(page, points_of(1))
    button(page, "Save hand 1").click()
    wait_for(lambda: page.evaluate("wake") == ["held", "released"])
