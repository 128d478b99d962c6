"""Formats for two in a conductor's hands: a Swiss and an elimination, from the form to the end."""

import re

import pytest
from playwright.sync_api import expect

EVENT = "/e/delays-day/"
PLAY = """
from tests.tournaments.seating.head_to_head.playing import play
from tournaments.models import Round
round_ = Round.objects.get(tournament__slug="{slug}", number={number})
play(round_, skip={skip})
answer = [t.number for t in round_.tables.order_by("number")]
"""
MAKE = """
from tests.builders import make_conductor, make_event
make_conductor(make_event("Delays Day"), "conductor@example.org")
answer = True
"""
PEOPLE = """
from tests.builders import make_entries
from tournaments.models import Tournament
make_entries(Tournament.objects.get(slug="{slug}"), {people})
answer = True
"""


@pytest.fixture
def desk(open_page, stack):
    stack.ask(MAKE)
    page = open_page(base_url=stack.url)
    stack.sign_in(page, "conductor@example.org")
    page.goto(EVENT + "tournaments/new/?game=expect_delays")
    return page


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def open_tournament(page, stack, name, pairing, *, people, rounds):
    page.goto(EVENT + "tournaments/new/?game=expect_delays")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Format").select_option(label=pairing)
    page.get_by_label("Rounds before the final").fill(str(rounds))
    press(page, "Create tournament")
    expect(page.get_by_text(f"{name} is open for registration.")).to_be_visible()
    slug = name.lower().replace(" ", "-")
    stack.ask(PEOPLE.replace("{slug}", slug).replace("{people}", str(people)))
    return slug


def seat_and_publish(page, slug):
    page.goto(f"{EVENT}t/{slug}/rounds/seat/")
    press(page, "Seat")
    expect(page.get_by_text("Only conductors see this seating.")).to_be_visible()
    press(page, "Publish")
    expect(page.get_by_text("Published: everybody can see it now.")).to_be_visible()


def play(stack, slug, number, skip=()):
    code = PLAY.replace("{slug}", slug).replace("{number}", str(number))
    return stack.ask(code.replace("{skip}", repr(list(skip))))


@pytest.mark.long
def test_a_swiss_and_an_elimination_from_the_form_to_the_champion(desk, stack):
    a_swiss(desk, stack)
    an_elimination(desk, stack)


def a_swiss(page, stack):
    slug = open_tournament(
        page, stack, "Swiss Cup", "Swiss (FIDE Dutch system)", people=5, rounds=2
    )
    page.goto(f"{EVENT}t/{slug}/rounds/seat/")
    expect(page.get_by_role("heading", name="Round 1 of 2 is next")).to_be_visible()
    expect(page.get_by_text("2026 rules")).to_be_visible()
    for number in (1, 2):
        seat_and_publish(page, slug)
        expect(page.get_by_text("Bye:")).to_be_visible()
        expect(page.get_by_text("Uptown").first).to_be_visible()
        play(stack, slug, number)
    page.goto(f"{EVENT}t/{slug}/rounds/seat/")
    expect(page.get_by_role("heading", name="All rounds have been played")).to_be_visible()
    page.get_by_role("button", name="Finish the tournament", exact=True).first.click()
    expect(page.get_by_text("The tournament is finished.")).to_be_visible()
    expect(page.get_by_text("Player 001").first).to_be_visible()


def hear_news_of_the_bracket(page):
    """The bracket is fetched again, as after a result, and exchanged."""
    page.evaluate("document.getElementById('bracket').dataset.old = 'yes'")
    page.evaluate("htmx.trigger('#bracket', 'live')")
    expect(page.locator("#bracket:not([data-old])")).to_be_visible()


def an_elimination(page, stack):
    slug = open_tournament(page, stack, "Knockout", "Single elimination", people=4, rounds=2)
    seat_and_publish(page, slug)
    play(stack, slug, 1, skip=[2])
    page.goto(f"{EVENT}t/{slug}/rounds/seat/")
    expect(page.get_by_text("No result: W1.2").first).to_be_visible()
    page.get_by_role("link", name="Bracket").first.click()
    match = page.get_by_role("article", name="W1.2")
    match.get_by_text("Decide").first.click()
    match.get_by_label("Who advances").select_option(index=1)
    match.get_by_label("Reason").fill("the other had to leave")
    chosen = match.get_by_label("Who advances").input_value()
    hear_news_of_the_bracket(page)
    expect(match.get_by_label("Reason")).to_have_value("the other had to leave")
    expect(match.get_by_label("Who advances")).to_have_value(chosen)
    match.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("Saved. The bracket continues from there.")).to_be_visible()
    expect(page.get_by_text("the other had to leave")).to_be_visible()
    seat_and_publish(page, slug)
    expect(page.get_by_text(re.compile(r"Final · W2\.1"))).to_be_visible()
    play(stack, slug, 2)
    page.goto(f"{EVENT}t/{slug}/bracket/")
    expect(page.get_by_text("champion").first).to_be_visible()
