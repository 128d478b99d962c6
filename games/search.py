"""A player for every game, from the contract alone: information-set Monte Carlo tree search.

A seat cannot know the whole position. So each comparison begins in a world that the seat may be in
(``State.resample``), and plays in it every move that is still considered, with the same luck. After
each equal share of the budget, the worse half of the moves is dropped (sequential halving). Below a
move, one tree for all worlds remembers what players chose, but not what chance did; a choice weighs
what did well against what was seldom tried (UCB1). Beyond the tree a few moves are drawn by lot,
and the one is played that has done best in the lines so far, in whatever position: players with
some sense tell more about a move than blunders do.

Where lots never lead to a good game, a game names a player of its own that plays the lines on
(``PLAYS_ON`` of its package). Then there is no tree: every comparison also tries what that player
would do, whose own choice stands unless another does better by more than luck explains.

A line of play ends at a horizon, and its worth is the score as it stands there: in most games this
tells more than moves drawn by lot until the end. A tie-break counts for a share of the key before
it, since it often shows early what will become points.

Sources: Cowling, Powley, Whitehouse: "Information Set Monte Carlo Tree Search", 2012; Karnin,
Koren, Somekh: "Almost Optimal Exploration in Multi-Armed Bandits", 2013; Finnsson, Björnsson:
"Simulation-Based Approach to General Game Playing", 2008 (move averages); Tesauro, Galperin:
"On-line Policy Improvement using Monte-Carlo Search", 1996 (lines that a player plays on).
"""

# ruff: noqa: S311 - moves are drawn by a seeded generator so that they can be drawn again

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from math import log, sqrt
from operator import sub
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from games.kernel import CHANCE, State
from games.numbers import shown, whole_number
from games.playing import Choose

DECISIONS: Final = 8_000
HORIZON: Final = 24
"""Decisions of a line of play. A game may know a better one: ``HORIZON`` of its package."""
TIE_BREAK: Final = 0.1
"""The weight of a tie-break, as a share of the key before it."""
CURIOSITY: Final = 0.15
"""The bonus for a choice in the tree that was seldom tried, in rewards."""
DRAWN: Final = 3
"""Moves that are drawn beyond the tree, of which the best is played."""
UNTRIED: Final = (0.6, 0)
"""The average of a move that no line has played: what is hoped of it, in rewards."""
CLEARLY: Final = 2.0
"""How many standard errors better than that player's own choice a move must do to be played."""
_SECONDS: Final = re.compile(r"\d{1,4}(\.\d{1,3})?s", re.ASCII)


class Budget(NamedTuple):
    """The budget of a move: decisions made in the search or, if they are not 0, seconds.

    At least one comparison is made for each halving, and one that has begun is finished.
    """

    decisions: int = DECISIONS
    seconds: float = 0.0

    @classmethod
    def read(cls, text: str) -> Budget:
        """A budget as people write it: "5000" decisions, or "0.5s". Raises ValueError."""
        if _SECONDS.fullmatch(text) and (seconds := float(text[:-1])):
            return cls(0, seconds)
        if decisions := whole_number(text):
            return cls(decisions)
        said = "A budget must be a number of decisions, such as 5000, or a time, such as 0.5s"
        raise ValueError(f"{said}, not {shown(text)}.")


class Node:
    """A choice in the tree: how often it was made and could have been, and its rewards' sum.

    ``choices`` are those made after it, by player and id of the move.
    """

    __slots__ = ("choices", "made", "offered", "reward")

    def __init__(self) -> None:
        self.made, self.offered = 0, 1
        self.reward = 0.0
        self.choices: dict[tuple[int, int], Node] = {}


class Tried(NamedTuple):
    """A move of the searching player, and its reward in each comparison that it was in."""

    action: Any
    node: Node
    rewards: list[float]


class Search:
    """A bot (``games.playing.Choose``). The same position, seat and chance give the same move,
    unless the budget is a time. ``spent`` counts the decisions of the last search.

    ``plays_on`` plays the lines in place of the tree and the lots."""

    def __init__(
        self,
        budget: Budget | None = None,
        *,
        horizon: int = HORIZON,
        plays_on: Choose | None = None,
    ) -> None:
        self.budget, self.horizon, self.plays_on = budget or Budget(), horizon, plays_on
        self.spent = 0

    def __call__(self, state: State[Any], player: int, rnd: random.Random) -> Any:
        """A legal move of ``player``, one of the actors."""
        left = [Tried(action, Node(), []) for action in state.legal_actions(player)]
        rnd.shuffle(left)  # between equal moves the lot decides, not their order
        lines, began = _Lines(player, self.horizon), time.monotonic()
        own: list[Tried] = []
        if self.plays_on and len(left) > 1:
            choice = self.plays_on(state.resample(player, rnd.random), player, rnd)
            own = [tried for tried in left if tried.action is choice]
            left.remove(own[0])
        shares = (len(left) - 1).bit_length() + len(own)
        for share in range(1, shares + 1):
            self._compare(state, own + left, lines, rnd)
            while self._used(lines.decisions, began) < share / shares:
                self._compare(state, own + left, lines, rnd)
            left.sort(key=lambda tried: sum(tried.rewards), reverse=True)
            del left[(len(left) + 1) // 2 :]
        self.spent = lines.decisions
        stands = own and not _clearly_better(left[0].rewards, own[0].rewards)
        return (own if stands else left)[0].action

    def _compare(
        self, state: State[Any], candidates: list[Tried], lines: _Lines, rnd: random.Random
    ) -> None:
        """Play a line for each move, in one world and with the same luck."""
        world = state.resample(lines.player, rnd.random)
        seed = rnd.random()
        for tried in candidates:
            twin, luck = world.copy(), random.Random(seed).random
            twin.apply(lines.player, tried.action)
            if self.plays_on:
                reward = lines.play_by(self.plays_on, twin, luck, random.Random(1 + seed))
            else:
                reward = lines.play(twin, tried.node, luck, rnd)
            tried.rewards.append(reward)

    def _used(self, decisions: int, began: float) -> float:
        """The share of the budget that is used up."""
        if self.budget.seconds:
            return (time.monotonic() - began) / self.budget.seconds
        return decisions / self.budget.decisions


def _clearly_better(rewards: list[float], others: list[float]) -> bool:
    """Whether the first did better in the comparisons of both than luck explains."""
    gains = list(map(sub, rewards, others))
    return len(gains) > 1 and fmean(gains) > CLEARLY * stdev(gains) / sqrt(len(gains))


class _Lines:
    """The lines of play of one search of ``player``, and the ``decisions`` made in them.

    ``averages`` has the mean reward of each player's moves, by id, and in how many lines they were
    played.
    """

    def __init__(self, player: int, horizon: int) -> None:
        self.player, self.horizon = player, horizon
        self.decisions = 0
        self.margins, self.count = 1.0, 1
        self.averages: dict[tuple[int, int], tuple[float, int]] = {}

    def play(
        self,
        state: State[Any],
        node: Node,
        luck: Callable[[], float],
        rnd: random.Random,
    ) -> float:
        """Play on from ``state``, which ``node`` led to, and reward the choices that were made.

        The first line through a node ends its part in the tree, and adds one choice at most.
        Returns the reward of the searching player.
        """
        path, in_tree = [(node, self.player)], node.made > 0
        played: list[tuple[int, int]] = []
        for who in self._choices(state, luck):
            player = who[0]
            legal = state.legal_actions(player)
            # Nobody sees a sealed move of another before choosing: it does not branch the tree.
            if in_tree and len(legal) > 1 and (len(who) == 1 or player == self.player):
                action, node = _choose(node, player, legal, rnd.random)
                path.append((node, player))
                in_tree = node.made > 0
            else:
                action = self._sensible(player, legal, rnd.random)
            played.append((player, action.id))
            state.apply(player, action)
        rewards = self._rewards(state)
        for choice, player in path:
            choice.made += 1
            choice.reward += rewards[player]
        for move in played:
            mean, count = self.averages.get(move, UNTRIED)
            self.averages[move] = mean + (rewards[move[0]] - mean) / (count + 1), count + 1
        return rewards[self.player]

    def play_by(
        self,
        plays_on: Choose,
        state: State[Any],
        luck: Callable[[], float],
        rnd: random.Random,
    ) -> float:
        """Play on from ``state`` as ``plays_on`` does. Returns the lead of the searching player."""
        for player, *_others in self._choices(state, luck):
            state.apply(player, plays_on(state, player, rnd))
        return _leads(state)[self.player]

    def _choices(self, state: State[Any], luck: Callable[[], float]) -> Iterator[Sequence[int]]:
        """Those who may choose, at each choice of a line until its horizon; ``luck`` is chance's.

        The move that the line began with counts as one of the decisions.
        """
        made = 1
        while who := state.actors():
            if who[0] == CHANCE:
                state.apply(CHANCE, state.sample(luck))
                continue
            if made >= self.horizon:
                break
            made += 1
            yield who
        self.decisions += made

    def _sensible(self, player: int, legal: list[Any], lot: Callable[[], float]) -> Any:
        """Of a few moves that are drawn, the one that has done best in the lines so far."""
        if len(legal) == 1:
            return legal[0]
        drawn = [legal[int(lot() * len(legal))] for _ in range(DRAWN)]
        return max(drawn, key=lambda action: self.averages.get((player, action.id), UNTRIED)[0])

    def _rewards(self, state: State[Any]) -> list[float]:
        """For each player 0 to 1, 0.5 when level with the best of the others.

        How much a lead counts for depends on how large leads are in this search.
        """
        found = []
        for lead in _leads(state):
            self.margins += abs(lead)
            self.count += 1
            found.append(0.5 + 0.5 * lead / (abs(lead) + self.margins / self.count))
        return found


def _leads(state: State[Any]) -> list[float]:
    """By how much each player is ahead of the best of the others, in points."""
    worth = [
        sum(key * TIE_BREAK**rank for rank, key in enumerate(placing.keys))
        for placing in state.placings()
    ]
    return [
        own - max(worth[:seat] + worth[seat + 1 :], default=0.0) for seat, own in enumerate(worth)
    ]


def _choose(
    node: Node, player: int, legal: list[Any], lot: Callable[[], float]
) -> tuple[Any, Node]:
    """A move that was never tried after ``node``, or else the one that promises most (UCB1)."""
    known = [(action, node.choices.get((player, action.id))) for action in legal]
    tried = [(action, choice) for action, choice in known if choice]
    for _, choice in tried:
        choice.offered += 1
    if len(tried) == len(known):
        return max(tried, key=_promise)
    new = [action for action, choice in known if choice is None]
    action = new[int(lot() * len(new))]
    choice = node.choices[player, action.id] = Node()
    return action, choice


def _promise(tried: tuple[Any, Node]) -> float:
    choice = tried[1]
    doubt = sqrt(log(choice.offered) / choice.made)
    return choice.reward / choice.made + CURIOSITY * doubt
