"""The cost of one hand in two trees, or in two ways: in turns, so a busy machine hurts both alike.

``python -m tests.benchmarks.report_turns ../other-tree`` compares this tree with another one, and
``--plain reads`` or ``--plain writes`` compares it with itself where the ORM does without
``tournaments.prepared`` or ``tournaments.at_commit``. Two processes deal and report ten hands each
in turns; the medians of the processor time are printed. ``TURNS=40`` chooses how many turns. On
PostgreSQL (DATABASE_URL) each process has a database of its own.
"""

import argparse
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from tests.benchmarks.report_cost import WARM_UP, Hands, site

HANDS_IN_A_TURN = 10
TURNS = int(os.environ.get("TURNS", "40"))
HERE = Path.cwd()


# --- A process that deals and reports -------------------------------------------------------------


def work() -> None:
    """Deal and report hands for each line that is read; print the seconds of each."""
    with site() as application:
        replace(os.environ.get("PLAIN"))
        hands = Hands(application)
        for _ in range(WARM_UP):
            hands.deal()
            hands.report()
        say("ready")
        for _line in sys.stdin:
            times = [hands.deal() + hands.report() for _ in range(HANDS_IN_A_TURN)]
            say(" ".join(map(str, times)))


def replace(part: str | None) -> None:
    """Let the ORM do what a module of ours does."""
    if part == "reads":
        from tournaments.prepared import Question  # noqa: PLC0415 - after django.setup()

        # Without the shared locks of PostgreSQL, which Django cannot take.
        def ask(question, batch):
            rows = list(question.prepared.queryset(*question.values))
            return lambda: rows

        Question.ask = ask
    elif part == "writes":
        from tournaments import at_commit  # noqa: PLC0415 - after django.setup()

        at_commit.insert = lambda *rows: type(rows[0]).objects.bulk_create(rows)
        at_commit.update = lambda row, names: row.save(update_fields=names)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


# --- The comparison -------------------------------------------------------------------------------


class Worker:
    """A process that deals and reports hands with the code of a tree, when it is asked to."""

    def __init__(self, tree: Path, name: str, plain: str | None) -> None:
        environment = os.environ | {"PLAIN": plain or ""}
        if url := os.environ.get("DATABASE_URL"):
            environment["DATABASE_URL"] = f"{url.rsplit('/', 1)[0]}/{name}"
        self.turns: list[list[float]] = []
        # The text of this file, because another tree may not have it.
        self._process = subprocess.Popen(
            [sys.executable, "-c", Path(__file__).read_text()],
            cwd=tree,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Worker":
        if self._read() != "ready":
            raise RuntimeError("the process has ended; its error is above")
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.stdin.close()
        self._process.wait()

    def _read(self) -> str:
        return self._process.stdout.readline().strip()

    def turn(self) -> None:
        self._process.stdin.write("go\n")
        self._process.stdin.flush()
        self.turns.append([float(part) for part in self._read().split()])

    def milliseconds(self) -> float:
        return 1000 * median(one for turn in self.turns for one in turn)


def compare(other: Path, plain: str | None) -> None:
    with ExitStack() as stack:
        here = stack.enter_context(Worker(HERE, "here", plain))
        there = stack.enter_context(Worker(other.resolve(), "there", None))
        for number in range(TURNS):
            for worker in (here, there) if number % 2 else (there, here):
                worker.turn()
    pairs = zip(here.turns, there.turns, strict=True)
    ratio = median(median(mine) / median(theirs) for mine, theirs in pairs)
    say(
        "ms of the processor for a deal and a report:"
        f" {here.milliseconds():.2f} here{f' with plain {plain}' if plain else ''},"
        f" {there.milliseconds():.2f} there; ratio {ratio:.2f} (median of {TURNS} turns)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", nargs="?", type=Path, default=HERE)
    parser.add_argument("--plain", choices=["reads", "writes"])
    chosen = parser.parse_args()
    compare(chosen.other, chosen.plain)


if __name__ == "__main__":
    if "__file__" in globals():
        main()
    else:
        work()
