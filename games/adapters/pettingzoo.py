"""Every game as a PettingZoo environment (AEC): ``env("terminus", players=3)``.

Needs ``roundhouse[pettingzoo]``. The agents are "seat_0" and so on; chance plays inside ``step``.
Players who choose at the same time choose one after the other, and see none of the sealed moves.

An action is the number of a move in ``Game.actions``: the same in every position. The mask says
which are legal; moves of chance and of the conductor never are. An observation is what the seat
may know (``State.view``) as JSON in UTF-8, filled up with zeros; ``infos[agent]["view"]`` is the
same as a dictionary, to make features of one's own. Only the end has rewards: 1 for the first
place, -1 for the last, evenly spaced between; shared places share theirs.
"""

# ruff: noqa: ARG002, S311 - PettingZoo's arguments; games are dealt by a seeded generator so that they can be dealt again

from __future__ import annotations

import json
import random
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from games import catalogue
from games.kernel import CHANCE, IllegalActionError, State

LONGEST_VIEW: Final = 32_768
"""Bytes of an observation: several times what the games of this site need."""


def env(key: str, **options: Any) -> Any:
    """The environment of ``GameEnv``, in which an illegal move loses and ends the game."""
    game = wrappers.TerminateIllegalWrapper(GameEnv(key, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(game))


class GameEnv(AECEnv):  # type: ignore[misc]  # mypy does not follow it
    """A game with a number of players; ``options`` are those of the game.

    Raises KeyError for an unknown game or pack, ValueError for wrong players or options. ``step``
    raises IllegalActionError.
    """

    def __init__(
        self,
        key: str,
        *,
        players: int = 2,
        pack: str = "",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game, self.options = catalogue.rules(key, pack), options
        self.state: State[Any] = self.game.new(players, **options)
        self.metadata = {
            "name": f"{key}_v{self.game.rules}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.chance = random.Random()
        moves = len(self.game.actions)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0, 255, (LONGEST_VIEW,), np.uint8),
                "action_mask": spaces.Box(0, 1, (moves,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; the same seed deals the same. The game's options stay as they were made."""
        if seed is not None:
            self.chance.seed(seed)
        self.state = self.game.new(len(self.possible_agents), **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def step(self, action: int | None) -> None:
        """The move of ``agent_selection``; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move.")
        move, seat = self.game.actions[action], self.seats[agent]
        if refusal := self.state.refusal(seat, move):
            raise IllegalActionError(refusal)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state.apply(seat, move)
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Let chance play, and find who is next; at the end, what it was worth."""
        state = self.state
        while state.actors() == (CHANCE,):
            state.apply(CHANCE, state.sample(self.chance.random))
        if who := state.actors():
            self.agent_selection = self.possible_agents[who[0]]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._worth(), strict=True))
        self.infos = {agent: {"view": state.view(self.seats[agent])} for agent in self.agents}

    def _worth(self) -> list[float]:
        """The reward of each seat's place: ahead of others counts up, behind them down."""
        places = [placing.place for placing in self.state.placings()]
        others = max(len(places) - 1, 1)
        return [sum((own < other) - (own > other) for other in places) / others for own in places]

    def observe(self, agent: str) -> dict[str, Any]:
        """The view of the agent, and its legal moves."""
        seat = self.seats[agent]
        text = json.dumps(self.state.view(seat), separators=(",", ":")).encode()
        observation: Any = np.zeros(LONGEST_VIEW, np.uint8)
        observation[: len(text)] = np.frombuffer(text, np.uint8)
        mask: Any = np.zeros(len(self.game.actions), np.int8)
        mask[[move.id for move in self.state.legal_actions(seat)]] = 1
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        """The table as the public sees it, as text ("ansi")."""
        if self.render_mode is None:
            return None
        shown = catalogue.engine(self.game.key)
        return str(getattr(shown, "show", _lines)(self.state, None))

    def close(self) -> None:
        """Nothing is open."""


def _lines(state: State[Any], player: int | None) -> str:
    """A table of a game without ``show``."""
    return "\n".join(f"{name}: {value}" for name, value in state.view(player).items())
