"""The score sheets: what a table writes down, what cannot be, and every line explained.

rules/express.md 1.7 and 1.8; express-tournament.txt, Clarifications and Time Management.
"""

# ruff: noqa: RUF001 - the multiplication sign is what people read

import copy
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.express import sheets
from games.express.full_sheet import FullSheet
from games.express.rules.score import train as train_points
from games.express.sheet import issues
from games.kernel import Placing
from games.sheet import Issue, QuickHand, ScoreLine
from games.testing import play_out
from tests.games.express.positions import ENDING, GAME, ME, NEXT, at_table, club, code, play

FULL, QUICK = sheets(GAME).values()


def cars(words):
    return [word.replace("=", " as ") for word in words.split()]


def sheet(first=(), second=(), *, hand=("", ""), ways=("", ""), out=None, early=True, diesel=()):
    """A full sheet for two: each one's trains ("box wild=box wild"), hand and Way Cars.

    ``diesel``: (seat, number) of trains with a Diesel."""
    return {
        "trains": [
            [
                {"cars": cars(row), "diesel": (seat, number) in diesel}
                for number, row in enumerate(rows)
            ]
            for seat, rows in enumerate((first, second))
        ],
        "way_cars": [words.split() for words in ways],
        "hand": [words.split() for words in hand],
        "went_out": [seat == out for seat in (0, 1)],
        "ended_early": early and out is None,
    }


def faults(data, game_sheet=FULL):
    return [(issue.where, issue.code) for issue in game_sheet.clean(data, 2)]


def explained(data, game=GAME):
    """Texts and points of a good sheet; the engine finds each train worth the same."""
    own = sheets(game)["full"]
    assert own.clean(data, 2) == []
    lines = own.lines(data, 2)
    for line in lines:
        if line.where.startswith("trains"):
            row = data["trains"][line.player][int(line.where.rpartition(".")[2])]
            words = [car.replace(" as ", "=") for car in row["cars"]]
            codes = tuple(code(game.model, word) for word in words)
            assert train_points(game.model, codes, diesel=int(row["diesel"])) == line.points
    return [(line.text, line.points) for line in lines]


class TestATrainScores:
    """1.8: the first three cars count the value once, every further car counts it again."""

    @pytest.mark.parametrize(
        ("row", "text", "points"),
        [
            ("reefer", "Reefer train, 1 car: shorter than 3, no points", 0),
            ("reefer reefer", "Reefer train, 2 cars: shorter than 3, no points", 0),
            ("reefer reefer reefer", "Reefer train, 3 cars: 1 × value 3", 3),
            ("reefer " * 5, "Reefer train, 5 cars: 3 × value 3", 9),
            ("box box box caboose", "Box Car train, 4 cars: 2 × value 1", 2),
            ("auto auto auto wild", "Auto Carrier train, 4 cars: 2 × value 5", 10),
            ("wild=auto auto auto", "Auto Carrier train, 3 cars: 1 × value 5", 5),
            ("tank wild=tank tank tank", "Tank Car train, 4 cars: 2 × value 4", 8),
            ("box box wild tank", "Box Car and Tank Car train, 4 cars: 1 + 4", 5),
            (
                "box box box wild tank caboose",
                "Box Car and Tank Car train, 6 cars: 1 + 1 + 4 + 4",
                10,
            ),
            ("tank tank wild wild box", "Tank Car and Box Car train, 5 cars: 4 + 4 + 1", 9),
            ("mail dome coach", "Passenger train, 3 cars: 1 × value 3", 3),
            (
                "mail coach coach dome",
                "Passenger train, 4 cars: 2 × value 3, doubled for the best order",
                12,
            ),
            (
                "dome coach mail observation sleeper",
                "Passenger train, 5 cars: 3 × value 3, doubled for one of each type",
                18,
            ),
            (
                "mail coach dome sleeper observation",
                (
                    "Passenger train, 5 cars: 3 × value 3, doubled for the best order, "
                    "doubled for one of each type"
                ),
                36,
            ),
            (
                "coach coach coach coach coach coach",
                (
                    "Passenger train, 6 cars: 4 × value 3, doubled for the best order, "
                    "doubled for all 6 Coach"
                ),
                48,
            ),
            ("dome coach wild", "Passenger train, 3 cars: 1 × value 3", 3),
            (
                "coach coach wild",
                "Passenger train, 3 cars: 1 × value 3, doubled for the best order",
                6,
            ),
            (
                "mail coach wild sleeper observation",
                (
                    "Passenger train, 5 cars: 3 × value 3, doubled for the best order, "
                    "doubled for one of each type"
                ),
                36,
            ),
            (
                "wild=mail coach coach",
                "Passenger train, 3 cars: 1 × value 3, doubled for the best order",
                6,
            ),
            (
                "coach wild=mail coach",
                "Passenger train, 3 cars: 1 × value 3",
                3,
            ),
        ],
    )
    def test_as_written(self, row, text, points):
        assert explained(sheet([row])) == [(text, points)]

    def test_a_diesel_doubles_a_passenger_train(self):
        data = sheet(["dome coach mail"], diesel={(0, 0)})
        assert explained(data) == [
            ("Passenger train, 3 cars: 1 × value 3, doubled for a Diesel", 6)
        ]

    def test_all_doublings_at_once(self):
        row = "mail coach coach coach coach coach coach dome sleeper observation"
        assert explained(sheet([row], diesel={(0, 0)}))[0][1] == 8 * 3 * 16

    def test_a_short_train_is_not_doubled(self):
        data = sheet(["coach coach"], diesel={(0, 0)})
        assert explained(data) == [("Passenger train, 2 cars: shorter than 3, no points", 0)]


class TestAClubsOwnProfile:
    def test_every_car_may_count(self):
        game = club('[scoring]\nfirst_cars_count = "each"\nshortest = 1')
        assert explained(sheet(["reefer " * 5, "tank"]), game) == [
            ("Reefer train, 5 cars: 5 × value 3", 15),
            ("Tank Car train, 1 car: 1 × value 4", 4),
        ]

    def test_doublings_may_be_fewer(self):
        for kept in ("order", "each-type", "diesel", "full-set"):
            game = club(f'[scoring]\ndoubles = ["{kept}"]')
            row = "mail coach coach coach coach coach coach dome sleeper observation"
            assert explained(sheet([row], diesel={(0, 0)}), game)[0][1] == 8 * 3 * 2
            assert explained(sheet(["dome coach coach"]), game)[0][1] == 3
        game = club("[scoring]\ndoubles = []")
        assert explained(sheet([row], diesel={(0, 0)}), game)[0][1] == 8 * 3

    def test_the_first_car_gives_the_value_of_the_first_three(self):
        game = club('[[card]]\nid = "mail"\nvalue = 9')
        assert [points for _, points in explained(sheet(["coach mail coach"]), game)] == [3]
        assert [points for _, points in explained(sheet(["mail dome coach"]), game)] == [9]

    def test_values_of_passenger_cars_may_differ(self):
        game = club('[[card]]\nid = "dome"\nvalue = 9')
        assert explained(sheet(["coach mail mail wild"]), game) == [
            ("Passenger train, 4 cars: 3 + 9", 12)
        ]
        assert explained(sheet(["coach coach wild dome"]), game) == [
            ("Passenger train, 4 cars: 3 + 9, doubled for the best order", 24)
        ]

    def test_a_hand_may_not_count_below_nothing(self):
        game = club("[scoring]\nnegative_totals = false")
        data = sheet(["reefer " * 3], ["reefer " * 3], hand=("wreck", "box"))
        assert explained(data, game)[1:3] == [
            ("Left in hand: Wreck 5", -5),
            ("No hand counts less than nothing", 2),
        ]
        assert [placing.score for placing in sheets(game)["full"].placings(data, 2)] == [0, 2]
        assert [placing.score for placing in FULL.placings(data, 2)] == [-2, 2]
        nothing = sheet(["reefer " * 3], hand=("box box box", ""))
        assert [points for _, points in explained(nothing, game)] == [3, -3]

    def test_going_out_may_pay_otherwise(self):
        game = club("[going_out]\nbonus = 7\nlengths = [3]\nothers = 2")
        data = sheet(["tank tank tank", "box box"], out=0)
        assert explained(data, game)[-1] == ("Went out", 7)

    def test_a_passenger_train_may_end_in_a_caboose(self):
        game = club('[rulings]\ncaboose_on = ["passenger"]')
        assert explained(sheet(["coach mail caboose"]), game) == [
            ("Passenger train, 3 cars: 1 × value 3", 3)
        ]
        own = sheets(game)["full"]
        assert faults(sheet(["box caboose"]), own) == [("trains.0.0", "caboose-there")]


class TestTheRestOfTheHand:
    def test_way_cars_cards_in_hand_and_going_out(self):
        trains = ["box " * 5, "tank " * 4, "reefer " * 3]
        data = sheet(trains, ["auto"], ways=("boom boom", "office"), hand=("", "wild box"), out=0)
        assert FULL.lines(data, 2) == [
            ScoreLine(0, "trains.0.0", "Box Car train, 5 cars: 3 × value 1", 3),
            ScoreLine(0, "trains.0.1", "Tank Car train, 4 cars: 2 × value 4", 8),
            ScoreLine(0, "trains.0.2", "Reefer train, 3 cars: 1 × value 3", 3),
            ScoreLine(0, "way_cars.0", "Way Cars: Boom 2, Boom 2", 4),
            ScoreLine(0, "went_out.0", "Went out", 10),
            ScoreLine(1, "trains.1.0", "Auto Carrier train, 1 car: shorter than 3, no points", 0),
            ScoreLine(1, "way_cars.1", "Way Cars: Office 2", 2),
            ScoreLine(1, "hand.1", "Left in hand: Wild Car 5, Box Car 1", -6),
        ]
        assert FULL.placings(data, 2) == [Placing(0, 1, 28, (28,)), Placing(1, 2, -4, (-4,))]

    def test_equal_points_share_a_place(self):
        data = sheet(["box box box"], ["box box box"])
        assert [placing.place for placing in FULL.placings(data, 2)] == [1, 1]

    def test_the_profile_says_that_it_is_not_official(self):
        assert "not official" in FULL.notice.lower()


class TestWhatCannotBe:
    """A failing sheet for each cross-check."""

    @pytest.mark.parametrize(
        ("row", "fault"),
        [
            ("wild box", ("trains.0.0.cars.0", "wild-declared")),
            ("box wild box", ("trains.0.0.cars.1", "wild-declared")),
            ("box box wild=box", ("trains.0.0.cars.2", "wild-undeclared")),
            ("caboose", ("trains.0.0.cars.0", "caboose-ends")),
            ("box caboose box", ("trains.0.0.cars.1", "caboose-ends")),
            ("coach caboose", ("trains.0.0", "caboose-there")),
            ("box coach", ("trains.0.0.cars.1", "mixed")),
            ("coach box", ("trains.0.0.cars.1", "mixed")),
            ("box box wild coach", ("trains.0.0.cars.3", "mixed")),
            ("coach coach wild box", ("trains.0.0.cars.3", "mixed")),
            ("wild=coach box", ("trains.0.0.cars.1", "mixed")),
            ("box tank", ("trains.0.0.cars.1", "other-type")),
            ("box wild=tank", ("trains.0.0.cars.1", "other-type")),
            ("wild=tank box", ("trains.0.0.cars.1", "other-type")),
            ("box wild=box tank", ("trains.0.0.cars.2", "other-type")),
            ("box box wild tank box", ("trains.0.0.cars.4", "other-type")),
        ],
    )
    def test_a_train(self, row, fault):
        assert fault in faults(sheet([row]))

    @pytest.mark.parametrize(
        "row",
        [
            "box",
            "wild=box",
            "box wild=box wild",
            "box box wild tank wild flat",
            "tank tank wild caboose",
            "coach wild=mail wild dome",
        ],
    )
    def test_other_trains_can(self, row):
        assert len([f for f in faults(sheet([row])) if f[0] != "table"]) == 0

    def test_a_diesel_on_a_freight_train(self):
        assert faults(sheet(["box"], diesel={(0, 0)})) == [("trains.0.0", "passenger-diesel")]

    @pytest.mark.parametrize(
        ("data", "text"),
        [
            (sheet(["auto " * 8], hand=("auto", "")), "8 of Auto Carrier in the deck, not 9"),
            (sheet(["box wild=box wild"], ["wild=box box"]), "2 of Wild Car in the deck, not 3"),
            (sheet(ways=("boom", "boom"), hand=("boom", "")), "2 of Boom in the deck, not 3"),
            (
                sheet(["coach"], ["dome"], diesel={(0, 0), (1, 0)}, hand=("", "diesel")),
                "2 of Diesel in the deck, not 3",
            ),
            (sheet(hand=("wreck", "wreck")), "1 of Wreck in the deck, not 2"),
        ],
    )
    def test_more_of_a_card_than_there_are(self, data, text):
        assert FULL.clean(data, 2) == [Issue("table", "too-many", f"There are {text}.")]

    def test_as_many_as_there_are(self):
        assert faults(sheet(["auto " * 8], hand=("wreck", "wild wild"))) == []

    def test_two_players_out(self):
        data = sheet(ENDING, ENDING)
        data |= {"went_out": [True, True], "ended_early": False}
        assert [f for f in faults(data) if f[1] == "two-out"] == [
            ("went_out.0", "two-out"),
            ("went_out.1", "two-out"),
        ]

    def test_out_of_a_hand_that_the_conductor_ended(self):
        data = sheet(["box " * 5, "tank " * 4], out=0) | {"ended_early": True}
        assert faults(data) == [("went_out.0", "ended-early")]

    def test_a_hand_that_nobody_ended(self):
        assert faults(sheet(["box"], early=False)) == [("ended_early", "nobody-out")]

    def test_out_with_cards_in_hand(self):
        data = sheet(["box " * 5, "tank " * 4], out=0, hand=("flat", ""))
        assert faults(data) == [("went_out.0", "cards-left")]

    @pytest.mark.parametrize(
        ("trains", "codes"),
        [
            ([], ["too-short", "too-short"]),
            (["box " * 5], ["too-short"]),
            (["box " * 4, "tank " * 4], ["too-short"]),
            (["tank " * 4, "flat flat", "box " * 5], ["short-train"]),
            (["tank " * 4, "box " * 5], []),
            (["tank " * 4, "flat flat flat", "box " * 5], []),
        ],
    )
    def test_out_with_trains_that_are_too_short(self, trains, codes):
        data = sheet((), trains, out=1)
        assert faults(data) == [("went_out.1", code) for code in codes]

    def test_every_fault_is_given_at_once(self):
        data = sheet(["box tank", "caboose"], ["coach box"], hand=("wreck", "wreck"))
        assert len(faults(data)) >= 4


class TestFields:
    """Each field there, of its kind, and nothing else."""

    def test_a_missing_and_an_unknown_field(self):
        data = sheet()
        del data["hand"]
        data["weather"] = 1
        assert faults(data) == [("weather", "unknown"), ("hand", "missing")]

    @pytest.mark.parametrize(
        ("path", "value", "fault"),
        [
            (("trains", 0), None, ("trains.0", "missing")),
            (("trains", 0), [{}] * 9, ("trains.0", "rows")),
            (("trains", 0, 0, "cars"), [], ("trains.0.0.cars", "rows")),
            (("trains", 0, 0, "cars", 0), "bus", ("trains.0.0.cars.0", "choice")),
            (("trains", 0, 0, "diesel"), 1, ("trains.0.0.diesel", "flag")),
            (("way_cars", 1), ["box"], ("way_cars.1.0", "choice")),
            (("hand", 1), ["wild as box"], ("hand.1.0", "choice")),
            (("went_out", 0), 0, ("went_out.0", "flag")),
            (("ended_early",), None, ("ended_early", "missing")),
        ],
    )
    def test_a_bad_value(self, path, value, fault):
        data = sheet(["box"])
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        assert fault in faults(data)

    def test_no_more_is_left_in_hand_than_the_rules_let_anybody_hold(self):
        """Ruling H38."""
        held = ["tank"] * 4 + ["reefer"] * 4 + ["flat"]
        data = sheet(["box " * 5, "gondola " * 4], out=0)
        data["hand"][1] = held
        assert FULL.clean(data, len(data["hand"])) == []
        data["hand"][1] = [*held, "flat"]
        assert ("hand.1", "too-many-held") in faults(data)
        data |= {"ended_early": True, "went_out": [False] * len(data["hand"])}
        assert FULL.clean(data, len(data["hand"])) == []
        data["hand"][1] = [*held, *["flat"] * 2, *["auto"] * 2, "hopper", "hopper"]
        assert ("hand.1", "rows") in faults(data)

    def test_a_form_can_be_made_of_them(self):
        fields = {field.name: field for field in FULL.fields}
        assert list(fields) == ["trains", "way_cars", "hand", "went_out", "ended_early"]
        options = fields["trains"].fields[0].options
        assert options[:2] == ("box", "gondola")
        assert {"wild", "wild as box", "wild as coach", "caboose"} <= set(options)
        assert fields["hand"].options == GAME.model.ids
        assert fields["way_cars"].options == (
            "light-crane",
            "boom",
            "office",
            "transfer",
            "heavy-crane",
        )
        assert all(field.label for field in FULL.fields)
        assert fields["ended_early"].per == "table"


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
        assert faults(more) == [("table", "too-many")]
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
        many = [("table", "too-many")]
        assert faults(sheet(trains, diesel={(0, 0), (0, 1), (0, 2)})) == many

    @pytest.mark.parametrize("wrong", [("box", "box"), {"box": 1}, "box"])
    def test_cars_that_are_no_list_are_a_fault(self, wrong):
        data = sheet(["box box"], ["box"])
        assert faults(data) == []
        data["trains"][0][0]["cars"] = wrong
        assert faults(data) == [("trains.0.0.cars", "rows")]


class TestAnythingTyped:
    """Bar 10: junk never raises; what is clean can be scored."""

    @settings(max_examples=60, deadline=None)
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

    @settings(max_examples=150, deadline=None)
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
            ("went_out.1", "ended-early")
        ]

    def test_no_hand_is_worth_so_much(self):
        assert faults(self.quick((300, -300)), QUICK) == []
        assert faults(self.quick((301, -301)), QUICK) == [
            ("points.0", "range"),
            ("points.1", "range"),
        ]

    def test_as_the_site_asks_it(self):
        assert issues(QuickHand({1: 5, 2: -3}, went_out=1), [1, 2]) == []
        assert issues(QuickHand({1: 300, 2: -300}, went_out=None, ended_early=True), [1, 2]) == []

    @pytest.mark.parametrize(
        ("hand", "fault"),
        [
            (QuickHand({1: 5}, None), ("points.2", "points-missing")),
            (QuickHand({1: 5, 2: 301}, None), ("points.2", "points-limit")),
            (QuickHand({1: -301, 2: 3}, None), ("points.1", "points-limit")),
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
        rnd = random.Random(20)
        for n in range(1000):
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
                NEXT: ["coach wild=dome"],
            },
            diesels={NEXT: 1},
            ways={ME: "boom boom", NEXT: "office"},
            hands={NEXT: "wreck turntable"},
        )
        play(state, "out box")
        data = FULL.of(state)
        assert FULL.clean(data, 4) == []
        assert FULL.placings(data, 4) == state.placings()
        assert data["went_out"] == [True, False, False, False]
        assert data["ended_early"] is False
        assert data["trains"][1] == [{"cars": ["coach", "wild as dome"], "diesel": True}]
        assert data["way_cars"][0] == ["boom", "boom"]
        assert data["hand"][1] == ["wreck", "turntable"]
        assert QUICK.of(state) == {
            "points": [placing.score for placing in state.placings()],
            "went_out": [True, False, False, False],
            "ended_early": False,
        }
