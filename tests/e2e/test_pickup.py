"""A pick-up game asked for by a phone, also where the network is bad."""

import pytest
from playwright.sync_api import expect

from tests.e2e.hall import CAMERA, PHONE
from tests.stack import wait_for

MAKE = """
from datetime import timedelta
from types import SimpleNamespace
from django.utils import timezone
from tests.builders import make_conductor, make_event, phone_of
from tests.tournaments.signup.sessions import make_players
today = timezone.now().date()
event = make_event("Meet {number}", pickup_any_title=True)
event.starts_on, event.ends_on = today, today + timedelta(days=1)
event.save()
people = make_players(event, 4)
make_conductor(event, "conductor{number}@example.org")
phone = SimpleNamespace(cookies={})
phone_of(phone, people[0])
answer = [phone.cookies, [person.badge for person in people]]
"""
ASKED = """
SELECT count(*) FROM tournaments_pickup AS one
JOIN tournaments_event AS event ON event.id = one.event_id WHERE event.slug = 'meet-{number}'
"""
NO_STORAGE = """
Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("no storage"); } });
"""


class Asking:
    """The page on the phone of Guest 001, with the badges of all four."""

    def __init__(self, stack, page, number) -> None:
        cookies, self.badges = stack.ask(MAKE.replace("{number}", str(number)))
        self.page, self._stack, self._number = page, stack, number
        page.context.add_cookies(
            [{"name": name, "value": value, "url": stack.url} for name, value in cookies.items()]
        )

    def open(self) -> None:
        self.page.goto(f"/e/meet-{self._number}/pickup/")
        self.page.wait_for_load_state()  # before the script is there, the browser sends the form
        self.page.get_by_label("What you play").select_option("express")

    def add(self, *people: int) -> None:
        for person in people:
            self.page.get_by_label("Badge or name of the next player").fill(self.badges[person - 1])
            self.page.get_by_role("button", name="Add", exact=True).click()
            expect(self.page.get_by_text(f". Guest 00{person}")).to_be_visible()

    def press(self) -> None:
        self.page.get_by_role("button", name="Ask for this game").click()

    def go_offline(self) -> None:
        for surprise in ("net::ERR_", "htmx:sendError"):
            self.page.watch.expect(surprise)
        self.page.context.set_offline(True)

    def asked(self) -> int:
        return self._stack.rows(ASKED.format(number=self._number))[0][0]

    def is_asked_once(self) -> None:
        expect(self.page.get_by_text("A conductor sees your question")).to_be_visible()
        assert self.asked() == 1


@pytest.fixture
def asking(stack, open_page, number):
    return Asking(stack, open_page(base_url=stack.url, service_workers="block", **PHONE), number)


@pytest.mark.long
def test_a_phone_without_a_network_asks_by_itself_once_it_is_back(asking):
    asking.open()
    asking.add(2, 3)
    asking.go_offline()
    asking.press()
    expect(asking.page.get_by_text("Not asked yet")).to_be_visible()
    assert asking.asked() == 0
    asking.page.context.set_offline(False)
    asking.is_asked_once()


@pytest.mark.long
def test_a_question_that_waited_too_long_is_asked_by_nobody_but_its_player(asking):
    asking.page.clock.install()
    asking.open()
    asking.add(2, 3)
    asking.go_offline()
    asking.press()
    expect(asking.page.get_by_text("Not asked yet")).to_be_visible()
    asking.page.clock.fast_forward(16 * 60_000)
    expect(asking.page.get_by_text("If you still want to play, ask again.")).to_be_visible()
    asking.page.context.set_offline(False)
    asking.open()  # nothing is sent by itself
    assert asking.asked() == 0
    asking.add(2, 3)
    asking.press()
    asking.is_asked_once()


@pytest.mark.long
def test_the_sign_in_page_of_a_hotel_is_no_answer(asking):
    asking.open()
    asking.add(2, 3)
    portal = "**/pickup/"
    asking.page.route(
        portal, lambda route: route.fulfill(content_type="text/html", body="<p>Room number?</p>")
    )
    asking.press()
    expect(asking.page.get_by_text("Not asked yet")).to_be_visible()
    asking.page.unroute(portal)
    asking.is_asked_once()


@pytest.mark.long
def test_a_browser_that_stores_nothing_asks_all_the_same(asking):
    asking.page.add_init_script(NO_STORAGE)
    asking.open()
    asking.add(2, 3)
    asking.press()
    asking.is_asked_once()


@pytest.mark.long
def test_badges_read_by_the_camera_without_a_network_go_with_the_question(asking):
    asking.page.add_init_script(CAMERA % asking.badges[2])
    asking.open()
    asking.add(2)
    asking.go_offline()
    asking.page.get_by_role("button", name="Scan badges with the camera").click()
    expect(asking.page.get_by_text("added once the network is back: 1")).to_be_visible()
    asking.press()
    wait_for(lambda: asking.page.get_by_text("Not asked yet").is_visible())
    asking.page.context.set_offline(False)
    asking.is_asked_once()


#: Counts the taps on a page, and those of the pages before it.
COUNT_TAPS = """
addEventListener("pointerdown", () => {
  sessionStorage.setItem("taps", Number(sessionStorage.getItem("taps")) + 1);
}, true);
"""
TAPS = "Number(sessionStorage.getItem('taps'))"
#: A list opens at a tap and takes the choice at another: Playwright chooses without one.
CHOICE = 2
#: Of convention.md, section 11: those of a phone come with three scans.
MOST_ON_A_PHONE, MOST_OF_A_CONDUCTOR = 6, 5


def test_four_people_play_after_three_scans_six_taps_of_a_phone_and_five_of_a_conductor(
    asking, stack, open_page, number
):
    phone = asking.page
    phone.add_init_script(COUNT_TAPS)
    phone.add_init_script(CAMERA % "nothing")
    phone.goto(f"/e/meet-{number}/me/")
    phone.get_by_role("link", name="Pick-up game").click()
    phone.wait_for_load_state()
    phone.get_by_label("What you play").select_option("express")
    phone.evaluate("(code) => { inView = code; }", asking.badges[1])
    phone.get_by_role("button", name="Scan badges with the camera").click()
    for person, badge in enumerate(asking.badges[1:], start=2):
        phone.evaluate("(code) => { inView = code; }", badge)
        expect(phone.get_by_text(f". Guest 00{person}")).to_be_visible()
    asking.press()
    asking.is_asked_once()
    assert phone.evaluate(TAPS) + CHOICE <= MOST_ON_A_PHONE

    laptop = open_page(base_url=stack.url, service_workers="block")
    laptop.add_init_script(COUNT_TAPS)
    stack.sign_in(laptop, f"conductor{number}@example.org")
    laptop.goto(f"/e/meet-{number}/pickup/")
    laptop.get_by_role("button", name="Start").first.click()
    expect(laptop.get_by_text("Guest 004").first).to_be_visible()
    assert laptop.evaluate(TAPS) <= MOST_OF_A_CONDUCTOR
    expect(phone.get_by_role("link", name="Open", exact=False).first).to_be_visible()
