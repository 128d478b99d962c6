"""The key pad of a points field: a tap into any field shows it, and no keyboard is left out."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def form(hall):
    """The form of hand 1 on the phone of seat 1, with its key pad."""
    phone = hall().phone(1, service_workers="block")
    phone.get_by_role("button", name="Deal hand 1").tap()
    phone.get_by_role("link", name="Enter hand 1").tap()
    expect(phone.locator("[data-keypad]")).to_be_visible()
    return phone


def tap_at(page, field):
    """A tap where the field is now: the browser itself focuses, and may scroll."""
    box = field.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_a_tap_into_any_points_field_shows_the_pad_and_no_key_sends_anything(form):
    pad = form.locator("[data-keypad]")
    for seat in (1, 2, 3, 4, 2, 1):
        field = form.locator(f"[name=points-{seat}]")
        field.scroll_into_view_if_needed()
        tap_at(form, field)
        expect(field).to_be_focused()
        expect(pad).to_be_visible()
        assert field.get_attribute("inputmode") == "none"
    expect(form.locator("form[data-hand] .signed__key")).to_have_count(0)  # the pad has that key
    # Without the pad a field has the keyboard of the phone.
    tap_at(form, form.get_by_role("heading", level=1))
    expect(pad).to_be_hidden()
    assert field.get_attribute("inputmode") != "none"
    enter_and_tab_go_on_to_the_next_points(form)


def enter_and_tab_go_on_to_the_next_points(form):
    """From the last points to who went out."""
    tap_at(form, form.locator("[name=points-1]"))
    for points in ("30", "-12", "5"):
        form.keyboard.type(points)
        form.keyboard.press("Enter")
    form.keyboard.type("0")
    expect(form.locator("[name=points-4]")).to_be_focused()
    form.keyboard.press("Enter")
    expect(form.locator("[name=went_out]").first).to_be_focused()
    typed = [form.locator(f"[name=points-{seat}]").input_value() for seat in (1, 2, 3, 4)]
    assert typed == ["30", "-12", "5", "0"]

    last, out = form.locator("[name=points-4]"), form.locator("[name=went_out]")
    last.focus()
    last.press("Tab")
    expect(out.first).to_be_focused()
    out.first.press("Space")
    last.focus()
    last.press("Tab")
    expect(out.first).not_to_be_focused()  # it is chosen: Tab goes where it always goes


@pytest.mark.long
def test_a_press_that_ends_on_another_line_still_shows_the_pad(form):
    """As WebKit presses: the focus comes with the press, and the browser may scroll for it."""
    first, third = form.locator("[name=points-1]"), form.locator("[name=points-3]")
    tap_at(form, form.get_by_role("heading", level=1))
    expect(form.locator("[data-keypad]")).to_be_hidden()
    box, above = third.bounding_box(), first.bounding_box()
    form.mouse.move(box["x"] + 10, box["y"] + 10)
    form.mouse.down()
    form.mouse.move(above["x"] + 10, above["y"] + 10)
    form.mouse.up()
    expect(third).to_be_focused()
    expect(form.locator("[data-keypad]")).to_be_visible()


@pytest.mark.long
def test_a_field_that_has_the_focus_shows_the_pad_again(form):
    """Here after a press that led to no click, as one of the other button does, and after a key."""
    pad, field = form.locator("[data-keypad]"), form.locator("[name=points-1]")
    expect(field).to_be_focused()
    field.click(button="right")
    field.press("Shift")
    form.evaluate(
        "document.querySelector('h1').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    expect(pad).to_be_hidden()
    expect(field).to_be_focused()
    tap_at(form, field)
    expect(pad).to_be_visible()
