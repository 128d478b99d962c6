"""The site's processes: started in the order they need each other, kept running, ended."""

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from server import embedded_redis, environment
from server.paths import BASE_DIR, REDIS_URL_FILE, VAR_DIR
from server.supervisor import address, files
from server.supervisor.backups import Backups
from server.supervisor.heartbeat import SILENT_SECONDS, ClockWatch, Heartbeats, make_sign
from server.supervisor.incidents import SILENT, note_incident
from server.supervisor.lifeline import lifeline
from server.supervisor.preparation import Preparation
from server.supervisor.process import Process, SiteProcess, exit_words
from server.supervisor.signals import Signals
from server.supervisor.terminal import CannotStart, say, short
from server.supervisor.web_processes import WebProcess, make_web_process, names

PYTHON = sys.executable
BACKUP = (PYTHON, str(BASE_DIR / "manage.py"), "backup", "--automatic")
CELERY = "server.supervisor.celery_program"

START_SECONDS = 60  # what Redis and the site may take to answer
PREPARE_SECONDS = 600  # a migration of a large database takes its time
CLOSE_SECONDS = 3.5  # for web, worker and beat to finish; Redis follows, all within 5 s
CLOSE_REDIS_SECONDS = 1.0
CLOSE_BACKUP_SECONDS = 60.0  # a large database; another Ctrl-C ends it
CHECK_EVERY_SECONDS = 5.0
QUIET_SECONDS = 60.0  # between two errors of one process that are shown in the terminal
STEP_SECONDS = 0.05
ERROR_WORDS = (" ERROR ", " CRITICAL ", "ERROR/", "CRITICAL/")


@dataclass(frozen=True)
class Options:
    """The choices of the person who starts the site; the rest are settings."""

    demo: bool
    demo_speed: int | str | None

    def of_prepare(self, site: str) -> list[str]:
        """The arguments for ``server.supervisor.prepare`` of the site at this address."""
        speed = ["--speed", str(self.demo_speed)] if self.demo_speed else []
        return ["--site", site, *(["--demo", *speed] if self.demo else [])]


class Closing(Exception):  # noqa: N818 - not an error
    """A signal asked the supervisor to close the site."""


class Supervisor:
    """Runs every process of the site. ``run`` is its only public method."""

    def __init__(self, options: Options) -> None:
        self._lifeline = lifeline()
        self._sign = make_sign(VAR_DIR)
        os.environ["ROUNDHOUSE_HEARTBEAT"] = str(self._sign)  # for all that it starts
        self._options = options
        self._signals = Signals()
        self._processes: list[Process] = []  # what must always run
        self._web_processes: list[WebProcess] = []
        self._prepare: list[Process] = []  # what runs once
        self._is_open = False
        self._silent_until: dict[str, float] = {}

    def run(self, opened: Callable[[str], None]) -> None:
        """Open the site, say where, keep it running, close it on a signal.

        ``opened`` is called with the address as soon as it is known. Raises CannotStart.
        """
        listener, remark = address.listen()
        site = address.url(listener)
        opened(site)
        self._backups = Backups(self._process("backup", BACKUP))
        self._web_processes = [
            make_web_process(name, listener, self._site_process) for name in names()
        ]
        self._heartbeats = Heartbeats(
            {web.process.name: web.probe for web in self._web_processes}, self._sign
        )
        with self._signals:
            try:
                self._open(site, remark)
                self._keep()
            except Closing:
                pass
            finally:
                for web in self._web_processes:
                    web.probe.drop()
                listener.close()
                self._close()

    # --- Opening ----------------------------------------------------------------------------------

    def _open(self, site: str, remark: str | None) -> None:
        if not environment.value("REDIS_URL"):
            self._start_redis()
        process = self._process(
            "prepare", [PYTHON, "-m", "server.supervisor.prepare", *self._options.of_prepare(site)]
        )
        self._prepare.append(process)
        prepared = Preparation(process)
        self._until(prepared.ready, PREPARE_SECONDS, "The database could not be prepared", prepared)
        first, *more = self._web_processes
        self._start(first.process)
        # The first page before anything else, which would only slow it down.
        self._until(self._site_answers, START_SECONDS, "The site did not answer")
        self._start(self._site_process("worker", CELERY, ["worker"]))
        self._start(self._site_process("beat", CELERY, ["beat"]))
        for another in more:
            self._start(another.process)
        self._until(prepared.complete, PREPARE_SECONDS, "The demo could not be prepared", prepared)
        if remark:
            say(remark)
        self._is_open = True
        (VAR_DIR / files.OPENED).touch()
        say(f"Roundhouse is open at {site}")
        for line in prepared.lines:
            say(line)

    def _start_redis(self) -> None:
        command = embedded_redis.prepare(VAR_DIR / "redis", REDIS_URL_FILE)
        self._start(self._process("redis", command))
        url = REDIS_URL_FILE.read_text()
        self._until(
            lambda: embedded_redis.accepts_connections(url), START_SECONDS, "Redis did not answer"
        )

    def _start(self, process: Process) -> None:
        """Start a process that must run from now on."""
        self._processes.append(process)
        process.start()

    def _process(self, name: str, command: Iterable[str]) -> Process:
        return Process(name, list(command), logs=VAR_DIR / "log", lifeline=self._lifeline)

    def _site_process(
        self, name: str, module: str, arguments: Sequence[str] = (), pass_fds: Sequence[int] = ()
    ) -> SiteProcess:
        return SiteProcess(
            name,
            module,
            arguments,
            pass_fds=pass_fds,
            logs=VAR_DIR / "log",
            lifeline=self._lifeline,
        )

    def _site_answers(self) -> bool:
        return self._web_processes[0].probe.answer() is not None

    def _until(
        self,
        condition: Callable[[], bool],
        seconds: float,
        otherwise: str,
        preparation: Preparation | None = None,
    ) -> None:
        """Wait for ``condition``, keeping what has been started running meanwhile."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                raise CannotStart(f"{otherwise} within {seconds:g} s. {self._where_to_look()}")
            also = [*self._heartbeats.waiting(), *([preparation.fileno()] if preparation else [])]
            self._turn(STEP_SECONDS, also)

    def _where_to_look(self) -> str:
        return f"The logs are in {short(VAR_DIR / 'log')}."

    # --- Keeping it running -----------------------------------------------------------------------

    def _keep(self) -> None:
        """Restart what dies or falls silent, and point at errors, until a signal says to close."""
        self._heartbeats.opened()
        clock = ClockWatch()
        check_at = time.monotonic() + CHECK_EVERY_SECONDS
        while True:
            self._turn(check_at - time.monotonic(), self._heartbeats.waiting())
            self._heartbeats.read_answers()
            if time.monotonic() >= check_at:
                check_at = time.monotonic() + CHECK_EVERY_SECONDS
                self._point_at_errors()
                _say_that_the_clock_was_set(clock.step())
                self._backups.run_when_due()
                self._kill_silent(self._heartbeats.silent())

    def _kill_silent(self, silent: list[str]) -> None:
        """Kill processes that hang; like all that have ended they are then restarted."""
        if silent:
            names = " and ".join(silent)
            say(f"Silent for {SILENT_SECONDS:g} s, so started anew: {names}.")
        for name in silent:
            note_incident(name, SILENT)
        for process in self._processes:
            if process.name in silent:
                process.kill()
                self._heartbeats.started(process.name)

    def _turn(self, seconds: float, also: Iterable[int] = ()) -> None:
        """Wait for a signal, a descriptor of ``also`` or ``seconds``; then restart what ended."""
        due = [p.start_at for p in self._processes if p.start_at is not None]
        if due:
            seconds = min(seconds, min(due) - time.monotonic())
        self._signals.wait(seconds, [*also, *_sentinels(self._processes)])
        if self._signals.closing:
            raise Closing
        for process in self._processes:
            status = process.reap()
            if status is not None:
                wait = process.plan_restart()
                say(
                    f"{process.name} {exit_words(status)}; starting it again"
                    + (f" in {wait:g} s." if wait else ".")
                    + f" Its log: {short(process.log.path)}"
                )
                note_incident(process.name, status)
            if process.start_at is not None and process.start_at <= time.monotonic():
                process.start()
                self._heartbeats.started(process.name)

    def _point_at_errors(self) -> None:
        """Show the last error in the log of each process, at most once a minute for each."""
        now = time.monotonic()
        for process in self._processes:
            errors = [line for line in process.log.new_lines() if _is_error(line)]
            process.log.rotate()
            if errors and now >= self._silent_until.get(process.name, 0):
                self._silent_until[process.name] = now + QUIET_SECONDS
                say(f"{process.name}: {errors[-1][:200]} (more in {short(process.log.path)})")

    # --- Closing ----------------------------------------------------------------------------------

    def _close(self) -> None:
        """End everything: first the processes that use Redis, then Redis."""
        redis = [process for process in self._processes if process.name == "redis"]
        others = [process for process in self._processes if process.name != "redis"]
        self._end([*others, *self._prepare, self._backups.process], CLOSE_SECONDS)
        self._end(redis, CLOSE_REDIS_SECONDS)
        if self._is_open:
            self._back_up()

    def _back_up(self) -> None:
        """Make a backup of what the last people have written, unless a second signal comes."""
        self._signals.closing = False
        self._backups.start()
        deadline = time.monotonic() + CLOSE_BACKUP_SECONDS
        while self._backups.process.pid and time.monotonic() < deadline:
            self._signals.wait(deadline - time.monotonic())
            if self._signals.closing:
                break
            self._backups.reap()
        self._end([self._backups.process], 0)

    def _end(self, processes: list[Process], seconds: float) -> None:
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + seconds
        while any(process.pid for process in processes) and time.monotonic() < deadline:
            self._signals.wait(deadline - time.monotonic(), _sentinels(processes))
            _reap(processes)
        for process in processes:
            process.kill()
        while any(process.pid for process in processes):
            self._signals.wait(STEP_SECONDS)
            _reap(processes)


def _say_that_the_clock_was_set(step: float) -> None:
    if step:
        direction = "forward" if step > 0 else "back"
        say(
            f"The clock of this machine was set {direction} by {abs(step):.0f} s."
            " Deadlines are fixed moments: set the clock right, or give the rounds extra time in"
            " the clock room."
        )


def _reap(processes: list[Process]) -> None:
    for process in processes:
        process.reap()


def _sentinels(processes: list[Process]) -> list[int]:
    return [number for process in processes for number in process.sentinels()]


def _is_error(line: str) -> bool:
    return any(word in line for word in ERROR_WORDS)
