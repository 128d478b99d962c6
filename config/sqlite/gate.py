"""The gate in front of the one writer that SQLite has.

Writers that find the database locked sleep and try again, which is unfair: under fifty writers some
wait for seconds. A lock on a file beside the database queues processes in the kernel instead. The
threads of one process queue here, and pass that lock on among themselves: to wake another process
costs more than most writes, so when a process has its turn, all of its threads that wait then
write, one after the other; who comes later waits for the next turn.
"""

import fcntl
import os
import threading
from collections import deque

_gates: dict[tuple[int, str], "WriteGate"] = {}
_making = threading.Lock()


def gate_of(path: str) -> "WriteGate":
    """The gate that all threads of this process share for one database."""
    with _making:
        # A child of a fork has a gate of its own: whoever holds its parent's is not there.
        return _gates.setdefault((os.getpid(), path), WriteGate(path))


class WriteGate:
    """An exclusive lock between the threads of this process, and between processes; first come,
    first served among the threads. Whoever has entered must leave, on any thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._state = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._taken = False
        self._file: int | None = None
        self._turns = 0

    def enter(self) -> None:
        """Wait for one's turn. Raises OSError if the file of the gate cannot be made."""
        with self._state:
            if self._taken:
                mine = threading.Lock()
                mine.acquire()
                self._waiting.append(mine)
            else:
                self._taken, mine = True, None
        if mine:
            mine.acquire()  # whoever leaves gives it, and the gate with it
        if self._file is None:
            try:
                self._lock_file()
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
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False

    def _lock_file(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except BaseException:
            os.close(file)
            raise
        with self._state:
            self._file, self._turns = file, 1 + len(self._waiting)
