"""The roster on a conductor's laptop."""

import pytest
from playwright.sync_api import expect

from tests.e2e.hall import CAMERA
from tests.stack import wait_for

MAKE = """
from tests.builders import make_conductor, make_entries, make_event, make_tournament
from tournaments.models import Entry
event = make_event("Meet {number}")
make_conductor(event, "conductor{number}@example.org")
make_entries(make_tournament(event), 2, status=Entry.Status.ENTERED)
answer = None
"""


# While a service worker takes a page over, Playwright neither sees nor holds what the page sends.


@pytest.mark.long
def test_a_search_takes_no_press_back_that_is_under_way(stack, open_page, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url, service_workers="block")
    stack.sign_in(page, f"conductor{number}@example.org")
    page.goto(f"/e/meet-{number}/roster/")
    held = []
    page.route("**/roster/entries/**", lambda route: held.append(route))  # noqa: PLW0108
    page.get_by_role("button", name="Check in: Player 001").click()
    page.get_by_role("searchbox").fill("002")  # the network is slow, the conductor is not
    expect(page.get_by_role("button", name="Check in: Player 001")).to_have_count(0)
    (press,) = wait_for(lambda: page.wait_for_timeout(20) or held)
    with page.expect_request("**/roster/live/?q=002*"):  # the answer to the press shows everybody
        press.continue_()
    expect(page.get_by_text("1 of 2 checked in")).to_be_visible()
    expect(page.get_by_role("button", name="Check in: Player 001")).to_have_count(0)


@pytest.mark.long
def test_a_refresh_that_comes_after_a_search_does_not_undo_it(stack, open_page, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url, service_workers="block")
    stack.sign_in(page, f"conductor{number}@example.org")
    held = []
    page.route("**/roster/live/?query=*", lambda route: held.append(route))  # noqa: PLW0108
    page.goto(f"/e/meet-{number}/roster/")
    wait_for(lambda: page.wait_for_timeout(20) or held)  # its stream is open
    page.get_by_role("searchbox").fill("002")
    expect(page.get_by_role("button", name="Check in: Player 001")).to_have_count(0)
    with page.expect_request("**/roster/live/?q=002*"):
        held[0].continue_()
    expect(page.get_by_role("button", name="Check in: Player 001")).to_have_count(0)
    expect(page.get_by_role("button", name="Check in: Player 002")).to_be_visible()


@pytest.mark.long
def test_a_search_that_was_typed_before_the_scripts_came_is_made(stack, open_page, number):
    stack.ask(MAKE.replace("{number}", str(number)))
    page = open_page(base_url=stack.url, service_workers="block")
    stack.sign_in(page, f"conductor{number}@example.org")
    page.goto(f"/e/meet-{number}/roster/")
    held = []
    page.route("**/htmx*", lambda route: held.append(route))  # noqa: PLW0108
    page.reload(wait_until="commit")
    page.get_by_role("searchbox").fill("002")
    for script in wait_for(lambda: page.wait_for_timeout(20) or held):
        script.continue_()
    expect(page.get_by_role("button", name="Check in: Player 001")).to_have_count(0)
    expect(page.get_by_role("button", name="Check in: Player 002")).to_be_visible()


# --- Scanning badges ------------------------------------------------------------------------------

SCAN = """
from tests.builders import make_conductor, make_entries, make_event, make_tournament
from tournaments.models import Entry
event = make_event("Meet {number}")
make_conductor(event, "conductor{number}@example.org")
entries = make_entries(make_tournament(event), 3, status=Entry.Status.ENTERED)
answer = [entry.player.badge for entry in entries]
"""


TAKE_ROLE = """
from tournaments.models import Staff
(role,) = Staff.objects.filter(event__slug="meet-{number}").values()
Staff.objects.filter(pk=role["id"]).delete()
answer = [role["event_id"], role["user_id"], role["role"]]
"""
GIVE_ROLE = """
from tournaments.models import Staff
event, user, role = {role}
answer = Staff.objects.create(event_id=event, user_id=user, role=role).pk
"""


@pytest.fixture
def scanner(open_page, stack, number):
    badges = stack.ask(SCAN.replace("{number}", str(number)))
    page = open_page(base_url=stack.url, service_workers="block")
    page.add_init_script(CAMERA % badges[2])
    stack.sign_in(page, f"conductor{number}@example.org")
    page.goto(f"/e/meet-{number}/roster/scan/")
    expect(page.get_by_label("Badge or PIN")).to_be_focused()
    page.wait_for_load_state()  # before the script is there, the browser itself sends the form
    return page, badges


def test_a_scanner_types_faster_than_the_server_answers_and_nothing_is_lost(scanner, stack, number):
    page, badges = scanner
    held = []
    page.route("**/roster/scan/", lambda route: held.append(route))  # noqa: PLW0108
    for badge in badges[:2]:
        page.keyboard.type(f"{stack.url}/b/{badge}/\n")
    expect(page.get_by_label("Badge or PIN")).to_have_value("")
    (first,) = wait_for(lambda: page.wait_for_timeout(20) or held)
    first.abort()  # the first is tried again by itself
    page.watch.expect("ERR_FAILED")
    page.watch.expect("htmx:sendError")
    expect(page.get_by_text("Scans waiting to be sent: 2")).to_be_visible()
    # The second scan may bring a new list while the undo is under way; the next hint mends it.
    page.watch.expect("htmx:oobErrorNoTarget")
    page.unroute("**/roster/scan/")
    expect(page.get_by_role("listitem").filter(has_text="Player 001").first).to_be_visible()
    page.get_by_role("button", name="Undo: Player 001").click()
    expect(page.get_by_text("Player 001 is no longer checked in")).to_be_visible()
    expect(page.get_by_role("button", name="Undo: Player 002")).to_be_visible()
    expect(page.get_by_role("button", name="Undo: Player 001")).to_have_count(0)
    a_refused_scan_is_listed_with_its_reason_until_a_person_acts(page, stack, number, badges[::2])


def a_refused_scan_is_listed_with_its_reason_until_a_person_acts(page, stack, number, badges):
    page.watch.expect("status of 403")
    page.watch.expect("Response Status Error Code 403")
    role = stack.ask(TAKE_ROLE.replace("{number}", str(number)))
    page.get_by_label("Badge or PIN").focus()
    for badge in badges:
        page.keyboard.type(f"{badge}\n")
    refused = page.locator("[data-scan-refused] > li")
    expect(refused).to_have_count(2)  # the first holds up nothing
    expect(refused.first).to_contain_text("not as a conductor of this event")
    refused.last.get_by_role("button", name="Remove").click()
    stack.ask(GIVE_ROLE.replace("{role}", str(role)))
    refused.get_by_role("button", name="Send again").click()
    expect(page.get_by_role("button", name="Undo: Player 001")).to_be_visible()
    expect(refused).to_have_count(0)


@pytest.mark.long
def test_the_camera_reads_a_badge_where_the_browser_can(scanner):
    page, _badges = scanner
    page.get_by_role("button", name="Use the camera").click()
    expect(page.get_by_role("button", name="Undo: Player 003")).to_be_visible()
    page.get_by_role("button", name="Stop the camera").click()
    expect(page.get_by_role("button", name="Use the camera")).to_be_visible()
