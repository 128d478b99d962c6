"""The score sheet: what it refuses, how it explains, and that it agrees with the rules."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.expect_delays import sheets
from games.sheet import ScoreLine
from games.testing import play_out
from tests.examples import examples
from tests.games.expect_delays.positions import GAME, at_table, game_of, house, play

SHEET = sheets(GAME)["final"]
GOOD = {"points": [10, 4], "riders": [1, 2], "swipes": [3, 4], "ended": "target"}


def codes(**changes):
    return [(issue.where, issue.code) for issue in SHEET.clean(GOOD | changes, 2)]


class TestWhatIsRefused:
    def test_a_good_sheet_has_no_faults(self):
        assert codes() == []

    @pytest.mark.parametrize(
        ("changes", "fault"),
        [
            ({"points": [100, 0]}, (["points.0"], "range")),
            ({"points": [-1, 10]}, (["points.0"], "range")),
            ({"points": [10, None]}, (["points.1"], "missing")),
            ({"points": [10]}, (["points"], "missing")),
            ({"points": [10, True]}, (["points.1"], "whole")),
            ({"swipes": [9, 0]}, (["swipes.0"], "range")),
            ({"swipes": [5, 4]}, (["swipes.0", "swipes.1"], "too-many-swipes")),
            ({"riders": [10, 0]}, (["riders.0"], "range")),
            ({"riders": [6, 7]}, (["riders.0", "riders.1"], "too-many-riders")),
            ({"ended": "rain"}, (["ended"], "choice")),
            ({"points": [10, 10]}, (["points.0", "points.1"], "both-won")),
            ({"points": [9, 9]}, (["points.0", "points.1", "ended"], "nobody-won")),
            ({"ended": "broken"}, (["points.0", "ended"], "target-reached")),
            ({"ended": "stopped"}, (["points.0", "ended"], "target-reached")),
            ({"riders": [9, 0]}, (["riders.0", "points.0"], "winner-left")),
            ({"points": [4, 10], "riders": [0, 9]}, (["riders.1", "points.1"], "winner-left")),
            ({"weather": 3}, (["weather"], "unknown")),
        ],
    )
    def test_a_fault_has_its_places(self, changes, fault):
        places, code = fault
        assert codes(**changes) == [(place, code) for place in places]

    def test_what_is_just_possible_is_accepted(self):
        assert codes(points=[14, 9]) == []
        assert codes(riders=[8, 3]) == []
        assert codes(riders=[6, 6]) == []
        assert codes(swipes=[8, 0]) == []
        assert codes(points=[9, 9], riders=[9, 3], ended="stopped") == []
        assert codes(points=[0, 0], ended="broken") == []

    def test_several_faults_are_told_together(self):
        assert codes(swipes=[5, 4], ended="broken") == [
            ("swipes.0", "too-many-swipes"),
            ("swipes.1", "too-many-swipes"),
            ("points.0", "target-reached"),
            ("ended", "target-reached"),
        ]

    def test_the_limits_are_those_of_the_rulebook_and_never_of_the_house_pack(self):
        """A box has other Stops than the house pack: what its table writes down is taken."""
        assert [(each.name, each.high) for each in SHEET.fields[:3]] == [
            ("points", 99),
            ("riders", 9),
            ("swipes", 8),
        ]
        assert SHEET.fields[3].options == ("target", "broken", "stopped", "turns")
        data = house()
        for line in data["line"]:
            line["stops"] = [0, 1]
            line["transfers"] = [0]
        small = sheets(game_of(data))["final"]
        assert small.clean(GOOD | {"points": [29, 4], "riders": [2, 9]}, 2) == []
        assert SHEET.notice == ""


class TestHowItIsExplained:
    def test_a_line_for_the_score_and_for_each_tie_break(self):
        assert SHEET.lines(GOOD | {"swipes": [1, 4]}, 2) == [
            ScoreLine(0, "points", "10 Destination Points", 10),
            ScoreLine(0, "riders", "1 Rider on own Lines, tie-break 1", 0),
            ScoreLine(0, "swipes", "1 Fare Swipe, tie-break 2", 0),
            ScoreLine(1, "points", "4 Destination Points", 4),
            ScoreLine(1, "riders", "2 Riders on own Lines, tie-break 1", 0),
            ScoreLine(1, "swipes", "4 Fare Swipes, tie-break 2", 0),
        ]

    def test_the_tie_breaks_of_the_rulebook_in_their_order(self):
        def places(**changes):
            return [placing.place for placing in SHEET.placings(GOOD | changes, 2)]

        assert places() == [1, 2]
        assert places(points=[5, 5]) == [2, 1]
        assert places(points=[5, 5], riders=[2, 2]) == [2, 1]
        assert places(points=[5, 5], riders=[2, 2], swipes=[4, 4]) == [1, 1]


class TestTheTwoFaces:
    def test_a_thousand_finished_games_are_good_sheets_with_the_same_places(self):
        """In a long run, and the first quarter of them in each."""
        rnd = random.Random(7)
        ends = set()
        for number in range(examples(1000)):
            state = finished(rnd, hasty=number % 4 == 0)
            data = SHEET.of(state)
            assert SHEET.clean(data, 2) == []
            assert SHEET.placings(data, 2) == state.placings()
            totals = [0, 0]
            for line in SHEET.lines(data, 2):
                totals[line.player] += line.points
            assert totals == state.points
            ends.add(data["ended"])
        assert ends == {"target", "broken"}

    def test_a_game_that_is_still_on_counts_as_stopped(self):
        state = at_table(points=(4, 5), C="c.t....", O="c......")
        assert SHEET.of(state) == {
            "points": [4, 5],
            "riders": [2, 1],
            "swipes": [0, 2],
            "ended": "stopped",
        }

    def test_an_end_is_written_down(self):
        state = play(at_table(points=(8, 3), C="....c.."), "disembark C4")
        assert SHEET.of(state)["ended"] == "target"


def finished(rnd, *, hasty):
    """A finished game at random; a hasty one takes cards Out of Service whenever it can."""

    def choose(state, player, rnd):
        moves = state.legal_actions(player)
        out = [move for move in moves if str(move).startswith("out of service")]
        return rnd.choice(out or moves)

    return play_out(GAME, 2, rnd, choose=choose if hasty else None).state


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.text(max_size=5),
    st.sampled_from(["target", "broken", "stopped", "turns"]),
    st.lists(st.one_of(st.none(), st.integers(-1, 12), st.text(max_size=2)), max_size=3),
)


@given(st.one_of(anything, st.dictionaries(st.sampled_from([*GOOD, "x"]), anything)))
def test_any_input_gets_an_answer(data):
    if SHEET.clean(data, 2) == []:
        assert sorted(placing.player for placing in SHEET.placings(data, 2)) == [0, 1]


@given(
    st.fixed_dictionaries(
        {
            "points": st.lists(st.integers(0, 99), min_size=2, max_size=2),
            "riders": st.lists(st.integers(0, 9), min_size=2, max_size=2),
            "swipes": st.lists(st.integers(0, 8), min_size=2, max_size=2),
            "ended": st.sampled_from(["target", "broken", "stopped"]),
        }
    )
)
def test_a_sheet_is_good_exactly_when_nothing_in_it_contradicts(data):
    """The cross-checks once more, as one sentence."""
    won = [points >= 10 for points in data["points"]]
    good = (
        sum(data["swipes"]) <= 8
        and sum(max(riders - 3, 0) for riders in data["riders"]) <= 6
        and sum(won) == (data["ended"] == "target")
        and not any(w and riders > 8 for w, riders in zip(won, data["riders"], strict=True))
    )
    assert (SHEET.clean(data, 2) == []) == good
