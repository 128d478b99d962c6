"""The score sheets: what a table writes down, what cannot be, and every line explained.

rules/express.md 1.7 and 1.8; express-tournament.txt, Clarifications and Time Management.
"""

# ruff: noqa: RUF001 - the multiplication sign is what people read

import pytest

from games.express import sheets
from games.kernel import Placing
from games.sheet import ScoreLine
from tests.games.express.positions import club
from tests.games.express.written import FULL, explained, faults, sheet


class TestATrainScores:
    """1.8: the first three cars count the value once, every further car counts it again."""

    @pytest.mark.parametrize(
        ("row", "text", "points"),
        [
            ("reefer", "Reefer train, 1 car: fewer than 3 cars, no points", 0),
            ("reefer reefer", "Reefer train, 2 cars: fewer than 3 cars, no points", 0),
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
        assert explained(data) == [("Passenger train, 2 cars: fewer than 3 cars, no points", 0)]


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
            ("A hand cannot count less than zero", 2),
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
            ScoreLine(
                1, "trains.1.0", "Auto Carrier train, 1 car: fewer than 3 cars, no points", 0
            ),
            ScoreLine(1, "way_cars.1", "Way Cars: Office 2", 2),
            ScoreLine(1, "hand.1", "Left in hand: Wild Car 5, Box Car 1", -6),
        ]
        assert FULL.placings(data, 2) == [Placing(0, 1, 28, (28,)), Placing(1, 2, -4, (-4,))]

    def test_equal_points_share_a_place(self):
        data = sheet(["box box box"], ["box box box"])
        assert [placing.place for placing in FULL.placings(data, 2)] == [1, 1]

    def test_the_profile_says_that_it_is_not_official(self):
        assert "not official" in FULL.notice.lower()
