"""The contract of every engine (games.testing), and that nothing of this game goes unseen."""

import ast
import random
import sys
from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

import games.express
from games import testing
from games.express import greedy
from games.express.model import LETTERS
from games.express.rules.state import State
from games.kernel import ARBITER, CHANCE, UnknownActionError
from games.record import Record
from tests.examples import ALL
from tests.games.express.golden import FOLDER, RECIPES
from tests.games.express.positions import (
    GAME,
    ME,
    NEXT,
    PRINTED,
    at_table,
    club,
    play,
)
from tests.games.express.test_rule_change import STUCK

SOURCE = Path(games.express.__file__).parent
SHORT = {2: 6, 3: 4, 4: 3, 5: 2, 6: 2}
"""Turns of a hand of the suite, by number of players."""
FEW = 2
"""Games of the suite; `make thorough` plays a dozen, and for each number of players."""
SOME = (2, 5, 6)
"""The numbers of players with whom so few games come to all that there is."""
UNUSUAL = club(
    """
[setup]
deal = 4
[limits]
hand = 3
draw = 1
trains = 3
[going_out]
lengths = [2]
others = 1
[rulings]
caboose_on = ["passenger", "freight"]
caboose_guards = ["wreck", "switch-engines"]
stolen_car = "discard"
"""
)


def rare():
    """Positions that random play does not come to."""
    yield at_table(hand=STUCK, rounds=1)
    for rounds in (1, 2):
        yield at_table(game=PRINTED, hand=STUCK, rounds=rounds)
    yield play(at_table(game=PRINTED, deck="", hand="derailment box"), "derailment 3", "allow")
    own = ["box box", "tank"]
    yield at_table(hand="switch-engines wreck box", trains=own, permanent={NEXT: "heavy-crane"})
    yield play(at_table(hand="switch-engines box", trains=own), "switch-engines 0A")
    yield at_table(hand="switch-engines box", trains=own[:1])
    yield at_table(hand="broken-car box", trains={NEXT: ["tank caboose"]}, ways={ME: "light-crane"})
    yield at_table(hand="box", trains=["box " * 5, "tank " * 4, "flat flat"])
    yield play(at_table(hand="wild box flat", trains=["tank tank"]), "add wild A", "add box A")
    yield play(at_table(hand="box tank wreck", trains=["tank"]), "start box")
    yield at_table(hand="box", barred=1, trains=["box " * 5, "tank " * 4])
    yield play(at_table(hand="wild box caboose flat"), "start wild as box")
    yield at_table(hand="box tank flat", trains=["reefer"] * 8)
    trains = ["wild=coach mail", "coach"]
    yield at_table(hand="wild mail caboose diesel", trains=trains, diesels={ME: 1})


def check_both_writings(state, seen):
    """As the suite does, over every move and player, and one move beyond."""
    state.check()
    for player in (*range(state.players), CHANCE, ARBITER):
        legal = state.legal_actions(player)
        ids = {action.id for action in legal}
        assert len(ids) == len(legal)
        for action in state.m.actions:
            why = state.refusal(player, action)
            assert (why is None) == (action.id in ids), (str(action), player, why)
            if why:
                seen.codes[why.code] += 1
        for action in legal:
            twin = state.copy()
            twin.apply(player, action)
            twin.check()
            seen.kinds[GAME.kinds[action.kind]] += 1


@pytest.fixture(scope="module")
def seen():
    """Everything seen in the suite, the golden games, games of the bots and the rare positions."""
    seen = testing.Seen()
    for players in SHORT if ALL else SOME:
        options = {"exhaustive": 0.03, "turns": SHORT[players]}
        seen.add(testing.conform(GAME, players, games=FEW, seed=players, **options))
    for recipe in RECIPES:
        text = (FOLDER / f"{recipe.name}.game").read_text("utf-8")
        record = Record.load(recipe.game, text)
        seen.moves.update(str(entry.action) for entry in record.entries)
        seen.kinds.update(GAME.kinds[entry.action.kind] for entry in record.entries)
        seen.ends[record.state.end()] += 1
        for n in range(97, len(record.entries), 211):
            check_both_writings(record.at(n), seen)
    for state in rare():
        check_both_writings(state, seen)
    return seen


class TestConformance:
    """Bars 1, 2, 6 and 7: the suite looks at secrets and at what may be undone, too."""

    @pytest.mark.long
    @pytest.mark.parametrize("players", SHORT)
    def test_a_dozen_games_conform(self, players):
        seen = testing.conform(GAME, players, seed=players, exhaustive=0.03, turns=SHORT[players])
        assert set(seen.ends) <= set(GAME.ends)

    def test_every_refusal_is_given(self, seen):
        codes = testing.refusal_codes(*SOURCE.glob("rules/*.py"))
        assert codes - set(seen.codes) == set()
        assert len(codes) > 45

    def test_every_kind_of_move_is_played(self, seen):
        assert set(GAME.kinds) - set(seen.kinds) == set()

    def test_every_end_is_reached(self, seen):
        assert set(seen.ends) == set(GAME.ends)

    def test_every_card_is_dealt_laid_and_played_as_what_it_is(self, seen):
        for card in GAME.content.cards:
            own = {text for text in seen.moves if card.id in text}
            verbs = {text.split(" ")[0] for text in own}
            assert {"deal", "discard", "loco"} <= verbs, card.id
            if card.kind == "disaster":
                assert card.id in verbs
            if card.kind in ("freight", "passenger"):
                assert {"start", "add"} <= verbs

    def test_both_tied_and_untied_places_are_seen(self, seen):
        assert set(seen.ties) == {"points", "shared"}

    @pytest.mark.parametrize(
        ("game", "options"),
        [
            (PRINTED, {"turns": 4}),
            (UNUSUAL, {"turns": 8}),
            (GAME, {"turns": 2, "target": 5, "hands": 3}),
        ],
        ids=["printed", "unusual", "many-hands"],
    )
    def test_other_packs_and_whole_games_conform(self, game, options):
        seen = testing.conform(game, 3, games=2 if ALL else 1, seed=3, exhaustive=0.05, **options)
        assert seen.positions > 50
        assert seen.longest < game.longest

    def test_the_bots_hands_conform(self):
        rnd, seen = random.Random(5), testing.Seen()
        for players in (2, 4, 5):
            record = testing.play_out(GAME, players, rnd, choose=greedy)
            for n in range(60, len(record.entries), 37):
                check_both_writings(record.at(n), seen)

    def test_any_input_is_refused_or_played(self):
        rnd = random.Random(2)
        moves = [(rnd.choice((0, 1, CHANCE)), rnd.randrange(10_000)) for _ in range(4000)]
        assert len(testing.any_input(GAME, 2, moves).entries) > 20

    def test_a_record_is_bounded(self):
        """Hands of a game, each dealt to six and played for so many turns of sixty lines."""
        assert GAME.longest == 24 * (6 * 10 + 6 * 30 * 60)

    def test_moves_are_written_and_read(self):
        assert GAME.parse("wreck 2C").train == LETTERS.index("C")
        assert repr(GAME.parse("draw")) == "<draw>"
        with pytest.raises(UnknownActionError, match="bus"):
            GAME.parse("start bus")

    def test_every_kind_of_move_is_among_the_actions(self):
        assert {GAME.kinds[action.kind] for action in GAME.actions} == set(GAME.kinds)
        assert len(GAME.actions) == 646


class TestChance:
    """Bar 8: every card of the deck is as likely as any other, within 4 standard errors."""

    def test_the_first_card(self):
        state, tries, rnd = GAME.new(4), 30_000, random.Random(5)
        seen = Counter(state.sample(rnd.random).card for _ in range(tries))
        for kind, copies in enumerate(GAME.model.copies):
            chance = copies / 132
            error = sqrt(tries * chance * (1 - chance))
            assert abs(seen[kind] - tries * chance) < 4 * error, GAME.model.ids[kind]

    def test_a_card_dealt_is_as_much_rarer(self):
        state, tries, rnd = (
            play(GAME.new(4), "deal wreck", "deal caboose"),
            20_000,
            random.Random(6),
        )
        seen = Counter(str(state.sample(rnd.random)) for _ in range(tries))
        assert seen["deal wreck"] == 0
        assert abs(seen["deal caboose"] - tries * 2 / 130) < 4 * sqrt(tries * 2 / 130)

    def test_the_ends_of_the_deck_can_be_drawn(self):
        state = GAME.new(4)
        assert str(state.sample(lambda: 0.0)) == "deal box"
        assert str(state.sample(lambda: 0.9999)) == "deal turntable"

    def test_chance_offers_each_kind_once(self):
        state = GAME.new(4)
        assert len(state.legal_actions(CHANCE)) == 28


class TestSymmetry:
    """Bar 9: with everybody one seat further on, all is the same one seat further on."""

    def turned(self, text, players):
        words = text.split(" ")
        if len(words) > 1 and words[1][0].isdigit():
            words[1] = str((int(words[1][0]) + 1) % players) + words[1][1:]
        return " ".join(words)

    @pytest.mark.parametrize("players", [2, 3, 5])
    def test_a_hand_turned_by_one_seat(self, players):
        record = testing.play_out(GAME, players, random.Random(players), turns=8)
        state = GAME.new(players, turns=8, dealer=0)
        for entry in record.entries:
            seat = entry.player if entry.player < 0 else (entry.player + 1) % players
            action = GAME.parse(self.turned(str(entry.action), players))
            assert state.actors() == (seat,)
            assert state.refusal(seat, action) is None
            state.apply(seat, action)
        scores = [placing.score for placing in record.state.placings()]
        turned = [placing.score for placing in state.placings()]
        assert turned == scores[-1:] + scores[:-1]

    def test_the_order_of_cards_in_hand_does_not_matter(self):
        one, other = at_table(hand="box tank flat"), at_table(hand="flat box tank")
        assert one.key() == other.key()
        assert one.legal_actions(ME) == other.legal_actions(ME)


class TestCopies:
    def test_a_copy_has_every_slot_and_shares_no_list(self):
        record = testing.play_out(GAME, 4, random.Random(3), turns=6)
        for state in (record.state, record.at(100), record.at(30)):
            twin = state.copy()
            assert twin.key() == state.key()
            for name in State.__slots__:
                value = getattr(state, name)
                assert getattr(twin, name) == value
                if isinstance(value, list):
                    assert getattr(twin, name) is not value
                    inner = zip(value, getattr(twin, name), strict=True)
                    assert not any(a is b for a, b in inner if isinstance(a, list))

    def test_keys_tell_positions_apart(self):
        state = at_table(
            trains={ME: ["box"]}, ways={NEXT: "boom"}, discard="mail dome", aside="wreck"
        )
        keys = {state.key()}
        for name in State.__slots__:
            if name in ("m", "tips"):
                continue
            twin = state.copy()
            value = getattr(twin, name)
            if isinstance(value, int):
                setattr(twin, name, value + 1)
            elif isinstance(value, str):
                setattr(twin, name, "x")
            elif name in ("hands", "cars", "locos", "ways"):
                value[0] = [(9,)] if name == "cars" else [9]
            else:
                value.append((1,) if name == "tally" else 99)
            keys.add(twin.key())
        assert len(keys) == len(State.__slots__) - 1

    def test_check_notices_what_is_lost_or_made_up(self):
        for spoil in (
            lambda s: s.deck.pop(),
            lambda s: s.discard.append(0),
            lambda s: s.hands[0].append(s.deck.pop()),
            lambda s: s.tips[0].__setitem__(0, 5),
            lambda s: s.live.__setitem__(0, 3),
            lambda s: s.capped.__setitem__(0, 1),
            lambda s: s.pax.__setitem__(0, 1),
            lambda s: s.locos[0].__setitem__(0, -1),
            lambda s: (setattr(s, "at", 1), s.locos[0].__setitem__(0, -1)),
            lambda s: (setattr(s, "at", 0), setattr(s, "player", 1), s.locos[0].__setitem__(0, -1)),
            lambda s: setattr(s, "unplayed", 2),
            lambda s: setattr(s, "phase", 8),
        ):
            state = at_table(trains=["box"], discard="tank")
            state.check()
            spoil(state)
            with pytest.raises(AssertionError):
                state.check()


class TestPlainPython:
    """Bar 14, beside ``mypy --strict``: only the standard library and our own games."""

    def test_imports_nothing_else(self):
        names = set()
        for file in SOURCE.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    names |= {alias.name for alias in node.names}
                elif isinstance(node, ast.ImportFrom):
                    names.add(str(node.module))
        outside = {name.split(".")[0] for name in names} - set(sys.stdlib_module_names)
        assert outside == {"games"}
