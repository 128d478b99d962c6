"""docs/first-tournament.md, followed as it is written on an empty site, by what it tells to press.

ROUNDHOUSE_WRITE_DOCS=1, as of ``make screenshots``, has it write the pictures of the guide.
"""

import os
import re

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from tournaments.accounts.first.services import code
from tournaments.models import Tournament
from tournaments.standings.computing.services import refresh

pytestmark = pytest.mark.once  # no database has a part in it

GUIDE = (settings.BASE_DIR / "docs" / "first-tournament.md").read_text("utf-8")
#: What the guide tells to press.
WORDS = re.findall(r"\*([^*]+)\*", re.sub(r"\s+", " ", re.sub(r"\*\*.*?\*\*", "", GUIDE)))
PICTURES = settings.BASE_DIR / "static" / "help"
WINDOW = {"width": 1000, "height": 700}
PHONE = {"width": 390, "height": 844}
PEOPLE = (
    *("Ada Marsh", "Ben Lind", "Cay Ola", "Dee Frost"),
    *("Eli Nair", "Fay Moss", "Gus Hale", "Hal Reed"),
)


class Conductor:
    """Somebody with the guide beside the keyboard: presses only what it names."""

    def __init__(self, page):
        self.page = page
        self.main = page.locator("main")

    def press(self, word, role="button", shown=""):
        assert word in WORDS, word
        self.main.get_by_role(role, name=shown or word, exact=True).first.click()

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).first.fill(text)

    def picture(self, name, window=WINDOW):
        if os.environ.get("ROUNDHOUSE_WRITE_DOCS"):
            self.page.set_viewport_size(window)
            self.page.screenshot(path=PICTURES / f"{name}.png")
            self.page.set_viewport_size(WINDOW)
        assert (PICTURES / f"{name}.png").exists()


@pytest.fixture
def conductor(open_here):
    return Conductor(open_here(color_scheme="light", **WINDOW))


def test_the_guide_leads_from_an_empty_site_to_a_champion(conductor):
    _make_an_account(conductor)
    _make_the_tournament(conductor)
    _check_people_in(conductor)
    _seat_the_first_round(conductor)
    for table in (1, 2):
        _play(conductor, table)
    _close_and_finish(conductor)

    refresh(Tournament.objects.get().pk, at=timezone.now())  # as a worker does: here is none
    finished = Tournament.objects.get()
    assert finished.status == Tournament.Status.FINISHED
    assert finished.champion is not None


def _make_an_account(conductor):
    page = conductor.page
    page.goto("/")
    conductor.press("Create the first account", "link")
    conductor.fill("Code", code())
    conductor.fill("E-mail", "ada@example.org")
    conductor.fill("Password", "a long password")
    conductor.fill("Password confirmation", "a long password")
    conductor.main.get_by_role("button", name="Create account").click()


def _make_the_tournament(conductor):
    page = conductor.page
    expect(page.get_by_role("heading", name="New event")).to_be_visible()
    conductor.fill("Name", "Club night")
    conductor.main.get_by_role("button", name="Create event").click()
    expect(page.get_by_role("heading", name="New Express tournament")).to_be_visible()
    conductor.fill("Name", "Express Open")
    conductor.main.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name="Roster")).to_be_visible()


def _check_people_in(conductor):
    page = conductor.page
    conductor.press("Import a roster", "link")
    conductor.main.locator("textarea").fill("\n".join(PEOPLE))
    conductor.press("Preview")
    conductor.press("Import")
    expect(page.get_by_text("Import finished.")).to_be_visible()
    conductor.main.get_by_role("link", name="Back to roster").first.click()
    conductor.main.locator("summary", has_text="Check in all 8 people shown").click()
    conductor.main.get_by_role("button", name="Check in all").click()
    expect(page.get_by_text("8 people checked in.")).to_be_visible()


def _seat_the_first_round(conductor):
    page = conductor.page
    page.get_by_role("link", name="Desk", exact=True).click()
    expect(conductor.main.get_by_role("link", name="Seat round 1")).to_be_visible()
    conductor.picture("desk-checklist")
    conductor.press("Seat round 1", "link")
    conductor.press("Seat")
    conductor.press("Publish")
    expect(conductor.main.get_by_role("button", name="Start the slot")).to_be_visible()
    conductor.picture("round-published")
    conductor.press("Start the slot")
    expect(page.get_by_text("The slot has started.")).to_be_visible()


def _play(conductor, table):
    page = conductor.page
    page.get_by_role("link", name="Desk", exact=True).click()
    conductor.main.get_by_role("link", name=re.compile(f"^Table {table}\\b")).first.click()
    conductor.press("Deal hand 1")
    conductor.press("Enter hand 1", "link")
    for seat, points in enumerate((115 + 5 * table, 40, 31, 8), 1):
        page.locator(f"[name=points-{seat}]").fill(str(points))
    conductor.main.locator("label", has_text="went out").first.click()
    conductor.main.get_by_role("button", name="Save hand 1").click()
    expect(conductor.main.get_by_text("A player reached the target of 120 points.")).to_be_visible()


def _close_and_finish(conductor):
    page = conductor.page
    page.get_by_role("link", name="Desk", exact=True).click()
    expect(conductor.main.get_by_text("all tables finished")).to_be_visible()
    conductor.press("Close Round 1")
    conductor.press("Agree to all", shown="Agree to all 2 sheets")
    page.get_by_role("link", name="Desk", exact=True).click()
    conductor.press("Seat the next round", "link")
    conductor.main.locator("summary", has_text="Finish without a final").click()
    conductor.press("Finish the tournament")
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
