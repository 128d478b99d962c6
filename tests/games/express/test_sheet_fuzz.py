"""The full sheet takes whatever is typed, and finds of a sheet seen before what it found then."""

import copy
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.express.full_sheet import FullSheet
from games.sheet import Issue
from tests.examples import examples
from tests.games.express.positions import GAME
from tests.games.express.written import FULL, QUICK, cars, faults, sheet

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.sampled_from(["box", "wild", "caboose"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["car", "card", "cars", "diesel", "trains"]), inner)
    ),
    max_leaves=12,
)
WORDS = cars("box tank coach dome wild wild=box wild=coach caboose")
ROW = st.fixed_dictionaries(
    {
        "cars": st.lists(st.sampled_from(WORDS), min_size=1, max_size=7),
        "diesel": st.booleans(),
    }
)
CARD = st.sampled_from(["box", "boom", "wreck", "wild"])


class CountingSheet(FullSheet):
    """Counts how often a sheet is looked at in full."""

    times = 0

    def cross(self, data, players):
        self.times += 1
        return super().cross(data, players)


def is_looked_at_again(data):
    """Whether in full, when it was checked before."""
    counting = CountingSheet(GAME.content)
    found = counting.clean(data, 2)
    before = counting.times
    assert counting.clean(data, 2) == found
    return counting.times > before


def beyond(card):
    """A sheet with all cards of a kind on the table or in hand, and then with one more."""
    copies = {one.id: one.copies for one in GAME.content.cards}[card]
    copies = min(copies, GAME.content.turntables[2]) if card == "turntable" else copies
    data = sheet(["box box wild", "coach coach"], hand=("", "wreck"), ways=("boom", ""))
    used = Counter(["box", "box", "wild", "coach", "coach", "wreck", "boom"])[card]
    data["hand"][0] = [card] * (copies - used)
    more = copy.deepcopy(data)
    more["hand"][1].append(card)
    return data, more


class TestASheetSeenBefore:
    @pytest.mark.parametrize(
        "data",
        [
            sheet(["box box"], ["coach wild=coach"]),
            sheet(["coach coach", "box box"], ["box box"], diesel={(0, 0)}),
            sheet(["coach coach"], ["coach coach"], diesel={(0, 0), (1, 0)}),
            sheet(["box"] * GAME.content.trains, hand=("", "wreck"), ways=("boom boom", "office")),
            sheet(["tank " * 5, "box " * 4], out=0),
            sheet(),
        ],
        ids=["plain", "diesel", "two diesels", "many trains", "out", "nothing"],
    )
    def test_is_not_looked_at_in_full_again(self, data):
        assert faults(data) == []
        assert not is_looked_at_again(data)

    @pytest.mark.parametrize("card", [card.id for card in GAME.content.cards])
    def test_is_good_with_every_card_of_a_kind_and_not_with_one_more(self, card):
        data, more = beyond(card)
        assert faults(data) == []
        assert not is_looked_at_again(data)
        assert {code for _, code in faults(more)} == {"too-many"}
        assert is_looked_at_again(more)

    def test_more_in_the_row_of_a_train_that_was_good_is_a_fault(self):
        data = sheet(["box box"])
        assert faults(data) == []
        data["trains"][0][0]["colour"] = "red"
        assert faults(data) == [("trains.0.0.colour", "unknown")]

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("colour", "red"),
            ("ended_early", 1),
            ("went_out", [False]),
            ("went_out", [0, 0]),
            ("went_out", (False, False)),
            ("way_cars", [[], [], []]),
            ("way_cars", [["box"], []]),
            ("way_cars", ([], [])),
            ("hand", [(), ()]),
            ("hand", [[], ["tender"]]),
            ("trains", [[{"cars": ["box", "box"], "diesel": False}] * 9, []]),
            ("trains", [[{"cars": ["box", "box"], "diesel": 0}], []]),
        ],
    )
    def test_is_a_fault_with_anything_odd_in_it(self, field, value):
        data = sheet(["box box"])
        assert faults(data) == []
        assert {where.partition(".")[0] for where, _ in faults(data | {field: value})} == {field}

    def test_no_more_diesels_than_there_are_stand_on_trains_seen_before(self):
        trains = ["coach coach", "mail mail", "sleeper"]
        for number in range(3):
            assert faults(sheet(trains, diesel={(0, number)})) == []
        assert faults(sheet(trains, diesel={(0, 0), (0, 2)})) == []
        many = sheet(trains, diesel={(0, 0), (0, 1), (0, 2)})
        assert faults(many) == [(f"trains.0.{row}.diesel", "too-many") for row in range(3)]

    @pytest.mark.parametrize("wrong", [("box", "box"), {"box": 1}, "box"])
    def test_cars_that_are_no_list_are_a_fault(self, wrong):
        data = sheet(["box box"], ["box"])
        assert faults(data) == []
        data["trains"][0][0]["cars"] = wrong
        assert faults(data) == [("trains.0.0.cars", "rows")]


class TestAnythingTyped:
    """Bar 10: junk never raises; what is clean can be scored."""

    @settings(max_examples=examples(60), deadline=None)
    @given(
        data=JSON
        | st.fixed_dictionaries(
            {
                "trains": st.lists(JSON, max_size=3) | JSON,
                "way_cars": JSON,
                "hand": st.lists(JSON, max_size=2),
                "went_out": st.lists(st.booleans(), max_size=3),
                "ended_early": JSON,
            }
        )
    )
    def test_junk_is_answered_with_issues(self, data):
        for one in (FULL, QUICK):
            assert all(isinstance(issue, Issue) for issue in one.clean(data, 2))

    @settings(max_examples=examples(150), deadline=None)
    @given(
        trains=st.lists(st.lists(ROW, max_size=3), min_size=2, max_size=2),
        hand=st.lists(st.lists(CARD, max_size=3), min_size=2, max_size=2),
        out=st.sampled_from([None, 0, 1]),
    )
    def test_a_clean_sheet_has_lines_that_add_up(self, trains, hand, out):
        data = sheet(out=out) | {"trains": trains, "hand": hand}
        before = copy.deepcopy(data)
        if FULL.clean(data, 2) == []:
            totals = [0, 0]
            for line in FULL.lines(data, 2):
                totals[line.player] += line.points
            assert [placing.score for placing in FULL.placings(data, 2)] == totals
        assert data == before
