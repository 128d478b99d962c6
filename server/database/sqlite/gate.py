"""The gate in front of the one writer that SQLite has.

Writers that find the database locked sleep and try again, which is unfair: under fifty writers some
wait for seconds. A lock on a file beside the database queues processes in the kernel instead. The
threads of one process queue here and pass that lock on among themselves: to wake another process
costs more than most writes, so when a process has its turn, all of its threads that wait then
write, one after the other; who comes later waits for the next turn.

The threads of a process also share one interpreter. A writer gives it away with each query and gets
it back behind all the others, and every writer behind it waits with it. So while one is inside,
those of its process who have not yet begun, and those who have finished, give way.
"""

import fcntl
import os
import threading
from collections import deque

#: Giving way is a courtesy, no duty: a turn that takes longer holds up nobody else.
LONGEST_WAY_SECONDS = 0.05

_gates: dict[tuple[int, str], "WriteGate"] = {}
_making = threading.Lock()


def gate_of(path: str) -> "WriteGate":
    """The gate that all threads of this process share for one database."""
    # A child of a fork has gates of its own: whoever is inside its parent's is not there.
    with _making:
        return _gates.setdefault((os.getpid(), path), WriteGate(path))


def give_way() -> None:
    """Let the writers of this process finish their turn first, unless that takes long."""
    for gate in tuple(_gates.values()):
        gate.give_way()


class WriteGate:
    """An exclusive lock between the threads of this process, first come, first served, and between
    processes. Whoever has entered must leave, on any thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._state = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._is_taken = False
        self._file: int | None = None
        self._turns = 0
        self._nobody_inside = threading.Event()
        self._nobody_inside.set()

    def enter(self) -> None:
        """Wait for one's turn. Raises OSError if the file of the gate cannot be made."""
        with self._state:
            mine = None
            if self._is_taken:
                mine = threading.Lock()
                mine.acquire()
                self._waiting.append(mine)
            self._is_taken = True
        if mine:
            mine.acquire()  # whoever leaves gives it, and the gate with it
        if self._file is None:
            try:
                self._begin_turn()
            except BaseException:
                self.leave()
                raise

    def leave(self) -> None:
        """Let the next thread in; or the next process, if nobody waits here or it is its turn."""
        with self._state:
            self._turns -= 1
            if self._file is not None and (not self._waiting or self._turns <= 0):
                file, self._file = self._file, None
                os.close(file)
                self._nobody_inside.set()
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False

    def give_way(self) -> None:
        """Wait until nobody of this process is inside, but not for long."""
        self._nobody_inside.wait(LONGEST_WAY_SECONDS)

    def _begin_turn(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except BaseException:
            os.close(file)
            raise
        with self._state:
            self._file, self._turns = file, 1 + len(self._waiting)
            self._nobody_inside.clear()
