"""Opening seats in real browsers: badge and PIN, a closed browser, a phone thrown out, a call."""

import pytest
from playwright.sync_api import expect

PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

MAKE = """
from django.utils import timezone
from tests.builders import make_conductor, make_entries, make_event, make_round
from tests.builders import make_tournament
event = make_event("Meet {number}", code_of_conduct="Be kind.")
make_conductor(event, "conductor{number}@example.org")
tournament = make_tournament(event)
entries = make_entries(tournament, 3)
table = make_round(tournament, [entries], started_at=timezone.now()).tables.get()
player = table.seats.get(position=1).entry.player
answer = {"code": table.code, "badge": player.badge, "pin": player.pin, "player": player.pk}
"""


@pytest.fixture
def made(stack, number):
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def laptop(open_page, stack, made, number):
    page = open_page(base_url=stack.url)
    page.goto(f"/e/meet-{number}/desk/")
    page.get_by_label("E-mail").fill(f"conductor{number}@example.org")
    page.get_by_label("Password").fill("a long password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Conductor's desk")).to_be_visible()
    return page


@pytest.fixture
def phone(open_page, stack):
    return open_page(base_url=stack.url, **PHONE)


def deal(page, number=1):
    page.get_by_role("button", name=f"Deal hand {number}").tap()
    expect(page.get_by_role("link", name=f"Enter hand {number}")).to_be_visible()


def test_a_pin_opens_the_seat_of_its_player(phone, made):
    phone.goto(f"/table/{made['code']}/")
    expect(phone.get_by_role("button", name="Deal hand 1")).to_have_count(0)
    phone.get_by_role("link", name="Open your seat").tap()
    phone.get_by_label("Player 001").check()
    phone.get_by_label("Your PIN").fill(made["pin"])
    phone.get_by_role("button", name="Open my seat").tap()
    expect(phone.get_by_text("You are Player 001, seat 1.")).to_be_visible()
    deal(phone)


def test_a_seat_stays_open_when_the_browser_is_closed(open_page, stack, phone, made):
    phone.goto(f"/b/{made['badge']}/")
    phone.get_by_role("button", name="I am Player 001").tap()
    expect(phone.get_by_text("You are Player 001, seat 1.")).to_be_visible()
    state = phone.context.storage_state()
    # A browser stores cookies with an expiry date and forgets the others.
    state["cookies"] = [cookie for cookie in state["cookies"] if cookie["expires"] > 0]
    phone.context.close()
    again = open_page(base_url=stack.url, storage_state=state, **PHONE)
    again.goto(f"/table/{made['code']}/")
    expect(again.get_by_text("You are Player 001, seat 1.")).to_be_visible()
    deal(again)


def test_a_phone_that_was_thrown_out_is_refused_at_its_next_request(phone, laptop, made, number):
    phone.goto(f"/b/{made['badge']}/")
    phone.get_by_role("button", name="I am Player 001").tap()
    expect(phone.get_by_role("button", name="Deal hand 1")).to_be_visible()
    token = phone.locator("form[data-deal] [name=csrfmiddlewaretoken]").input_value()
    laptop.goto(f"/e/meet-{number}/roster/players/{made['player']}/")
    laptop.get_by_role("button", name="Sign out this phone").click()
    expect(laptop.get_by_text("Phone signed out.")).to_be_visible()
    # The page may remove the button by itself, so the request is sent without it.
    act = {"number": "1", "csrfmiddlewaretoken": token}
    assert phone.request.post(f"/table/{made['code']}/deal/", form=act).status == 403
    phone.reload()
    expect(phone.get_by_text("Open your seat").first).to_be_visible()
    expect(laptop.get_by_text("closed by Clara Conductor")).to_be_visible()


def test_a_call_reaches_the_desk_and_the_answer_the_table_without_a_reload(phone, laptop, made):
    phone.goto(f"/b/{made['badge']}/")
    phone.get_by_role("button", name="I am Player 001").tap()
    phone.get_by_role("link", name="Call the conductor").tap()
    phone.get_by_label("A question about the rules").check()
    phone.get_by_label("In a few words").fill("May I?")
    phone.get_by_role("button", name="Call", exact=True).tap()
    expect(phone.get_by_text("Conductor called to your table")).to_be_visible()
    expect(laptop.get_by_text("May I?")).to_be_visible()
    expect(laptop.get_by_text("conductor called").first).to_be_visible()
    laptop.get_by_role("button", name="On my way").click()
    expect(phone.get_by_text("Clara Conductor answered")).to_be_visible()
    laptop.get_by_label("Outcome").fill("Yes.")
    laptop.get_by_role("button", name="Close the call").click()
    expect(phone.get_by_text("Clara Conductor answered")).to_have_count(0)
