"""The real site for a test: the supervisor and its processes, on a folder and port of its own."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from server.supervisor.files import COLLECTED
from server.supervisor.heartbeat import SIGN
from server.supervisor.lifeline import lifeline
from tests.databases import Database
from tests.processes import children

ROOT = Path(__file__).resolve().parent.parent
#: A new site carries out all migrations first, which takes minutes beside four busy processes.
OPEN_SECONDS = 400
#: No good run waits so long for anything else; a busy machine that is four times slower may.
PATIENCE_SECONDS = 240
OURS = re.compile(
    r"^(ROUNDHOUSE_|DATABASE_URL$|REDIS_URL$|DJANGO_|PYTEST_|SECRET_KEY$|DEBUG$|PRODUCTION$"
    r"|PYTHONDONTWRITEBYTECODE$)"  # else each process of a site compiles all code as it starts
)
METRICS_TOKEN = "the-Token_of.those-who-watch-the-shared-site-of-tests"
SQLITE, OLDER = "roundhouse.sqlite3", "older.sqlite3"
STATIC = "static"
COLLECT = f"""
from django.conf import settings
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
(settings.STATIC_ROOT / {COLLECTED!r}).touch()
"""
SHARED_TEMPLATE = "ROUNDHOUSE_TEMPLATE"
#: What the site calls its own processes. Redis is another program.
NAMES = ("web", "web-2", "worker", "beat")


class Stack:
    """A site that a test opens, hurts and closes.

    ``url`` is its address without a slash at the end. On PostgreSQL it has a database of its own.
    """

    def __init__(
        self,
        *,
        demo: bool = False,
        template: "Template | None" = None,
        url: str | None = None,
        **settings: str,
    ) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="roundhouse-stack-"))
        self.env = {k: v for k, v in os.environ.items() if not OURS.match(k)}
        self.env |= {
            "ROUNDHOUSE_VAR": str(self.var),
            "ROUNDHOUSE_PORT": "0",
            "ROUNDHOUSE_DEMO": "1" if demo else "0",
            "PRODUCTION": "0",
            "ROUNDHOUSE_WEB_PROCESSES": "2",
            "ROUNDHOUSE_KEEP_BACKUPS": "0",
            # Other tests may keep the machine busy: only those about silence end what is silent.
            "ROUNDHOUSE_SILENT_SECONDS": "120",
            "CHECK_LOCK_ORDER": "1",
            "PYTHONUNBUFFERED": "1",
        }
        self.database = Database.like(
            url or os.environ.get("DATABASE_URL"), template and template.database
        )
        if self.database:
            self.env["DATABASE_URL"] = self.database.url
        elif template:
            shutil.copy(template.var / SQLITE, self.var / SQLITE)
        if template:
            shutil.copytree(template.var / STATIC, self.var / STATIC)
        self.env |= settings
        self._answering: Answering | None = None
        self.lines: list[str] = []
        self.url = ""
        self.under: tuple[str, ...] = ()  # a program that starts the supervisor, such as prlimit
        self.supervisor: subprocess.Popen | None = None

    # --- Opening and closing ----------------------------------------------------------------------

    def start(self, *arguments: str) -> "Stack":
        """Open the site and wait until it says where it is."""
        self.launch(*arguments)
        line = self.wait_for_line(r"is open at (\S+)", OPEN_SECONDS)
        self.url = line[1].rstrip("/")
        return self

    def launch(self, *arguments: str) -> None:
        """Start the supervisor without waiting for anything."""
        self._end_answering()  # it may know the Redis of before
        self.lines = []
        self.supervisor = subprocess.Popen(
            [*self.under, sys.executable, "-m", "server.supervisor", *arguments],
            cwd=ROOT,
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - the site must not outlive the test
        )
        self._reader = threading.Thread(
            target=_collect, args=(self.supervisor.stdout, self.lines), daemon=True
        )
        self._reader.start()

    def stop(self) -> float:
        """Ctrl-C; how many seconds it took."""
        began = time.monotonic()
        self.supervisor.send_signal(signal.SIGINT)
        self.wait_for_end()
        return time.monotonic() - began

    def has_ended(self) -> bool:
        """Whether it is not open, or no more."""
        return self.supervisor is None or self.supervisor.poll() is not None

    def wait_for_end(self, seconds: float = PATIENCE_SECONDS) -> int:
        """The exit status of the supervisor. Fails with what it said if it does not end."""
        try:
            status = self.supervisor.wait(seconds)
        except subprocess.TimeoutExpired as error:
            error.add_note(self.output)
            raise
        self._reader.join(5)
        self.supervisor.stdout.close()
        self.supervisor = None
        return status

    def remove(self) -> None:
        """Close it if it is open and remove all it wrote."""
        if self.supervisor:
            if self.supervisor.poll() is None:
                self.supervisor.send_signal(signal.SIGTERM)
            try:
                self.wait_for_end(15)
            except subprocess.TimeoutExpired:
                self.supervisor.kill()
                self.wait_for_end(15)
        self._end_answering()
        if self.database:
            self.database.drop()
        shutil.rmtree(self.var, ignore_errors=True)

    # --- Looking at it ----------------------------------------------------------------------------

    @property
    def output(self) -> str:
        """The output of the supervisor so far."""
        return "\n".join(self.lines)

    def wait_for_line(self, pattern: str, seconds: float = PATIENCE_SECONDS) -> re.Match:
        """The first match of ``pattern`` in what the supervisor says."""

        def match():
            return re.search(pattern, self.output)

        try:
            return wait_for(match, seconds, unless=lambda: self.supervisor.poll() is not None)
        except AssertionError:
            logs = "\n".join(
                f"--- {log.name}\n{log.read_text()[-2000:]}" for log in self.var.glob("log/*.log")
            )
            raise AssertionError(
                f"the supervisor did not say {pattern!r} but:\n{self.output}\n{logs}"
            ) from None

    def pids(self) -> dict[str, int]:
        """The processes of the site by name, without the supervisor."""
        named = {}
        for pid, command in children(self.supervisor.pid).items():
            with suppress(OSError):  # it ended while we looked
                name = Path(f"/proc/{pid}/comm").read_text().strip()
                if name in NAMES:
                    named[name] = pid
                elif "/redis/redis.conf" in command:
                    named["redis"] = pid
        return named

    def kill(self, name: str) -> int:
        """SIGKILL for the process ``name``; its process id."""
        pid = wait_for(lambda: self.pids().get(name))
        os.kill(pid, signal.SIGKILL)
        return pid

    def manage(self, *arguments: str, stdin: str | None = None) -> str:
        """Run a command of manage.py on this site; what it printed."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def rows(self, statement: str) -> list[tuple]:
        """Rows from the database itself, past all our code."""
        if self.database:
            return self.database.rows(statement)
        with closing(sqlite3.connect(self.var / SQLITE, timeout=60)) as connection:
            return connection.execute(statement).fetchall()

    def worker_seen_at(self) -> float:
        """When the worker last did a task, by the file in memory that it touches (Linux).

        The supervisor closes other files while one looks through those that it has open.
        """
        found = []
        for opened in Path(f"/proc/{self.supervisor.pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                if str(opened.readlink()).startswith(f"/memfd:{SIGN}"):
                    found.append(opened.stat().st_mtime)
        [seen_at] = found
        return seen_at

    @property
    def on_postgresql(self) -> bool:
        return self.database is not None

    def close_database(self) -> None:
        """Throw everybody out of the site's PostgreSQL database and let nobody in."""
        self.database.let_in(nobody=True)

    def open_database(self) -> None:
        """Let the site into its database again."""
        self.database.let_in(nobody=False)

    def ask(self, code: str):
        """Run Python ``code`` inside Django on this site; what it assigned to ``answer``."""
        if self._answering and not self._answering.is_there(self.env):
            self._end_answering()
        self._answering = self._answering or Answering(self.env)
        return self._answering.ask(code)

    def _end_answering(self) -> None:
        if self._answering:
            self._answering.end()
            self._answering = None

    def sign_in(self, page, email: str) -> None:
        """Sign an account in on a page of a browser, without the sign-in page."""
        code = f"from tests.builders import session_cookie\nanswer = session_cookie({email!r})"
        page.context.add_cookies([self.ask(code) | {"url": self.url}])

    def phones(self, codes: list[str]) -> dict[str, list[dict[str, str]]]:
        """Open every seat of some tables; the cookies of the phones by table, in turn order."""
        return self.ask(f"from tests.builders import cookies_at\nanswer = cookies_at({codes!r})")


class SharedSite:
    """The site that many tests share: opened when one asks for it, and again if it has ended."""

    def __init__(self, template: "Template") -> None:
        self._template = template
        self._site: Stack | None = None

    def open(self) -> Stack:
        if self._site and self._site.has_ended():
            self.close()
        if self._site is None:
            self._site = Stack(template=self._template, METRICS_TOKEN=METRICS_TOKEN)
            self._site.start()
        return self._site

    def close(self) -> None:
        site, self._site = self._site, None
        if site:
            site.remove()


class Template:
    """A migrated database and collected static files: a site with copies opens seconds sooner."""

    def __init__(self, var: Path, database: "Database | None") -> None:
        self.var, self.database = var, database

    @property
    def older(self) -> str:
        """Where SQLite's was kept as an older version left it: see ``tests.migrations``."""
        return str(self.var / OLDER)

    @classmethod
    @contextmanager
    def made(cls, url: str | None) -> Iterator["Template"]:
        """A new one on the server of ``url``, or on SQLite."""
        site = Stack(url=url)
        try:
            made = cls(site.var, site.database)
            verb = "migrate_new()" if made.database else f"migrate_and_keep({made.older!r})"
            code = f"from tests import migrations; migrations.{verb}"
            site.manage("shell", "--no-imports", "-c", code + COLLECT)
            yield made
        finally:
            site.remove()

    @classmethod
    def shared(cls) -> "Template | None":
        """The one that ``make test`` made for all its processes."""
        if SHARED_TEMPLATE not in os.environ:
            return None
        var, name = json.loads(os.environ[SHARED_TEMPLATE])
        database = Database(os.environ["DATABASE_URL"], name) if name else None
        return cls(Path(var), database)

    def as_setting(self) -> dict[str, str]:
        """The environment that makes processes share it."""
        name = self.database.name if self.database else None
        return {SHARED_TEMPLATE: json.dumps([str(self.var), name])}

    def copy(self, name: str) -> None:
        """Make a database of this name, or this path of SQLite."""
        if self.database:
            self.database.copy(name)
        else:
            shutil.copy(self.var / SQLITE, name)


class Answering:
    """A process that runs Python inside Django, with the settings of a stack."""

    def __init__(self, env: dict[str, str]) -> None:
        self._env = dict(env)
        self._one_at_a_time = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.answering"],
            cwd=ROOT,
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
        )

    def is_there(self, env: dict[str, str]) -> bool:
        """Whether it still runs, and with these settings."""
        return self._env == env and self._process.poll() is None

    def ask(self, code: str):
        with self._one_at_a_time:
            self._process.stdin.write(json.dumps(code) + "\n")
            self._process.stdin.flush()
            answer, error = json.loads(self._process.stdout.readline())
        assert not error, error
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


def wait_for(
    condition: Callable,
    seconds: float = PATIENCE_SECONDS,
    *,
    unless: Callable | None = None,
):
    """The first true value of ``condition``; fails after ``seconds`` or once ``unless`` is true.

    It is asked less often the longer it takes, as some conditions read all processes or ask a site.
    """
    began = time.monotonic()
    while True:
        value = condition()
        if value:
            return value
        assert not (unless and unless()), "it cannot come true any more"
        waited = time.monotonic() - began
        assert waited < seconds, f"not true after {seconds} s"
        time.sleep(min(0.02 + waited / 10, 0.2))


def _collect(stream, lines: list[str]) -> None:
    lines.extend(line.rstrip("\n") for line in stream)  # each as it comes
