"""The first hours of a convention in a conductor's browser: heats at once, walk-ups, no-shows.

The clock of the machine goes ahead between what people do. The timetable comes from a file.
"""

from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.builders import (
    ANNA,
    make_conductor,
    make_event,
    minutes,
    session_cookie,
)
from tests.tournaments.signup.sessions import check_truth, make_players
from tournaments.models import Booking, Round, Session, Table
from tournaments.results.overtime import missing
from tournaments.results.ruling.services import close_round, end_game
from tournaments.signup import finishing, promoting
from tournaments.signup import services as signup
from tournaments.timetable.hall.services import add_room, number_tables

pytestmark = pytest.mark.once  # no database has a part in it

ROOMS, TABLES, PLACES, LENGTH = 4, 8, 24, 120
#: Two heats a day in each room would not fill the hall: four begin at the same time.
STARTS = ("09:00", "11:15", "13:30", "15:45")
HEAD = "tournament,game,day,start,minutes,room,first table,last table,places,release after"


class Convention:
    """An event of three days that begins tomorrow, and who does what there."""

    def __init__(self, tournaments: int, sessions: int, people: int) -> None:
        self.event = make_event("Railcon", time_zone="UTC")
        self.first = (timezone.now() + timedelta(days=1)).date()
        self.event.starts_on, self.event.ends_on = self.first, self.first + timedelta(days=2)
        self.event.save()
        make_conductor(self.event)
        at = {"by": ANNA, "at": timezone.now()}
        for number in range(ROOMS):
            room = add_room(self.event, f"Room {'ABCD'[number]}", **at)
            number_tables(room, TABLES * number + 1, TABLES * (number + 1), 4, **at)
        self.tournaments = [f"Cup {number + 1:02}" for number in range(tournaments)]
        self.people = make_players(self.event, people)
        self._count = sessions

    @property
    def file(self) -> str:
        """The timetable as a file: four sessions at the same time, sixteen a day."""
        lines = [HEAD]
        for number in range(self._count):
            day, place = divmod(number, ROOMS * len(STARTS))
            slot, room = divmod(place, ROOMS)
            tables = f"{TABLES * room + 1},{TABLES * (room + 1)}"
            cup = self.tournaments[number % len(self.tournaments)]
            date = self.first + timedelta(days=day)
            lines.append(
                f"{cup},Express,{date},{STARTS[slot]},{LENGTH}"
                f",Room {'ABCD'[room]},{tables},{PLACES},10"
            )
        return "\n".join(lines)

    def moment(self, start: str) -> datetime:
        return datetime.combine(self.first, time.fromisoformat(start), tzinfo=UTC)

    def sessions_at(self, start: str) -> list[Session]:
        return list(self.event.sessions.filter(starts_at=self.moment(start)))

    def sign_up(self) -> None:
        """Everybody signs up for one session of each hour of the first day, or queues for it."""
        for start in STARTS:
            sessions = self.sessions_at(start)
            for number, player in enumerate(self.people if sessions else ()):
                session = sessions[number % len(sessions)]
                signup.join_queue(session, player, by=ANNA, at=timezone.now())

    def come(self, session: Session, *, missing: int) -> None:
        """All who are booked for a session come, but for some; and those in its queue."""
        booked = session.bookings.filter(state__in=Booking.OPEN).order_by("queued_at", "pk")
        for booking in list(booked.select_related("player"))[missing:]:
            signup.check_in(session, booking.player, by=ANNA, at=timezone.now(), conducts=True)

    def work(self) -> None:
        """Do the jobs of workers; then holds are what bookings say."""
        for job in (promoting.keep_places, finishing.keep_free, missing.keep_free):
            job(now=timezone.now())
        check_truth()

    def end_all(self) -> None:
        for table in Table.objects.filter(round__status="running").exclude(status="finished"):
            end_game(table, by=ANNA, at=timezone.now(), reason="Time")
        for round_ in Round.objects.filter(status="running"):
            close_round(round_, by=ANNA, at=timezone.now())


class Headquarters:
    """The conductor's browser; no page of it may be an error."""

    def __init__(self, page, event) -> None:
        self.page, self.event = page, event
        page.watch.expect("/stream/")  # The server of these tests has no streams.
        page.on("response", self._note)
        self.errors = []

    def _note(self, response) -> None:
        if response.status >= 400 and "/stream/" not in response.url:
            self.errors.append(f"{response.status} {response.url}")

    def open(self, name, *more) -> None:
        self.page.goto(reverse(name, args=[self.event.slug, *more]))

    def press(self, words) -> None:
        self.page.locator("main").get_by_role("button", name=words, exact=True).first.click()

    def plan(self, text) -> None:
        self.open("timetable-import")
        self.page.get_by_label("Or paste it here").fill(text)
        self.page.locator("main form").last.locator("button").first.click()
        self.page.get_by_role("button", name="Plan ").click()
        self.open("timetable-edit")
        self.page.get_by_role("button", name="new sessions").click()

    def seat(self, session) -> None:
        """Three clicks from headquarters to the running slot."""
        self.open("hq")
        self.page.get_by_role("button", name=f"Seat {session}", exact=True).click()
        self.press("Publish")
        self.press("Start the slot")
        expect(self.page.get_by_text("The slot has started.")).to_be_visible()

    def walk_up(self, who, session) -> None:
        self.open("hq")
        self.page.get_by_label("Badge, PIN or name").fill(who)
        self.page.get_by_role("group", name="Comes to").get_by_role(
            "button", name=str(session)
        ).click()

    def move(self, session, start) -> None:
        self.open("session-edit", session.pk)
        self.page.get_by_label("Start", exact=True).fill(start)
        self.press("Save")
        expect(self.page.get_by_text("Changes saved.")).to_be_visible()

    def alarm(self) -> None:
        self.open("hq")
        self.page.locator("#pause-all summary").click()
        self.press("Fire alarm")
        self.press("Resume everything")

    def look(self, session, widths) -> None:
        """Every page that many look at fits the screen, in each width."""
        for width in widths:
            self.page.set_viewport_size({"width": width, "height": 900})
            for name, *more in (
                ["hq"], ["event"], ["board"], ["timetable"], ["clocks"], ["find"],
                ["session", session.pk],
            ):  # fmt: skip
                self.open(name, *more)
                wide = self.page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (name, width, wide)
        self.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.fixture
def conductor_of(transactional_db, live_server, open_page):
    def make(event):
        page = open_page(base_url=live_server.url)
        cookie = session_cookie("conductor@example.org") | {"url": live_server.url}
        page.context.add_cookies([cookie])
        return Headquarters(page, event)

    return make


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "hours", "widths"),
    [((2, 2, 14), STARTS[:1], [390]), ((14, 40, 112), STARTS[:3], [390, 1280, 1920])],
)
def test_the_first_hours_of_a_convention(conductor_of, size, hours, widths):
    """Whole: three days, 14 tournaments in 40 sessions, 112 people; six hours of it.

    The file of the timetable sets up the tournaments as well.
    """
    made = Convention(*size)
    conductor = conductor_of(made.event)
    conductor.plan(made.file)
    sessions = size[1]
    assert made.event.sessions.count() == sessions
    assert made.event.tournaments.count() == size[0]
    made.sign_up()
    if sessions > ROOMS:
        conductor.move(made.event.sessions.last(), "18:00")
    for start in hours:
        _play(made, conductor, start, widths if start == hours[-1] else ())
    assert conductor.errors == []


def _play(made, conductor, start, widths):
    at, playing = made.moment(start), made.sessions_at(start)
    with time_machine.travel(at - minutes(15)) as clock:
        for session in playing:
            made.come(session, missing=2)
        stranger = make_players(made.event, 1)[0]
        conductor.walk_up(stranger.name, playing[0])
        expect(conductor.page.get_by_text(f"{stranger.name} is here")).to_be_visible()
        made.work()
        clock.move_to(at + minutes(11))
        made.work()  # who has not come loses the place, to those who are here
        assert Booking.objects.filter(session=playing[0], state="held").count() == 0
        for session in playing:
            session.refresh_from_db()
            conductor.seat(session)
        conductor.alarm()
        conductor.look(playing[0], widths)
        made.work()
        clock.move_to(playing[0].ends_at + minutes(2))
        conductor.open("hq")
        expect(conductor.page.get_by_text("Playing past the end")).to_be_visible()
        made.end_all()
        made.work()
        assert not Booking.objects.filter(session__in=playing, state="here").exists()
