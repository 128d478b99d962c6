"""A laptop publishes its event to a federation's site while results come and both are killed."""

import json
import random
import signal
import subprocess
import sys

import pytest

from tests.stack import ROOT, wait_for
from tests.tournaments.federation.copies import comparable

MAKE = """
from tests.builders import make_entries, make_tournament
tournament = make_tournament()
make_entries(tournament, 8)
answer = tournament.event.slug
"""
TOKEN = """
from django.utils import timezone
from tests.builders import make_event, make_conductor
from tournaments.api.tokens import make_token
owner = make_conductor(make_event("Office"))
answer = make_token(owner, "laptop", ["organize"], at=timezone.now())[1]
"""
PLAY = """
import random
from tests.builders import make_entries
from tests.tournaments.standings.hands import play_round
from tournaments.models import Tournament
from tournaments.standings.computing import services
from tests.builders import NOON
from tournaments.timetable.hall.codes import new_codes
rng, tournament = random.Random({seed}), Tournament.objects.get()
make_entries(tournament, 1)
entries = list(tournament.entries.order_by("pk")[:8])
rng.shuffle(entries)
hands = [[(entry, rng.randrange(200)) for entry in entries[at:at + 4]] for at in (0, 4)]
played = play_round(tournament, hands, number=tournament.rounds.count() + 1)
tables = list(played.tables.all())
for table, code in zip(tables, new_codes(len(tables))):
    table.code = code  # letters of the builder end after 26 rounds
    table.save()
services.refresh(tournament.pk, at=NOON)
answer = True
"""
FILE = """
import json
from django.utils import timezone
from tournaments.models import Event
from tournaments.standings.exporting import event_writer
with event_writer.write(Event.objects.get(slug="winter-meet"), at=timezone.now()) as file:
    answer = file.read().decode()
"""


def publishing(laptop, federation, token):
    env = laptop.env | {"ROUNDHOUSE_PUBLISH_TOKEN": token}
    command = [sys.executable, "manage.py", "publish", "winter-meet", "--to", federation.url]
    return subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def finished(process):
    """The exit status of a process, and what it said of its failure."""
    _out, said = process.communicate()
    return process.returncode, said.decode()


def kill(sending, federation, rng):
    """SIGKILL for a process that publishes: at once, or when its file has come."""
    received = "SELECT received_at FROM tournaments_eventsource"
    before = federation.rows(received)
    if rng.random() < 0.5:
        wait_for(lambda: federation.rows(received) != before or sending.poll() is not None)
    sending.send_signal(signal.SIGKILL)


MOVE = """
from tournaments.models import Event
answer = Event.objects.update(venue="The attic")
"""
TARGET = """
from django.utils import timezone
from tests.builders import ANNA
from tournaments.federation.publishing import publish_to
from tournaments.models import Event
event = Event.objects.get()
publish_to(event, site="{site}", token="{token}", by=ANNA, at=timezone.now())
answer = True
"""


def files_of(*sites):
    """The event of each site, without the fields that differ by site."""
    return [comparable(json.loads(site.ask(FILE))) for site in sites]


# Two sites, which each cost as much as a hundred tests: they show all that two can show.
@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rounds", [3, 40])
def test_the_copy_is_the_event_whatever_was_killed_and_with_a_target_it_publishes_itself(
    new_stack, rounds
):
    laptop = new_stack(WEBHOOK_NETWORKS="127.0.0.0/8").start()
    federation = new_stack().start()
    laptop.ask(MAKE)
    token = federation.ask(TOKEN)
    rng = random.Random(41)
    for number in range(rounds):
        laptop.ask(PLAY.format(seed=number))
        sending = publishing(laptop, federation, token)
        fault = number % 3
        if fault == 0:  # the site that receives it
            federation.kill(rng.choice(["web", "web-2"]))
        elif fault == 1:
            kill(sending, federation, rng)
        finished(sending)

    def published():
        status, said = finished(publishing(laptop, federation, token))
        assert status == 0 or "Not published" in said
        return status == 0

    wait_for(published)
    ours, theirs = files_of(laptop, federation)
    for name, rows in ours.items():
        assert theirs[name] == rows, name
    assert len(ours["rounds"]) == rounds
    assert federation.rows("SELECT count(*) FROM tournaments_eventsource") == [(1,)]
    assert federation.rows("SELECT count(*) FROM tournaments_event") == [(2,)]

    laptop.ask(MOVE)
    federation.kill("web")
    laptop.ask(TARGET.format(site=federation.url, token=token))
    wait_for(lambda: laptop.rows("SELECT digest FROM tournaments_publication") != [("",)])
    ours, theirs = files_of(laptop, federation)
    assert theirs == ours
    assert theirs["event"]["venue"] == "The attic"
    runs_at = federation.rows("SELECT runs_at FROM tournaments_event WHERE slug = 'winter-meet'")
    assert runs_at == laptop.rows("SELECT name FROM tournaments_installation")
