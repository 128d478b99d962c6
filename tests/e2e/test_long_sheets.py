"""A long score sheet on a phone: a part for each player, opened one after another."""

from random import Random

from playwright.sync_api import expect

from games import catalogue
from games.terminus import greedy
from games.testing import play_out

PLAYERS = 4
#: So many windows of a phone at most, when one part is open and the others are not.
WINDOWS = 4
HEIGHT = "document.documentElement.scrollHeight / innerHeight"


def fill(part, name, value):
    """Type a value of the sheet into its inputs, as a player sees them."""
    if isinstance(value, list) and value and isinstance(value[0], str):
        part.locator(f"[name='{name}']").fill(", ".join(value))
        part.page.locator("[data-words-pad]").get_by_role("button", name="Done").click()
        return
    if isinstance(value, list):
        for number, row in enumerate(value, start=1):
            cells = part.locator(f"[name^='{name}-{number}-']")
            if not cells.first.is_visible():
                rows = part.locator("[data-rows]").filter(
                    has=part.page.locator(f"[name^='{name}-']")
                )
                rows.get_by_role("button", name="Add a row").click()
            for key, one in row.items():
                fill(part, f"{name}-{number}-{key}", one)
        return
    field = part.locator(f"[name='{name}']")
    if isinstance(value, bool):
        field.set_checked(value)
    elif isinstance(value, str):
        field.select_option(value)
    else:
        field.fill(str(value))


def test_the_score_pad_of_terminus_is_entered_player_by_player(hall):
    table = hall(game="terminus", target=0, people=PLAYERS)
    phone = table.phone(1)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("link", name="Enter the result").click()
    parts = phone.locator("details.fold[id^=sheet-of-]")
    expect(parts).to_have_count(PLAYERS)
    assert phone.evaluate(HEIGHT) < WINDOWS
    sheet, scores = played()
    for seat in range(PLAYERS):
        part = parts.nth(seat)
        if seat:
            expect(part.locator("input").first).to_be_hidden()
            part.locator("summary").click()
        for name, values in sheet.items():
            fill(part, f"{name}-{seat + 1}", values[seat])
    expect(phone.locator("#score")).to_contain_text(str(scores[-1]))
    phone.get_by_role("button", name="Save the result").click()
    expect(phone.get_by_text("The result is saved.")).to_be_visible()


def played():
    """The score pad of a game of four, and the Prestige of each seat."""
    state = play_out(catalogue.rules("terminus"), PLAYERS, Random(5), choose=greedy).state
    return catalogue.sheet("terminus").of(state), [one.score for one in state.placings()]


def test_a_full_hand_of_express_for_four_fits_two_screens(hall):
    phone = hall(people=PLAYERS).phone(1)
    phone.get_by_role("button", name="Deal hand 1").click()
    phone.get_by_role("link", name="Enter hand 1").click()
    phone.get_by_role("link", name="Full").click()
    expect(phone.locator("#score")).to_contain_text("appears here as you enter it")
    box = phone.locator("#score").bounding_box()
    top = phone.evaluate("scrollY")
    assert top + box["y"] + box["height"] < 2 * phone.evaluate("innerHeight")
    expect(phone.get_by_role("button", name="Save hand 1")).to_be_in_viewport(ratio=1)


def test_the_pad_of_words_closes_when_a_keyboard_goes_on(hall):
    phone = hall(game="night_express", target=0, people=2).phone(1)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("link", name="Enter the result").click()
    pad, save = phone.locator("[data-words-pad]"), phone.get_by_role("button", name="Save")
    phone.locator("[name=hsp-1]").focus()
    expect(pad).to_be_visible()
    phone.keyboard.press("Tab")
    expect(phone.locator("[name=autos-1]")).to_be_focused()
    expect(pad).to_be_visible()
    phone.keyboard.press("Tab")
    expect(pad).to_be_hidden()
    expect(save).to_be_in_viewport(ratio=1)
