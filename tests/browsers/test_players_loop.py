"""A player's afternoon on a phone: deal, enter, agree, disagree, with and without a network."""

import pytest

from tests.proxy import FINE, OFF
from tests.stack import wait_for

MAKE = """
from django.utils import timezone
from tests.builders import make_entries, make_event, make_round, make_tournament
event = make_event("Meet {number}")
tournament = make_tournament(event, name="Open", game="express", target=100_000, table_min=2)
round_ = make_round(tournament, [make_entries(tournament, 3)], started_at=timezone.now())
table = round_.tables.get()
seats = table.seats.select_related("entry__player").order_by("position")
answer = {"code": table.code, "badges": [seat.entry.player.badge for seat in seats]}
"""
POINTS = """
SELECT sheet.number, line.points FROM tournaments_scoresheet AS sheet
JOIN tournaments_table ON tournaments_table.id = sheet.table_id
JOIN tournaments_sheetline AS line ON line.sheet_id = sheet.id
JOIN tournaments_seat AS seat ON seat.id = line.seat_id
WHERE tournaments_table.code = '{code}' ORDER BY sheet.number, seat.position
"""


@pytest.fixture
def made(stack, number):
    """A table of three whose players have their badges."""
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def seats(made, new_phone):
    """Two phones, opened by the badges of seats 1 and 2."""
    phones = [new_phone(), new_phone()]
    for number, (phone, badge) in enumerate(zip(phones, made["badges"], strict=False), start=1):
        phone.open(f"/b/{badge}/")
        phone.press(f"I am Player 00{number}")
        phone.reads(f"You are Player 00{number}, seat {number}.")
    return phones


@pytest.fixture
def points(stack, made):
    """The points of each hand by seat, as the site has stored them."""

    def ask():
        hands = {}
        for number, value in stack.rows(POINTS.replace("{code}", made["code"])):
            hands.setdefault(number, []).append(value)
        return hands

    return ask


def write(phone, seat, value):
    """Write the points of a seat: by the key pad, which a fine pointer does not get."""
    name = f"points-{seat}"

    def is_focused():
        """Press it, again if the page moved as it was pressed: it scrolls when the pad comes."""
        phone.press_on(f"[name={name}]")
        return phone.engine.run("document.activeElement.name") == name

    phone.see(is_focused, f"{name} has no focus")
    if not phone.engine.has_fingers:
        phone.engine.type(str(value))
        return
    for key in str(value):
        phone.press_on(f'[data-key="{key}"]')


def enter(phone, number, values):
    """Enter a hand; seat 1 went out."""
    phone.press(f"Enter hand {number}")
    for place, value in enumerate(values, start=1):
        write(phone, place, value)
    phone.press_on(".points__out")
    phone.press(f"Save hand {number}")


def test_a_hand_is_dealt_entered_and_agreed(seats, points):
    anna, ben = seats
    anna.press("Deal hand 1")
    enter(anna, 1, [34, 12, 5])
    anna.reads("Hand 1 is saved.")
    ben.reads("34")
    ben.press("Agree with hand 1")
    ben.reads("agreed")
    anna.reads("agreed")
    assert points() == {1: [34, 12, 5]}


def test_a_hand_is_disputed(seats, points):
    anna, ben = seats
    anna.press("Deal hand 1")
    enter(anna, 1, [34, 12, 5])
    ben.press_on(".sheets__object")
    write(ben, 2, 1)  # beside the 12 that are there
    ben.press("Tell a conductor")
    ben.reads("disputed")
    anna.reads("disputed")


def test_hands_are_entered_without_a_network_and_sent_later(seats, network, points):
    anna, _ = seats
    anna.press("Deal hand 1")
    anna.reads("Enter hand 1")
    network.switch(OFF)
    enter(anna, 1, [30, 20, 10])
    anna.reads("waiting to send")
    anna.press("Deal hand 2")
    network.switch(FINE)
    wait_for(lambda: points() == {1: [30, 20, 10]})
    anna.reads_no("waiting to send")
    anna.reads("Enter hand 2")


def test_the_search_shows_what_it_found_and_escape_closes_it(seats):
    phone, _ = seats
    phone.press_on("[href$='/search/'], [data-search-open]")
    phone.engine.type("table 1")
    phone.reads("Table 1", within="dialog[open]")
    assert phone.shows("dialog[open] a")
    phone.engine.type("\x1b")
    phone.see(lambda: not phone.shows("dialog"), "the search is still open")


def test_the_board_shows_the_table(seats, number):
    phone, _ = seats
    phone.open(f"/e/meet-{number}/board/")
    phone.reads("Round 1, Open")
    phone.reads("seated")
