"""The quick sheet, and that both sheets agree with each other and with the engine."""

import random

import pytest

from games.express.sheet import issues
from games.kernel import Placing
from games.sheet import QuickHand, ScoreLine
from games.testing import play_out
from tests.examples import examples
from tests.games.express.positions import ENDING, GAME, ME, NEXT, at_table, play
from tests.games.express.written import FULL, QUICK, faults


class TestTheQuickSheet:
    """Points per player, and who went out."""

    def quick(self, points=(12, -3), out=(False, False), *, early=False):
        return {"points": list(points), "went_out": list(out), "ended_early": early}

    def test_points_and_places(self):
        data = self.quick(out=(True, False))
        assert QUICK.clean(data, 2) == []
        assert QUICK.placings(data, 2) == [Placing(0, 1, 12, (12,)), Placing(1, 2, -3, (-3,))]
        assert QUICK.lines(data, 2) == [
            ScoreLine(0, "points.0", "Points as called out", 12),
            ScoreLine(1, "points.1", "Points as called out", -3),
        ]

    def test_nobody_need_have_gone_out(self):
        """The quick sheet may be written without telling who."""
        assert QUICK.clean(self.quick(), 2) == []
        assert QUICK.clean(self.quick(early=True), 2) == []

    def test_what_cannot_be(self):
        assert faults(self.quick(out=(True, True)), QUICK) == [
            ("went_out.0", "two-out"),
            ("went_out.1", "two-out"),
        ]
        assert faults(self.quick(out=(False, True), early=True), QUICK) == [
            ("went_out.1", "ended-early"),
            ("ended_early", "ended-early"),
        ]

    def test_points_below_nothing_of_who_went_out_are_doubted_and_not_refused(self):
        """Only cards in hand cost points: an inference, since we do not have the printed rules."""
        data = self.quick(points=(-1, -3), out=(True, False))
        assert QUICK.clean(data, 2) == []
        assert [one[:2] for one in QUICK.doubts(data, 2)] == [
            ("went_out.0", "out-below-nothing"),
            ("points.0", "out-below-nothing"),
        ]
        assert QUICK.doubts(self.quick(points=(0, -3), out=(True, False)), 2) == []

    def test_no_hand_is_worth_so_much(self):
        assert faults(self.quick((999, -999)), QUICK) == []
        assert faults(self.quick((1000, -1000)), QUICK) == [
            ("points.0", "range"),
            ("points.1", "range"),
        ]

    def test_a_passenger_train_that_is_doubled_and_doubled_again_is_taken(self):
        """A bot had 305 points once in 10,000 hands: rules/express.md 1.8 doubles four times."""
        assert faults(self.quick((31, 305), (False, True)), QUICK) == []

    def test_as_the_site_asks_it(self):
        assert issues(QuickHand({1: 5, 2: -3}, went_out=1), [1, 2]) == []
        assert issues(QuickHand({1: 999, 2: -999}, went_out=None, ended_early=True), [1, 2]) == []

    @pytest.mark.parametrize(
        ("hand", "fault"),
        [
            (QuickHand({1: 5}, None), ("points.2", "points-missing")),
            (QuickHand({1: 5, 2: 1000}, None), ("points.2", "points-limit")),
            (QuickHand({1: -1000, 2: 3}, None), ("points.1", "points-limit")),
            (QuickHand({1: 5, 2: 3, 3: 0}, None), ("points", "seat-unknown")),
            (QuickHand({1: 5, 2: 3}, 3), ("went_out", "seat-unknown")),
            (QuickHand({1: 5, 2: 3}, 1, ended_early=True), ("went_out", "ended-early")),
        ],
    )
    def test_as_the_site_asks_it_of_a_bad_hand(self, hand, fault):
        assert [issue[:2] for issue in issues(hand, [1, 2])] == [fault]


class TestTheTwoFaces:
    """Bar 10: what the engine played is a sheet that the sheet accepts, with the same places."""

    def hand(self, n, rnd):
        """A hand of a few turns, at random: ended by the turns, or now and then by going out."""
        return play_out(GAME, 2 + n % 5, rnd, turns=1 + n % 12).state

    def test_a_thousand_hands(self):
        """In a long run, and the first quarter of them in each."""
        rnd = random.Random(20)
        for n in range(examples(1000)):
            state = self.hand(n, rnd)
            for one in (FULL, QUICK):
                data = one.of(state)
                assert one.clean(data, state.players) == []
                assert one.placings(data, state.players) == state.placings()

    def test_a_hand_that_somebody_went_out_of(self):
        state = at_table(
            hand="box",
            trains={
                ME: [*ENDING, "mail coach wild sleeper observation"],
                NEXT: ["dome mail", "coach wild=dome"],
            },
            diesels={NEXT: 2},
            ways={ME: "boom boom", NEXT: "office"},
            hands={NEXT: "wreck turntable"},
        )
        play(state, "out box")
        data = FULL.of(state)
        assert FULL.clean(data, 4) == []
        assert FULL.placings(data, 4) == state.placings()
        assert data["went_out"] == [True, False, False, False]
        assert data["ended_early"] is False
        assert data["trains"][1] == [
            {"cars": ["dome", "mail"], "diesel": False},
            {"cars": ["coach", "wild as dome"], "diesel": True},
        ]
        assert data["way_cars"][0] == ["boom", "boom"]
        assert data["hand"][1] == ["wreck", "turntable"]
        assert QUICK.of(state) == {
            "points": [placing.score for placing in state.placings()],
            "went_out": [True, False, False, False],
            "ended_early": False,
        }
