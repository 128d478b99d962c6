"""Telling pages takes a sixth of the time, and may be saved up while little changes."""

import pytest

from tournaments.live.allowance import MOST_SAVED_SECONDS, SHARE, Allowance


class Clock:
    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


def test_one_message_after_a_quiet_time_is_followed_at_once_by_the_next(clock):
    allowance = Allowance(clock)
    assert allowance.spend(MOST_SAVED_SECONDS / 2) == 0
    assert allowance.spend(MOST_SAVED_SECONDS / 2) == 0


def test_without_an_end_sending_takes_a_sixth_of_the_time(clock):
    allowance, sent, began = Allowance(clock), 0.0, clock.seconds
    while clock.seconds < began + 1_000:
        clock.seconds += 0.2
        sent += 0.2
        clock.seconds += allowance.spend(0.2)
    assert sent / (clock.seconds - began) == pytest.approx(SHARE, rel=0.01)


def test_a_long_quiet_time_saves_up_no_more_than_a_short_one(clock):
    allowance = Allowance(clock)
    clock.seconds += 10_000
    assert allowance.spend(MOST_SAVED_SECONDS + 0.1) == pytest.approx(0.1 / SHARE)
