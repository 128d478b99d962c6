"""Results reported for hours while everything is broken: ``make soak``, or a part of it.

Phones keep a journal of what the site acknowledged. At the end each of those results must be there
once, each warning must have fired once, the standings must be those that the sheets give, and the
seals must hold. SOAK_RESULTS, SOAK_FAULTS, SOAK_SEED and SOAK_DATABASES=sqlite,postgresql choose
another run, SOAK_DISK another disk; with SOAK_FOLDER a run goes on where the last one ended (see
``portions``).
"""

import math
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from server.supervisor.terminal import say
from tests.faults.afternoon import Witness
from tests.faults.small_disk import _namespace, why_not
from tests.faults.table_of_phones import Evening
from tests.faults.test_afternoon import FIRED, INVARIANTS, OWED, STALE, make_afternoon, moment
from tests.faults.test_killing import assert_hands_are_those_acknowledged
from tests.postgres_pair import Pair, postgres_pair
from tests.soak.errors import Errors
from tests.soak.faults import ON_POSTGRESQL, ON_SQLITE, Ground, chosen
from tests.soak.portions import Journal
from tests.stack import Stack, wait_for

RESULTS = int(os.environ.get("SOAK_RESULTS", "1000000"))
FAULTS = int(os.environ.get("SOAK_FAULTS") or max(1, min(1000, RESULTS // 500)))
SEED = int(os.environ.get("SOAK_SEED", "1"))
DATABASES = os.environ.get("SOAK_DATABASES", "sqlite,postgresql").split(",")
TOGETHER, HALL = 12, 100
#: A table of a convention plays so many hands; each is two results, from two of its phones.
HANDS, MOST_TABLES = 40, 960
#: The bars, on a machine that does nothing else: a result outside of a fault (p99), a warning once
#: a part is back, one once the supervisor is, and a result once a part is back.
WRITE_SECONDS, WARNING_SECONDS, SUPERVISOR_SECONDS, BACK_SECONDS = 2.0, 2.0, 10.0, 5.0
SUPERVISOR = "supervisor killed"
SECONDS_FOR_A_RESULT = 1 / 30  # about what a small machine does; spreads the warnings over the run
#: The disk of each run. SQLite's is filled as one of the faults; on PostgreSQL, where none is, two
#: servers and the log that they keep for each other have to have room until the end.
DISKS = {"sqlite": "768m", "postgresql": "3g"}
INSIDE = "ROUNDHOUSE_SOAK_DISK"
MOUNT = 'mount -t tmpfs -o size="$1" tmpfs "$0" && shift && TMPDIR="$0" exec "$@"'
WARNINGS_AFTER = 180
SETTINGS = {
    "ROUNDHOUSE_SETTLED_SECONDS": "0.5",
    "CHECK_LOCK_ORDER": "0",
    "LOG_FORMAT": "json",
}


@dataclass(frozen=True)
class Done:
    """One fault: when it began, when its cause was gone, and when a result was stored again."""

    kind: str
    began: float
    over: float
    back: float

    @property
    def open_seconds(self) -> float:
        """From when its cause was gone to the next result; of a killed site from the kill on."""
        return self.back - (self.began if self.kind == SUPERVISOR else self.over)


class PairSite(Stack):
    """A site on a primary and a standby."""

    def __init__(self, pair: Pair, **settings: str) -> None:
        self._pair = pair
        pair.primary.rows("CREATE DATABASE soak")
        super().__init__(DATABASE_URL=pair.url("soak"), **settings)

    def rows(self, statement: str) -> list[tuple]:
        return self._pair.rows(statement, "soak")

    @property
    def on_postgresql(self) -> bool:
        return True


def soak(database: str) -> bool:
    """One run; prints the figures. Whether all that must hold held."""
    with ExitStack() as stack:
        pair = stack.enter_context(postgres_pair()) if database == "postgresql" else None
        site = PairSite(pair, **SETTINGS) if pair else Stack(**SETTINGS)
        stack.callback(site.remove)
        site.manage("migrate", "--verbosity=0")
        journal = Journal.of(database)
        journal.restore(site)
        site.start()
        site.env["ROUNDHOUSE_PORT"] = site.url.rpartition(":")[2]
        return _run(journal, site, pair)


def _run(journal: Journal, site: Stack, pair: Pair | None) -> bool:
    seed = SEED + journal.portions
    rnd = random.Random(f"{seed} {journal.database}")
    kinds = ON_POSTGRESQL if pair else ON_SQLITE
    length = max(60.0, RESULTS * SECONDS_FOR_A_RESULT)
    # Some results are refused, where a fault has two phones at different hands.
    played = min(MOST_TABLES, TOGETHER + math.ceil(1.25 * RESULTS / (2 * HANDS)))
    hands = max(HANDS, math.ceil(1.25 * RESULTS / (2 * played)))
    made = site.ask(
        make_afternoon(
            seed=seed, played=played, tables=HALL, length=length, number=journal.portions
        )
    )
    witness, began = Witness(site).begin(), time.time()
    evening = Evening.begin(site, made["codes"], together=TOGETHER, hands=hands)
    ground, errors = Ground(site, evening, rnd, pair), Errors(site.var / "log", evening)
    done: list[Done] = []
    try:
        for number, kind in enumerate(chosen(list(kinds), FAULTS, rnd)):
            _wait_for_results(evening, (number + 0.5) * RESULTS / FAULTS)
            done.append(_do(kind, kinds, ground))
            say(f"  {len(done)}/{FAULTS} {_line(done[-1])}")
            errors.show_new()
        _wait_for_results(evening, RESULTS)
    finally:
        evening.end()
    errors.show_new()
    took = time.time() - began
    wait_for(lambda: site.ask(OWED)[1] == 0, WARNINGS_AFTER)
    witness.end()
    figures = Figures(journal, site, evening, witness, done, began=began)
    figures.show(took)
    if not figures.hold():
        return False
    journal.add(site, evening, len(done))
    say(
        f"  portions: {journal.portions}, {journal.results} results, {journal.faults} faults in all"
    )
    return True


def _wait_for_results(evening: Evening, count: float) -> None:
    pause = threading.Event()
    while evening.acknowledged < count:
        assert not evening.is_over, f"all hands were played, and {evening.acknowledged} stored"
        pause.wait(0.1)


def _do(kind: str, kinds: dict, ground: Ground) -> Done:
    began = time.time()
    kinds[kind](ground)
    over = time.time()
    back = wait_for(lambda: ground.evening.first_write_after(over), 120)
    if kind == "primary killed":
        ground.pair.build_standby()
    return Done(kind, began, over, back)


def _line(done: Done) -> str:
    return (
        f"{done.kind}: over after {done.over - done.began:.1f} s,"
        f" a result stored {done.back - done.over:.1f} s later; load {os.getloadavg()[0]:.1f}"
    )


class Figures:
    """The findings of a run, and whether they are as they must be."""

    def __init__(
        self,
        journal: Journal,
        site: Stack,
        evening: Evening,
        witness: Witness,
        done: list[Done],
        *,
        began: float,
    ) -> None:
        self._journal, self._site, self._done = journal, site, done
        self._evening, self._witness, self._began = evening, witness, began
        self._warnings = self._lateness()

    def _outside(self, began: float, ended: float) -> bool:
        return all(ended < one.began or began > one.back + 1 for one in self._done)

    def write_seconds(self) -> list[float]:
        """How long each write took that met no fault, shortest first."""
        times = [one for phone in self._evening.phones for one in phone.times]
        return sorted(took for at, took in times if self._outside(at - took, at))

    def _lateness(self) -> dict[str, list[float]]:
        """By the last fault that a warning met, if any: how late it came once a part was back."""
        found = defaultdict(list)
        for pk, due, at, planned in self._site.rows(FIRED):
            owed = max(moment(due), moment(planned or due), self._witness.unplanned[pk])
            fired = moment(at)
            if fired < self._began:
                continue  # of an earlier portion
            met = [one for one in self._done if one.began <= fired and one.back >= owed]
            since = max([owed, *(one.back for one in met)])
            found[met[-1].kind if met else "no fault"].append(max(0.0, fired - since))
        return found

    def show(self, took: float) -> None:
        times, counts = self.write_seconds(), Counter(one.kind for one in self._done)
        say(
            f"soak on {self._journal.database}: seed {SEED + self._journal.portions},"
            f" {self._evening.acknowledged} results in {took:.0f} s, {len(self._done)} faults;"
            f" writes outside of a fault: {len(times)},"
            f" median {_at(times, 0.5):.3f} s, p99 {_at(times, 0.99):.3f} s,"
            f" longest {times[-1]:.3f} s; load of the machine {os.getloadavg()[1]:.1f}"
        )
        for kind, count in sorted(counts.items()):
            some = [one for one in self._done if one.kind == kind]
            late = self._warnings.get(kind, [])
            say(
                f"  {kind} x {count}: over after {max(o.over - o.began for o in some):.1f} s,"
                f" a result stored {max(o.back - o.over for o in some):.1f} s after that (longest);"
                f" {len(late)} warnings met it, {max(late, default=0):.2f} s late after it at most"
            )
        late = self._warnings.get("no fault", [])
        say(f"  {len(late)} warnings met no fault, {max(late, default=0):.2f} s late at most")
        for what, seconds, bar in self._bars():
            missed = "" if seconds <= bar else ", MISSED"
            say(f"  {what}: {seconds:.2f} s, the bar is {bar:g} s{missed}")
        hours = took * 1_000_000 / self._evening.acknowledged / 3600
        say(f"  a million results would take {hours:.1f} hours at this rate")
        answers = sum((phone.statuses for phone in self._evening.phones), Counter())
        for (path, status), count in sorted(answers.items()):
            say(f"  {path} answered {status} x {count}")
        processor = time.process_time()
        say(
            f"  {sum(phone.retries for phone in self._evening.phones)} requests got no answer;"
            f" the phones took {processor:.0f} s of a processor, {processor / took:.0%} of the time"
        )

    def _bars(self) -> Iterator[tuple[str, float, float]]:
        """Each measure with a bar: its name, the seconds seen, and the seconds that it may take.

        They are for a machine that does nothing else, so a miss is shown and nothing more.
        """
        yield "p99 of the writes outside of a fault", _at(self.write_seconds(), 0.99), WRITE_SECONDS
        longest = max((one.open_seconds for one in self._done), default=0.0)
        yield "longest until a result was stored again", longest, BACK_SECONDS
        after = max(self._warnings.get(SUPERVISOR, []), default=0.0)
        yield "latest warning after the supervisor was killed", after, SUPERVISOR_SECONDS
        others = [max(late) for kind, late in self._warnings.items() if kind != SUPERVISOR]
        yield "latest other warning", max(others, default=0.0), WARNING_SECONDS

    def hold(self) -> bool:
        """Check what must hold; what does not is printed."""
        faults = [*self._checks()]
        for fault in faults:
            say(f"  NOT TRUE: {fault}")
        if not faults:
            say("  each acknowledged result once, warnings once, standings and seals hold")
        return not faults

    def _checks(self):
        try:
            everybody = self._journal.with_earlier_phones(self._evening)
            assert_hands_are_those_acknowledged(self._site, everybody, refusals={503})
        except AssertionError as error:
            yield f"each acknowledged result is stored once: {error}"
        if self._witness.twice:
            yield f"warnings fire once: {self._witness.twice}"
        wait_for(lambda: self._site.ask(STALE) == 0)
        invariants, _verbs = self._site.ask(INVARIANTS)
        yield from invariants
        self._site.manage("check_standings")
        self._site.manage("check_ledger")


def _at(times: list[float], part: float) -> float:
    return times[min(len(times) - 1, int(len(times) * part))] if times else 0.0


def main() -> int:
    """Run on each database in turn, on a small disk of its own where this machine can make one."""
    if database := os.environ.get(INSIDE):
        return 0 if soak(database) else 1
    if missing := why_not():
        sys.exit(f"A soak needs a disk that it may fill: {missing}")
    held = [_on_disk(database) for database in DATABASES]
    return 0 if all(held) else 1


def _on_disk(database: str) -> bool:
    size = os.environ.get("SOAK_DISK", DISKS[database])
    with tempfile.TemporaryDirectory(prefix="soak-", dir="/tmp") as folder:
        inside = ["sh", "-c", MOUNT, folder, size, sys.executable, "-m", "tests.soak"]
        done = subprocess.run(
            [*_namespace(), *inside], env=os.environ | {INSIDE: database}, check=False
        )
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
