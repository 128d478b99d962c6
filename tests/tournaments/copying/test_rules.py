"""The days of a copy: what clocks show stays, in every night of a year."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from tournaments.copying.rules import moved, moved_span, next_first_day, next_name

PARIS = ZoneInfo("Europe/Paris")


def at(*when, fold=0):
    return datetime(*when, tzinfo=PARIS, fold=fold).astimezone(UTC)


def test_clocks_that_changed_between_change_no_time_on_the_clock():
    summer = at(2026, 10, 24, 14, 30)
    winter = moved(summer, timedelta(days=1), PARIS)
    assert winter.astimezone(PARIS).strftime("%d %H:%M") == "25 14:30"
    assert winter - summer == timedelta(hours=25)


def test_a_time_that_is_left_out_that_night_is_shown_as_much_later_as_clocks_are():
    found = moved(at(2026, 3, 28, 2, 30), timedelta(days=1), PARIS)
    assert found.astimezone(PARIS).strftime("%d %H:%M") == "29 03:30"


def test_of_a_time_that_clocks_show_twice_it_is_the_first():
    found = moved(at(2026, 10, 24, 2, 30), timedelta(days=1), PARIS)
    assert found == at(2026, 10, 25, 2, 30)


def test_a_sign_up_that_opens_in_the_last_year_there_is_still_does():
    never = datetime(9999, 12, 31, 22, 30, tzinfo=UTC)
    assert moved(never, timedelta(days=364), PARIS) == never


def test_a_session_of_such_a_night_keeps_its_length_if_it_would_have_none():
    # From the first 2:45 to the second 2:15 is half an hour; no other night has that.
    both = at(2026, 10, 25, 2, 45), at(2026, 10, 25, 2, 15, fold=1)
    start, end = moved_span(*both, timedelta(days=7), PARIS)
    assert end - start == timedelta(minutes=30)


@given(
    st.integers(0, 350_000),
    st.integers(1, 48),
    st.integers(-800, 800),
    st.sampled_from(["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_sessions_stay_on_quarter_hours_and_end_after_they_start(quarter, length, days, name):
    start = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(minutes=15 * quarter)
    end = start + timedelta(minutes=15 * length)
    zone = ZoneInfo(name)
    first, last = moved_span(start, end, timedelta(days=days), zone)
    assert first < last
    assert first.timestamp() % 900 == last.timestamp() % 900 == 0
    assert abs((last - first) - (end - start)) <= timedelta(hours=1)


def test_an_event_begins_again_on_its_weekday_and_not_in_the_past():
    first = date(2026, 11, 21)
    assert next_first_day(first, date(2026, 11, 30)) == date(2027, 11, 20)
    later = next_first_day(first, date(2029, 1, 1))
    assert later.weekday() == first.weekday()
    assert date(2029, 1, 1) <= later < date(2030, 1, 1)


def test_the_year_in_a_name_goes_on():
    days = date(2026, 11, 21), date(2027, 11, 20)
    assert next_name("Railcon 2026", *days) == "Railcon 2027"
    assert next_name("Winter Meet 20260", *days) == "Winter Meet 20260"
