"""The Prestige of Terminus, rule by rule (notation.md), and how a table is shown."""

import re

import pytest

from games.terminus import load, loading, scoring, show
from games.terminus.drawing import svg, table_svg
from tests.games.terminus.positions import (
    DISTRICTS,
    HERE,
    at_table,
    develop,
    give,
    hub,
    line,
    project,
    rule,
)


def a_run(plots):
    """The Stops of seat 0 lie on these Plots, beside four Developments."""
    state = line(at_table(3), 0, plots)
    for tile, block in zip(("01", "02", "03", "04"), ("TH1", "TH2", "KB1", "KB2"), strict=True):
        develop(state, tile, block)
    return state


@rule("V1")
def test_stations_hubs_and_the_prime_hub_beside_developments():
    state = hub(line(at_table(3), 0, "b1 c1 d1"), 0, "c1")
    assert scoring.beside(state, 0) == (0, 0, 0)
    develop(state, "01", "TH1")
    develop(state, "02", "TH2")
    develop(state, "03", "TH3")
    assert scoring.beside(state, 0) == (2, 1, 1)
    state.agendas[0] = ()
    assert scoring.total(state, 0) == 2 + 2 + 3


@rule("V2", "T15")
def test_the_example_of_a_run_of_stops():
    """Public Projects, the example: 8 Stops for 15 though 9 are lobbied; 7 Stops for 8."""
    state = project(a_run("b1 c1 d1 e1 f1 f2 e2"), 5, (0, 4))
    assert scoring.projects(state, 0) == [(4, 4, 2, 15)]
    state = project(a_run("b1 c1 d1 e1 f1 f2"), 5, (0, 2))
    assert scoring.projects(state, 0) == [(4, 2, 1, 8)]
    assert scoring.projects(state, 1) == []


@rule("V2")
def test_a_column_that_was_not_lobbied_does_not_count():
    state = project(a_run("b1 c1 d1 e1 f1 f2 e2"), 5, (0, 2))
    assert [each.column for each in scoring.projects(state, 0)] == [1]


@rule("T15")
def test_a_stop_without_a_development_ends_the_run():
    state = line(at_table(3), 0, "b1 c1 d1 e1 f1 g1")
    develop(state, "01", "TH1")
    develop(state, "02", "CR1")
    assert scoring.MEASURED["run"](state, 0) == 2
    assert scoring.MEASURED["run"](at_table(3), 0) == 0


@pytest.mark.parametrize(
    ("measure", "count"),
    [
        ("stops", 4),
        ("hubs", 2),
        ("districts", 2),
        ("developments", 1),
        ("rails", 8),
        ("connections", 1),
    ],
)
def test_what_projects_count(measure, count):
    state = line(at_table(3), 2, "a5 a4")
    line(state, 0, "a2 a3")
    develop(hub(line(state, 0, "b3"), 0, "a2"), "01", "TH1")
    state.met[0] = 1 << 24
    found = scoring.MEASURED[measure](state, 0)
    assert found == (6 if measure == "rails" else count)


@rule("V3")
def test_the_example_of_three_agendas():
    """Personal Agendas, the example: bottom with a Lobbyist, top with one, top without one."""
    state = line(at_table(3), 0, "b1 c1")
    state.agendas[0] = (0, 7, 14)
    state.bag = (1 << 35) - 1 - sum(1 << card for card in (0, 7, 14, 3, 5))
    state.heard[0], state.lobbyists[0] = 0b011, 6
    state.check()
    rows = [(row, value) for _, _, row, value in scoring.agendas(state, 0)]
    assert rows == [("bottom", 6), ("top", 4), ("top", 3)]
    state.heard[0] = 0b110
    assert [each.row for each in scoring.agendas(state, 0)] == ["top", "top", "top"]
    assert [each.row for each in scoring.agendas(state, 1)] == ["none"]


@rule("V4")
def test_the_example_of_four_demands():
    """Demand Track, the example: 17 for four tokens."""
    state = at_table(3)
    assert scoring.demands(state, 0) == 0
    state.demands[: len(DISTRICTS)] = [1, 1, 1, 1, 0, 0, 0]
    assert scoring.demands(state, 0) == 17


@rule("V5")
def test_the_example_of_nine_coins():
    """Remaining Coins, the example: 2 for 9."""
    assert scoring.total(give(at_table(3), coins=9), 1) == 0
    assert scoring.total(give(at_table(3), coins=9), 0) == 2


@rule("V5")
def test_ties_are_broken_by_discs_left_and_then_by_coins():
    state = give(give(at_table(3), 0, coins=1), 1, coins=2)
    line(state, 2, "a5")
    for seat in range(3):
        state.agendas[seat] = ()
    assert [placing.place for placing in state.placings()] == [3, 2, 1]
    state.coins[0] = 2
    assert [placing.place for placing in state.placings()] == [2, 2, 1]


class TestShowing:
    def test_the_table_as_text_hides_the_secret_agenda(self):
        text = show(at_table(2), 0)
        assert "Automa: card 1a" in text
        assert "Agendas ?" in text

    def test_the_city_is_drawn_empty_and_in_play(self):
        assert svg(load(loading.HOUSE)).count("<circle") == 48
        drawing = table_svg(develop(line(at_table(2), 0, "b1"), "01", "TH1", lobbied="0"))
        assert "b1, seat 0" in drawing
        assert "b2, the Automa" in drawing
        assert "C 01" in drawing


def test_every_numbered_rule_and_ruling_has_a_scenario():
    notes = (HERE.parents[2] / "games" / "terminus" / "notation.md").read_text("utf-8")
    named = re.findall(r"^- ([A-Z]\d+) ", notes, re.MULTILINE)
    tests = "".join(file.read_text("utf-8") for file in sorted(HERE.glob("test_*.py")))
    shown = {
        name for row in re.findall(r"@rule\(([^)]*)\)", tests) for name in re.findall(r"\w+", row)
    }
    assert set(named) - shown - {"R2"} == set(), "R2 refers to T1"
    assert shown <= set(named)
