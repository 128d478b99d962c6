"""New standings come to open pages with the message of the stream, or are fetched."""

import pytest
from playwright.sync_api import expect

from tests.stack import wait_for

MAKE = """
from django.urls import reverse
from django.utils import timezone
from tests.builders import make_entries, make_event, make_tournament, open_seat
from tests.tournaments.standings.hands import play_round
from tournaments.access.phones import phone_cookie
from tournaments.standings.computing import services
from django.test import Client
event = make_event("Meet {number}")
tournament = make_tournament(event, name="Open")
entries = make_entries(tournament, 4)
play_round(tournament, [list(zip(entries, (40, 30, 20, 10)))], number=1)
services.refresh(tournament.pk, at=timezone.now())
phone = Client()
open_seat(phone, tournament.rounds.get().seats.get(entry=entries[3]))
cookie = phone.cookies[phone_cookie(event)].value
address = reverse("standings", args=[event.slug, tournament.slug])
answer = [tournament.pk, entries[0].pk, entries[3].pk, address, phone_cookie(event), cookie]
"""
#: The last player wins after all.
CORRECT = """
from django.utils import timezone
from tests.tournaments.standings.hands import count_change
from tournaments.models import SheetLine, StandingsState
from tournaments.standings.computing import services
lines = SheetLine.objects.filter(seat__entry={entry})
lines.update(points={points})
count_change({tournament})
services.refresh({tournament}, at=timezone.now())  # or the worker was quicker
answer = StandingsState.objects.get(pk={tournament}).is_current
"""
LONG_NAMES = """
from tournaments.models import Player
for end in ("Alexandra", "Alexandria"):
    player = Player.objects.filter(event__slug="meet-{number}").exclude(name__contains="x").first()
    player.name = f"Bartholomew Featherstonehaugh-{end}"
    player.save(update_fields=["name"])
answer = None
"""


class Follower:
    """A phone at the standings, and what it fetched of them."""

    def __init__(self, stack, open_page, number, *, script=""):
        made = stack.ask(MAKE.replace("{number}", str(number)))
        self.stack = stack
        self.tournament, self.first, self.entry, self.address, name, value = made
        self.fetched = []
        self.page = open_page(base_url=stack.url, width=390, service_workers="block")
        self.page.context.add_cookies([{"name": name, "value": value, "url": stack.url}])
        self.page.add_init_script(script)
        self.page.on("response", self._note)
        self.page.goto(self.address)
        wait_for(lambda: self.page.wait_for_timeout(50) or self.fetched)  # once its stream is open
        expect(self.row).to_have_class("is-you")

    def _note(self, response):
        if "/standings/live/" in response.url:
            self.fetched.append(response.url)

    @property
    def row(self):
        return self.page.locator(f"#entry-{self.entry}")

    def correct(self, points):
        code = CORRECT.replace("{entry}", str(self.entry)).replace("{points}", str(points))
        assert self.stack.ask(code.replace("{tournament}", str(self.tournament)))

    def places(self):
        return self.row.locator(".place")


def test_new_standings_come_with_the_message(stack, open_page, number):
    """Beside names so long that a phone must show them whole, or two people look alike."""
    phone = Follower(stack, open_page, number)
    stack.ask(LONG_NAMES.replace("{number}", str(number)))
    expect(phone.places()).to_contain_text("4")
    fetched = len(phone.fetched)
    phone.page.locator(f"#why-{phone.first} summary").click()
    phone.correct(99)
    expect(phone.places()).to_contain_text("1")
    # What the phone knows of its own stays, and what was opened stays open.
    expect(phone.row).to_have_class("is-you")
    expect(phone.page.locator(f"#why-{phone.first}")).to_have_attribute("open", "")
    phone.correct(35)
    expect(phone.places()).to_contain_text("2")
    assert len(phone.fetched) == fetched
    names = phone.page.locator(".standings .player > a")
    expect(names.filter(has_text="Featherstonehaugh")).to_have_count(2)
    cut = "links => links.filter((link) => link.scrollWidth > link.clientWidth).length"
    assert names.evaluate_all(cut) == 0


@pytest.mark.long
def test_a_phone_that_cannot_unpack_them_fetches_them(stack, open_page, number):
    phone = Follower(stack, open_page, number, script="delete globalThis.DecompressionStream")
    fetched = len(phone.fetched)
    phone.correct(99)
    expect(phone.places()).to_contain_text("1")
    assert len(phone.fetched) > fetched


@pytest.mark.long
def test_a_part_that_arrives_broken_is_fetched(stack, open_page, number):
    broken = "globalThis.DecompressionStream = class { constructor() { throw new Error(); } }"
    phone = Follower(stack, open_page, number, script=broken)
    fetched = len(phone.fetched)
    phone.correct(99)
    expect(phone.places()).to_contain_text("1")
    assert len(phone.fetched) > fetched


@pytest.mark.long
def test_nothing_is_put_under_a_finger(stack, open_page, number):
    phone = Follower(stack, open_page, number)
    phone.row.hover()
    phone.page.mouse.down()
    phone.correct(99)
    phone.page.mouse.up()
    expect(phone.places()).to_contain_text("1")
