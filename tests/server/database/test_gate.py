"""The queue at the gate in front of SQLite: whose turn it is, and who gives way meanwhile."""

import fcntl
import os
import threading
import time
from pathlib import Path

import pytest

from server.database.sqlite import gate as gates
from server.database.sqlite.gate import WriteGate, gate_of
from tests.stack import wait_for


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "site.gate")


@pytest.fixture
def gate(path):
    return WriteGate(path)


class Writer(threading.Thread):
    """Enters, notes its name, and leaves on request."""

    def __init__(self, name, order):
        super().__init__(name=name, daemon=True)
        self._order, self._may_leave = order, threading.Event()

    def run(self):
        self.enter()
        self._order.append(self.name)
        assert self._may_leave.wait(60)
        self.leave()

    def finish(self):
        self._may_leave.set()
        self.join(60)
        assert not self.is_alive()


class Thread(Writer):
    """A thread of this process."""

    def __init__(self, gate, name, order):
        super().__init__(name, order)
        self.enter, self.leave = gate.enter, gate.leave


class Process(Writer):
    """Stands for another process: flock tells open files apart, not processes."""

    def __init__(self, path, name, order):
        super().__init__(name, order)
        self._path = path

    def enter(self):
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def leave(self):
        os.close(self._file)


def is_free(path) -> bool:
    """Whether another process could have its turn now."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(file)


def join_queue(gate, name, order) -> Thread:
    """A thread that now is inside, or waits behind all others."""
    before = len(order) + len(gate._waiting)
    thread = Thread(gate, name, order)
    thread.start()
    wait_for(lambda: len(order) + len(gate._waiting) > before)
    return thread


def test_threads_get_in_one_at_a_time_in_the_order_they_came(gate):
    order, names = [], ["first", "second", "third", "fourth"]
    threads = [join_queue(gate, name, order) for name in names]
    for number, thread in enumerate(threads, start=1):
        wait_for(lambda n=number: len(order) == n)
        assert order == names[:number]
        thread.finish()


def test_in_a_turn_all_write_who_waited_when_it_began_and_then_another_process(gate, path):
    order = []
    first = join_queue(gate, "first", order)
    turn = [join_queue(gate, name, order) for name in ("second", "third")]
    first.finish()  # its turn was its own: no other waited when it began
    wait_for(lambda: "second" in order)
    other = Process(path, "another process", order)
    other.start()
    wait_for(_a_process_waits_for_a_lock)
    late = [join_queue(gate, "late", order)]
    for thread in turn:
        thread.finish()
    # The kernel wakes who waits for the lock; who asks in that very moment may be quicker.
    while len(late) < 20:
        wait_for(lambda: "another process" in order or order.count("late") == len(late))
        if "another process" in order:
            break
        late.append(join_queue(gate, "late", order))
        late[-2].finish()
    assert "another process" in order
    other.finish()
    wait_for(lambda: order.count("late") == len(late))
    late[-1].finish()
    assert order[:3] == ["first", "second", "third"]
    assert is_free(path)


def _a_process_waits_for_a_lock() -> bool:
    """Whether the kernel has one of us waiting (Linux: proc_locks(5) marks who is blocked)."""
    locks = Path("/proc/locks").read_text().splitlines()
    return any("-> FLOCK" in line and f" {os.getpid()} " in line for line in locks)


def test_a_gate_that_no_thread_needs_is_free_for_other_processes(gate, path):
    gate.enter()
    assert not is_free(path)
    gate.leave()
    assert is_free(path)


def test_a_thread_that_has_not_begun_gives_way_to_the_one_inside(gate, monkeypatch):
    monkeypatch.setattr(gates, "LONGEST_WAY_SECONDS", 120)
    order = []
    thread = join_queue(gate, "inside", order)
    waiting = threading.Thread(target=lambda: (gate.give_way(), order.append("gave way")))
    waiting.start()
    thread.finish()
    waiting.join(60)
    assert order == ["inside", "gave way"]


def test_no_thread_gives_way_for_long(gate):
    order = []
    thread = join_queue(gate, "slow", order)
    began = time.monotonic()
    gate.give_way()
    assert time.monotonic() - began >= gates.LONGEST_WAY_SECONDS
    assert order == ["slow"]  # which still is inside
    thread.finish()


def test_no_thread_gives_way_to_another_process(gate, path, monkeypatch):
    monkeypatch.setattr(gates, "LONGEST_WAY_SECONDS", 120)
    order = []
    other = Process(path, "another process", order)
    other.start()
    wait_for(lambda: order)
    began = time.monotonic()
    gate.give_way()
    assert time.monotonic() - began < 60
    other.finish()


def test_a_gate_that_cannot_be_made_keeps_nobody_out(tmp_path):
    gate = WriteGate(str(tmp_path / "missing" / "site.gate"))
    with pytest.raises(FileNotFoundError):
        gate.enter()
    (tmp_path / "missing").mkdir()
    gate.enter()
    gate.leave()


def test_all_threads_of_a_process_share_the_gate_of_a_database(path):
    assert gate_of(path) is gate_of(path)
    assert gate_of(path) is not gate_of(f"{path}.other")


def test_says_how_many_entered_and_how_long_they_waited(path):
    gate, order = gate_of(path), []
    before, waited_before = gates.waits()
    first = join_queue(gate, "first", order)
    second = join_queue(gate, "second", order)
    began = time.perf_counter()
    held = time.perf_counter() - began
    first.finish()
    second.finish()

    entered, waited = gates.waits()
    assert entered == before + 2
    assert waited >= waited_before + held > waited_before
