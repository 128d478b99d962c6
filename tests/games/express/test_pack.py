"""Content packs: what the house pack says, what a club may change, and every fault at once."""

import random
import tomllib

import pytest

from games.express import PACKS, load, sheets
from games.express.content import HERE, parse, profiles, read, rulesets
from games.packs import PackError
from games.testing import play_out
from tests.games.express.positions import GAME, club

HOUSE = (HERE / "house.toml").read_text("utf-8")


def faults(text):
    with pytest.raises(PackError) as caught:
        parse(text, "club")
    return [(fault.where, fault.code) for fault in caught.value.faults]


def over(text):
    """A pack laid over the house pack."""
    return f'[pack]\nkey = "club"\nbase = "house"\n{text}'


class TestTheHousePack:
    def test_it_says_that_it_is_not_official(self):
        for name in profiles():
            content = read(name)
            assert content.official is False
            assert "not official" in content.notice
            assert content.title.startswith("House")
            assert content.source

    def test_the_deck_has_132_cards(self):
        """rules/express.md 1.2."""
        counts = {}
        for card in GAME.content.cards:
            counts[card.kind] = counts.get(card.kind, 0) + card.copies
        assert counts == {
            "freight": 90,
            "passenger": 14,
            "way": 10,
            "disaster": 8,
            "diesel": 2,
            "caboose": 3,
            "wild": 2,
            "turntable": 3,
        }
        assert sum(counts.values()) == 132

    def test_what_was_found_of_the_cards_is_as_found(self):
        """rules/express.md 1.2 and 1.6."""
        cards = {card.id: card for card in GAME.content.cards}
        assert (cards["box"].value, cards["auto"].value) == (1, 5)
        passenger = [(c.id, c.copies) for c in cards.values() if c.kind == "passenger"]
        assert passenger == [
            ("mail", 2),
            ("coach", 6),
            ("dome", 2),
            ("sleeper", 2),
            ("observation", 2),
        ]
        stopped = {c.effect: c.blocked_by for c in cards.values() if c.kind == "disaster"}
        assert stopped == {
            "break": "light-crane",
            "derail": "boom",
            "steal": "office",
            "switch": "transfer",
            "wreck": "heavy-crane",
        }
        for card in cards.values():
            if card.kind == "freight":
                assert card.copies == 13 - card.value

    def test_the_packs_by_name(self):
        assert list(PACKS) == ["house", "printed"]
        assert load(PACKS["house"]).digest == GAME.digest
        assert load(PACKS["printed"]).ruleset.key == "printed"
        assert list(sheets(GAME)) == ["full", "quick"]

    def test_the_rulesets_by_name(self):
        """express-tournament.txt: the target, the rule change, the reshuffle, the misfit hand."""
        assert list(rulesets()) == ["tournament", "printed"]
        rules = rulesets()["tournament"]
        assert (rules.target, rules.transition_bars_out) == (120, True)
        assert (rules.leaves_discards, rules.redeals) == (True, False)
        rules = rulesets()["printed"]
        assert (rules.target, rules.transition_bars_out) == (100, False)
        assert (rules.leaves_discards, rules.redeals) == (False, True)

    def test_cards_are_numbered_by_class(self):
        m = GAME.model
        assert (m.freight, m.types, m.size) == (9, 14, 28)
        assert m.ids[:2] == ("box", "gondola")
        assert m.ids[m.caboose] == "caboose"
        assert m.ids[m.diesel] == "diesel"
        assert m.ids[m.wild] == "wild"
        assert m.ids[m.turntable] == "turntable"
        assert m.words[m.size] == "wild as box"


class TestAClubsOwnPack:
    def test_it_can_be_short(self):
        game = club('[going_out]\nbonus = 5\n[[card]]\nid = "box"\npenalty = 9')
        assert game.content.scoring.bonus == 5
        assert game.content.scoring.lengths == (5, 4)
        assert game.content.cards[0].penalty == 9
        assert game.content.cards[0].copies == 12
        assert game.pack == "club"
        assert game.digest != GAME.digest

    def test_it_can_be_whole(self):
        assert parse(HOUSE, "house") == GAME.content

    def test_it_can_be_a_file(self, tmp_path):
        file = tmp_path / "club.toml"
        file.write_text(over("[setup]\ndeal = 8"), "utf-8")
        assert load(file).content.deal == 8
        assert read(file).key == "club"

    def test_it_can_be_laid_over_a_pack_that_is_laid_over_another(self):
        content = parse('[pack]\nkey = "club"\nbase = "printed"\n[setup]\ndeal = 8', "club")
        assert (content.ruleset, content.deal, content.base) == ("printed", 8, "printed")

    def test_it_can_play_by_the_printed_rules(self):
        text = '[pack]\nkey = "club"\nbase = "house"\nruleset = "printed"'
        assert parse(text, "club").ruleset == "printed"

    def test_another_room_for_trains(self):
        game = club("[limits]\ntrains = 3")
        assert game.model.letters == "ABC"
        assert "add box C" in game.model.by_text
        assert "add box D" not in game.model.by_text
        assert game.longest == GAME.longest

    def test_its_sheet_holds_what_its_hands_and_trains_can(self):
        """A hand of 20 and 5 to draw: more than nine and fourteen cards can be left (H38)."""
        game = club("[limits]\nhand = 20\ndraw = 5")
        sheet = sheets(game)["full"]
        for seed in range(6):
            state = play_out(game, 3, random.Random(seed), turns=12).state
            assert sheet.clean(sheet.of(state), 3) == []
        assert {field.name: field.high for field in sheet.fields}["hand"] == 29
        long = club(
            "[deck]\ncards = 170\nfreight = 128\nfreight_copies_plus_value = 0\n"
            '[[card]]\nid = "box"\ncopies = 50'
        )
        (cars, _) = sheets(long)["full"].fields[0].fields
        assert cars.high == 50 + 11 + 11 + 2 + 1

    def test_lengths_are_taken_longest_first(self):
        assert club("[going_out]\nlengths = [3, 6, 4]").content.scoring.lengths == (6, 4, 3)


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("[limits]\nhand = 0", ("limits.hand", "range")),
            ("[limits]\ntrains = 13", ("limits.trains", "range")),
            ("[setup]\ndeal = 21", ("setup.deal", "range")),
            ("[setup]\nturntables = 3", ("setup.turntables", "type")),
            ("[setup.turntables]\n4 = 9", ("setup.turntables.4", "turntables")),
            ("[deck]\ncards = 131", ("deck.cards", "deck-size")),
            ("[deck]\nway = 9", ("deck.way", "class-size")),
            ('[[card]]\nid = "box"\ncopies = 11', ("deck.freight", "class-size")),
            ('[[card]]\nid = "box"\nvalue = 2', ("card.box", "copies")),
            ('[[card]]\nid = "box"\nvalue = "2"', ("card.0.value", "type")),
            ('[[card]]\nid = "wreck"\neffect = "steal"', ("card", "effects")),
            ('[[card]]\nid = "wreck"\nblocked_by = "boom"', ("card", "way-cars")),
            ('[[card]]\nid = "wreck"\nclass = "train"', ("card.26.class", "choice")),
            (
                '[[card]]\nid = "jet"\nname = "Jet"\nclass = "wild"\ncopies = 1\npenalty = 1',
                ("card", "kinds"),
            ),
            ('[rulings]\nstolen_car = "bank"', ("rulings.stolen_car", "choice")),
            ('[rulings]\ncaboose_on = ["boats"]', ("rulings.caboose_on.0", "choice")),
            ('[rulings]\nweather = "fine"', ("rulings.weather", "unknown")),
            ('[scoring]\ndoubles = ["luck"]', ("scoring.doubles.0", "choice")),
            ('[scoring]\nfull_set = "box"', ("scoring.full_set", "choice")),
            ("[weather]\nrain = 1", ("weather", "unknown")),
        ],
    )
    def test_each_is_named_by_its_place(self, text, fault):
        assert fault in faults(over(text))

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [
            ("box", "wild as box", "word"),
            ("box", "Box", "word"),
            ("box", "2b", "word"),
            ("wild", "joker", "single"),
            ("caboose", "van", "single"),
            ("diesel", "jet", "single"),
            ("turntable", "turn", "single"),
        ],
    )
    def test_an_id_that_moves_or_sheets_cannot_be_written_with(self, old, new, code):
        number = [card["id"] for card in tomllib.loads(HOUSE)["card"]].index(old)
        found = faults(HOUSE.replace(f'id = "{old}"', f'id = "{new}"'))
        assert found == [(f"card.{number}.id", code)]

    def test_more_cards_are_dealt_than_there_are(self):
        """Six players and nine cards each: 54 of 51."""
        deck = "cards = {}\nfreight = {}\nfreight_copies_plus_value = 0"
        few = [f'[[card]]\nid = "{card.id}"\ncopies = 1' for card in GAME.content.cards[:9]]
        text = "\n".join(["[setup]\ndeal = 9", "[deck]", deck.format(51, 9), *few])
        assert faults(over(text)) == [("setup.deal", "short-deck")]
        assert parse(over(text.replace("deal = 9", "deal = 8")), "club").deal == 8

    def test_all_are_reported_at_once(self):
        found = faults(over('[setup]\ndeal = 0\n[rulings]\nstolen_car = "bank"\n[x]\ny = 1'))
        assert {code for _, code in found} == {"range", "choice", "unknown"}

    def test_a_card_listed_twice(self):
        twice = HOUSE + '\n[[card]]\nid = "box"\nname = "Box"\nclass = "freight"\nvalue = 1\n'
        assert ("card", "twice") in faults(twice + "copies = 12\npenalty = 1\n")

    def test_no_cards_and_an_unknown_base(self):
        assert ("pack.base", "choice") in faults('[pack]\nkey = "x"\nbase = "moon"')
        assert ("card", "missing") in faults('[pack]\nkey = "x"')

    def test_what_is_not_toml(self):
        assert faults("[pack") == [("", "toml")]
