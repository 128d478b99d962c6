"""The contract of every engine (games.testing), and that nothing of this game goes unseen."""

import json
import os
import random
from collections import Counter
from itertools import combinations
from math import comb, sqrt
from pathlib import Path

import pytest

import games.expect_delays
from games import testing
from games.expect_delays.model import Memo
from games.kernel import CHANCE
from games.record import Record
from tests.examples import ALL, examples
from tests.games.expect_delays.golden import FOLDER
from tests.games.expect_delays.positions import GAME, at_table, game_of, house, play
from tests.games.expect_delays.test_advisories import UPSIDE_DOWN

SOURCE = Path(games.expect_delays.__file__).parent
GAMES = max(1, int(os.environ.get("CONFORMANCE_GAMES", "0")))
"""Games of the suite; `make thorough` plays a dozen, and `make mutants` as many as it says."""

WATCHED = 3
"""Every so many-th position of the golden games is asked about every action."""


def unusual():
    """A club's own pack: hands of 2, short Lines of different lengths, a card with one symbol
    twice, copies of advisories, other numbers of everything."""
    data = house()
    data["limits"] |= {"hand": 2, "actions": 3, "board_cost": 1, "target": 5}
    data["components"] |= {"tourists": 2, "commuters": 2, "fare_swipes": 5, "advisories": 21}
    data["line"][1] |= {"stops": [0, 3], "transfers": [0, 1]}
    data["line"][2] |= {"stops": [0, 1, 2, 3, 4, 5, 6, 7], "transfers": []}
    data["card"][4]["lines"] = ["S", "S"]
    data["advisory"][3]["copies"] = 4
    data["advisory"][16]["set"] = {"run_cards": 1, "board_cost": 0}
    return game_of(data)


@pytest.fixture(scope="module")
def seen():
    """Everything that the games of the suite and the golden games have come across."""
    seen = testing.conform(GAME, 2, games=GAMES, seed=11, exhaustive=0.2)
    for file in sorted(FOLDER.glob("*.game")):
        record = Record.load(GAME, file.read_text("utf-8"))
        for n, (player, action, _) in enumerate(record.entries):
            seen.moves[str(action)] += 1
            seen.kinds[GAME.kinds[action.kind]] += 1
            if player >= 0 and n % WATCHED == 0:
                state = record.at(n)
                refusals = [state.refusal(player, each) for each in GAME.actions]
                seen.codes.update(why.code for why in refusals if why)
        seen.ends[record.state.end()] += 1
    return seen


class TestConformance:
    """Bars 1, 2, 6 and 7: the suite looks at secrets and at what may be undone, too."""

    @pytest.mark.long
    def test_a_dozen_games_conform(self):
        seen = testing.conform(GAME, 2, games=12, seed=11, exhaustive=0.4)
        assert set(seen.ends) <= set(GAME.ends)

    def test_every_refusal_is_given(self, seen):
        codes = testing.refusal_codes(*SOURCE.glob("*.py"))
        assert codes - set(seen.codes) == set()
        assert len(codes) > 25

    def test_every_kind_of_move_is_played(self, seen):
        assert set(seen.kinds) == set(GAME.kinds)

    def test_every_end_is_reached(self, seen):
        assert set(seen.ends) == set(GAME.ends)

    def test_every_card_line_and_advisory_is_in_play(self, seen):
        words = {word for text in seen.moves for word in text.split()}
        model = GAME.model
        assert {card.id for card in model.cards} <= words
        assert {line.id for line in model.lines} <= words
        assert {advisory.key for advisory in model.advisories} <= words
        used = {text.split()[1] for text in seen.moves if text.startswith("advisory")}
        assert used == {"take", "levy", "walk", "see", "advance", "tourist", "eject"}

    def test_games_are_much_shorter_than_the_bound(self, seen):
        assert 0 < seen.longest < GAME.longest / 2

    @pytest.mark.parametrize(
        "game",
        [
            pytest.param(UPSIDE_DOWN, id="upside-down", marks=pytest.mark.long),
            pytest.param(unusual(), id="unusual"),
        ],
    )
    def test_other_packs_conform_too(self, game):
        seen = testing.conform(game, 2, games=2 if ALL else 1, seed=3, exhaustive=0.2)
        assert set(seen.kinds) >= set(GAME.kinds[:-1])

    def test_legal_moves_come_in_the_order_of_their_ids(self):
        rnd = random.Random(1)
        for _ in range(5):
            record = testing.play_out(GAME, 2, rnd)
            for n in range(0, len(record.entries), 3):
                state = record.at(n)
                for player in (*state.actors(), -2):
                    ids = [action.id for action in state.legal_actions(player)]
                    assert ids == sorted(ids)

    def test_any_input_is_refused_or_played(self):
        rnd = random.Random(2)
        tries = 20_000 if ALL else 5_000
        moves = [(rnd.choice((0, 1, CHANCE)), rnd.randrange(10_000)) for _ in range(tries)]
        record = testing.any_input(GAME, 2, moves)
        assert len(record.entries) > 20


class TestSecrets:
    """Bar 6, beyond the suite: what each sees of the hands."""

    def test_a_player_sees_one_hand_and_the_public_none(self):
        state = at_table()
        assert state.view(0)["hands"] == [["c", "cs", "co"], 3]
        assert state.view(1)["hands"] == [3, ["o", "ot", "st"]]
        assert state.view(None)["hands"] == [3, 3]

    def test_other_worlds_keep_ones_own_hand_and_differ_in_the_rest(self):
        state, rnd = at_table(), random.Random(4)
        worlds = [state.resample(0, rnd.random) for _ in range(40)]
        assert {world.hands[0] for world in worlds} == {state.hands[0]}
        assert len({world.hands[1] for world in worlds}) > 20
        assert len({world.hands[0] for world in (state.resample(None, rnd.random),) * 1}) == 1
        assert any(state.resample(None, rnd.random).hands[0] != state.hands[0] for _ in range(9))
        assert state.hands[0] == at_table().hands[0]

    def test_the_discards_and_what_is_out_of_service_are_open(self):
        state = at_table(out="t", deck="")
        assert state.view(None)["out_of_service"] == ["t"]
        assert len(state.view(None)["discard"]) == 9


class TestUndo:
    """Bar 7: one's own last move, while nothing was drawn and it is still one's turn."""

    def deal(self):
        record = Record(GAME, 2)
        for text in ("turn up tour-bus", "deal c cs co", "deal o ot st"):
            record.play(CHANCE, text)
        return record

    def test_not_what_chance_did(self):
        assert not self.deal().undoable()

    def test_the_first_action_of_a_turn(self):
        record = self.deal()
        before = record.state.key()
        record.play(0, "out of service c")
        assert record.undoable()
        record.undo(0)
        assert record.state.key() == before

    def test_not_the_last_action_because_cards_are_drawn_next(self):
        record = self.deal()
        record.play(0, "out of service c")
        record.play(0, "repair c")
        assert not record.undoable()

    def test_an_illegal_move_may_stand_only_where_the_game_can_go_on(self):
        record = self.deal()
        record.stand(0, "pass", "legal anyway")
        for text in ("board O", "disembark C3", "advisory take", "out of service c"):
            with pytest.raises(ValueError, match=r"cannot go on|not this player"):
                record.stand(1, text, "no")


class TestChance:
    """Bar 8: what chance does follows the pack; seen frequencies are within 4 standard errors."""

    def agrees(self, seen, chance, tries):
        expected = chance * tries
        return abs(seen - expected) < 4 * sqrt(expected * (1 - chance)) + 1e-9

    def test_each_advisory_is_as_likely_as_it_has_copies(self):
        data = house()
        data["advisory"][3]["copies"] = 4
        data["advisory"][17]["copies"] = 2
        data["components"]["advisories"] = 22
        game, tries, rnd = game_of(data), 20_000, random.Random(5)
        state = game.new(2)
        seen = Counter(state.sample(rnd.random).card for _ in range(tries))
        for advisory in game.model.advisories:
            assert self.agrees(seen[advisory.id], advisory.copies / 22, tries), advisory.key

    def test_each_hand_is_as_likely_as_it_can_be_drawn_from_the_deck(self):
        state, tries, rnd = play(GAME.new(2), "turn up tour-bus"), 30_000, random.Random(6)
        seen = Counter(state.sample(rnd.random).cards for _ in range(tries))
        ways = Counter(combinations(GAME.model.train_deck, 3))
        assert sum(ways.values()) == comb(16, 3)
        assert set(seen) == set(ways)
        off = [hand for hand in ways if not self.agrees(seen[hand], ways[hand] / 560, tries)]
        assert off == []

    def test_chance_can_draw_the_last_cards_and_the_first(self):
        state = play(at_table(deck="s t so"), "pass")
        assert str(state.sample(lambda: 0.0)) == str(state.sample(lambda: 0.999)) == "deal s t so"


class TestSymmetry:
    """Bar 9: the house pack is the same for both players but for the letters, so a position seen
    in a mirror has the mirrored moves, and they lead to mirrored positions."""

    LINES = dict(zip("CSOT", "OTCS", strict=True))
    CARDS = {"c": "o", "o": "c", "s": "t", "t": "s", "cs": "ot", "ot": "cs"}
    CARDS |= {"co": "co", "st": "st", "ct": "so", "so": "ct"}

    def mirrored_text(self, text):
        kind, *words = text.split(" ")
        if kind in ("turn", "pass", "stop"):
            return text
        names = [self.word(word) for word in words]
        cards = [card.id for card in GAME.model.cards]
        where = {"deal": 0, "run": 2}.get(kind)
        if where is not None:
            names[where:] = sorted(names[where:], key=cards.index)
        return " ".join([kind, *names])

    def word(self, word):
        if word[0] in self.LINES:
            return self.LINES[word[0]] + word[1:]
        return self.CARDS.get(word, word)

    def mirrored(self, state):
        twin, ids = state.copy(), [card.id for card in GAME.model.cards]
        cards = [ids.index(self.CARDS[name]) for name in ids]
        twin.player = 1 - state.player
        twin.points, twin.swipes, twin.pool = (
            state.points[::-1],
            state.swipes[::-1],
            state.pool[::-1],
        )
        twin.lines = state.lines[2:] + state.lines[:2]
        for pile in ("deck", "discard", "out"):
            setattr(twin, pile, [cards[card] for card in getattr(state, pile)])
        twin.hands = [tuple(sorted(cards[card] for card in hand)) for hand in state.hands[::-1]]
        twin.check()
        return twin

    def test_mirrored_positions_have_mirrored_moves_and_results(self):
        rnd = random.Random(8)
        for _ in range(examples(12)):
            state = testing.play_out(GAME, 2, rnd)
            for n in range(3, len(state.entries)):
                here = state.at(n)
                there, player = self.mirrored(here), here.actors()[0]
                other = player if player == CHANCE else 1 - player
                moves = [self.mirrored_text(str(each)) for each in here.legal_actions(player)]
                assert sorted(moves) == sorted(map(str, there.legal_actions(other)))
                action = state.entries[n].action
                here.apply(player, action)
                there.apply(other, GAME.parse(self.mirrored_text(str(action))))
                assert there.key() == self.mirrored(here).key()
                keys = [placing.keys for placing in here.placings()]
                assert [placing.keys for placing in there.placings()] == keys[::-1]


class TestTables:
    def test_tables_that_fill_themselves_do_not_change_what_is_in_them(self):
        table = Memo(lambda key: [key])
        first = table["a"]
        assert table["a"] is first

    def test_a_view_is_json(self):
        view = at_table(advisory="fare-hike").view(0)
        assert json.loads(json.dumps(view)) == view
        assert list(view) == [
            "phase",
            "player",
            "left",
            "turns",
            "points",
            "swipes",
            "platform",
            "commuters",
            "lines",
            "hands",
            "deck",
            "discard",
            "out_of_service",
            "advisory",
            "next_advisory",
        ]
