"""The full sheet: what cannot be, and its fields one by one.

rules/express.md 1.7 and 1.8; express-tournament.txt, Clarifications.
"""

from collections import Counter
from dataclasses import replace

import pytest

from games.express.full_sheet import FullSheet
from games.sheet import Issue
from tests.games.express.positions import ENDING, GAME
from tests.games.express.written import FULL, faults, sheet


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
        assert faults(sheet(["box"], diesel={(0, 0)})) == [
            ("trains.0.0.cars", "passenger-diesel"),
            ("trains.0.0.diesel", "passenger-diesel"),
        ]

    @pytest.mark.parametrize(
        ("data", "text", "places"),
        [
            (
                sheet(["auto " * 8], hand=("auto", "")),
                "8 Auto Carrier cards, not 9",
                ["hand.0", "trains.0.0.cars"],
            ),
            (
                sheet(["box wild=box wild"], ["wild=box box"]),
                "2 Wild Car cards, not 3",
                ["trains.0.0.cars", "trains.1.0.cars"],
            ),
            (
                sheet(ways=("boom", "boom"), hand=("boom", "")),
                "2 Boom cards, not 3",
                ["way_cars.0", "way_cars.1", "hand.0"],
            ),
            (
                sheet(["coach"], ["dome"], diesel={(0, 0), (1, 0)}, hand=("", "diesel")),
                "2 Diesel cards, not 3",
                ["hand.1", "trains.0.0.diesel", "trains.1.0.diesel"],
            ),
            (sheet(hand=("wreck", "wreck")), "1 Wreck card, not 2", ["hand.0", "hand.1"]),
            (
                sheet(hand=("turntable turntable", "turntable")),
                "2 Turntable cards, not 3",
                ["hand.0", "hand.1"],
            ),
        ],
    )
    def test_more_of_a_card_than_there_are(self, data, text, places):
        """With two or three players, two Turntables are used: rules/express.md 1.3."""
        cards, _, used = text.partition(", not ")
        among = "are among cars, Diesels, Way Cars and cards left in hand."
        text = f"The deck has only {cards}, and {used} {among}"
        assert FULL.clean(data, 2) == [Issue(place, "too-many", text) for place in places]

    def test_four_players_use_the_third_turntable(self):
        data = sheet(hand=("turntable turntable", "turntable"))
        for name in ("trains", "way_cars", "hand"):
            data[name] += [[], []]
        data["went_out"] += [False, False]
        assert FULL.clean(data, 4) == []
        data["hand"][3] = ["turntable"]
        assert [issue.where for issue in FULL.clean(data, 4)] == ["hand.0", "hand.1", "hand.3"]

    def test_a_card_for_the_loco_of_each_train(self):
        """All of the 132 cards but four for the Locos of four trains are there; then one more."""
        types = ("box", "gondola", "flat")
        left = Counter({card.id: card.copies for card in GAME.content.cards})
        trains = [[one] * left.pop(one) for one in types] + [["hopper"]]
        left["hopper"] -= 1
        ways = [card.id for card in GAME.content.cards if card.kind == "way"] * 2
        held = list((left - Counter(ways)).elements())[: 6 * 14]
        data = {
            "trains": [[{"cars": row, "diesel": False} for row in trains], *([] for _ in range(5))],
            "way_cars": [ways, *([] for _ in range(5))],
            "hand": [held[14 * seat : 14 * seat + 14] for seat in range(6)],
            "went_out": [False] * 6,
            "ended_early": True,
        }
        last = data["hand"][5].pop()
        assert FULL.clean(data, 6) == []
        assert FULL.clean(data, 6) == []
        data["hand"][5].append(last)
        text = "With a Loco for each train these are 133 cards, and the deck has 132."
        expected = [Issue(f"trains.0.{row}", "no-loco", text) for row in range(4)]
        assert FULL.clean(data, 6) == expected

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
        assert faults(data) == [("went_out.0", "ended-early"), ("ended_early", "ended-early")]

    def test_a_hand_that_nobody_ended(self):
        assert faults(sheet(["box"], early=False)) == [("ended_early", "nobody-out")]

    def test_out_with_cards_in_hand(self):
        data = sheet(["box " * 5, "tank " * 4], out=0, hand=("flat", ""))
        assert faults(data) == [("went_out.0", "cards-left"), ("hand.0", "cards-left")]

    @pytest.mark.parametrize(
        ("trains", "marked"),
        [
            ([], ["went_out.1", "went_out.1"]),
            (["box " * 5], ["went_out.1"]),
            (["box " * 4, "tank " * 4], ["went_out.1", "trains.1.0", "trains.1.1"]),
            (["tank " * 4, "box " * 5], []),
            (["tank " * 4, "flat flat flat", "box " * 5], []),
        ],
    )
    def test_out_with_trains_that_are_too_short(self, trains, marked):
        data = sheet((), trains, out=1)
        assert faults(data) == [(where, "too-short") for where in marked]

    def test_out_with_one_train_that_is_too_short(self):
        data = sheet((), ["tank " * 4, "flat flat", "box " * 5], out=1)
        assert faults(data) == [("went_out.1", "short-train"), ("trains.1.1", "short-train")]

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

    def test_where_no_disaster_gives_a_loco_back_nobody_holds_more_than_may_be_kept(self):
        """Ruling H38, in the pack of a club."""
        content = GAME.content
        cards = tuple(card for card in content.cards if card.effect not in ("break", "steal"))
        club_sheet = FullSheet(replace(content, cards=cards))
        data = sheet(["box " * 5, "gondola " * 4], out=0)
        data["hand"][1] = ["tank"] * content.hand_limit
        assert faults(data, club_sheet) == []
        data["hand"][1].append("tank")
        assert faults(data, club_sheet) == [
            ("hand.1", "too-many-held"),
            ("went_out.0", "too-many-held"),
        ]

    def test_nobody_has_more_way_cars_than_the_deck(self):
        """rules/express.md 1.2 counts ten."""
        data = sheet(["box " * 5, "gondola " * 4], out=0)
        (field,) = (field for field in FULL.fields if field.name == "way_cars")
        data["way_cars"][0] = [field.options[0]] * 11
        assert ("way_cars.0", "rows") in faults(data)
        data["way_cars"][0].pop()
        assert ("way_cars.0", "rows") not in faults(data)

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
