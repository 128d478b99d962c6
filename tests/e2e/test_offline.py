"""No entry is lost on a bad network: a real browser, the real site, and a proxy between them."""

import pytest
from playwright.sync_api import expect

from tests.browser import HALL
from tests.e2e.bad_network import (
    Phone,
    button,
    count,
    deal,
    enter,
    entered,
    first_seat,
    make,
    play,
    points_of,
    press,
    refused_rows,
    rows,
    stored,
    times_reported,
    until_kept,
    wait_until_stored,
    write,
)
from tests.proxy import CAPTIVE_PORTAL, FINE, HALF_OPEN, OFF, Fault, Proxy
from tests.stack import wait_for
from tournaments.access.phones import PHONE_PREFIX
from tournaments.live.stream import STREAM_PATH

HANDS, FLAPS = 30, 50
STATUS = """
SELECT tournaments_scoresheet.status FROM tournaments_scoresheet
JOIN tournaments_table ON tournaments_table.id = table_id WHERE code = '{code}'
"""
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


@pytest.fixture
def table(stack, number):
    """Its code, and the cookies of a phone for each of its seats."""
    return make(stack, number)


@pytest.fixture
def code(table):
    return table["code"]


@pytest.fixture
def network(stack):
    proxy = Proxy(stack.url).start()
    yield proxy
    proxy.close()


@pytest.fixture
def new_phone(browser, tmp_path, network, table):
    """Phones behind the network, each of another seat and with a profile of its own."""
    made = []

    def new(url=network.url, table=table) -> Phone:
        seat = table["seats"][len(made)]
        made.append(Phone(browser.browser_type, tmp_path / f"phone-{len(made)}", url, seat))
        return made[-1]

    yield new
    problems = [problem for phone in made for problem in phone.watch.problems()]
    for phone in made:
        phone.close()
    assert not problems, "\n".join(problems)


def opened_its_seat_long_ago(phone):
    """A browser writes cookies down half a minute later, or when it is closed."""
    phone.open()
    phone.close()
    return phone


def at_the_table(phone, code):
    page = phone.open()
    page.goto(f"{phone.url}/table/{code}/")
    expect(page.locator("#table-live")).to_be_visible()
    return page


def test_hands_wait_through_a_reload_and_a_killed_browser(stack, new_phone, network, code, number):
    phone = opened_its_seat_long_ago(new_phone())
    page = at_the_table(phone, code)
    until_kept(page)
    network.switch(OFF)
    play(page, 1)
    play(page, 2)
    expect(count(page)).to_have_text("4 waiting to send")
    expect(page.locator("[data-outbox-totals] dd").first).to_have_text("203")

    page.reload()
    expect(count(page)).to_have_text("4 waiting to send")
    expect(page.get_by_text("You are offline: this page is from")).to_be_visible()
    deal(page, 3)
    phone.kill()

    page = at_the_table(phone, code)
    expect(count(page)).to_have_text("5 waiting to send")
    enter(page, 3)
    expect(rows(page)).to_have_count(6)
    assert stored(stack, code) == []

    network.switch(FINE)
    wait_until_stored(stack, code, first_seat([1, 2, 3]))
    expect(count(page)).to_be_hidden()
    expect(page.get_by_text("You are offline: this page is from")).to_be_hidden()
    expect(rows(page).get_by_text("accepted", exact=True)).to_have_count(3)
    assert times_reported(stack, number) == 3


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


def test_over_plain_http_a_killed_browser_sends_what_it_kept(stack, new_phone, network, code):
    """Halls have no certificate: no service worker, no locks, no randomUUID."""
    phone = opened_its_seat_long_ago(new_phone(network.url.replace("127.0.0.1", HALL)))
    page = at_the_table(phone, code)
    assert page.evaluate("[isSecureContext, 'locks' in navigator]") == [False, False]
    network.switch(OFF)
    play(page, 1)
    deal(page, 2)
    enter(page, 2)
    expect(count(page)).to_have_text("4 waiting to send")
    phone.kill()

    network.switch(FINE)
    page = at_the_table(phone, code)
    wait_until_stored(stack, code, first_seat([1, 2]))
    expect(count(page)).to_be_hidden()
    play(page, 3)
    wait_until_stored(stack, code, first_seat([1, 2, 3]))


def test_thirty_hands_on_a_network_that_comes_and_goes(stack, new_phone, network, code, number):
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
    with page.expect_response(f"**/table/{code}/live/*", timeout=10_000):
        route.fulfill(response=answer)
    expect(page.locator("#table-live #enter-hand")).to_have_text("Enter hand 2")


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


def test_what_follows_a_refused_hand_waits_and_says_why(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1, points=(-99_999, 0, 0, 0))
    play(page, 2)
    network.switch(FINE)
    refused = refused_rows(page)
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text("-300 to 300")
    expect(count(page)).to_have_text("2 waiting to send · 1 refused")
    behind = rows(page).filter(has_text="Waits until you change, resend or remove")
    expect(behind).to_have_count(2)
    assert stored(stack, code) == []

    page.reload()
    refused.get_by_role("button", name="Change").click()
    write(page, points_of(1))
    button(page, "Save hand 1").click()
    wait_until_stored(stack, code, first_seat([1, 2]))
    expect(count(page)).to_be_hidden()


def test_a_refused_entry_is_taken_away_by_a_person_alone(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1, points=(-99_999, 0, 0, 0))
    network.switch(FINE)
    refused = refused_rows(page)
    expect(refused).to_have_count(1)
    refused.get_by_role("button", name="Remove").click()
    refused.get_by_role("button", name="Remove this entry?").click()
    expect(count(page)).to_be_hidden()
    enter(page, 1)
    wait_until_stored(stack, code, first_seat([1]))


def test_entries_wait_for_a_lost_seat_and_go_on_when_it_is_open_again(
    stack, new_phone, network, code
):
    phone = new_phone()
    page = at_the_table(phone, code)
    phone.watch.expect("status of 403")
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    seat = [one for one in page.context.cookies() if one["name"].startswith(PHONE_PREFIX)]
    page.context.clear_cookies(name=seat[0]["name"])
    with page.expect_request("**/deal/"):
        pass  # the one that was under way may have had the cookie
    network.switch(FINE)
    why = "Only players at this table can enter results here."
    expect(rows(page).get_by_text(why).first).to_be_visible()
    expect(count(page)).to_have_text("2 waiting to send")
    expect(refused_rows(page)).to_have_count(0)

    page.context.add_cookies(seat)
    page.reload()
    wait_until_stored(stack, code, first_seat([1]))


def test_a_network_that_goes_without_an_error_is_noticed_at_once(new_phone, network, code):
    """An emulated network drops nothing that is open: the stream stays silent and says nothing."""
    page = at_the_table(new_phone(network.url.replace("127.0.0.1", HALL)), code)
    wait_for(lambda: page.evaluate("document.documentElement.dataset.connection === 'up'"))
    page.context.set_offline(True)
    line = page.locator("[data-contact]")
    expect(line).to_contain_text("Keep this page open", timeout=15_000)
    pull = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert page.evaluate(pull) == "contain"
    page.context.set_offline(False)
    expect(line).to_be_hidden()


def test_one_hand_entered_differently_on_two_phones_becomes_a_dispute(
    stack, new_phone, network, code
):
    pages = [at_the_table(new_phone(), code) for _ in range(2)]
    deal(pages[0], 1)
    expect(button(pages[1], "Enter hand 1")).to_be_visible()
    network.switch(OFF)
    enter(pages[0], 1, points=(50, 0, 0, 0))
    enter(pages[1], 1, points=(0, 50, 0, 0))
    for page in pages:
        expect(count(page)).to_have_text("1 waiting to send")

    network.switch(FINE)
    for page in pages:
        expect(count(page)).to_be_hidden()
        expect(rows(page).get_by_text("disputed", exact=True)).to_be_visible()
    words = " ".join(rows(page).inner_text() for page in pages)
    assert "Your entry counts until a conductor decides." in words
    assert stack.rows(STATUS.format(code=code)) == [("disputed",)]


def test_two_phones_deal_and_enter_the_same_hands_without_a_network(
    stack, new_phone, network, code, number
):
    pages = [at_the_table(new_phone(), code) for _ in range(2)]
    network.switch(OFF)
    for page in pages:
        play(page, 1)
        play(page, 2)
    network.switch(FINE)
    for page in pages:
        expect(count(page)).to_be_hidden()
    wait_until_stored(stack, code, first_seat([1, 2]))
    assert times_reported(stack, number) == 2


def test_a_full_sheet_waits_as_well(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    deal(page, 1)
    press(page, "Enter hand 1")
    page.get_by_role("link", name="Full").click()
    page.locator("[name='trains-1-1-cars']").fill("box, box, Box, box, box")
    page.locator("[name='trains-1-2-cars']").fill("tank, tank, tank, tank")
    page.locator("[name='hand-2']").fill("flat")
    page.locator("form [name=went_out]").first.check()
    network.switch(OFF)
    press(page, "Save hand 1")
    expect(rows(page)).to_contain_text("with its full sheet")
    network.switch(FINE)
    wait_for(lambda: entered(stack, code))
    assert entered(stack, code)["trains"][0] == [
        {"cars": ["box"] * 5, "diesel": False},
        {"cars": ["tank"] * 4, "diesel": False},
    ]
    assert entered(stack, code)["hand"] == [[], ["flat"], [], []]
    assert entered(stack, code)["went_out"] == [True, False, False, False]


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
    network.switch(OFF)
    # The phone's own clock is of no use: the steady one, put right by the server's, counts.
    page.evaluate(
        """() => {
          const steady = performance.now.bind(performance);
          performance.now = () => steady() + 24 * 3600 * 1000;
        }"""
    )
    button(page, "Deal hand 1").click()
    expect(page.locator("[data-outbox]").get_by_text("No new hands since")).to_be_visible(
        timeout=30_000
    )
    expect(count(page)).to_be_hidden()


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
