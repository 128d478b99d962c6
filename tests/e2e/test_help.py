"""The help in a browser: on a small phone, from the "?" of a page, and by its search."""

import pytest
from playwright.sync_api import expect

from tests.builders import make_entries, make_event, make_round, make_tournament
from tournaments.help import guides

pytestmark = pytest.mark.once  # no database has a part in it

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.long
def test_every_guide_fits_on_the_smallest_phone(open_here):
    page = open_here(width=320, height=568)
    for name in guides.names():
        page.goto(f"/help/{name}/")
        assert page.evaluate(WIDER) <= 0, name


@pytest.mark.long
@pytest.mark.parametrize(("width", "place"), [(390, ".foot"), (1280, ".sign")])
def test_the_question_mark_of_a_table_opens_the_short_answers(open_here, width, place):
    tournament = make_tournament(make_event())
    table = make_round(tournament, [make_entries(tournament, 4)]).tables.get()
    page = open_here(width=width, height=844)
    page.goto(table.get_absolute_url())
    with page.context.expect_page() as opened:
        page.locator(place).get_by_role("link", name="Help on this page, in a new tab").click()
    expect(opened.value.get_by_role("heading", name="At the table: short answers")).to_be_visible()
    expect(opened.value.get_by_text("May a hand start now?").last).to_be_visible()


@pytest.mark.long
def test_the_page_of_a_table_leads_to_its_rules_and_to_what_breaks_ties(open_here):
    tournament = make_tournament(make_event())
    table = make_round(tournament, [make_entries(tournament, 4)]).tables.get()
    page = open_here(width=390, height=844)
    page.goto(table.get_absolute_url())
    page.get_by_role("link", name="Ties", exact=True).click()
    expect(page.get_by_role("heading", name="How the score is calculated")).to_be_in_viewport()
    page.go_back()
    page.get_by_role("link", name="Rules of the game").click()
    expect(page.get_by_role("heading", name="Express: a ruling")).to_be_visible()


@pytest.mark.long
def test_a_search_leads_to_the_paragraph(open_here):
    page = open_here(width=390, height=844)
    page.goto("/help/")
    page.get_by_label("Search the help").fill("Wreck Heavy Crane")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="What does a Disaster do?").click()
    expect(page.locator(":target")).to_contain_text("Heavy Crane")
    expect(page.locator(":target")).to_be_in_viewport()
