"""The processes of this machine, as tests look at them."""

from contextlib import suppress
from pathlib import Path


def children(pid: int) -> dict[int, str]:
    """All living descendants of a process with their command lines."""
    found: dict[int, str] = {}
    processes = processes_alive()
    parents = {pid}
    while parents:
        new = {p: c for p, (parent, c) in processes.items() if parent in parents}
        found |= new
        parents = set(new)
    return found


def processes_alive() -> dict[int, tuple[int, str]]:
    """Every process that has not ended: its parent and its command line (Linux: from /proc).

    One that is just ending has no command line any more, and becomes a zombie at once.
    """
    alive = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended while we looked
            state, parent = (folder / "stat").read_text().rpartition(") ")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if state != "Z" and command:
                alive[int(folder.name)] = (int(parent), command)
    return alive
