"""A Hypothesis machine plays, takes back and rules, beside a clerk who knows the log alone.

The clerk keeps names of stations in sets, and knows nothing of the engine's tables.
"""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.kernel import ARBITER, CHANCE
from games.metro_x.rules import Game
from games.record import Record
from games.testing import play_out
from tests.examples import examples
from tests.games.metro_x.table import CITY, TOWN, lines_at


class Clerk:
    """Reads the lines of a record; ``scores`` and ``empty`` stand after the last whole turn."""

    def __init__(self, game: Game, players: int) -> None:
        self.game, self.lines = game, {line.id: line for line in game.board.lines}
        self.boards: list[set[str]] = [set() for _ in range(players)]
        self.scores = [0] * players
        self.claimed: set[str] = set()
        self.turn: dict[int, str] = {}

    def read(self, entries) -> Clerk:
        for player, action, _ in entries:
            if player != CHANCE:
                self.turn[player] = str(action)
            if len(self.turn) == len(self.boards):
                self.end_turn()
        return self

    def end_turn(self) -> None:
        before = [self.complete(board) for board in self.boards]
        for player, move in self.turn.items():
            self.scores[player] += self.mark(self.boards[player], move)
        new = [self.complete(board) - old for board, old in zip(self.boards, before, strict=True)]
        for player, names in enumerate(new):
            for name in names:
                line = self.lines[name]
                self.scores[player] += line.white if name in self.claimed else line.gold
        self.claimed.update(*new)
        self.turn = {}

    def complete(self, board: set[str]) -> set[str]:
        return {name for name, line in self.lines.items() if board.issuperset(line.stations)}

    def mark(self, board: set[str], move: str) -> int:
        """Mark a move; the points that it writes into a station."""
        first, _, rest = move.partition(" ")
        if first == "free":
            board.add(rest)
        if first not in self.lines:
            return 0
        empty = [name for name in self.lines[first].stations if name not in board]
        if rest != "X":
            board.update(empty[: int(rest)])
            return 0
        board.update(empty[:1])
        return sum(2 * len(lines_at(self.game.board, name)) for name in empty[:1])

    def keys(self) -> list[tuple[int, int]]:
        empty = [len(self.game.stations) - len(board) for board in self.boards]
        lost = [self.game.board.lost(count) for count in empty]
        totals = zip(self.scores, lost, empty, strict=True)
        return [(score - points, -count) for score, points, count in totals]


class AtTheTable(RuleBasedStateMachine):
    @initialize(game=st.sampled_from([CITY, TOWN]), players=st.integers(1, 4))
    def sit_down(self, game, players):
        self.record = Record(game, players)

    @precondition(lambda self: self.record.state.actors() not in ((), (CHANCE,)))
    @rule(choice=st.integers(0, 99), who=st.integers(0, 5))
    def act(self, choice, who):
        actors = self.record.state.actors()
        player = actors[who % len(actors)]
        moves = self.record.state.legal_actions(player)
        self.record.play(player, moves[choice % len(moves)])

    @precondition(lambda self: self.record.state.actors() == (CHANCE,))
    @rule(random=st.randoms(use_true_random=False))
    def reveal(self, random):
        self.record.play(CHANCE, self.record.state.sample(random.random))

    @precondition(lambda self: self.record.undoable())
    @rule()
    def take_back(self):
        last = self.record.entries[-1]
        self.record.undo(last.player)
        assert self.record.state.refusal(last.player, last.action) is None

    @precondition(lambda self: len(self.record.entries) > 8)
    @rule()
    def rule_that_the_last_line_does_not_count(self):
        self.record.undo(ARBITER, "it does not count")

    @precondition(lambda self: not self.record.state.actors())
    @rule()
    def read_it_again(self):
        record = self.record
        assert Record.load(record.game, record.dump()).state.key() == record.state.key()

    @invariant()
    def nothing_is_lost_and_the_clerk_agrees(self):
        record = self.record
        record.state.check()
        clerk = Clerk(record.game, record.players).read(record.entries)
        assert [placing.keys for placing in record.state.placings()] == clerk.keys()


TestAtTheTable = AtTheTable.TestCase
TestAtTheTable.settings = settings(max_examples=examples(50), stateful_step_count=80, deadline=None)


def test_the_clerk_agrees_with_whole_games():

    rnd = Random(6)
    for number in range(24):
        game = (CITY, TOWN)[number % 2]
        record = play_out(game, 1 + number % 6, rnd)
        clerk = Clerk(game, record.players).read(record.entries)
        assert [placing.keys for placing in record.state.placings()] == clerk.keys()
