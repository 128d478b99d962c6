"""A seat opened by a badge in a real browser, and a call for the conductor from there."""

import pytest
from playwright.sync_api import expect

from tests.e2e.hall import tap_offline_and_again

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
answer["other_badge"] = table.seats.get(position=2).entry.player.badge
"""


@pytest.fixture
def made(stack, number):
    return stack.ask(MAKE.replace("{number}", str(number)))


@pytest.fixture
def laptop(open_page, stack, made, number):
    page = open_page(base_url=stack.url, service_workers="block")
    stack.sign_in(page, f"conductor{number}@example.org")
    page.goto(f"/e/meet-{number}/desk/")
    expect(page.get_by_role("heading", name="Conductor's desk")).to_be_visible()
    return page


@pytest.fixture
def phone(open_page, stack):
    return open_page(base_url=stack.url, **PHONE)


def test_a_call_reaches_the_desk_and_the_answer_the_table_without_a_reload(phone, laptop, made):
    phone.goto(f"/b/{made['badge']}/")
    phone.get_by_role("button", name="I am Player 001").tap()
    link = phone.get_by_role("link", name="Call the conductor")
    expect(link).to_be_visible()
    phone.wait_for_load_state()
    phone.watch.expect("ERR_INTERNET_DISCONNECTED")
    phone.context.set_offline(True)
    link.tap()
    expect(phone.get_by_text("you cannot call from here now")).to_be_visible()
    phone.context.set_offline(False)
    link.tap()
    phone.get_by_label("A question about the rules").check()
    phone.get_by_label("In a few words").fill("May I?")
    tap_offline_and_again(phone, "Call", exact=True)
    expect(phone.get_by_text("Conductor called to your table")).to_be_visible()
    expect(laptop.get_by_text("May I?")).to_be_visible()
    expect(laptop.get_by_text("conductor called").first).to_be_visible()
    laptop.get_by_role("button", name="On my way").click()
    expect(phone.get_by_text("Clara Conductor answered")).to_be_visible()
    laptop.get_by_label("Outcome").fill("Yes.")
    laptop.get_by_role("button", name="Close the call").click()
    expect(phone.get_by_text("Clara Conductor answered")).to_have_count(0)


def becomes_another_s(phone, made):
    """Another tab makes the phone that of Player 002."""
    tab = phone.context.new_page()
    tab.goto(f"/b/{made['other_badge']}/")
    tab.get_by_role("button", name="I am Player 002").tap()
    expect(tab.get_by_text("This phone now belongs to Player 002.")).to_be_visible()
    phone.watch.expect("status of 403")


@pytest.mark.long
def test_a_form_of_another_player_s_page_stays_and_says_whose_the_phone_is_now(phone, made):
    phone.goto(f"/b/{made['badge']}/")
    phone.get_by_role("button", name="I am Player 001").tap()
    phone.get_by_role("link", name="Call the conductor").tap()
    phone.get_by_label("In a few words").fill("May I?")
    becomes_another_s(phone, made)
    phone.get_by_role("button", name="Call", exact=True).tap()
    expect(phone.get_by_text("It belongs to Player 002 now, so nothing was saved.")).to_be_visible()
    expect(phone.get_by_label("In a few words")).to_have_value("May I?")


@pytest.mark.long
def test_a_part_that_came_for_another_player_acts_for_whom_its_page_names(phone, made):
    phone.goto(f"/b/{made['badge']}/")
    phone.get_by_role("button", name="I am Player 001").tap()
    field = phone.locator("form[data-deal] [name=made_for]")
    mine = field.input_value()
    becomes_another_s(phone, made)
    phone.evaluate("htmx.trigger('#table-live', 'live')")
    expect(field).not_to_have_value(mine)
    expect(phone.get_by_text("You are Player 001, seat 1.")).to_be_visible()
    phone.get_by_role("button", name="Deal hand 1").tap()
    expect(phone.get_by_text("It belongs to Player 002 now, so nothing was saved.")).to_be_visible()
