"""A Hypothesis machine plays, takes back and calls time, beside a crude clerk who knows the log.

Bar 11. The clerk reads the texts of the moves and counts, on his own, how many cards each
holds, how many cars stand on each train, and how many cards lie in the slot; he knows nothing of
the engine.
"""

import random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.kernel import ARBITER, CHANCE
from games.record import Record
from tests.examples import examples
from tests.games.express.positions import GAME

DISASTERS = ("broken-car", "derailment", "steal-car", "switch-engines", "wreck")


class Clerk:
    """Counts from the texts of moves alone."""

    def __init__(self, players):
        self.players, self.hands, self.trains = players, [0] * players, [{} for _ in range(players)]
        self.slot, self.dealt, self.now, self.threat = 0, 0, 0, None

    def write(self, player, text):
        verb, *words = text.split(" ")
        if player >= 0:
            self.now = player if verb not in ("block", "allow") else self.now
        if verb == "deal":
            seat = self.dealt % self.players if self.dealt < 10 * self.players else self.now
            self.dealt += 1
            self.hands[seat] += 1
        elif verb in ("take", "lift"):
            self.hands[player] += 1
        elif verb == "display":
            self.hands[player] = 0
        elif verb in DISASTERS:
            self.disaster(player, verb, words)
        elif verb in ("block", "allow"):
            self.answer(player, verb)
        elif verb not in ("draw", "pass", "engine", "call"):
            self.hands[player] -= 1
            self.slot += verb == "turntable"
            self.lay(player, verb, words)

    def lay(self, player, verb, words):
        own = self.trains[player]
        if verb == "start":
            own[next(letter for letter in "ABCDEFGH" if letter not in own)] = 1
        elif verb == "add":
            own[words[-1]] += 1

    def disaster(self, player, verb, words):
        self.hands[player] -= 1
        self.slot += 1
        if words[-1] != "way":
            self.threat = player, verb, int(words[0][0]), words[0][1:]
            if self.threat[2] == player:
                self.answer(player, "allow")

    def answer(self, player, verb):
        thief, disaster, seat, letter = self.threat
        if verb == "block":
            self.hands[player] -= 1
        elif disaster == "wreck":
            del self.trains[seat][letter]
        elif disaster in ("broken-car", "steal-car"):
            self.trains[seat][letter] -= 1
            self.hands[thief] += disaster == "steal-car"
            if not self.trains[seat][letter]:
                del self.trains[seat][letter]
                self.hands[seat] += 1


class AtTheTable(RuleBasedStateMachine):
    @initialize(players=st.integers(2, 6), seed=st.integers(0, 99))
    def sit_down(self, players, seed):
        self.record, rnd = Record(GAME, players, turns=9), random.Random(seed)
        for _ in range(10 * players):
            self.record.play(CHANCE, self.record.state.sample(rnd.random))

    def waits(self):
        return self.record.state.actors()

    @precondition(lambda self: self.waits() and self.waits()[0] >= 0)
    @rule(choice=st.integers(0, 199))
    def act(self, choice):
        player = self.waits()[0]
        moves = self.record.state.legal_actions(player)
        self.record.play(player, moves[choice % len(moves)])

    @precondition(lambda self: self.waits() == (CHANCE,))
    @rule(where=st.floats(0, 0.999))
    def draw(self, where):
        self.record.play(CHANCE, self.record.state.sample(lambda: where))

    @precondition(lambda self: self.record.undoable())
    @rule()
    def think_again(self):
        self.record.undo(self.record.entries[-1].player)

    @precondition(lambda self: self.record.entries)
    @rule()
    def the_conductor_takes_back(self):
        self.record.undo(ARBITER, "a slip")

    @precondition(lambda self: self.waits())
    @rule(really=st.integers(0, 40))
    def call_time(self, really):
        if not really:
            self.record.play(ARBITER, "call time")

    @invariant()
    def the_clerk_agrees(self):
        if not hasattr(self, "record"):
            return
        state = self.record.state
        state.check()
        clerk = Clerk(state.players)
        for player, action, _ in self.record.entries:
            clerk.write(player, str(action))
        seats = state.view(None)["seats"]
        assert clerk.hands == [seat["hand"] for seat in seats]
        assert clerk.slot == len(state.slot)
        tables = [{row["train"]: len(row["cars"]) for row in seat["trains"]} for seat in seats]
        assert clerk.trains == tables


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=examples(50), stateful_step_count=80, deadline=None)
