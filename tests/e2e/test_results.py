"""Results at the table, on phones: entered with a thumb, agreed, disputed, ruled."""

import pytest
from playwright.sync_api import expect

from tests.e2e.hall import PHONE, tap_offline_and_again
from tests.stack import wait_for

#: So many taps at most beside the digits.
MOST_TAPS = 7
#: What a thumb reaches on a phone held in one hand: the lower part, above the navigation.
THUMB_FROM, THUMB_TO = 600, 780

#: The end of a press may go unseen, so that a page takes each press for over after three seconds.
#: Not in this test, on however busy a machine.
PRESSED_FOR_LONG = """
const later = globalThis.setTimeout;
globalThis.setTimeout = (act, ms, ...rest) => later(act, ms === 3_000 ? 600_000 : ms, ...rest);
"""
#: The table's part of the page is fetched again. Resolves when an answer was dealt with: of this
#: request, or of one that was under way, since htmx then lets this one wait.
FETCH_AGAIN = """new Promise((done) => {
  addEventListener("htmx:afterRequest", ({ target }) => target.id === "table-live" && done());
  htmx.trigger("#table-live", "live");
})"""


class Thumb:
    """Taps, counted."""

    def __init__(self, page):
        self.page, self.taps, self.digits = page, 0, 0

    def tap(self, locator):
        locator.tap()
        self.taps += 1

    def key(self, name):
        """A key of the pad on the screen; the digits of points are counted by themselves."""
        self.page.locator("[data-keypad]:visible").locator(f"[data-key='{name}']").tap()
        if name.isdigit():
            self.digits += 1
        else:
            self.taps += 1

    def number(self, value):
        if value < 0:
            self.key("sign")
        for digit in str(abs(value)):
            self.key(digit)


def deal(phone):
    phone.get_by_role("button", name="Deal hand 1").tap()
    expect(phone.get_by_role("link", name="Enter hand 1")).to_be_visible()


def is_in_reach(locator):
    """Whether the thumb reaches it once it is there: the page may just be fetching it again."""
    box = wait_for(locator.bounding_box)
    is_on_screen = box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    return is_on_screen and box["y"] >= THUMB_FROM and box["y"] + box["height"] <= THUMB_TO


def enter_quick(phone, points, out):
    """Enter hand 1 with the thumb alone, from the table's page; the thumb with its counts."""
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Enter hand 1"))
    expect(phone.locator("form[data-hand] [name=points-1]")).to_be_focused()
    for place, value in enumerate(points):
        if place:
            thumb.key("next")
        thumb.number(value)
    thumb.tap(phone.locator("form[data-hand] .points__row").nth(out - 1).get_by_text("went out"))
    thumb.tap(phone.get_by_role("button", name="Save hand 1"))
    expect(phone.get_by_text("Hand 1 is saved.")).to_be_visible()
    return thumb


def state(phone, word):
    expect(phone.locator(".sheets .status").first).to_have_text(word)


def totals(phone):
    return phone.locator("#table-live table").first.locator("tbody tr td:nth-child(2)")


# --- Express, as it is called out -----------------------------------------------------------------


def test_a_hand_for_four_takes_a_thumb_and_few_taps_and_is_agreed_on_another_phone(hall):
    table = hall()
    anna, ben = table.phone(1), table.phone(2)
    assert is_in_reach(anna.get_by_role("button", name="Deal hand 1"))
    deal(anna)
    assert is_in_reach(anna.get_by_role("link", name="Enter hand 1"))
    thumb = enter_quick(anna, [34, 12, -5, 0], out=1)
    assert thumb.digits == 6
    assert thumb.taps <= MOST_TAPS
    state(anna, "reported")
    expect(anna.get_by_role("button", name="Agree")).to_have_count(0)
    state(ben, "reported")  # nobody loaded this page again
    tap_offline_and_again(ben, "Agree")
    for phone in (ben, anna):
        state(phone, "agreed")
        expect(totals(phone).first).to_have_text("34")
    # What was said of one's own act does not outlive its truth.
    anna.clock.install()
    anna.clock.fast_forward(70_000)
    expect(anna.get_by_text("Hand 1 is saved.")).to_have_count(0)


@pytest.mark.long
def test_a_quick_hand_is_disputed_with_one_s_own_points_and_ruled(hall):
    table = hall()
    anna, ben = table.phone(1), table.phone(2)
    deal(anna)
    enter_quick(anna, [34, 12, 5, 0], out=1)
    ben.get_by_role("link", name="Something is wrong").tap()
    points = ben.locator("main form [name=points-2]")
    expect(points).to_have_value("12")  # what stands is where one begins
    points.fill("21")
    ben.get_by_label("Reason").fill("read upside down")
    tap_offline_and_again(ben, "Tell a conductor")
    for phone in (ben, anna):
        state(phone, "disputed")
        expect(totals(phone).nth(1)).to_have_text("12")

    clara = table.laptop(table.address)
    clara.get_by_role("link", name="Rule on hand 1").click()
    expect(clara.get_by_text("read upside down")).to_be_visible()
    clara.get_by_role("button", name="This is right").click()
    for phone in (ben, anna):
        state(phone, "ruled")
        expect(totals(phone).nth(1)).to_have_text("21")
    ben.get_by_role("link", name="History").tap()
    expect(ben.locator(".versions__head strong")).to_have_text(
        ["dealt", "reported", "disputed", "ruled"]
    )


@pytest.mark.long
def test_who_comes_second_with_other_points_loses_nothing_of_them(hall):
    table = hall()
    anna, ben = table.phone(1), table.phone(2)
    deal(anna)
    expect(ben.get_by_role("link", name="Enter hand 1")).to_be_visible()
    ben.get_by_role("link", name="Enter hand 1").tap()
    form = ben.locator("form[data-hand]")
    for seat, value in enumerate((33, 12, 5, 0), start=1):
        form.locator(f"[name=points-{seat}]").fill(str(value))
    form.locator("[name=went_out]").first.check()
    enter_quick(anna, [34, 12, 5, 0], out=1)
    ben.watch.expect("409")
    ben.get_by_role("button", name="Save hand 1").tap()
    expect(ben.get_by_role("heading", name="Current entry")).to_be_visible()
    expect(ben.locator("main form [name=points-1]")).to_have_value("33")
    ben.get_by_role("button", name="Dispute: ask a conductor").tap()
    state(ben, "disputed")


# --- Express in full ------------------------------------------------------------------------------


def tap_words(phone, name, words):
    """Choose the words of an input one by one on its pad."""
    phone.locator(f"[name={name}]").tap()
    pad = phone.locator("[data-words-pad]")
    for word in words:
        pad.get_by_role("button", name=word, exact=True).tap()
    pad.get_by_role("button", name="Done", exact=True).tap()


@pytest.mark.long
def test_a_late_answer_to_a_deal_takes_nobody_away_from_the_form(hall):
    phone, held = hall().phone(1, service_workers="block"), []
    phone.route("**/deal/", lambda route: held.append((route, route.fetch())))
    phone.get_by_role("button", name="Deal hand 1").click()
    phone.get_by_role("link", name="Enter hand 1").click()  # the stream was quicker
    form = phone.locator("form[data-hand-entry]")
    expect(form).to_be_visible()
    ((route, answer),) = held
    with phone.expect_event("requestfinished", lambda request: request.url.endswith("/deal/")):
        route.fulfill(response=answer)
    phone.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    expect(form).to_be_visible()


@pytest.mark.long
def test_a_phone_goes_on_with_the_site_after_one_answer_to_a_deal_was_lost(hall):
    phone, held = hall().phone(1, service_workers="block"), []
    phone.watch.expect("net::ERR_FAILED")
    phone.route("**/deal/", lambda route: held.append((route, route.fetch())))
    phone.get_by_role("button", name="Deal hand 1").click()
    expect(phone.locator("#enter-hand")).to_be_visible()  # the stream brought it,
    wait_for(lambda: phone.wait_for_timeout(20) or held)  # which may be quicker than the answer
    with phone.expect_response(lambda answer: "/live/" in answer.url):
        held[0][0].abort()
    expect(phone.locator("#enter-hand")).to_be_visible()
    expect(phone.locator("[data-outbox]")).to_be_hidden()


@pytest.mark.long
def test_a_full_hand_is_scored_while_it_is_entered(hall):
    anna = hall().phone(1)
    deal(anna)
    anna.get_by_role("link", name="Enter hand 1").tap()
    anna.get_by_role("link", name="Full", exact=True).tap()
    tap_words(anna, "trains-1-1-cars", ["box"] * 5)
    tap_words(anna, "trains-1-2-cars", ["gondola"] * 4)
    anna.locator("#sheet-of-2 > summary").tap()
    tap_words(anna, "hand-2", ["auto", "tank"])
    score = anna.locator("#score")
    expect(score).to_contain_text("Box Car train, 5 cars")
    expect(score).to_contain_text("Auto Carrier 5, Tank Car 4")
    expect(score.locator("h3").nth(1)).to_contain_text("\N{MINUS SIGN}9")
    anna.locator("[name=went_out]").first.check()
    expect(score).to_contain_text("Went out")
    anna.get_by_role("button", name="Save hand 1").tap()
    state(anna, "reported")
    expect(totals(anna).nth(1)).to_have_text("\N{MINUS SIGN}9")


@pytest.mark.long
def test_a_full_hand_is_agreed_to_by_the_same_points_as_they_were_called_out(hall):
    table = hall()
    anna, ben = table.phone(1), table.phone(2)
    deal(anna)
    expect(ben.get_by_role("link", name="Enter hand 1")).to_be_visible()
    ben.get_by_role("link", name="Enter hand 1").tap()  # before anybody has stored it
    anna.goto(f"{table.address}hands/1/?sheet=full")
    for row, words in (("1", "box, box, box, box, box"), ("2", "tank, tank, tank, tank")):
        anna.locator(f"[name=trains-1-{row}-cars]").fill(words)
    anna.locator("[name=went_out]").first.check()
    anna.get_by_role("button", name="Save hand 1").tap()
    state(anna, "reported")
    mine = totals(anna).first.inner_text()
    form = ben.locator("form[data-hand]")
    for seat in range(1, 5):
        form.locator(f"[name=points-{seat}]").fill(mine if seat == 1 else "0")
    form.locator("[name=went_out]").first.check()
    ben.get_by_role("button", name="Save hand 1").tap()
    state(ben, "agreed")


@pytest.mark.long
def test_what_is_fetched_while_a_button_is_held_takes_its_place_afterwards(hall):
    page = hall().phone(1, script=PRESSED_FOR_LONG)
    page.get_by_role("button", name="Deal hand 1").hover()
    page.mouse.down()
    # Only from here on: a page that has just come is fetched once more when its stream is open.
    page.locator("#table-live").evaluate("part => { part.dataset.before = 'yes' }")
    page.evaluate(FETCH_AGAIN)
    assert page.locator("#table-live[data-before]").count() == 1
    page.mouse.up()
    expect(page.get_by_role("link", name="Enter hand 1")).to_be_visible()
    expect(page.locator("#table-live[data-before]")).not_to_be_attached()
