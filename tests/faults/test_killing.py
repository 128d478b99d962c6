"""Killing the processes of the site with SIGKILL in the middle of a round.

``make test`` goes through all of them once. ``make faults`` does it ROUNDHOUSE_FAULT_ROUNDS times,
ends the whole site as well, and lets processes hang.
"""

import os
import signal
from collections import Counter, defaultdict

import pytest

from tests.examples import ALL
from tests.faults.table_of_phones import REST_SECONDS, SEATS, Evening, points
from tests.stack import wait_for

TABLES = 3 if ALL else 2
CLOCKS = 8
ROUNDS = int(os.environ.get("ROUNDHOUSE_FAULT_ROUNDS", "1"))
VICTIMS = ("worker", "beat", "web", "web-2", "redis")
#: For a warning while everything is being killed around it; other tests may keep the machine busy.
LATEST_SECONDS = 30 if ALL else 120
#: A round of kills may last so long: the last slot ends after one more.
SLOT_SECONDS = 12 if ALL else 6

# One tournament is played; the slots of the others end soon, so that warnings keep falling due.
MAKE_ROUNDS = f"""
from datetime import timedelta
from django.utils import timezone
from tests.builders import ANNA, make_entries, make_event, make_round, make_tournament
from tournaments.clock.services import start_slot

def seconds(count): return timedelta(seconds=count)

now, event = timezone.now(), make_event()
played = make_tournament(event, name="Played", target=10**6)
entries = make_entries(played, {TABLES * len(SEATS)})
tables = [entries[n::{TABLES}] for n in range({TABLES})]
round_ = make_round(played, tables, started_at=now)
for n in range({CLOCKS}):
    length = {SLOT_SECONDS} * (1 + {ROUNDS} * (n + 1) / {CLOCKS})
    clock = make_tournament(
        event, name=f"Clock {{n}}", slot=seconds(length), warning=seconds(length * 0.75),
        cutoff=seconds(length * 0.5), force_end=seconds(length * 0.25),
    )
    start_slot(make_round(clock, [], started_at=None), by=ANNA, at=now)
answer = sorted(round_.tables.values_list("code", flat=True))
"""

REPORTED = """
SELECT t.code, s.number, seat.position, line.points
FROM tournaments_scoresheet s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_sheetline line ON line.sheet_id = s.id
JOIN tournaments_seat seat ON seat.id = line.seat_id
WHERE s.status IN ('reported', 'confirmed')
"""
WARNINGS = "SELECT id, round_id, kind, due_at, fired_at FROM tournaments_clockwarning"
LATENESS = """
from tournaments.models import ClockWarning
answer = [(w.fired_at - w.due_at).total_seconds() for w in ClockWarning.objects.all()]
"""
STANDINGS = """
from django.db.models import Sum
from tournaments.models import SheetLine, Standing, Tournament
played = Tournament.objects.get(name="Played")
points = Sum("game_points"), Sum("points")
answer = [
    played.results_version - played.standings_version,
    Standing.objects.filter(tournament=played).aggregate(sum=points[0])["sum"],
    SheetLine.objects.aggregate(sum=points[1])["sum"],
]
"""
COUNTS = """
SELECT 'report hand', (SELECT count(*) FROM tournaments_ledgerentry WHERE verb = 'report hand')
    + (SELECT count(*) FROM tournaments_sheetversion WHERE act = 'report' AND NOT in_ledger)
"""


@pytest.fixture
def site(new_stack):
    return new_stack().start()


def kill_and_wait(site, name, evening):
    """Kill ``name``; return once it is back and phones get their hands acknowledged again."""
    killed = site.kill(name)
    wait_for(lambda: site.pids().get(name, killed) != killed)
    before = evening.acknowledged
    wait_for(lambda: evening.acknowledged >= before + 2 * TABLES)


@pytest.mark.long("postgresql")  # test_afternoon.py kills a site on PostgreSQL
def test_no_hand_and_no_warning_is_lost_or_doubled_when_the_site_is_killed_bit_by_bit(site):
    codes = site.ask(MAKE_ROUNDS)
    fired_first = {}

    def look_at_warnings():
        """Note when each warning was fired, as seen first: that must never change again."""
        for pk, *_rest, fired_at in site.rows(WARNINGS):
            if fired_at is not None:
                fired_first.setdefault(pk, fired_at)
        return len(fired_first) == 4 * CLOCKS

    evening = Evening.begin(site, codes, rest=REST_SECONDS)
    try:
        for name in VICTIMS * ROUNDS:
            look_at_warnings()
            kill_and_wait(site, name, evening)
        wait_for(look_at_warnings, SLOT_SECONDS * (1 + ROUNDS) + LATEST_SECONDS)
    finally:
        evening.end()

    assert_hands_are_those_acknowledged(site, evening)
    assert_warnings_fired_once(site, fired_first)
    wait_for(lambda: len(set(site.ask(STANDINGS)[1:])) == 1)
    for name in VICTIMS:
        assert site.output.count(f"{name} was ended by SIGKILL") == ROUNDS


def assert_hands_are_those_acknowledged(site, evening, *, refusals=frozenset()):
    stored = defaultdict(list)
    for code, number, seat, value in site.rows(REPORTED):
        stored[code, number].append((seat, value))
    for (_code, number), lines in stored.items():
        assert sorted(lines) == sorted(points(number).items())  # each line once, as it was sent

    acknowledged = {(phone.code, number) for phone in evening.phones for number in phone.keys}
    tried = {(phone.code, n) for phone in evening.phones for n in range(1, phone.tried + 1)}
    assert acknowledged <= set(stored) <= tried
    for code in {phone.code for phone in evening.phones}:
        numbers = sorted(number for stored_code, number in stored if stored_code == code)
        assert numbers == list(range(1, len(numbers) + 1))

    ledger = dict(site.rows(COUNTS))
    assert ledger["report hand"] == len(stored)  # each was done once, not only stored once
    statuses = sum((phone.statuses for phone in evening.phones), Counter())
    assert {status for _path, status in statuses if status >= 500} <= refusals, statuses


def assert_warnings_fired_once(site, fired_first):
    rows = site.rows(WARNINGS)
    assert len({(round_id, kind) for _, round_id, kind, *_ in rows}) == len(rows) == 4 * CLOCKS
    assert {pk: fired_at for pk, *_, fired_at in rows} == fired_first
    late = site.ask(LATENESS)
    assert min(late) >= 0
    assert max(late) < LATEST_SECONDS


@pytest.mark.long
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "SIGKILL"])
def test_what_was_acknowledged_is_there_when_the_whole_site_ends_and_opens_again(site, ending):
    codes = site.ask(MAKE_ROUNDS)
    site.env["ROUNDHOUSE_PORT"] = site.url.rpartition(":")[2]  # where the phones come back to
    evening = Evening.begin(site, codes, rest=REST_SECONDS)
    try:
        wait_for(lambda: evening.acknowledged >= 4 * TABLES)
        site.supervisor.send_signal(ending)
        site.wait_for_end()
        before = evening.acknowledged
        site.start()
        wait_for(lambda: evening.acknowledged >= before + 4 * TABLES)
    finally:
        evening.end()
    assert_hands_are_those_acknowledged(site, evening)


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("hung", [("worker",), ("beat", "web"), ("web-2",)], ids=" and ".join)
def test_a_process_that_hangs_is_restarted(new_stack, hung):
    site = new_stack(ROUNDHOUSE_SILENT_SECONDS="8").start()
    before = site.pids()
    for name in hung:
        os.kill(before[name], signal.SIGSTOP)
    for name in hung:
        site.wait_for_line(rf"Silent for 8 s, so started anew:.* {name}\b")
        wait_for(lambda name=name: site.pids().get(name, before[name]) != before[name])
    # The conductors' pages read it from here (tournaments.clock.health).
    assert '"status": "silent"' in (site.var / "incidents.jsonl").read_text()
