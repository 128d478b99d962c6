"""Archives: the bytes and the time of a convention of 400 people and 350 games, and what its pages
cost when they come from there.
"""

import random
from statistics import median
from time import perf_counter, process_time

import pytest
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_entries, make_event, make_round, make_tournament
from tournaments.archive import serving
from tournaments.archive.services import write_archive
from tournaments.models import Entry, Round, Table
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round
from tournaments.standings.computing.services import refresh

TIMES = 20
#: A page of the archive costs at most this part of the processor time of rendering it.
MOST_OF_RENDERING = 0.5
PEOPLE, TOURNAMENTS, GAMES_EACH, AT_A_TABLE = 400, 50, 7, 4
MOST_BYTES = 20_000_000


def convention():
    """Fifty tournaments of seven games, played by people drawn from all who are there."""
    event = make_event("Convention")
    everybody = [one.player for one in make_entries(make_tournament(event, name="Bag"), PEOPLE)]
    event.tournaments.all().delete()
    lot = random.Random(7)
    for number in range(1, TOURNAMENTS + 1):
        tournament = make_tournament(event, name=f"Express {number}")
        there = Entry.objects.bulk_create(
            Entry(
                tournament=tournament,
                player=one,
                status="checked_in",
                entered_at=NOON,
                status_at=NOON,
            )
            for one in lot.sample(everybody, GAMES_EACH * AT_A_TABLE)
        )
        tables = [there[n::GAMES_EACH] for n in range(GAMES_EACH)]
        made = make_round(tournament, tables)
        for table in made.tables.order_by("number"):
            deal_hand(table, 1, by=ANNA, at=NOON)
            points = {1: 130, 2: lot.randrange(90), 3: lot.randrange(90), 4: 0}
            report_hand(table, 1, QuickHand(points, 1), by=ANNA, at=NOON)
        close_round(made, by=ANNA, at=NOON)
        refresh(tournament, at=NOON)
    return event


@pytest.mark.django_db
def test_a_convention_of_400_people_and_350_games(tmp_path, say):
    event = convention()
    assert Table.objects.count() == TOURNAMENTS * GAMES_EACH
    assert Round.objects.count() == TOURNAMENTS
    began = perf_counter()
    pages, size = write_archive(event, tmp_path, at=timezone.now())
    seconds = perf_counter() - began
    say(f"{pages} pages, {size / 1e6:.1f} MB, {seconds:.0f} s")
    assert size <= MOST_BYTES


def milliseconds(client, address):
    """The processor time of a page that no web process keeps: the median of many."""
    took = []
    for _time in range(TIMES):
        began = process_time()
        response = client.get(address)
        took.append(1000 * (process_time() - began))
        assert response.status_code == 200
    return median(took)


@pytest.mark.django_db
def test_a_page_from_the_archive_beside_the_same_page_rendered(client, say):
    event = convention()
    at = timezone.now()
    event.tournaments.update(status="finished")
    root = event.get_absolute_url()
    player = event.players.first()
    addresses = [root, f"{root}players/{player.pk}/", f"{root}t/express-1/standings/"]
    rendered = [milliseconds(client, address) for address in addresses]
    serving.serve(event, site="http://testserver", by=ANNA, at=at)
    began = process_time()
    while serving.make_waiting(now=at):
        pass
    seconds = process_time() - began
    archive = event.archive
    size = sum(len(html) for html in archive.pages.values_list("html", flat=True))
    say(f"{archive.pages.count()} pages, {size / 1e6:.1f} MB packed, {seconds:.0f} s")
    archived = [milliseconds(client, address) for address in addresses]
    for address, before, after in zip(addresses, rendered, archived, strict=True):
        say(f"{address}: {before:.1f} ms rendered, {after:.1f} ms from the archive")
        assert after <= MOST_OF_RENDERING * before
