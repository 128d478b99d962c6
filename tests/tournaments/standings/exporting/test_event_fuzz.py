"""Whatever event file is accepted: every page of its event answers, and it can be written again.

``make fuzz`` tries far more files, and more pages of each kind.
"""

import os
import random

import pytest
import time_machine
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import NOON, phone_of
from tests.routes.visitors import rolled_back_later
from tests.routes.world import make_world
from tests.tournaments.standings.exporting.mutants import addresses, mutate
from tests.tournaments.standings.exporting.test_event_faults import written
from tournaments.ledger import Actor
from tournaments.models import Event, Seat, User
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.standings import errors
from tournaments.standings.computing import services
from tournaments.standings.exporting import event_reader

# In each run test_event_faults.py has the faults of a file, and test_round_trips.py whole ones that
# go round.
pytestmark = [pytest.mark.django_db, pytest.mark.long]

EXAMPLES = int(os.environ.get("ROUNDHOUSE_FUZZ_EXAMPLES", "1"))
#: Addresses that are asked for of each name, in each example.
PAGES = int(os.environ.get("ROUNDHOUSE_FUZZ_PAGES", "1"))
CHANGES = 40


def test_every_page_of_an_event_answers_whatever_file_it_came_from():
    with time_machine.travel(NOON, tick=False):
        original = with_fixed_lots(written(make_world(NOON).event))
        bringer = User.objects.create_user("bringer@example.org", "a long password")

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(st.randoms(use_true_random=False))
        def every_page_answers(chance):
            data = changed(original, chance)
            with rolled_back_later():
                event = event_reader.load(data, by=Actor("B", bringer), at=NOON)
                look_at_pages(event, bringer, random.Random(chance.getrandbits(32)))
                work_in_the_background(event)
                event_reader.checked(written(event))
                transaction.set_rollback(True)

        every_page_answers()


def with_fixed_lots(data):
    """The file without what was drawn by lot, so that each run tries the same files."""
    for number, table in enumerate(data["tables"]):
        table["code"] = f"T{number:03}"
    for tournament in data["tournaments"]:
        tournament["lot_seed"] = "0123456789abcdef"
    return data


def changed(data, chance):
    """The file with those of many small changes that it is still accepted with."""
    for _ in range(CHANGES):
        other = mutate(data, chance)
        try:
            event_reader.checked(other)
        except errors.NotAnEventFile:
            continue
        data = other
    return data


def look_at_pages(event: Event, owner: User, chance: random.Random) -> None:
    """Ask for pages as the owner, as a player at one of the tables, and as nobody."""
    clients = [Client(), Client(), Client()]
    clients[0].force_login(owner)
    if seat := Seat.objects.filter(round__tournament__event=event).order_by("pk").first():
        phone_of(clients[1], seat.entry.player)
    # The limits on requests of one sender are not what is tried here.
    cache.clear()
    for found in addresses(event).values():
        for address in chance.sample(found, min(PAGES, len(found))):
            response = chance.choice(clients).get(address)
            assert response.status_code < 500, address
            if response.streaming:
                b"".join(response)


def work_in_the_background(event: Event) -> None:
    """The work that a worker does with it next."""
    end_tables_out_of_time(now=NOON)
    for tournament in event.tournaments.all():
        services.refresh(tournament.pk, at=NOON)
