"""Secrets stay hidden from players, and which moves can be taken back."""

import json
import random

import pytest

from games.kernel import CHANCE, IllegalActionError
from games.record import Record
from tests.games.express.positions import (
    GAME,
    ME,
    NEXT,
    at_table,
    hand,
    loco,
    play,
)


class TestSecrets:
    """Bar 6, beyond the suite: what resampling deals again."""

    def position(self):
        trains = {ME: ["box"], NEXT: ["tank", "coach"]}
        locos = {ME: "wreck", NEXT: "auto dome"}
        hands = {NEXT: "wild lumber flat"}
        return at_table(trains=trains, locos=locos, hands=hands, discard="mail")

    def test_ones_own_hand_and_locos_stay_and_the_others_do_not(self):
        state, rnd = self.position(), random.Random(4)
        worlds = [state.resample(ME, rnd.random) for _ in range(30)]
        assert {tuple(hand(world)) for world in worlds} == {tuple(hand(state))}
        assert {loco(world) for world in worlds} == {"wreck"}
        assert len({tuple(hand(world, NEXT)) for world in worlds}) > 20
        assert len({loco(world, NEXT, "B") for world in worlds}) > 8
        assert all(len(world.hands[NEXT]) == 3 for world in worlds)
        assert all(world.discard == state.discard for world in worlds)

    def test_for_the_public_all_are_dealt_again(self):
        state, rnd = self.position(), random.Random(4)
        worlds = [state.resample(None, rnd.random) for _ in range(30)]
        assert len({tuple(hand(world)) for world in worlds}) > 20
        assert len({loco(world) for world in worlds}) > 8
        assert state.key() == self.position().key()

    def test_a_view_names_these_things(self):
        view = self.position().view(ME)
        assert json.loads(json.dumps(view)) == view
        assert list(view) == [
            "phase",
            "player",
            "dealer",
            "direction",
            "round",
            "turns",
            "owed",
            "making",
            "barred",
            "threat",
            "deck",
            "discard",
            "slot",
            "aside",
            "unplayed",
            "scores",
            "tally",
            "out",
            "ended",
            "seats",
        ]
        assert view["deck"] == 132 - 5 - 3 - 3 - 3 - 1
        assert view["seats"][NEXT]["trains"] == [
            {"train": "A", "cars": ["tank"], "diesel": False, "loco": True},
            {"train": "B", "cars": ["coach"], "diesel": False, "loco": True},
        ]

    def test_a_loco_of_the_first_kind_is_a_loco(self):
        state = at_table(hand="tank flat wreck", trains=["coach", "dome"], locos={ME: "box box"})
        own, others = (state.view(player)["seats"][ME]["trains"] for player in (ME, NEXT))
        assert [row["loco"] for row in own] == ["box", "box"]
        assert [row["loco"] for row in others] == [True, True]
        assert [row["diesel"] for row in own] == [False, False]
        world = state.resample(None, random.Random(1).random)
        world.check()
        assert all(k >= 0 for k in world.locos[ME][:2])
        assert world.locos[ME][2:] == [-1] * 6
        play(state, "start tank")
        assert state.view(ME)["making"] == "C"
        state.resample(NEXT, random.Random(1).random).check()

    def test_a_view_shows_a_threat_and_the_train_in_the_making(self):
        trains = {NEXT: ["tank", "tank"]}
        state = play(at_table(hand="wreck flat", trains=trains), "wreck 1B")
        assert state.view(None)["threat"] == {"card": "wreck", "seat": 1, "train": "B"}
        state = play(at_table(hand="wreck flat", trains=trains), "wreck 1A")
        assert state.view(None)["threat"]["train"] == "A"
        state = play(at_table(hand="derailment flat"), "derailment 1")
        assert state.view(None)["threat"] == {"card": "derailment", "seat": 1, "train": None}
        state = play(at_table(hand="box tank flat"), "start box")
        assert state.view(None)["making"] == "A"
        assert state.view(None)["threat"] is None


class TestUndo:
    """Bar 7: one's own last move, while nothing was drawn and it is still one's turn."""

    def dealt(self):
        record, rnd = Record(GAME, 2), random.Random(1)
        while record.state.actors() == (CHANCE,):
            record.play(CHANCE, record.state.sample(rnd.random))
        return record

    def test_not_a_deal_and_not_a_draw(self):
        record = self.dealt()
        assert not record.undoable()
        record.play(0, "draw")
        assert not record.undoable()

    def test_a_car_and_a_loco_but_not_the_discard(self):
        record = self.dealt()
        record.play(0, "draw")
        for _ in range(2):
            record.play(CHANCE, record.state.sample(lambda: 0.4))
        before = record.state.key()
        record.play(0, next(a for a in record.state.legal_actions(0) if str(a)[:5] == "start"))
        assert record.undoable()
        record.undo(0)
        assert record.state.key() == before
        while not str(action := record.state.legal_actions(0)[-1]).startswith("discard"):
            record.play(0, record.state.legal_actions(0)[0])
            assert record.undoable()
        record.play(0, action)
        assert not record.undoable()

    def test_an_illegal_move_stands_only_where_the_game_can_go_on(self):
        record = self.dealt()
        record.play(0, "draw")
        for _ in range(2):
            record.play(CHANCE, record.state.sample(lambda: 0.4))
        with pytest.raises(IllegalActionError, match=r"cannot go on"):
            record.stand(0, "add tank C", "no such train")
        card = GAME.model.ids[record.state.hands[0][0]]
        record.stand(0, f"discard {card}", "nobody saw that he kept eleven")
        assert len(record.state.hands[0]) == 11
        assert record.state.actors() == (1,)

    @pytest.mark.parametrize(
        ("held", "before", "move", "left"),
        [
            ("tank", "", "add tank A", "flat"),
            ("tank box", "start box", "add tank A", "flat flat"),
            ("wild flat box", "start wild as tank", "add flat A", "flat flat flat"),
        ],
    )
    def test_a_move_that_takes_the_card_to_discard_cannot_stand(self, held, before, move, left):
        """Nothing else could be played then but a hand of no cards, which the rules refuse."""
        for cards, stands in ((held, False), (f"{held} {left}", True)):
            record = Record(GAME, 4)
            record.state = at_table(trains=["box box"], hand=cards)
            if before:
                record.state.apply(ME, GAME.parse(before))
            if stands:
                record.stand(ME, move, "seen too late")
                continue
            with pytest.raises(IllegalActionError, match="cannot go on"):
                record.stand(ME, move, "seen too late")
