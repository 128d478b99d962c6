"""A real PgBouncer between the site and PostgreSQL, which gives each transaction a connection.

Each transaction gets another one than the last: what relies on a session fails at once.
"""

import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.supervisor.lifeline import lifeline
from tests.stack import wait_for

PROGRAM = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
MISSING = "no pgbouncer found (Debian: apt install pgbouncer)"
HOST = "127.0.0.1"
CONFIGURATION = """
[databases]
* = host={host} {port}

[pgbouncer]
listen_addr = {ours}
listen_port = {listen}
unix_socket_dir =
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = {size}
server_round_robin = 1
max_client_conn = 500
{more}
"""
#: The first release behind which psycopg prepares statements, says its documentation.
PREPARES_SINCE = (1, 22)
PREPARED = "max_prepared_statements = 200"


def knows_prepared_statements() -> bool:
    """Whether this program passes them on."""
    said = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True)
    major, minor = re.search(r"PgBouncer (\d+)\.(\d+)", said.stdout).groups()
    return (int(major), int(minor)) >= PREPARES_SINCE


@contextmanager
def pgbouncer(*, host: str, port: str, user: str, connections: int = 2) -> Iterator[int]:
    """A PgBouncer with so many connections to each database of that server; its port on HOST."""
    folder = Path(tempfile.mkdtemp(prefix="pgbouncer-", dir="/tmp"))
    with socket.create_server((HOST, 0)) as free:
        listen = free.getsockname()[1]
    (folder / "users").write_text(f'"{user}" ""\n')
    (folder / "pgbouncer.ini").write_text(
        CONFIGURATION.format(
            host=host, port=f"port={port}" if port else "", ours=HOST, listen=listen,
            folder=folder, size=connections, more=PREPARED if knows_prepared_statements() else "",
        )
    )  # fmt: skip
    process = subprocess.Popen(
        [PROGRAM, "--quiet", folder / "pgbouncer.ini"],
        cwd=folder,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
        **_not_root(folder),
    )
    try:
        wait_for(lambda: _listens(listen), 30, unless=lambda: process.poll() is not None)
        yield listen
    except BaseException as error:
        process.kill()
        error.add_note(process.stderr.read())
        raise
    finally:
        process.terminate()
        process.wait(60)
        process.stderr.close()
        shutil.rmtree(folder)


def _not_root(folder: Path) -> dict:
    """PgBouncer refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex((HOST, port)) == 0
