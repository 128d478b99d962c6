"""How many clicks and taps each job of a day takes, from the page that leads to it.

A click is one on a link, a button, a choice or the field for a file; fields are reached by Tab.
The table is printed with ``-s``.
"""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.sheet import QuickHand
from tests.builders import ANNA, cookies_at, make_entries, make_round
from tests.e2e.clicks import PHONE, Day
from tournaments.accounts.first.services import code
from tournaments.models import Entry, Round, Table, Tournament
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.standings.computing.services import refresh

# No database has a part in it. Other tests press the same buttons in every run (test_tournament.py,
# test_first_tournament.py, test_seating.py, test_results.py); here only their number is at stake.
pytestmark = [pytest.mark.once, pytest.mark.long]

PEOPLE = 47
ROSTER = "name\n" + "".join(f"Player {n:03}\n" for n in range(1, PEOPLE + 1))
PASSWORD = "change trains at noon"
EVENT = "/e/winter-meet/"
#: The most that each job may take. A hand of five people takes one more than a hand of four.
MOST = {
    "first account": 3,
    "event": 1,
    "Express tournament": 1,
    "import": 5,
    "check-in": 2,
    "seat": 3,
    "publish": 1,
    "start": 1,
    "fire alarm": 3,
    "deal, enter, agree": 10,
    "dispute": 2,
    "rule": 3,
    "late arrival": 2,
    "no-show": 4,
    "correct a closed hand": 3,
    "final": 4,
    "export": 2,
}
#: Together, with nothing left out between them, from a conductor who is signed in.
MOST_TO_A_RUNNING_CLOCK = 18
TO_A_RUNNING_CLOCK = (
    "event",
    "Express tournament",
    "import",
    "check-in",
    "seat",
    "publish",
    "start",
)


def test_no_job_of_a_day_takes_more_clicks_than_it_did(day, open_here, live_server, tmp_path):
    laptop = open_here()
    make_an_account(day, laptop)
    come_to_a_running_clock(day, laptop, tmp_path)
    alarm(day, laptop)
    play(day, laptop, open_here, live_server_url=live_server.url)
    seat_a_late_arrival(day, laptop)
    replace_a_no_show(day, laptop)
    finish(day, laptop)
    print(day.table(MOST))  # noqa: T201 - the figures of a day
    over = {name: day.clicks[name] for name, most in MOST.items() if day.clicks[name] > most}
    assert over == {}
    assert set(day.clicks) == set(MOST)
    assert sum(day.clicks[name] for name in TO_A_RUNNING_CLOCK) <= MOST_TO_A_RUNNING_CLOCK


def make_an_account(day, page):
    page.goto("/")
    with day.job("first account"):
        day.link(page, "Create the first account")
        page.get_by_label("Code").fill(code())
        page.get_by_label("Your name").fill("Clara")
        page.get_by_label("E-mail").fill("clara@example.org")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password confirmation").fill(PASSWORD)
        day.button(page, "Create account")
    expect(page.get_by_role("heading", name="New event")).to_be_visible()


def come_to_a_running_clock(day, page, folder):
    with day.job("event"):
        page.get_by_label("Name", exact=True).fill("Winter Meet")
        day.button(page, "Create event")
    with day.job("Express tournament"):
        page.get_by_label("Name", exact=True).fill("Express Open")
        day.button(page, "Create tournament")
    roster = folder / "roster.csv"
    roster.write_text(ROSTER, "utf-8")
    with day.job("import"):
        day.link(page, "Import a roster")
        with page.expect_file_chooser() as chooser:
            day.click(page.get_by_label("Roster file"))
        chooser.value.set_files(roster)
        day.button(page, "Preview")
        day.button(page, "Import")
        day.link(page, "Back to roster")
    with day.job("check-in"):
        day.click(page.get_by_text(f"Check in all {PEOPLE} people shown"))
        day.button(page, "Check in all")
        expect(page.get_by_text(f"{PEOPLE} of {PEOPLE} checked in")).to_be_visible()
    with day.job("seat"):
        day.link(page, "Desk")
        day.link(page, "Seat round 1")
        day.button(page, "Seat")
    with day.job("publish"):
        day.button(page, "Publish")
    with day.job("start"):
        day.button(page, "Start the slot")
    expect(page.get_by_text("The slot has started.")).to_be_visible()


def alarm(day, page):
    page.goto(f"{EVENT}desk/")
    with day.job("fire alarm"):
        day.click(page.get_by_text("Pause everything", exact=True))
        day.button(page, "Fire alarm")
        day.button(page, "Resume everything")
    expect(page.get_by_text("Pause everything", exact=True)).to_be_visible()


def play(day, laptop, open_here, *, live_server_url):
    """A hand by phone with its keypad, agreed to; another is disputed, and the conductor rules."""
    table = Table.objects.order_by("number").first()
    first, second = open_here(**PHONE), open_here(**PHONE)
    for phone, cookies in zip((first, second), cookies_at([table.code])[table.code], strict=False):
        phone.context.add_cookies(
            [{"name": k, "value": v, "url": live_server_url} for k, v in cookies.items()]
        )
        phone.goto(f"/table/{table.code}/")
    with day.job("deal, enter, agree"):
        enter_a_hand(day, first, 1, people=table.seats.count())
        second.reload()
        day.button(second, "Agree with hand 1")
        expect(second.get_by_text("agreed").first).to_be_visible()
    first.reload()
    enter_a_hand(Day(), first, 2, people=table.seats.count())
    second.reload()
    with day.job("dispute"):
        day.click(second.get_by_role("link", name="Something is wrong"))
        second.locator("main form [name=points-2]").fill("21")
        second.get_by_label("Reason").fill("read upside down")
        day.button(second, "Tell a conductor")
    expect(second.get_by_text("disputed").first).to_be_visible()
    laptop.goto(f"{EVENT}desk/")
    with day.job("rule"):
        day.link(laptop, f"{table}")
        day.link(laptop, "Rule on hand 2")
        day.click(laptop.get_by_role("button", name="This is right"))  # and by whom
    expect(laptop.get_by_text("ruled").first).to_be_visible()


def enter_a_hand(day, phone, number, *, people):
    """Deal it, and type the points of each by the keypad: a digit is no click."""
    day.click(phone.get_by_role("button", name=f"Deal hand {number}"))
    day.link(phone, f"Enter hand {number}")
    pad = phone.locator("[data-keypad]:visible")
    for place in range(people):
        if place:
            day.click(pad.locator("[data-key=next]"))
        pad.locator(f"[data-key='{people - place}']").tap()
    day.click(phone.locator("form[data-hand] .points__row").first.get_by_text("went out"))
    day.button(phone, f"Save hand {number}")
    expect(phone.get_by_text(f"Hand {number} is saved.")).to_be_visible()


def seat_a_late_arrival(day, page):
    late, *_ = make_entries(Tournament.objects.get(), 1)
    page.goto(f"{EVENT}desk/")
    with day.job("late arrival"):
        day.link(page, "Round 1")
        day.click(page.get_by_role("button", name=f"Seat there {late.player.name}"))
    expect(page.locator(".message--success")).to_be_visible()
    assert late.seats.count() == 1


def replace_a_no_show(day, page):
    gone = Table.objects.order_by("number").last().seats.first().entry
    page.goto(f"{EVENT}t/express-open/rounds/1/")
    with day.job("no-show"):
        day.link(page, "Who is missing?")
        day.click(page.get_by_label(gone.player.name))
        day.button(page, "Preview")
        day.button(page, "Repair the seating")
    expect(page.get_by_text("Seating repaired")).to_be_visible()
    assert gone.seats.count() == 0


def play_out(round_):
    """At each table the first in the turn order gets the target with one hand.

    Each table has other points, so that nobody is equal at the cut.
    """
    now = timezone.now()
    for table in round_.tables.all():
        seats = table.seats.all()
        points = {seat.position: 150 - 30 * seat.position + table.number for seat in seats}
        number = table.sheets.count() + 1
        reporting.deal_hand(table, number, by=ANNA, at=now)
        reporting.report_hand(table, number, QuickHand(points, 1), by=ANNA, at=now)
    ruling.close_round(round_, by=ANNA, at=now)


def finish(day, page):
    """The rest of the rounds is played; a hand is corrected afterwards; then the final."""
    round_ = Round.objects.get()
    tournament = round_.tournament
    play_out(round_)
    entries = list(tournament.entries.filter(status=Entry.Status.CHECKED_IN)[:4])
    for number in range(2, tournament.rounds_planned + 1):
        play_out(make_round(tournament, [entries], number=number, started_at=timezone.now()))
    refresh(tournament.pk, at=timezone.now())
    table = round_.tables.order_by("number").last()
    page.goto(f"/table/{table.code}/")
    with day.job("correct a closed hand"):
        day.link(page, "Correct hand 1")
        page.locator("main form [name=points-2]").fill("7")
        page.get_by_label("Reason").fill("misread")
        day.button(page, "Preview changes")
        day.button(page, "Save and update standings")
    expect(page.get_by_text("The standings are up to date.")).to_be_visible()
    page.goto(f"{EVENT}desk/")
    with day.job("final"):
        day.link(page, "Seat the final")
        day.button(page, "Seat")
        day.button(page, "Publish")
        day.button(page, "Start the slot")
    expect(page.get_by_text("The slot has started.")).to_be_visible()
    page.goto(f"{EVENT}desk/")
    with day.job("export"):
        day.click(page.locator("summary", has_text="More"))
        with page.expect_download() as download:
            day.link(page, "Export event (JSON)")
    assert download.value.suggested_filename.endswith(".json")
