"""A conductor whose timetable changes twice: whatever is asked afterwards says the same.

A heat for which people are booked, here and waiting goes to another hour and room, and then to the
hour of a session in which one of them has a place. That session is cancelled, and another takes its
place. Nothing that was sent, or waits to be sent, says what was before.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests import calendars
from tests.builders import (
    ANNA,
    make_conductor,
    make_event,
    make_tournament,
    minutes,
    phone_of,
    session_cookie,
)
from tests.e2e.clicks import PHONE
from tests.tournaments.notifications.push.services import Browser
from tests.tournaments.signup.sessions import check_truth, make_players, states
from tournaments.access.phones import phone_cookie
from tournaments.models import Letter, PushMessage
from tournaments.notifications.push import changes
from tournaments.notifications.push.services import FIRST, subscribe
from tournaments.signup import services as signup
from tournaments.signup.feed import token_of
from tournaments.timetable.services import plan_session, publish_timetable

pytestmark = pytest.mark.once  # no database has a part in it

NAMES = ("Ada Here", "Ben Booked", "Dora Double", "Cleo Waits")
HOURS = {"first": 0, "second": 2, "third": 4}


def who():
    return {"by": ANNA, "at": timezone.now()}


class Convention:
    """Two rooms with tables; a heat in the hall soon, and one in the attic four hours later."""

    def __init__(self):
        now = timezone.now()
        quarter = now.replace(minute=now.minute // 15 * 15, second=0, microsecond=0)
        self.soon = quarter + minutes(30)  # people may be here for it, and it does not begin yet
        self.event = make_event(time_zone="UTC", mails_players=True)
        self.event.starts_on, self.event.ends_on = now.date(), now.date() + timedelta(days=1)
        self.event.save()
        make_conductor(self.event)
        for name, numbers in (("Hall", (1, 2)), ("Attic", (5, 6, 7, 8))):
            room = self.event.rooms.create(name=name)
            for number in numbers:
                self.event.hall_tables.create(number=number, code=f"HALL{number}", room=room)
        self.express = self._plan("Express", "first", "Hall", 1)
        self.rails = self._plan("Rails", "third", "Attic", 5)
        publish_timetable(self.event, **who())
        self.people = dict(zip(NAMES, make_players(self.event, len(NAMES)), strict=True))
        self.phones = {name: self._phone(name, player) for name, player in self.people.items()}
        for name in NAMES:
            signup.join_queue(self.express, self.people[name], **who())
        signup.check_in(self.express, self.people["Ada Here"], **who())
        signup.book(self.rails, self.people["Dora Double"], **who())

    def at(self, hour):
        return self.soon + minutes(60 * HOURS[hour])

    def _plan(self, name, hour, room, table):
        return plan_session(
            self.event,
            tournament=make_tournament(self.event, name=name).pk,
            starts_at=self.at(hour),
            ends_at=self.at(hour) + minutes(90),
            room=self.event.rooms.get(name=room).pk,
            first_table=table,
            last_table=table + 1,
            capacity=3,
            **who(),
        )

    def _phone(self, name, player):
        """The cookie of a phone that gets messages, of a player who gets letters too."""
        player.name, player.identity = name, name.casefold()
        player.email = f"{name.split()[0].lower()}@example.org"
        player.save()
        client = Client()
        values = {"endpoint": "https://push.example/1", "language": "en"}
        first = {"first": ("Winter Meet", "Messages arrive on this phone.", "/")}
        phone = phone_of(client, player)
        subscribe(phone, **values, **first, **Browser().keys, **who())
        return client.cookies[phone_cookie(self.event)].value

    def waits_to_be_sent(self, name):
        """Title and text of each message to a phone, and the text of each letter."""
        changes.queue_messages(now=timezone.now())
        mine = PushMessage.objects.filter(subscription__phone__player=self.people[name])
        due = mine.filter(due_at__isnull=False).exclude(key=FIRST).order_by("pk")
        letters = Letter.objects.filter(player=self.people[name]).order_by("pk")
        said = [f"{title}: {text}" for title, text in due.values_list("title", "text")]
        assert sorted(one.text.splitlines()[0] for one in letters) == sorted(
            due.values_list("text", flat=True)
        )
        return said

    def calendar_of(self, name):
        """The sessions in the calendar of a person: start, room and state, with SEQUENCE."""
        address = reverse("my-calendar", args=[token_of(self.people[name])])
        return _read(Client().get(address).content)

    def calendar(self):
        return _read(Client().get(reverse("timetable-calendar", args=[self.event.slug])).content)


def _read(content):
    return {
        str(one["SUMMARY"]).partition(",")[0]: (
            one["DTSTART"].dt,
            str(one["LOCATION"]),
            str(one["STATUS"]),
            int(one["SEQUENCE"]),
        )
        for one in calendars.events(content)
    }


@pytest.fixture
def convention(transactional_db, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    return Convention()


@pytest.fixture
def page(convention, open_here, live_server):
    """The conductor's laptop."""
    laptop = open_here()
    for status in (409, 422):  # pages that say first what a change would break
        laptop.watch.expect(f"status of {status}")
    cookie = session_cookie("conductor@example.org")
    laptop.context.add_cookies([cookie | {"url": live_server.url}])
    return laptop


@pytest.fixture
def phone(convention, open_here, live_server):
    """Opens a page on the phone of somebody."""

    def open_phone(name, route):
        page = open_here(**PHONE)
        cookie = {"name": phone_cookie(convention.event), "value": convention.phones[name]}
        page.context.add_cookies([cookie | {"url": live_server.url}])
        page.goto(reverse(route, args=[convention.event.slug]))
        return page

    return open_phone


def say_when(page, at, *, length=90):
    page.get_by_label("Day", exact=True).select_option(at.date().isoformat())
    page.get_by_label("Start", exact=True).fill(f"{at:%H:%M}")
    page.get_by_label("Length, in minutes").fill(str(length))


def say_where(page, room, table):
    page.locator("#id_room").select_option(label=room)
    page.locator("#id_first_table").fill(str(table))
    page.locator("#id_last_table").fill(str(table + 1))


def change(page, session, at):
    page.goto(reverse("session", args=[session.event.slug, session.pk]))
    page.get_by_role("link", name="Change the session").click()
    say_when(page, at)


def save(page):
    page.get_by_role("button", name="Save").click()


def move_to_the_attic(convention, page):
    """Two hours later, and to a room whose tables have to be chosen."""
    express = convention.express
    change(page, express, convention.at("second"))
    page.locator("#id_room").select_option(label="Attic")
    save(page)
    expect(page.get_by_text("Table 1 stands in Hall")).to_be_visible()
    express.refresh_from_db()
    assert express.starts_at == convention.soon
    say_where(page, "Attic", 7)
    save(page)
    expect(page.get_by_text("Changes saved.")).to_be_visible()


def move_to_the_hour_of_another(convention, page):
    """Who would be in two places is named before anything changes."""
    express = convention.express
    change(page, express, convention.at("third"))
    save(page)
    expect(page.locator("main")).to_contain_text("Dora Double")
    express.refresh_from_db()
    assert express.starts_at == convention.at("second")
    page.get_by_role("button", name="Move anyway").click()
    expect(page.get_by_text("Changes saved.")).to_be_visible()
    express.refresh_from_db()
    assert express.starts_at == convention.at("third")


def replace_rails(convention, page):
    """Cancel the other session, and plan one in its place."""
    event = convention.event
    page.goto(reverse("session", args=[event.slug, convention.rails.pk]))
    page.get_by_text("Cancel this session").click()
    page.get_by_role("button", name="Cancel the session").click()
    expect(page.get_by_text("is cancelled").first).to_be_visible()
    make_tournament(event, name="Metro")
    page.goto(reverse("timetable-edit", args=[event.slug]))
    page.locator("#id_tournament").select_option(label="Metro")
    say_when(page, convention.at("third"))
    say_where(page, "Attic", 5)
    page.get_by_role("button", name="Plan it").click()
    page.get_by_role("button", name="Publish 1 new session").click()
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)


def expect_a_timetable_of_now(convention, page, before):
    event, late = convention.event, convention.at("third")
    page.goto(reverse("timetable", args=[event.slug]) + "?by=room")
    expect(page.locator("main")).not_to_contain_text("Hall")
    page.goto(reverse("timetable", args=[event.slug]))
    rows = page.locator(".session")
    expect(rows).to_have_count(3)
    for name, says in (("Express", "full"), ("Rails", "cancelled"), ("Metro", "0 signed up")):
        row = rows.filter(has_text=name)
        for words in (f"{late:%H:%M}", "Attic", says):
            expect(row).to_contain_text(words)
    now = convention.calendar()
    assert {name: entry[:3] for name, entry in now.items()} == {
        "Express": (late, "Attic", "CONFIRMED"),
        "Rails": (late, "Attic", "CANCELLED"),
        "Metro": (late, "Attic", "CONFIRMED"),
    }
    assert all(now[name][3] > entry[3] for name, entry in before.items())


def expect_a_board_of_now(convention, page):
    page.goto(reverse("board", args=[convention.event.slug]))
    main = page.locator("main")
    for words in ("Express", "Metro", "Attic", f"{convention.at('third'):%H:%M}"):
        expect(main).to_contain_text(words)
    for words in ("Rails", "Hall", f"{convention.at('second'):%H:%M}"):
        expect(main).not_to_contain_text(words)
    page.goto(reverse("hq", args=[convention.event.slug]))
    soon = page.get_by_role("region", name="Starts soon").locator(".session")
    expect(soon).to_have_count(2)
    expect(soon.filter(has_text="Express")).to_contain_text("3 booked, 0 here, 0 in the queue")


def expect_the_day_of_who_is_in(convention, phone, name):
    late = convention.at("third")
    mine = phone(name, "me").locator("#my-day")
    rows = mine.locator(".session")
    expect(rows).to_have_count(1)
    for words in ("Express", f"{late:%H:%M}", "Attic", "booked"):
        expect(rows).to_contain_text(words)
    expect(mine).not_to_contain_text("Sessions you are no longer in")
    assert convention.calendar_of(name)["Express"][:3] == (late, "Attic", "CONFIRMED")


def expect_the_day_of_who_lost_both(convention, phone, name):
    late = convention.at("third")
    mine = phone(name, "me").locator("#my-day")
    lost = mine.get_by_role("region", name="Sessions you are no longer in")
    expect(lost).to_contain_text("Express, heat 1: it was moved while you were booked elsewhere")
    expect(lost).to_contain_text("Rails, heat 1: it is cancelled.")
    expect(mine.locator(".session")).to_have_count(0)
    for entry in convention.calendar_of(name).values():
        assert entry[:3] == (late, "Attic", "CANCELLED")


@pytest.mark.long
def test_after_two_changes_everything_says_the_same(convention, page, phone):
    express, rails = convention.express, convention.rails
    before = convention.calendar()
    assert states(express) == dict(zip(NAMES, ("here", "held", "held", "waiting"), strict=True))

    move_to_the_attic(convention, page)
    check_truth()
    # Nobody is here for what begins in two hours.
    assert states(express) == dict(zip(NAMES, ("held", "held", "held", "waiting"), strict=True))
    when = f"{convention.at('second'):%a %H:%M}, Attic"
    for name in NAMES:
        said = convention.waits_to_be_sent(name)
        assert said == [f"Moved: Express, heat 1 is now here: {when}."]

    move_to_the_hour_of_another(convention, page)
    check_truth()
    replace_rails(convention, page)
    check_truth()

    assert states(express) == dict(zip(NAMES, ("held", "held", "lost", "held"), strict=True))
    assert states(rails) == {"Dora Double": "lost"}
    expect_a_timetable_of_now(convention, page, before)
    expect_a_board_of_now(convention, page)
    for name in NAMES[:2] + NAMES[3:]:
        expect_the_day_of_who_is_in(convention, phone, name)
    expect_the_day_of_who_lost_both(convention, phone, "Dora Double")

    where = f"{convention.at('third'):%a %H:%M}, Attic"
    moved = f"Moved: Express, heat 1 is now here: {where}."
    won = f"You have a place: Express, heat 1: {where}."
    lost = f"You were booked elsewhere when Express, heat 1 was moved. It is now here: {where}."
    assert {name: sorted(convention.waits_to_be_sent(name)) for name in NAMES} == {
        "Ada Here": [moved],
        "Ben Booked": [moved],
        "Cleo Waits": [moved, won],
        "Dora Double": [
            f"Cancelled: Rails, heat 1, {where}, does not take place.",
            f"You lost your place: {lost}",
        ],
    }
