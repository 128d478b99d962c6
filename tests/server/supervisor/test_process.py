"""One process under the supervisor: when it starts again, and what its log tells."""

import sys

from server.supervisor.lifeline import lifeline
from server.supervisor.process import LOG_LIMIT_BYTES, Log, Process, exit_words


def make_process(tmp_path, program):
    return Process("clerk", [sys.executable, "-c", program], logs=tmp_path, lifeline=lifeline())


def test_what_keeps_dying_starts_again_at_once_first_and_then_ever_more_slowly(tmp_path):
    clerk = make_process(tmp_path, "raise SystemExit(3)")
    waits = []
    for _ in range(8):
        clerk.start()
        assert clerk.wait() == 3
        waits.append(clerk.plan_restart())
    assert waits == [0, 0.5, 1, 2, 4, 5, 5, 5]


def test_how_a_process_ended_is_said_in_words():
    assert exit_words(3) == "ended with status 3"
    assert exit_words(-9) == "was ended by SIGKILL"


def test_a_log_shows_what_is_new_and_outlives_a_restart(tmp_path):
    clerk = make_process(tmp_path, "print('good morning')")
    for _ in range(2):
        clerk.start()
        clerk.wait()
        assert clerk.log.new_lines() == ["good morning"]
    assert clerk.log.new_lines() == []
    assert Log(clerk.log.path).new_lines() == []
    assert clerk.log.path.read_text() == "good morning\n" * 2


def test_a_log_that_grew_too_large_is_put_aside_when_the_site_opens(tmp_path):
    path = tmp_path / "clerk.log"
    path.write_bytes(b"x" * (LOG_LIMIT_BYTES + 1))
    assert Log(path).new_lines() == []
    assert path.stat().st_size == 0
    assert (tmp_path / "clerk.log.1").stat().st_size == LOG_LIMIT_BYTES + 1


def test_a_log_is_put_aside_while_its_process_goes_on_writing(tmp_path):
    log = Log(tmp_path / "clerk.log")
    with log.path.open("ab", buffering=0) as writer:  # as a process has it
        writer.write(b"x" * (LOG_LIMIT_BYTES + 1))
        log.new_lines()
        log.rotate()
        writer.write(b"good morning\n")
    assert log.new_lines() == ["good morning"]
    assert (tmp_path / "clerk.log.1").stat().st_size == LOG_LIMIT_BYTES + 1
