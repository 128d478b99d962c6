"""A ruling at a table, asked for with a phone."""

import re

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
THUMB = 44
"""The least height of what a thumb must hit, in pixels."""


@pytest.fixture
def phone(live_server, open_page):
    return open_page(base_url=live_server.url, **PHONE)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_player_sets_up_metro_x_asks_and_plays(phone):
    phone.goto("/")
    phone.get_by_role("link", name="Rules", exact=True).click()
    phone.get_by_role("link", name="Ask about Metro X").click()
    phone.get_by_label("Players").select_option("2")
    phone.get_by_label("Cards and boards").select_option(label="Tube Town")
    press(phone, "Set up")
    expect(phone.get_by_text("To act: Seat 0, Seat 1.")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    phone.get_by_label("Move", exact=True).fill("nothing")
    phone.get_by_label("Move", exact=True).press("Enter")
    question = phone.locator("#question")
    expect(question.get_by_text("Not legal")).to_be_in_viewport()
    expect(question.get_by_text("must-use-window")).to_be_visible()
    expect(question.get_by_text("Free Space, the notes below it")).to_be_visible()

    phone.get_by_label("Player", exact=True).select_option("1")
    phone.get_by_label("Move", exact=True).fill("p 0")
    press(phone, "Ask")
    expect(question.get_by_text("Legal.")).to_be_in_viewport()
    press(phone, "Play move")
    expect(phone.get_by_text("Seat 1 played P 0.")).to_be_visible()
    expect(phone.get_by_text("To act: Seat 0.")).to_be_visible()
    play_the_other(phone)
    go_back(phone)


def play_the_other(phone):
    """Seat 0 finds its move in the list; then the next card is drawn."""
    moves = phone.locator("#moves li")
    phone.wait_for_load_state()  # the list is read after the words on who acts
    every = moves.count()
    phone.get_by_label("Find a move").fill("q ")
    expect(moves.get_by_role("button", name=re.compile("^P"))).to_have_count(0)
    phone.get_by_label("Find a move").fill("")
    expect(moves.get_by_role("button")).to_have_count(every)
    first = moves.get_by_role("button", name="Q 0", exact=True)
    assert first.bounding_box()["height"] >= THUMB
    first.click()
    expect(phone.get_by_text("Seat 0 played Q 0.")).to_be_visible()
    press(phone, "Draw at random")
    expect(phone.get_by_text("To act: Seat 0, Seat 1.")).to_be_visible()
    expect(phone.locator(".board-drawing svg").first).to_be_visible()


def go_back(phone):
    """The record leads to where Seat 1 had played alone."""
    phone.locator("#record").get_by_role("button", name="2 Seat 1 P 0").click()
    expect(phone.get_by_text("After move 2.")).to_be_visible()
    expect(phone.get_by_text("To act: Seat 0.")).to_be_visible()
