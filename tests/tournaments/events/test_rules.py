"""Valid settings of events and tournaments."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalogue import game
from tests.builders import minutes
from tournaments.events import rules
from tournaments.events.settings.of_tournament import TournamentSettings, defaults

#: The machine that runs the tests may be busy.
UNHURRIED = settings(deadline=None)
EXPRESS = game("express")
START = defaults(EXPRESS)


def fields_at_fault(**changes) -> list[str]:
    return [fault.field for fault in rules.faults(replace(START, **changes), EXPRESS)]


def test_an_express_tournament_starts_from_the_supplement():
    # express-tournament.txt, "Tournament time management"
    assert (
        TournamentSettings(
            target=120,
            slot=timedelta(hours=2),
            final_slot=timedelta(hours=3),
            cutoff=minutes(20),
            force_end=minutes(10),
            warning=minutes(30),
            rounds_planned=2,
            finalists=4,
            final_tables=1,
            table_min=3,
            table_preferred=4,
            table_max=6,
            pairing="tables",
            scheme="house",
            qualifying_games=0,
            objection_minutes=5,
            options={},
            registration="open",
            closes_at=None,
            text="",
            first_table=None,
            last_table=None,
            first_round="lot",
            standings_shown="all",
            standings_top=3,
            silent_rounds=0,
        )
        == START
    )


def test_what_players_see_is_bounded_and_an_elimination_hides_nothing():
    assert fields_at_fault(standings_top=0) == ["standings_top"]
    assert fields_at_fault(silent_rounds=-1) == ["silent_rounds"]
    hidden = {"standings_shown": "end", "silent_rounds": 1}
    telling = fields_at_fault(pairing="single", table_min=2, table_max=2, **hidden)
    assert telling[-2:] == ["standings_shown", "silent_rounds"]


def test_the_defaults_are_valid():
    assert fields_at_fault() == []


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"target": 0}, "target"),
        ({"target": 10_001}, "target"),
        ({"rounds_planned": 0}, "rounds_planned"),
        ({"rounds_planned": 31}, "rounds_planned"),
        ({"slot": timedelta(0), "cutoff": timedelta(-1)}, "slot"),
        ({"slot": timedelta(hours=25)}, "slot"),
        ({"final_slot": timedelta(hours=25)}, "final_slot"),
        ({"cutoff": minutes(120), "warning": minutes(120)}, "cutoff"),
        ({"final_slot": minutes(20)}, "final_slot"),
        ({"force_end": minutes(21)}, "force_end"),
        ({"force_end": minutes(-1)}, "force_end"),
        ({"warning": minutes(19)}, "warning"),
        ({"warning": minutes(121)}, "warning"),
        ({"final_slot": minutes(25)}, "warning"),
        ({"table_min": 1}, "table_min"),
        ({"table_max": 7}, "table_max"),
        ({"table_min": 5, "table_max": 4}, "table_max"),
        ({"table_preferred": 2}, "table_preferred"),
        ({"finalists": 2}, "finalists"),
        ({"finalists": 7}, "finalists"),
        ({"final_tables": 2}, "finalists"),
        ({"final_tables": 2, "finalists": 13}, "finalists"),
        ({"final_tables": 2, "finalists": 9}, "finalists"),
        ({"final_tables": 0}, "final_tables"),
        ({"final_tables": 13, "finalists": 52}, "final_tables"),
    ],
)
def test_each_fault_is_named_at_its_field(changes, field):
    assert field in fields_at_fault(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"cutoff": timedelta(0), "force_end": timedelta(0)},
        {"warning": minutes(120)},
        {"warning": minutes(20)},
        {"force_end": minutes(20)},
        {"table_min": 2, "finalists": 2},
        {"final_tables": 2, "finalists": 6},
        {"final_tables": 3, "finalists": 18},
        {"table_min": 4, "table_max": 4},
        {"final_slot": minutes(30)},
    ],
)
def test_the_edges_are_allowed(changes):
    assert fields_at_fault(**changes) == []


def test_a_format_for_two_has_no_final_of_several_tables():
    metro = game("metro_x")
    two = dict.fromkeys(("table_min", "table_preferred", "table_max"), 2)
    settings = replace(defaults(metro), pairing="dutch", finalists=4, final_tables=2, **two)
    assert [fault.field for fault in rules.faults(settings, metro)] == ["final_tables"]


def test_a_fault_is_a_sentence_with_the_numbers_in_it():
    [fault] = rules.faults(replace(START, table_max=7), EXPRESS)
    assert str(fault) == "Express takes at most 6 players at a table."


SATURDAY, SUNDAY = date(2026, 11, 21), date(2026, 11, 22)


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({}, []),
        ({"name": " "}, ["name"]),
        ({"name": "x" * 121}, ["name"]),
        ({"venue": "x" * 161}, ["venue"]),
        ({"time_zone": "Europe/Nowhere"}, ["time_zone"]),
        ({"time_zone": "../../etc/passwd"}, ["time_zone"]),
        ({"time_zone": ""}, ["time_zone"]),
        ({"starts_on": SUNDAY, "ends_on": SATURDAY}, ["ends_on"]),
        ({"ends_on": date(9999, 12, 31)}, ["ends_on"]),
        ({"starts_on": date(1, 1, 1)}, ["starts_on"]),
    ],
)
def test_an_invalid_event_is_refused(facts, fields):
    event = {
        "name": "Winter Meet",
        "venue": "",
        "time_zone": "Europe/Paris",
        "starts_on": SATURDAY,
        "ends_on": SUNDAY,
    }
    assert [fault.field for fault in rules.event_faults(**event | facts)] == fields


@pytest.mark.parametrize(
    ("today", "when"),
    [
        (date(2026, 11, 20), "coming"),
        (SATURDAY, "now"),
        (SUNDAY, "now"),
        (date(2026, 11, 23), "past"),
    ],
)
def test_an_event_is_now_on_its_days(today, when):
    assert rules.when(SATURDAY, SUNDAY, today) == when


@pytest.mark.parametrize(
    ("name", "taken", "slug"),
    [
        ("Winter Meet", (), "winter-meet"),
        ("Winter Meet", ("winter-meet",), "winter-meet-2"),
        ("Winter Meet", ("winter-meet", "winter-meet-2"), "winter-meet-3"),
        ("Größe & Ehre", (), "groe-ehre"),
        ("冬の大会", (), "event"),
        ("冬の大会", ("event",), "event-2"),
        ("x" * 80, ("x" * 60,), "x" * 58 + "-2"),
    ],
)
def test_the_short_name_comes_from_the_name(name, taken, slug):
    assert rules.free_slug(name, taken, otherwise="event") == slug


@UNHURRIED
@given(st.text(max_size=120), st.integers(0, 12))
def test_a_short_name_is_always_new_and_fits(name, count):
    taken: set[str] = set()
    for _ in range(count):
        slug = rules.free_slug(name, taken, otherwise="event")
        assert slug not in taken
        assert 0 < len(slug) <= 60
        assert all(char.isalnum() or char in "-_" for char in slug)
        taken.add(slug)
