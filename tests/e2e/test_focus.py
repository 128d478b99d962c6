"""A control in use stays where it is when its part of the page is fetched again."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.keyboard import Keyboard

pytestmark = pytest.mark.once  # no database has a part in it

MAKE = """
from tests.builders import make_conductor, make_event, make_tournament
event = make_event("Focus {number}")
make_conductor(event, "focus{number}@example.org")
make_tournament(event, name="Open", slug="open")
answer = event.slug
"""
REGISTER_TWO = """
from tests.builders import make_entries
from tournaments.models import Entry, Tournament
tournament = Tournament.objects.get(event__slug="{event}")
answer = len(make_entries(tournament, 2, status=Entry.Status.ENTERED))
"""
START_A_SLOT = """
from django.utils import timezone
from tests.builders import ANNA, make_entries, make_round
from tournaments.clock.services import start_slot
from tournaments.models import Tournament
tournament = Tournament.objects.get(event__slug="{event}")
round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
start_slot(round_, by=ANNA, at=timezone.now())
answer = round_.number
"""
PAUSE = """
from django.utils import timezone
from tests.builders import ANNA
from tournaments.clock.services import pause_all
from tournaments.models import Event
changes = pause_all(Event.objects.get(slug="{event}"), by=ANNA, at=timezone.now())
answer = len(changes)
"""
#: The live part around what has the focus, or the page's first, is fetched again; resolves when it
#: and what came beside it have been put in place.
FETCH_AGAIN = """new Promise((done) => {
  const focused = document.activeElement;
  const part = focused.closest("[data-live]") ?? document.querySelector("#desk-live");
  addEventListener("htmx:afterSettle", () => (focused.isConnected && part.isConnected) || done());
  htmx.trigger(part, "live");
})"""
#: The same, and what is in the field with this name as soon as scripts of the page may go on.
FETCH_AND_READ = """(name) => new Promise((done) => {
  const field = document.getElementsByName(name)[0];
  const read = () => field.isConnected || done(document.getElementsByName(name)[0].value);
  addEventListener("htmx:afterSwap", () => queueMicrotask(read));
  htmx.trigger("#desk-live", "live");
})"""


@pytest.fixture
def event(stack, number):
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def conductor(stack, open_page, event, number):
    page = open_page(base_url=stack.url, width=1280, height=720, service_workers="block")
    stack.sign_in(page, f"focus{number}@example.org")
    keys = Keyboard(page)
    keys.open(f"/e/{event}/desk/")
    return keys


@pytest.fixture
def desk(conductor, stack, event):
    """The desk of a conductor while one table plays."""
    stack.ask(START_A_SLOT.format(event=event))
    conductor.open(f"/e/{event}/desk/")
    conductor.see("1 table is playing.")
    return conductor


@pytest.mark.long
def test_the_focus_stays_where_it_is_when_a_part_of_the_roster_is_fetched_again(
    conductor, stack, event
):
    conductor.open(f"/e/{event}/roster/")
    conductor.to("Import a roster")  # a closed menu has this link too
    assert focused_after_fetching(conductor) == "Import a roster"
    stack.ask(REGISTER_TWO.format(event=event))
    conductor.open(f"/e/{event}/roster/")
    conductor.press(re.compile("Check in all 2 people"), tag="SUMMARY")
    conductor.to("Check in all")  # in the open fold
    assert focused_after_fetching(conductor) == "Check in all"


def test_the_focus_and_a_reason_that_was_typed_stay_when_the_desk_is_fetched_again(desk):
    desk.to("Round 1")
    assert focused_after_fetching(desk) == "Round 1"
    desk.press("Pause everything", tag="SUMMARY")
    desk.to("Announcement")  # it comes beside the part that is fetched
    assert focused_after_fetching(desk) == "Announcement"
    desk.write("Another reason (optional)", "the microphone")
    other = desk.page.get_by_label("Another reason")
    desk.page.evaluate(FETCH_AGAIN)
    expect(other).to_have_value("the microphone")
    expect(other).to_be_focused()
    desk.to("Pause")
    assert focused_after_fetching(desk) == "Pause"
    expect(other).to_have_value("the microphone")
    name = other.get_attribute("name")  # nor is it seen to go
    assert desk.page.evaluate(FETCH_AND_READ, name) == "the microphone"


@pytest.mark.long
def test_a_control_comes_up_to_date_once_nobody_types_in_it(desk, stack, event):
    desk.press("Pause everything", tag="SUMMARY")
    desk.write("Another reason (optional)", "the microphone")
    stack.ask(PAUSE.format(event=event))
    desk.see("Paused since")
    expect(desk.page.get_by_label("Another reason")).to_be_focused()
    desk.to("Pause")
    expect(desk.page.get_by_role("button", name="Resume everything")).to_be_visible()


def focused_after_fetching(keys):
    keys.page.evaluate(FETCH_AGAIN)
    return keys.page.evaluate("document.activeElement.textContent").strip()
