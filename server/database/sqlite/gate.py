"""The gate in front of the one writer that SQLite has.

Writers that find the database locked sleep and try again, which is unfair: under fifty writers some
wait for seconds. A lock on a file beside the database queues processes in the kernel instead. The
threads of one process queue here and pass that lock on among themselves. Waking another process
costs more than most writes, so in the turn of a process all of its threads that were waiting when
it began write, one after the other; later ones wait for the next turn.

The threads of a process also share one interpreter. A writer releases it with each query and gets
it back after all the others, and every writer behind it waits too. So while one is inside, threads
of its process that have not yet begun, and those that have finished, give way.
"""

import fcntl
import os
import threading
from collections import deque
from time import perf_counter

#: The longest time to give way: a turn that takes longer does not hold up other threads.
LONGEST_WAY_SECONDS = 0.05

_gates: dict[tuple[int, str], "WriteGate"] = {}
_making = threading.Lock()


def gate_of(path: str) -> "WriteGate":
    """The gate that all threads of this process share for one database."""
    # A forked child has gates of its own: no thread that is inside its parent's exists in it.
    with _making:
        return _gates.setdefault((os.getpid(), path), WriteGate(path))


def give_way() -> None:
    """Let the writers of this process finish their turn first, unless that takes long."""
    for gate in tuple(_gates.values()):
        gate.give_way()


def waits() -> tuple[int, float] | None:
    """How often threads of this process have entered, and how long they waited for it in all, in
    seconds; None while no database of it has a gate."""
    gates = tuple(_gates.values())
    if not gates:
        return None
    return sum(gate.entered for gate in gates), sum(gate.waited_seconds for gate in gates)


class WriteGate:
    """An exclusive lock between the threads of this process, first come, first served, and between
    processes. After ``enter`` there must be a ``leave``, on any thread."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._state = threading.Lock()
        self._waiting: deque[threading.Lock] = deque()
        self._is_taken = False
        self._file: int | None = None
        self._turns = 0
        self.entered, self.waited_seconds = 0, 0.0
        self._is_empty = threading.Event()
        self._is_empty.set()

    def enter(self) -> None:
        """Wait for the turn of this thread. Raises OSError if the gate's file cannot be made."""
        began = perf_counter()
        with self._state:
            mine = None
            if self._is_taken:
                mine = threading.Lock()
                mine.acquire()
                self._waiting.append(mine)
            self._is_taken = True
        if mine:
            mine.acquire()  # released by the thread that leaves, with the gate
        if self._file is None:
            try:
                self._begin_turn()
            except BaseException:
                self.leave()
                raise
        # One thread at a time is here.
        self.entered += 1
        self.waited_seconds += perf_counter() - began

    def leave(self) -> None:
        """Let in the next thread, or the next process if the turn is over or no thread waits."""
        with self._state:
            self._turns -= 1
            if self._file is not None and (not self._waiting or self._turns <= 0):
                file, self._file = self._file, None
                os.close(file)
                self._is_empty.set()
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False

    def give_way(self) -> None:
        """Wait until no thread of this process is inside, but not for long."""
        self._is_empty.wait(LONGEST_WAY_SECONDS)

    def _begin_turn(self) -> None:
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
        except BaseException:
            os.close(file)
            raise
        with self._state:
            self._file, self._turns = file, 1 + len(self._waiting)
            self._is_empty.clear()
