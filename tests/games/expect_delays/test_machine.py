"""A Hypothesis machine plays, takes back and stops, beside a crude clerk who knows the log alone.

Bar 11. The clerk reads the texts of the moves and counts points, Commuters and Train cards by
his own table; he knows nothing of the engine.
"""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games.kernel import ARBITER, CHANCE
from games.record import Record
from tests.examples import examples
from tests.games.expect_delays.positions import GAME

POINTS = {"C": [0, 1, 1, 2, 2, 3, 4], "S": [0, 1, 2, 2, 3, 5]}
POINTS |= {"O": POINTS["C"], "T": POINTS["S"]}


def counted(entries):
    """Points, Commuters on the board and hand sizes by player; cards that are Out of Service."""
    points, aboard, hands, out = [0, 0], [0, 0], [0, 0], []
    dealt = 0
    for player, action, _ in entries:
        what, *words = str(action).split(" ")
        if what == "deal":
            hands[dealt % 2] = len(words)
            dealt += 1
        elif what == "board":
            aboard[player] += 1
        elif what == "disembark":
            points[player] += POINTS[words[0][0]][int(words[0][1:])]
            aboard[player] -= 1
        elif words[:1] == ["eject"]:
            aboard[1 - player] -= 1
        elif what == "out":
            out.append(words[-1])
            hands[player] -= 1
        elif what == "repair":
            out.remove(words[-1])
        elif what == "run":
            hands[player] -= len(words) - 2
    return points, aboard, hands, sorted(out)


class AtTheTable(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.record = Record(GAME, 2)

    def waits_for(self, *players):
        return self.record.state.actors() and self.record.state.actors()[0] in players

    @precondition(lambda self: self.waits_for(0, 1))
    @rule(choice=st.integers(0, 99))
    def act(self, choice):
        player = self.record.state.actors()[0]
        moves = self.record.state.legal_actions(player)
        self.record.play(player, moves[choice % len(moves)])

    @precondition(lambda self: self.waits_for(CHANCE))
    @rule(random=st.randoms(use_true_random=False))
    def draw(self, random):
        self.record.play(CHANCE, self.record.state.sample(random.random))

    @precondition(lambda self: self.record.undoable())
    @rule()
    def take_back(self):
        last = self.record.entries[-1]
        self.record.undo(last.player)
        assert self.record.state.refusal(last.player, last.action) is None

    @precondition(lambda self: len(self.record.entries) > 60 and self.record.state.actors())
    @rule()
    def stop(self):
        self.record.play(ARBITER, "stop")

    @precondition(lambda self: not self.record.state.actors())
    @rule()
    def another_game(self):
        assert Record.load(GAME, self.record.dump()).state.key() == self.record.state.key()
        self.record = Record(GAME, 2)

    @invariant()
    def nothing_is_lost_and_the_clerk_agrees(self):
        state = self.record.state
        state.check()
        points, aboard, hands, out = counted(self.record.entries)
        view = state.view(None)
        assert view["points"] == points
        assert [3 - home for home in view["commuters"]] == aboard
        assert view["out_of_service"] == out
        if state.actors() in ((0,), (1,)):
            assert view["hands"] == hands


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=examples(50), stateful_step_count=80, deadline=None)
