"""Archives: the bytes and the time of a convention of 400 people and 350 games."""

import random
from time import perf_counter

import pytest
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA, NOON, make_entries, make_event, make_round, make_tournament
from tournaments.archive.services import write_archive
from tournaments.models import Entry, Round, Table
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round
from tournaments.standings.computing.services import refresh

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
def test_a_convention_of_400_people_and_350_games(tmp_path):
    event = convention()
    assert Table.objects.count() == TOURNAMENTS * GAMES_EACH
    assert Round.objects.count() == TOURNAMENTS
    began = perf_counter()
    pages, size = write_archive(event, tmp_path, at=timezone.now())
    seconds = perf_counter() - began
    print(f"\n{pages} pages, {size / 1e6:.1f} MB, {seconds:.0f} s")  # noqa: T201 - the figures
    assert size <= MOST_BYTES
