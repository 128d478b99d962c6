"""A long score sheet on a phone: a part for each player, opened one after another."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from games import catalogue
from games.night_express.bots import greedy as railway
from games.terminus import greedy
from games.testing import play_out

PLAYERS = 4
#: So many windows of a phone at most, when one part is open and the others are not.
WINDOWS = 4
HEIGHT = "document.documentElement.scrollHeight / innerHeight"
#: What is entered ends above so many windows; below it is the score, which nobody types.
SCREENS = 2
END_OF_ENTRY = (
    "(document.querySelector('#score').getBoundingClientRect().top + scrollY) / innerHeight"
)
#: Cells of an open part that a thumb misses, and those whose value does not fit.
SMALL_OR_CUT = """[...document.querySelectorAll("details[open] .sheet-grid__cell input")]
  .filter((cell) => cell.checkVisibility())
  .filter((cell) => cell.offsetHeight < 44 || cell.offsetWidth < 32
    || cell.scrollWidth > cell.clientWidth)
  .map((cell) => `${cell.name} ${cell.offsetWidth}x${cell.offsetHeight}`)"""
#: Names of columns that do not begin where the cells below them do, to a pixel.
MISPLACED = """[...document.querySelectorAll("details[open] [data-cells]")].flatMap((box) => {
  const left = (one) => Math.round(one.getBoundingClientRect().left);
  const cells = [...box.querySelector("[data-row]").querySelectorAll(".sheet-grid__cell")];
  return [...box.querySelectorAll(".sheet-grid__name")]
    .filter((name, n) => Math.abs(left(name) - left(cells[n])) > 1)
    .map((name) => name.textContent);
})"""
NARROWEST = {"width": 320, "height": 568}
#: Words above the cells that are broken over two lines.
BROKEN = """[
  ...document.querySelectorAll("details[open] .sheet-grid__name > span")
].flatMap((name) => [...name.textContent.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(name.firstChild, word.index);
    range.setEnd(name.firstChild, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String))"""
#: The cars of four trains for each player; the first player went out.
TRAINS = [
    [["box"] * 5, ["gondola"] * 4, ["hopper"] * 3, ["tank"] * 3],
    [["reefer", "reefer", "reefer", "caboose"], ["coach", "dome"], ["flat"] * 2, ["auto"] * 2],
    [["box"] * 3, ["lumber"] * 3, ["stock", "stock", "stock", "wild"], ["gondola"] * 2],
    [["hopper"] * 3, ["tank"] * 3, ["flat"] * 2, ["lumber"] * 2],
]


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


@pytest.mark.long
def test_the_score_pad_of_terminus_is_entered_player_by_player(hall):
    table = hall(game="terminus", target=0, people=PLAYERS)
    phone = table.phone(1)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("link", name="Enter the result").click()
    parts = phone.locator("details.fold[id^=sheet-of-]")
    expect(parts).to_have_count(PLAYERS)
    assert phone.evaluate(HEIGHT) < WINDOWS
    assert phone.evaluate(MISPLACED) == []
    no_word_above_the_cells_breaks_on_the_narrowest_phone(phone)
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


def no_word_above_the_cells_breaks_on_the_narrowest_phone(phone):
    usual = phone.viewport_size
    phone.set_viewport_size(NARROWEST)
    expect(phone.locator("details[open] .sheet-grid__name").first).to_be_visible()
    assert phone.evaluate(BROKEN) == []
    assert phone.evaluate(MISPLACED) == []
    phone.set_viewport_size(usual)


def played():
    """The score pad of a game of four, and the Prestige of each seat."""
    state = play_out(catalogue.rules("terminus"), PLAYERS, Random(5), choose=greedy).state
    return catalogue.sheet("terminus").of(state), [one.score for one in state.placings()]


@pytest.mark.long
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
    for seat in range(1, PLAYERS + 1):
        part = phone.locator(f"#sheet-of-{seat}")
        if seat > 1:
            part.locator("summary").first.click()
            expect(phone.locator(f"#sheet-of-{seat - 1} input").first).to_be_hidden()
        expect(part.locator("summary").first).to_be_in_viewport(ratio=1)
        fill(part, f"trains-{seat}", [{"cars": cars} for cars in TRAINS[seat - 1]])
        fill(part, f"way_cars-{seat}", ["boom"] if seat == 2 else [])
        fill(part, f"hand-{seat}", [] if seat == 1 else ["auto"])
        assert phone.evaluate(END_OF_ENTRY) < SCREENS
    phone.get_by_role("radio", name="Player 001").check()
    expect(phone.locator("#sheet-of-1 summary").first).to_have_text(re.compile(r"Player 001\s*\d+"))
    phone.get_by_role("button", name="Save hand 1").click()
    expect(phone.get_by_text("Hand 1 is saved.")).to_be_visible()


@pytest.mark.long
def test_the_evaluation_of_night_express_for_four_fits_two_screens(hall):
    phone = hall(game="night_express", target=0, people=PLAYERS).phone(1)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("link", name="Enter the result").click()
    part = phone.locator("#sheet-of-1")
    expect(part).to_be_visible()
    rules = catalogue.rules("night_express")
    state = play_out(rules, PLAYERS, Random(5), choose=railway).state
    sheet = catalogue.sheets("night_express")["evaluation"].of(state)
    for name, values in sheet.items():
        fill(part, f"{name}-1", values[0])
    for name in ("lease", "travel"):
        part.locator(f"[name=routes-1-1-{name}]").fill("-99")
    assert phone.evaluate(END_OF_ENTRY) < SCREENS
    assert phone.evaluate(SMALL_OR_CUT) == []
    assert phone.evaluate(MISPLACED) == []


@pytest.mark.long
def test_one_key_changes_the_sign_of_the_cell_with_the_focus_and_a_keyboard_goes_on(hall):
    phone = hall(game="night_express", target=0, people=2).phone(1)
    phone.get_by_role("button", name="Start the game").click()
    phone.get_by_role("link", name="Enter the result").click()
    key = phone.get_by_role("button", name="Plus or minus, Route evaluation").first
    expect(key).to_be_disabled()
    wagons, lease = (phone.locator(f"[name=routes-1-1-{name}]") for name in ("wagons", "lease"))
    lease.press_sequentially("4")
    key.tap()
    expect(lease).to_have_value("-4")
    expect(lease).to_be_focused()
    key.tap()
    expect(lease).to_have_value("4")
    wagons.focus()
    expect(key).to_be_disabled()

    # The pad of words closes behind it.
    pad, save = phone.locator("[data-words-pad]"), phone.get_by_role("button", name="Save")
    phone.locator("[name=hsp-1]").focus()
    expect(pad).to_be_visible()
    phone.keyboard.press("Tab")
    expect(phone.locator("[name=autos-1]")).to_be_focused()
    expect(pad).to_be_visible()
    phone.keyboard.press("Tab")
    expect(pad).to_be_hidden()
    expect(save).to_be_in_viewport(ratio=1)
