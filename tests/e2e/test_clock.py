"""One hall, one time: two phones, the projector and the conductor watch the same clock."""

import re
import time

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

#: A phone whose own clock is wrong.
AN_HOUR_FAST = """
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) { super(...(given.length ? given : [RealDate.now() + 3600000])); }
  static now() { return RealDate.now() + 3600000; }
};
"""
# The slot began 95 minutes ago: the last hand may start in five minutes.
MAKE = """
from django.utils import timezone
from tests.builders import ANNA, make_conductor, make_entries, make_event, make_round
from tests.builders import make_tournament, minutes
from tournaments.clock.services import start_slot
event = make_event("Meet {number}")
make_conductor(event, "conductor{number}@example.org")
tournament = make_tournament(event)
groups = [make_entries(tournament, 4) for _ in range(3)]
round_ = make_round(tournament, groups, started_at=None)
start_slot(round_, by=ANNA, at=timezone.now() - minutes(95))
answer = list(round_.tables.order_by("number").values_list("code", flat=True))
"""

#: The page's stream is open.
IN_CONTACT = "() => document.documentElement.dataset.connection === 'up'"
#: How often the page has asked the server what time it is; it does so five times.
PROBES = """() => performance.getEntriesByType("resource")
  .filter(({ name, responseEnd }) => name.includes("server-clock") && responseEnd).length"""
#: The box with this id is ticked as soon as its part of the page is new, before htmx settles that.
TICK_BEFORE_IT_SETTLES = """(id) => {
  const once = (name, act) => addEventListener(name, function listener({ target }) {
    if (!target.matches?.("[data-keep-ticks]")) return;
    removeEventListener(name, listener);
    act();
  });
  once("htmx:afterSwap", () => document.getElementById(id).click());
  once("htmx:afterSettle", () => { window.hasSettled = true; });
}"""
#: Seconds until the last hand may start: the page counts down to the end of the slot alone.
LEFT = """() => {
  const clock = document.querySelector(".clock:not(.tile)");
  const text = clock.querySelector("[data-countdown=ends]").textContent;
  const { cutoffAt, endsAt } = clock.dataset;
  const left = text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  return left - (Date.parse(endsAt) - Date.parse(cutoffAt)) / 1000;
}"""


@pytest.fixture
def codes(stack, number):
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def conductor(open_page, stack, codes, number):
    page = open_page(base_url=stack.url, service_workers="block")
    stack.sign_in(page, f"conductor{number}@example.org")
    page.goto(f"/e/meet-{number}/clocks/")
    expect(page.get_by_role("heading", name="Clock room")).to_be_visible()
    return page


def last_hand(page):
    """The time of day at which the last hand may start, as the page's large clock shows it."""
    return page.locator(".clock .clock__times dd").first


def change(page, act, minutes="", scope="the whole round", reason="a spilt drink"):
    page.get_by_label("Action").select_option(act)
    page.get_by_label(scope).check()
    page.get_by_label("Minutes", exact=True).or_(page.locator("[name=minutes]")).first.fill(minutes)
    page.get_by_label("Reason").first.fill(reason)
    page.get_by_role("button", name="Apply").click()
    expect(page.locator(".message--success")).to_be_visible()


def cutoff_as_shown(page):
    """Between which moments, by this machine's clock, the page lets the cutoff be."""
    asked = time.time()
    left = page.evaluate(LEFT)
    return asked + left, time.time() + left


def test_two_phones_the_projector_and_the_conductor_watch_the_same_clock(
    stack, open_page, conductor, codes, number
):
    def open_here(**options):
        return open_page(base_url=stack.url, service_workers="block", **options)

    right, fast = open_here(**PHONE), open_here(**PHONE)
    fast.add_init_script(AN_HOUR_FAST)
    board = open_here(width=1920, height=1080)
    right.goto(f"/table/{codes[0]}/")
    fast.goto(f"/table/{codes[1]}/")
    board.goto(f"/e/meet-{number}/board/")
    pages = (right, fast, board)
    before = last_hand(right).inner_text()
    for page in pages:
        expect(last_hand(page)).to_have_text(before)

    change(conductor, "extra", "10")

    for page in pages:  # none of them is loaded again
        expect(last_hand(page)).not_to_have_text(before)
    assert len({last_hand(page).inner_text() for page in pages}) == 1
    fast.wait_for_function(f"() => ({LEFT})() < 3600")
    cutoffs = [cutoff_as_shown(page) for page in (*pages, conductor)]
    assert max(early for early, _late in cutoffs) - min(late for _early, late in cutoffs) <= 2
    assert 13 * 60 < fast.evaluate(LEFT) <= 15 * 60

    change(conductor, "pause", reason="a fire alarm")
    for page in (right, fast):
        expect(page.get_by_text("Paused since").first).to_be_visible()
    expect(board.get_by_role("heading", name="Everything is paused")).to_be_visible()
    change(conductor, "undo", reason="it was none")
    for page in pages:
        expect(page.get_by_text("Paused since")).to_have_count(0)
    expect(board.get_by_text("Everything is paused")).to_have_count(0)

    # One table alone is given time: its phone sees that, the others stay.
    conductor.get_by_label("Select Table 1").check()
    change(conductor, "cutoff", "5", scope="the selected tables", reason="plays slowly")
    expect(right.get_by_text("This table's own clock")).to_be_visible()
    expect(last_hand(right)).not_to_have_text(last_hand(fast).inner_text())
    the_projector_goes_on_without_a_network_and_says_since_when(board)


def the_projector_goes_on_without_a_network_and_says_since_when(board):
    board.watch.expect("ERR_INTERNET_DISCONNECTED")
    board.watch.expect("htmx:sendError")
    left = board.locator("[data-countdown=ends]").first
    board.wait_for_function(IN_CONTACT)
    board.context.set_offline(True)
    board.evaluate("dispatchEvent(new Event('online'))")  # look at the connection now
    contact = board.locator("[data-contact]")
    expect(contact).to_be_visible()
    expect(contact).to_have_text(re.compile(r"Offline since \d\d:\d\d"))
    expect(left).not_to_have_text(left.inner_text())
    board.context.set_offline(False)
    expect(contact).to_be_hidden()


@pytest.mark.long
def test_a_table_ticked_while_the_tables_are_fetched_again_stays_ticked(conductor):
    before, meanwhile = (conductor.get_by_label(f"Select Table {number}") for number in (1, 2))
    before.check()
    conductor.evaluate(TICK_BEFORE_IT_SETTLES, meanwhile.get_attribute("id"))
    conductor.evaluate("htmx.trigger('[data-keep-ticks]', 'live')")
    conductor.wait_for_function("() => window.hasSettled")
    expect(before).to_be_checked()
    expect(before).to_be_focused()
    expect(meanwhile).to_be_checked()


@pytest.mark.long
def test_a_tab_that_slept_wakes_to_the_right_time(stack, open_page, codes):
    phone = open_page(base_url=stack.url, **PHONE)
    # The tab's own steady clock stands still while it sleeps, as on a phone in a pocket. It falls
    # asleep in the pause after the last probe, so the first probes are still under way.
    phone.add_init_script(
        f"""
        const pause = globalThis.setTimeout;
        globalThis.setTimeout = (callback, milliseconds) =>
          pause(callback, milliseconds === 150 && ({PROBES})() >= 5 ? 3_600_000 : milliseconds);
        """
        """
        let asleep = 0;
        const steady = performance.now.bind(performance);
        performance.now = () => steady() - asleep;
        globalThis.sleepFor = (milliseconds) => { asleep += milliseconds; };
        """
    )
    # On a network so slow that one probe is not enough.
    slow = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
    network = phone.context.new_cdp_session(phone)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", slow)
    phone.goto(f"/table/{codes[0]}/")
    phone.wait_for_function(f"() => ({PROBES})() >= 5")
    right = phone.evaluate(LEFT)
    # Where it wakes no server answers: how long it slept, its other clock knows.
    phone.route("**/server-clock/", lambda _route: None)
    phone.evaluate("sleepFor(1_200_000)")
    asked = phone.evaluate("new Promise((done) => setTimeout(done, 2_500))")
    assert right - 60 < phone.evaluate(LEFT) <= right
    # And it asks once one does.
    phone.unroute("**/server-clock/")
    asked = phone.evaluate(PROBES)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")
    phone.wait_for_function(f"(asked) => ({PROBES})() > asked", arg=asked)
    assert right - 60 < phone.evaluate(LEFT) <= right


@pytest.mark.long
def test_players_agree_to_play_past_the_end_on_a_phone(stack, open_page, codes):
    phone = open_page(base_url=stack.url, **PHONE)
    seats = stack.phones([codes[2]])[codes[2]]
    for player, seat in zip(range(9, 13), seats, strict=True):
        # Each says so on a phone of their own.
        phone.context.add_cookies(
            [{"name": name, "value": value, "url": stack.url} for name, value in seat.items()]
        )
        phone.goto(f"/table/{codes[2]}/")
        if player == 9:
            phone.get_by_text("Play past the end?").click()
        phone.get_by_role("button", name=f"Player {player:03} agrees").click()
        taken = phone.get_by_role("button", name=f"Player {player:03} withdraws")
        expect(taken).to_be_visible()
    expect(phone.get_by_text("Everyone agreed to play past the end").first).to_be_visible()
