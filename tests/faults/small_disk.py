"""A real site on a small disk of its own, a tmpfs in a mount namespace that ends with it.

``SmallDisk`` is for tests; ``python -m tests.faults.small_disk FOLDER`` runs inside the namespace,
takes commands on its standard input, a line of JSON each, and answers with a line of JSON.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path

from server.supervisor.lifeline import lifeline
from tests.stack import ROOT, Stack, wait_for

SIZE = "64m"
FILLING = 1 << 20
MOUNT = f'mount -t tmpfs -o size={SIZE} tmpfs "$0" && exec "$@"'


def why_not() -> str:
    """Why this machine can make no disk for a test; empty when it can."""
    folder = tempfile.mkdtemp(prefix="roundhouse-disk-")
    try:
        tried = subprocess.run(
            [*_namespace(), "sh", "-c", MOUNT, folder, "true"],
            check=False,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        return "there is no program unshare (util-linux)"
    finally:
        Path(folder).rmdir()
    return tried.stderr.strip() if tried.returncode else ""


def _namespace() -> list[str]:
    """Mounts of its own; who is not root needs users of its own too."""
    return ["unshare", "--mount" if os.geteuid() == 0 else "-rm", "--"]


class SmallDisk:
    """The site on its small disk, from outside: ``url``, and what can be done to the disk."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="roundhouse-disk-")
        inside = [sys.executable, "-m", "tests.faults.small_disk", self._folder]
        without = {k: v for k, v in os.environ.items() if k != "DATABASE_URL"}  # SQLite, on it
        self._process = subprocess.Popen(
            [*_namespace(), "sh", "-c", MOUNT, self._folder, *inside],
            cwd=ROOT,
            env=without | {"TMPDIR": self._folder},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - the site must not outlive the test
        )
        self.url = self._answer()

    def _answer(self):
        line = self._process.stdout.readline()
        assert line, "the house on the small disk ended"
        return json.loads(line)

    def do(self, verb: str, *arguments):
        """Have one of the verbs of ``Inside`` done; what it answered."""
        self._process.stdin.write(json.dumps([verb, *arguments]) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def ask(self, code: str):
        return self.do("ask", code)

    def rows(self, statement: str) -> list:
        return self.do("rows", statement)

    def remove(self) -> None:
        """Close the site; its disk goes with it."""
        with suppress(OSError):
            self._process.stdin.close()  # its signal to end
        self._process.wait(60)
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Inside:
    """The verbs, inside the namespace."""

    def __init__(self, folder: Path) -> None:
        self._ballast = folder / "ballast"
        self.site = Stack()

    def ask(self, code: str):
        return self.site.ask(code)

    def rows(self, statement: str):
        return self.site.rows(statement)

    def pids(self):
        return self.site.pids()

    def fill(self) -> int:
        """Leave no byte free, also none in SQLite's log; the size of the ballast."""
        wait_for(self._log_is_empty)
        with self._ballast.open("ab", buffering=0) as ballast:
            piece = FILLING
            while piece:
                try:
                    ballast.write(bytes(piece))
                except OSError:
                    piece //= 2
        return self._ballast.stat().st_size

    def _log_is_empty(self) -> bool:
        path = self.site.var / "roundhouse.sqlite3"
        with closing(sqlite3.connect(path, timeout=5)) as connection:
            return connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0

    def free(self) -> None:
        self._ballast.unlink()

    def integrity(self) -> str:
        return self.site.rows("PRAGMA integrity_check")[0][0]

    def output(self) -> str:
        return self.site.output


def main() -> None:
    inside = Inside(Path(sys.argv[1]))
    try:
        inside.site.start()
        _say(inside.site.url)
        for line in sys.stdin:
            verb, *arguments = json.loads(line)
            _say(getattr(inside, verb)(*arguments))
    finally:
        inside.site.remove()


def _say(answer) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
