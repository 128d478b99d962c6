"""Warnings are never lost and never doubled, whatever is killed while a whole hall plays.

A short afternoon of fewer tables on PostgreSQL is part of ``make test``; ``make faults`` kills each
part two hundred times on both databases, while two hundred tables play.
``ROUNDHOUSE_FAULT_KILLS`` and ``ROUNDHOUSE_FAULT_SEED`` choose another one. After it the invariants
I1 to I7 of the site are checked (what they are, stands with each check below).
"""

import os
import time
from collections import Counter
from datetime import datetime

import pytest

from tests.faults.afternoon import (
    BACK_WITHIN,
    VICTIMS,
    Conductor,
    Kill,
    Nemesis,
    Witness,
    lateness,
    nobody_at_work,
)
from tests.faults.table_of_phones import REST_SECONDS, SEATS, Evening
from tests.faults.test_killing import assert_hands_are_those_acknowledged
from tests.stack import wait_for

KILLS = int(os.environ.get("ROUNDHOUSE_FAULT_KILLS", "1"))
SEED = int(os.environ.get("ROUNDHOUSE_FAULT_SEED", "4"))
LONG = KILLS >= 20
TABLES, PLAYED = 200 if LONG else 20, 2
# The bar, for a machine that does nothing else; in `make test` other tests run beside this one.
BAR_SECONDS = 1.5
LATEST_SECONDS = BAR_SECONDS if LONG else 60.0


def make_afternoon(*, seed: int, played: int, tables: int, length: float, number: int = 0) -> str:
    """Code that makes tables of players, and a hall of others whose warnings fall due.

    ``length`` is that of the longest slot, in seconds; ``number`` that of the event on the site.
    """
    return f"""
import random
from datetime import timedelta
from django.utils import timezone
from tests.builders import (
    ANNA, make_conductor, make_entries, make_event, make_round, make_tournament)
from tests.clocks import change_clock
from tournaments.clock.rules import Override
from tournaments.clock.services import start_slot
from tournaments.models import ScoreSheet

def seconds(count): return timedelta(seconds=count)

rnd, now = random.Random({seed}), timezone.now()
event = make_event("Afternoon {number}")
make_conductor(event, "conductor{number or ""}@example.org")
played = make_tournament(
    event, name="Played", target=10**6, slot=seconds(max(75 * 60, 4 * {length}))
)
entries = make_entries(played, {played * len(SEATS)})
phones = make_round(played, [entries[n::{played}] for n in range({played})], started_at=now)
length = {length}
hall = make_tournament(
    event, name="Hall", slot=seconds(length), warning=seconds(length * 0.75),
    cutoff=seconds(length * 0.5), force_end=seconds(length * 0.25),
)
people = make_entries(hall, {tables})
round_ = make_round(hall, [[person] for person in people], started_at=None)
tables = list(round_.tables.order_by("number"))
for table in tables:  # each with deadlines of its own, so that they keep falling due
    own = rnd.uniform(0.6, 1.0)
    change_clock(
        table, "rules",
        override=Override(**{{name: seconds(length * own * part) for name, part in
                   (("slot", 1), ("warning", 0.75), ("cutoff", 0.5), ("force_end", 0.25))}}),
        by=ANNA, at=now, reason="of the test")
round_ = start_slot(round_, by=ANNA, at=timezone.now())
ScoreSheet.objects.bulk_create(  # a hand runs everywhere, so that nothing becomes untrue
    ScoreSheet(table=table, number=1, dealt_at=round_.started_at, cutoff_at=round_.cutoff_at)
    for table in tables
)
answer = {{
    "codes": sorted(phones.tables.values_list("code", flat=True)),
    "tables": [table.pk for table in tables],
    "address": round_.get_absolute_url() + "clock/",
}}
"""


OWED = """
from datetime import timedelta
from django.utils import timezone
from tournaments.clock.warnings.services import STILL_TRUE
from tournaments.models import ClockWarning, Table
waiting = ClockWarning.objects.filter(STILL_TRUE, fired_at=None)
answer = [
    waiting.count(),
    waiting.filter(due_at__lt=timezone.now() - timedelta(seconds=2)).count(),
    list(Table.objects.exclude(paused_at=None).values_list("pk", flat=True)),
]
"""

#: With the change of the table's clock that planned it: one that somebody's change has moved into
#: the past, or that fell due as somebody paused the table, is owed from then. Each change is one
#: epoch, after the rules and the start. (The last change before ``fired_at`` would be another one
#: where the firing process had read the time just before that change.)
FIRED = """
SELECT w.id, w.due_at, w.fired_at, (
    SELECT planned.at FROM tournaments_clockchange planned
    WHERE planned.table_id = w.table_id AND w.epoch - 1 = (
        SELECT count(*) FROM tournaments_clockchange earlier
        WHERE earlier.table_id = planned.table_id AND earlier.id <= planned.id
    )
) FROM tournaments_clockwarning w WHERE w.fired_at IS NOT NULL
"""

INVARIANTS = """
from collections import Counter
from django.db.models import Count, F, Prefetch
from django.utils import timezone
from tournaments.clock.clock_events import replay
from tournaments.clock.serialization import as_command, slot_clock, table_clock
from tournaments.models import (
    ClockChange, ClockWarning, Event, LedgerEntry, Round, ScoreSheet, SheetLine, Standing, Table,
    StandingsState, Tournament)
from tournaments.standings.computing.services import refresh

def history_of(rows, table_id=None):
    return [as_command(row) for row in rows if row.table_id in {None, table_id}]

event = Event.objects.latest("pk")  # a site may have earlier ones, which were looked at before
ledger = LedgerEntry.objects.filter(event=event)
sheets = ScoreSheet.objects.filter(table__round__tournament__event=event)

faults = []
def check(name, holds):
    if not holds:
        faults.append(name)

# What the versions of sheets say is in the ledger within ten seconds.
from tournaments.events.ledger.sealing import broken_seal, seal_all
seal_all(now=timezone.now())

# I2: one line for each seat of each reported hand, with the points that were entered.
reported = sheets.filter(status__in=ScoreSheet.COUNTED)
lines = Prefetch("lines", SheetLine.objects.order_by("seat__position"))
for sheet in reported.prefetch_related(lines).iterator(chunk_size=1000):
    points = [line.points for line in sheet.lines.all()]
    check(f"I2 {sheet.pk}", points == sheet.data["points"])

# I3: the standings are those that follow from the hands.
played = Tournament.objects.get(event=event, name="Played")
def standings():
    return list(Standing.objects.filter(tournament=played).order_by("rank").values_list(
        "entry_id", "rank", "place", "score", "wins", "game_points", "hands"))
before = standings()
StandingsState.objects.filter(pk=played.pk).update(standings_version=0)
refresh(played.pk, at=timezone.now())
check("I3 standings", before == standings() and before)

# I4: each warning of a clock at most once; and the two kinds of subjects are distinguished.
rows = Counter(ClockWarning.objects.values_list("round_id", "table_id", "kind", "epoch"))
check("I4 planned twice", max(rows.values()) == 1)

# I5: a table's version counts what was done at it, without a gap.
of_tables = ledger.filter(verb__in=["deal hand", "report hand", "confirm hand"])
subjects = of_tables.values_list("subject", flat=True).iterator()
acts = Counter(part for subject in subjects for part in subject.split(", "))
for table in Table.objects.filter(round__tournament=played):
    check(f"I5 {table}", table.version == acts[str(table)])
kept = ScoreSheet.objects.filter(table__round__tournament=played)
kept = kept.annotate(kept=Count("versions"))
check("I5 sheets", not kept.exclude(version=F("kept")).exists())

# I6: a line in the ledger for each change.
verbs = Counter(ledger.values_list("verb", flat=True))
of_players = ScoreSheet.objects.filter(table__round__tournament=played)
check("I6 deals", verbs["deal hand"] == of_players.count())
check("I6 reports", verbs["report hand"] == reported.count())
clock = sum(count for verb, count in verbs.items() if verb.startswith("clock: "))
of_clocks = ClockChange.objects.filter(round__tournament__event=event)
check("I6 clock", clock == of_clocks.exclude(act="start").count())

# And nobody changed that ledger: its seals hold.
check("I6 seals", all(broken_seal(event) is None for event in Event.objects.all()))

# I7: no hand started after the cutoff without consents or an override; and every stored clock is
# the one that follows from its history.
check("I7", not ScoreSheet.objects.filter(dealt_at__gt=F("cutoff_at"), past_the_end=False).exists())
halls = Round.objects.filter(tournament__event=event, tournament__name="Hall")
for round_ in halls.select_related("tournament"):
    history = list(round_.clock_changes.order_by("pk"))
    check("I7 clock of the round", replay(history_of(history)).clock == slot_clock(round_))
    for table in round_.tables.all():
        table.round = round_
        follows = replay(history_of(history, table.pk)).clock
        check(f"I7 clock of {table}", follows == table_clock(table))
answer = [faults, dict(verbs)]
"""


def moment(value) -> float:
    """A moment of either database, in seconds since 1970."""
    if isinstance(value, str):
        value = datetime.fromisoformat(f"{value}+00:00")
    return value.timestamp()


@pytest.fixture
def site(new_stack):
    return new_stack(ROUNDHOUSE_SETTLED_SECONDS="0.5").start()


@pytest.mark.long("sqlite")
def test_no_warning_is_lost_or_doubled_or_late_whatever_is_killed(site, capsys):
    length = (20 if LONG else 8) + 8 * min(KILLS, 20)
    made = site.ask(make_afternoon(seed=SEED, played=PLAYED, tables=TABLES, length=length))
    witness = Witness(site).begin()
    began = time.monotonic()
    evening = Evening.begin(site, made["codes"], rest=REST_SECONDS)
    conductor = Conductor(site, made["address"], made["tables"], SEED, gives_time=LONG).begin()
    nemesis = Nemesis(site, KILLS, SEED)
    try:
        nemesis.run()
        ended = time.time()
        # Touched after each task that beat sends: they work together again, with Redis.
        wait_for(lambda: site.worker_seen_at() > ended, BACK_WITHIN)
    finally:
        conductor.end()
        evening.end()
    assert nemesis.failed == []

    closing = Conductor(site, made["address"], made["tables"], SEED, gives_time=False)
    closing.sign_in()
    closing.act("resume", made["tables"])
    wait_for(lambda: all_told(site), 180)
    witness.end()
    counts = Counter(kill.name for kill in nemesis.done)
    away = nobody_at_work(nemesis.done)
    noted, seen, after_due = [], [], []
    for pk, due, at, planned in site.rows(FIRED):
        if pk in witness.first:
            owed = max(moment(due), moment(planned or due), witness.unplanned[pk])
            noted.append(lateness(owed, moment(at), away))
            seen.append(lateness(owed, witness.first[pk][1], away))
            after_due.append(moment(at) - owed)
    with capsys.disabled():
        print(  # noqa: T201 - the report of a run that cannot be repeated by eye
            f"\nafternoon: seed {SEED}, {TABLES} tables, {time.monotonic() - began:.0f} s,"
            f" kills {dict(counts)}, {conductor.acts} acts on clocks,"
            f" {evening.acknowledged} hands, {len(seen)} warnings fired, 0 lost,"
            f" {len(witness.twice)} doubled; late while a worker or a beat was at work:"
            f" {summary(seen)} as another process saw it, {summary(noted)} as the house noted it;"
            f" late if nothing is excused: {summary(after_due)};"
            f" {back_again(nemesis.done)}; load of the machine {os.getloadavg()[1]:.1f}"
        )
    assert counts == dict.fromkeys(VICTIMS, KILLS)
    assert witness.twice == set()
    assert len(seen) > (min(2 * TABLES, 5 * KILLS) if LONG else 2 * TABLES)
    assert max(seen) <= LATEST_SECONDS
    assert conductor.statuses <= {302, 422}
    assert_hands_are_those_acknowledged(site, evening)  # I1
    wait_for(lambda: site.ask(STALE) == 0)
    faults, _verbs = site.ask(INVARIANTS)
    assert faults == []


STALE = """
from tournaments.models import Tournament
played = Tournament.objects.filter(name="Played").latest("pk")
answer = played.results_version - played.standings_version
"""


def summary(late: list[float]) -> str:
    over = sum(one > BAR_SECONDS for one in late)
    return f"at most {max(late):.2f} s, {over} more than {BAR_SECONDS} s"


def back_again(kills: list[Kill]) -> str:
    """How long each part took to be at work again."""
    took = {name: [k.back - k.at for k in kills if k.name == name] for name in VICTIMS}
    words = (f"{name} {sum(all_) / len(all_):.1f}, {max(all_):.1f}" for name, all_ in took.items())
    return f"seconds until back (mean, longest): {'; '.join(words)}"


def all_told(site) -> bool:
    """Whether nothing is overdue any more; in a short afternoon also nothing left to fall due.

    In a long one the conductor gave so much time that some deadlines are an hour away.
    """
    waiting, overdue, paused = site.ask(OWED)
    return overdue == 0 and not paused and (LONG or waiting == 0)
