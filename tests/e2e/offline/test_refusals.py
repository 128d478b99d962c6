"""Kept entries that the site refuses, or that two phones made of the same hand."""

import pytest
from playwright.sync_api import expect

from tests.e2e.bad_network import (
    at_the_table,
    button,
    count,
    deal,
    enter,
    first_seat,
    play,
    points_of,
    refused_rows,
    rows,
    stored,
    times_reported,
    wait_until_stored,
    write,
)
from tests.proxy import FINE, OFF
from tournaments.access.phones import PHONE_PREFIX

RULE = """
from django.utils import timezone
from games.sheet import QuickHand
from tests.builders import ANNA
from tournaments.models import Table
from tournaments.results.ruling.services import rule_sheet
hand = QuickHand({1: 50, 2: 0, 3: 0, 4: 0}, 1)
table = Table.objects.get(code="{code}")
rule_sheet(table, 1, hand, by=ANNA, at=timezone.now(), reason="as agreed")
answer = None
"""
STATUS = """
SELECT tournaments_scoresheet.status FROM tournaments_scoresheet
JOIN tournaments_table ON tournaments_table.id = table_id WHERE code = '{code}'
"""


def test_what_follows_a_refused_hand_waits_and_says_why(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1, points=(-99_999, 0, 0, 0))
    play(page, 2)
    network.switch(FINE)
    refused = refused_rows(page)
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text("\N{MINUS SIGN}999 to 999")
    expect(count(page)).to_have_text("2 waiting to send · 1 refused")
    behind = rows(page).filter(has_text="Waits until you change, resend or remove")
    expect(behind).to_have_count(2)
    assert stored(stack, code) == []

    page.reload()
    refused.get_by_role("button", name="Change").click()
    write(page, points_of(1))
    button(page, "Save hand 1").click()
    wait_until_stored(stack, code, first_seat([1, 2]))
    expect(count(page)).to_be_hidden()


@pytest.mark.long
def test_a_refused_entry_is_taken_away_by_a_person_alone(stack, new_phone, network, code):
    page = at_the_table(new_phone(), code)
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1, points=(-99_999, 0, 0, 0))
    network.switch(FINE)
    refused = refused_rows(page)
    expect(refused).to_have_count(1)
    refused.get_by_role("button", name="Remove").click()
    refused.get_by_role("button", name="Remove this entry?").click()
    expect(count(page)).to_be_hidden()
    enter(page, 1)
    wait_until_stored(stack, code, first_seat([1]))


def test_entries_wait_for_a_lost_seat_and_go_on_when_it_is_open_again(
    stack, new_phone, network, code
):
    phone = new_phone()
    page = at_the_table(phone, code)
    phone.watch.expect("status of 403")
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    seat = [one for one in page.context.cookies() if one["name"].startswith(PHONE_PREFIX)]
    page.context.clear_cookies(name=seat[0]["name"])
    with page.expect_request("**/deal/"):
        pass  # the one that was under way may have had the cookie
    network.switch(FINE)
    why = "Only players at this table can enter results here."
    expect(rows(page).get_by_text(why).first).to_be_visible()
    expect(count(page)).to_have_text("2 waiting to send")
    expect(refused_rows(page)).to_have_count(0)

    page.context.add_cookies(seat)
    page.reload()
    wait_until_stored(stack, code, first_seat([1]))


@pytest.mark.long
def test_an_entry_of_another_player_is_refused_until_a_person_sends_it_again(
    stack, new_phone, network, table, code
):
    phone = new_phone()
    page = at_the_table(phone, code)
    phone.watch.expect("status of 403")
    network.switch(OFF)
    deal(page, 1)
    enter(page, 1)
    expect(count(page)).to_have_text("2 waiting to send")
    ((name, value),) = table["seats"][1].items()
    page.context.add_cookies([{"name": name, "value": value, "url": phone.url}])
    network.switch(FINE)
    why = "entered while this phone belonged to another player"
    for what in ("dealt", "entered"):  # the hand waits behind its deal
        expect(refused_rows(page)).to_contain_text(f"Hand 1, {what} at")
        expect(refused_rows(page)).to_contain_text(why)
        assert stored(stack, code) == []
        page.reload()
        refused_rows(page).get_by_role("button", name="Send again").click()
    wait_until_stored(stack, code, first_seat([1]))


@pytest.mark.long
def test_one_hand_entered_differently_on_two_phones_becomes_a_dispute(
    stack, new_phone, network, code
):
    pages = [at_the_table(new_phone(), code) for _ in range(2)]
    deal(pages[0], 1)
    expect(button(pages[1], "Enter hand 1")).to_be_visible()
    network.switch(OFF)
    enter(pages[0], 1, points=(50, 0, 0, 0))
    enter(pages[1], 1, points=(0, 50, 0, 0))
    for page in pages:
        expect(count(page)).to_have_text("1 waiting to send")

    network.switch(FINE)
    for page in pages:
        expect(count(page)).to_be_hidden()
        expect(rows(page).get_by_text("disputed", exact=True)).to_be_visible()
    words = " ".join(rows(page).inner_text() for page in pages)
    assert "Your entry counts until a conductor decides." in words
    assert stack.rows(STATUS.format(code=code)) == [("disputed",)]
    stack.ask(RULE.replace("{code}", code))
    for page in pages:
        expect(rows(page).get_by_text("disputed", exact=True)).to_have_count(0)


@pytest.mark.long
def test_two_phones_deal_and_enter_the_same_hand_without_a_network(
    stack, new_phone, network, code, number
):
    pages = [at_the_table(new_phone(), code) for _ in range(2)]
    network.switch(OFF)
    for page in pages:
        play(page, 1)
    network.switch(FINE)
    for page in pages:
        expect(count(page)).to_be_hidden()
    wait_until_stored(stack, code, first_seat([1]))
    assert times_reported(stack, number) == 1
