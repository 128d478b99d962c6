"""The cost of a page that is not kept, in loops of the yardstick, and of a kept one."""

import time

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from server.web.shared_pages import MOST_BYTES
from tests.benchmarks import first_visit, kept_pages
from tests.benchmarks.engines.measure import loops, rate
from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tests.stack import Stack
from tests.tournaments.standings.hands import close, play_large_round
from tournaments.registration.printing import prints
from tournaments.standings.computing import services

pytestmark = pytest.mark.bench


@pytest.fixture
def site():
    site = Stack()
    yield site.start()
    site.remove()


def loops_of(say, name, page, where):
    """The loops of the yardstick that a page takes, and its queries."""

    def once():
        cache.clear()
        page(where)
        return 1

    with CaptureQueriesContext(connection) as queries:
        cache.clear()
        size = len(page(where).content)
    asked = len(queries)  # before the next request forgets them
    took = rate(once, 3.0)
    said = f"{1000 / took.per_second:.1f} ms, {took.loops / 1e6:.2f} M loops"
    say(f"\n{name}: {said}, {asked} queries, {size:,} bytes")
    return took.loops, asked


@pytest.mark.django_db
def test_the_standings_of_200_players_after_8_rounds(client, say):
    tournament = make_tournament(rounds_planned=8)
    entries = make_entries(tournament, 200)
    for number in range(1, 9):
        close(play_large_round(tournament, entries, number=number, hands=2))
        entries = entries[number:] + entries[:number]
    services.refresh(tournament.pk, at=NOON + minutes(30))
    where = reverse("standings", args=[tournament.event.slug, tournament.slug])

    found, queries = loops_of(say, "standings, 200 x 8", client.get, where)
    assert found <= 600_000
    assert queries <= 6


@pytest.mark.django_db
def test_the_page_of_a_round_with_50_tables(client, say):
    tournament = make_tournament()
    entries = make_entries(tournament, 200)
    round_ = make_round(tournament, [entries[n : n + 4] for n in range(0, 200, 4)])
    where = round_.get_absolute_url()
    found, _queries = loops_of(say, "round, 50 tables", client.get, where)
    assert found <= 300_000


#: What 0.3 seconds are on the machine on which the bars were set, in loops of the yardstick.
A_THIRD = int(0.3 * 38_500_000)


@pytest.mark.django_db
def test_the_pages_of_a_hall_of_1250_tables(client, say):
    tournament = make_tournament()
    play_large_round(tournament, make_entries(tournament, 5_000))
    event, round_ = tournament.event, tournament.rounds.get()
    make_conductor(event)
    conductor = Client()
    conductor.force_login(event.staff.get().user)
    found = round_.get_absolute_url()
    for name, page, where in (
        ("event", client.get, reverse("event", args=[event.slug])),
        ("round", client.get, found),
        ("round by name", client.get, f"{found}?by=name"),
        ("round, conductor's part", conductor.get, f"{found}?own=parts"),
        ("clock room", conductor.get, reverse("clocks", args=[event.slug])),
        ("desk", conductor.get, reverse("desk", args=[event.slug])),
    ):
        took, _queries = loops_of(say, f"1,250 tables, {name}", page, where)
        assert took <= A_THIRD, name
        assert len(page(where).content) <= 100_000, name


#: And half a second, which no page may take while a worker draws.
HALF_A_SECOND = int(0.5 * 38_500_000)


@pytest.mark.django_db
def test_the_badges_of_5000_people_are_drawn_apart_from_pages(client, say):
    tournament = make_tournament()
    make_entries(tournament, 5_000)
    event = tournament.event
    client.force_login(make_conductor(event))
    where = {name: reverse(name, args=[event.slug]) for name in ("badges-all", "badges-printed")}
    found, _queries = loops_of(say, "5,000 badges, asking", client.post, where["badges-all"])
    assert found <= HALF_A_SECOND
    begun, turns = time.process_time(), 0
    while prints.draw_waiting():
        turns += 1
    seconds = time.process_time() - begun
    say(f"\n5,000 badges, drawn: {seconds:.1f} s of a processor in {turns} turns")
    for name, address in where.items():
        found, _queries = loops_of(say, name, client.get, address)
        assert found <= HALF_A_SECOND, name


@pytest.mark.parametrize("size", [kept_pages.PAGE_BYTES, kept_pages.LARGE_BYTES])
def test_a_kept_page_costs_little_more_than_its_bytes(say, size):
    """Also where ten times as many players are on it."""
    found = kept_pages.compare(size)
    say(f"\n{loops() / 1e6:.1f} M loops a second; {found}")
    assert found.processor <= 1.6
    assert found.pages >= 0.6


def test_kept_pages_take_the_memory_that_is_counted(say):
    counted, taken = kept_pages.fill()
    say(f"\nkept pages: {counted / 2**20:.1f} MiB counted, {taken / 2**20:.1f} MiB taken")
    assert counted <= MOST_BYTES
    assert taken <= 1.25 * MOST_BYTES


def test_a_phone_on_a_bad_network_sees_what_is_on_now(site, browser, say):
    found = first_visit.visit(browser, site.url + site.ask(first_visit.MAKE))
    say("\n" + first_visit.report(found))
    assert found.requests <= 12
    assert found.kilobytes <= 60
    assert found.kilobytes - found.of_the_typeface <= 45
    assert found.largest_paint <= 1.5
