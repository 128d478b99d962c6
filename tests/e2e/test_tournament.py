"""A whole Express tournament, from a roster file to the champion, on the real site in a browser.

The conductor works at a laptop, two players have phones, and the other tables report by the API.
Slots last an hour, until the conductor has heard enough.
"""

import csv
import io
import re
from functools import cache
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect

ROSTER = Path(__file__).parents[2] / "tournaments" / "demo" / "roster.csv"
EMAIL, PASSWORD = "clara@example.org", "change trains at noon"

# No new hand in a second, and hands may be ended in two; the slot goes on for half an hour.
STOP_DEALING = """
from datetime import timedelta
from django.utils import timezone
from tests.builders import ANNA
from tests.clocks import change_clock
from tournaments.clock.rules import Override
from tournaments.models import Round
round_, now = Round.objects.get(tournament__event__slug="winter-meet"), timezone.now()
second, rest = timedelta(seconds=1), timedelta(minutes=30)
timing = Override(
    slot=now - round_.started_at + 2 * second + rest, cutoff=second + rest, force_end=rest
)
change_clock(round_, "rules", override=timing, by=ANNA, at=now, reason="enough")
answer = None
"""
END_THE_SLOT = """
from django.utils import timezone
from tests.builders import ANNA
from tests.clocks import change_clock
from tournaments.models import Round
round_ = Round.objects.get(tournament__event__slug="winter-meet")
change_clock(round_, "end", by=ANNA, at=timezone.now(), reason="enough")
answer = None
"""


@pytest.fixture
def laptop(open_page, stack):
    stack.env["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    stack.manage("createsuperuser", "--noinput", "--email", EMAIL)
    return open_page(base_url=stack.url)


@pytest.fixture
def phone(open_page, stack):
    return open_page(base_url=stack.url, width=390, height=844, has_touch=True, is_mobile=True)


@pytest.fixture
def second_phone(open_page, stack):
    return open_page(base_url=stack.url, width=390, height=844, has_touch=True, is_mobile=True)


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def follow(page, name):
    page.get_by_role("link", name=name, exact=True).first.click()


@pytest.mark.each_database
@pytest.mark.long
def test_a_whole_tournament(stack, laptop, phone, second_phone):
    sign_in_and_set_up(laptop)
    load_the_roster(laptop)
    join_by_phone(phone)
    run_the_desk(laptop)
    seat_next(laptop, "Round 1")
    table = find_my_seat(phone)
    start_the_slot(laptop)
    play_the_first_round(stack, laptop, phone, second_phone, table)
    for name in ("Round 2", "Final"):
        if name == "Final":
            decide_by_lot(laptop)
        seat_next(laptop, name)
        start_the_slot(laptop)
        for code in codes(laptop):
            win_at_once(stack, code)
        close(laptop, name)
    see_the_champion(laptop, phone)
    take_it_home(stack, laptop)


# --- Before the first round -----------------------------------------------------------------------


def sign_in_and_set_up(page):
    page.goto("/events/new/")
    page.get_by_label("E-mail").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.get_by_label("Name", exact=True).fill("Winter Meet")
    page.get_by_label("Venue").fill("Town hall")
    press(page, "Create event")

    page.goto("/e/winter-meet/tournaments/new/")
    page.get_by_label("Name", exact=True).fill("Express Open")
    starts_from = {
        "target": "120",
        "slot": "120",
        "cutoff": "20",
        "force_end": "10",
        "final_slot": "180",
    }
    for field, value in starts_from.items():
        expect(page.locator(f"[name={field}]")).to_have_value(value)
    ours = {"slot": "60", "cutoff": "20", "force_end": "10", "warning": "60", "final_slot": "60"}
    for field, value in ours.items():
        page.locator(f"[name={field}]").fill(value)
    press(page, "Create tournament")
    expect(page.get_by_text("Express Open is open for registration.")).to_be_visible()


def load_the_roster(page):
    page.goto("/e/winter-meet/roster/import/")
    page.get_by_label("Roster file").set_input_files(ROSTER)
    press(page, "Preview")
    report = page.locator("#report")
    expect(report.get_by_role("row")).to_have_count(4)  # its heading, two bad lines, a repeated one
    press(page, "Import")
    expect(page.get_by_text("Import finished.")).to_be_visible()


def join_by_phone(page):
    page.watch.expect("status of 422")
    page.goto("/e/winter-meet/")
    follow(page, "Join a tournament")
    press(page, "Join")
    expect(page.get_by_text("This field is required.").first).to_be_visible()
    page.get_by_label("Your name").fill("Łukasz O'Walker")
    page.get_by_label("Home town").fill("Kraków")
    press(page, "Join")
    expect(page.get_by_text("Łukasz O'Walker").first).to_be_visible()


def run_the_desk(page):
    page.goto("/e/winter-meet/roster/")
    page.get_by_text("Add a walk-in", exact=True).click()
    page.locator("#walk-in").get_by_label("Name", exact=True).fill("Wendy Walk-in")
    press(page, "Add and check in")
    page.get_by_role("searchbox").fill("ukasz")
    page.get_by_role("button", name="Check in: Łukasz O'Walker").click()
    expect(page.get_by_role("button", name="Undo: Łukasz O'Walker")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_text("Showing 42 of 42 people.")).to_be_visible()
    page.get_by_text(re.compile("Check in all .* shown")).click()
    press(page, "Check in all")
    expect(page.get_by_text("42 of 42 checked in")).to_be_visible()
    page.get_by_role("link", name="Drop Ada Lindqvist").click()
    page.locator("main").get_by_role("button", name="Drop").click()
    expect(page.get_by_text("41 of 41 checked in")).to_be_visible()


# --- Seating and time -----------------------------------------------------------------------------


def seat_next(page, name):
    page.goto("/e/winter-meet/desk/")
    step = {"Round 1": "Seat round 1", "Final": "Seat the final"}.get(name, "Seat the next round")
    follow(page, step)
    press(page, "Seat")
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    press(page, "Publish")
    expect(page.get_by_role("button", name="Start the slot")).to_be_visible()


def decide_by_lot(page):
    """Draw lots where people are exactly equal at the cut: all tables end with the same points."""
    page.goto("/e/winter-meet/t/express-open/finals/")
    expect(page.get_by_role("heading", name="Next in line")).to_be_visible()
    if page.get_by_role("heading", name="equal at the cut").is_visible():
        page.get_by_label("Draw lots from the seed of the tournament").check()
        press(page, "Decide")
        expect(page.get_by_text("Decided. The standings say how.")).to_be_visible()


def find_my_seat(page):
    """The code of the table where the phone's owner sits."""
    page.goto("/e/winter-meet/")
    page.locator("main").get_by_role("link", name="Find my seat").click()
    page.get_by_role("searchbox").fill("lukasz")
    press(page, "Find")
    expect(page.get_by_text("Not started yet: go to your table.")).to_be_visible()
    page.get_by_role("link", name=re.compile(r"Open Table \d+")).click()
    expect(page.get_by_text("Take your seats.")).to_be_visible()
    return re.search(r"/table/(\w+)/", page.url)[1]


def start_the_slot(page):
    press(page, "Start the slot")
    expect(page.get_by_text("The slot has started.")).to_be_visible()


def codes(page):
    """The codes of the tables on the round's page."""
    links = page.locator("main a[href^='/table/']").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    return sorted({link.split("/")[2] for link in links})


def close(page, name):
    page.goto("/e/winter-meet/desk/")
    press(page, f"Close {name}")
    expect(page.get_by_text(f"{name} closed.")).to_be_visible()


# --- Playing --------------------------------------------------------------------------------------


@cache
def token(stack):
    """The token of a scorekeeper's program."""
    return stack.ask(
        "from django.utils import timezone\n"
        "from tournaments.api.tokens import make_token\n"
        "from tournaments.models import User\n"
        f"clara = User.objects.get(email={EMAIL!r})\n"
        "answer = make_token(clara, 'e2e', ['results'], at=timezone.now())[1]"
    )


def api(stack, code, path, body, key=None):
    headers = {"Authorization": f"Bearer {token(stack)}"}
    headers |= {"Idempotency-Key": key, "If-Match": '"1"'} if key else {}
    address = f"{stack.url}/api/v1/tables/{code}/{path}/"
    return requests.post(address, json=body, headers=headers, timeout=60)


def win_at_once(stack, code):
    """One hand in which the first seat gets the target; the others get less, all different."""
    state = requests.get(f"{stack.url}/api/v1/tables/{code}/", timeout=60).json()
    assert api(stack, code, "deal", {"number": 1}).status_code == 201
    points = [{"seat": s["seat"], "points": 150 - 30 * s["seat"]} for s in state["seats"]]
    hand = {"number": 1, "points": points, "went_out": 1}
    assert api(stack, code, "hands", hand, key=f"e2e-{code}-0123456789").status_code == 201


def play_the_first_round(stack, laptop, phone, second_phone, table):
    """A hand by phone, seen live elsewhere; all warnings; no hand after the cutoff."""
    second_phone.goto(f"/table/{table}/")
    expect(phone.get_by_text("hands may start")).to_be_visible()
    others = [code for code in codes(laptop) if code != table]
    enter_a_hand(phone, second_phone)
    laptop.goto("/e/winter-meet/t/express-open/standings/")
    rows = laptop.locator("tbody tr")
    expect(rows).to_have_count(41)
    for code in others:
        win_at_once(stack, code)
    # The laptop is not touched: 41 players, and each of the other tables has its winner.
    winners = laptop.get_by_role("cell", name="120", exact=True)
    expect(winners).to_have_count(len(others))

    hear_the_warnings(stack, second_phone, table)
    close(laptop, "Round 1")


def enter_a_hand(phone, second_phone):
    press(phone, "Deal hand 1")
    expect(phone.get_by_role("link", name="Enter hand 1", exact=True)).to_be_visible()
    expect(second_phone.get_by_text("Hand 1, dealt at")).to_be_visible()
    follow(phone, "Enter hand 1")
    expect(phone.get_by_role("heading", name="Hand 1")).to_be_visible()
    inputs = phone.locator("[name^=points-]")
    for place, points in enumerate((30, 12, -5, 0, 7)[: inputs.count()]):
        inputs.nth(place).fill(str(points))
    expect(phone.get_by_text("Now 30, 90 to go")).to_be_visible()
    phone.locator("[name=went_out]").first.check()
    press(phone, "Save hand 1")
    for page in (phone, second_phone):
        row = page.locator("tbody tr").first
        expect(row.get_by_role("cell").nth(0)).to_have_text("30")
        expect(row.get_by_role("cell").nth(1)).to_have_text("90")


def hear_the_warnings(stack, phone, table):
    """On an open page that is never loaded again."""
    notices = phone.locator("[data-notices]")
    expect(notices.get_by_text("The slot ends at")).to_be_visible()
    stack.ask(STOP_DEALING)
    # Folded, if the page has heard of the force-end together with it.
    expect(notices.get_by_text("No new hands since")).to_be_attached()
    refusal = api(stack, table, "deal", {"number": 2})
    assert refusal.status_code == 422
    assert refusal.json()["detail"].startswith("No new hands: the cutoff was at")
    expect(phone.locator("main").get_by_text("No new hands since")).to_be_visible()
    expect(phone.get_by_role("button", name="Deal hand 2")).to_have_count(0)
    expect(phone.locator("main").get_by_text("finished", exact=True)).to_be_visible()
    expect(notices.get_by_text("the conductor may end a hand in progress")).to_be_visible()
    stack.ask(END_THE_SLOT)
    expect(notices.get_by_text("The slot ended at")).to_be_visible()


# --- Afterwards -----------------------------------------------------------------------------------


def see_the_champion(laptop, phone):
    laptop.goto("/e/winter-meet/t/express-open/")
    champion = laptop.locator(".champion__name")
    expect(champion).not_to_be_empty()
    name = champion.inner_text().strip()
    phone.goto("/e/winter-meet/t/express-open/standings/")
    expect(phone.locator("tbody tr").first).to_contain_text(name)
    see_the_own_row_and_why(phone)
    phone.goto("/e/winter-meet/")
    expect(phone.locator(".champion__name")).to_have_text(name)


def see_the_own_row_and_why(phone):
    own = phone.locator("tr.is-you")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("You")
    why = phone.locator("tbody tr").first.locator(".why")
    why.locator("summary").click()
    expect(why).to_contain_text(re.compile("against|equal|more|final"))
    expect(why.locator("a")).to_have_count(0)


def take_it_home(stack, laptop):
    base = f"{stack.url}/e/winter-meet/t/express-open"
    standings = read_csv(requests.get(f"{base}/standings.csv", timeout=60).content)
    hands = read_csv(requests.get(f"{base}/hands.csv", timeout=60).content)
    assert len(standings) == 41
    # One hand at each table, a line for each player: two rounds of 41, and four in the final.
    assert len(hands) == 41 + 41 + 4
    everything = laptop.request.get("/e/winter-meet/event.json")
    assert everything.ok
    assert len(everything.json()["players"]) == 42


def read_csv(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
