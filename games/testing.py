"""The conformance suite: what every engine must satisfy, written once.

``conform(game, players)`` plays random games (half of them preferring moves not yet seen), and
at each position holds the engine to its contract. It returns what it has ``Seen``, so that a
test can ask that every refusal code, kind of action and end was reached.
"""

# ruff: noqa: PT018, S101, S311 - a test suite: assert is its verb, and seeds make it repeatable

from __future__ import annotations

import ast
import json
import os
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.kernel import ARBITER, CHANCE, Action, Game, IllegalActionError, Refusal, State
from games.record import COMMENT, Record

THOROUGH = "CONFORMANCE_GAMES"
TAKEN_BACK = 0.1
"""How often a player who may take a move back does so."""
WATCHED = 5
"""How many positions of each finished game are recomputed with ``at``."""


@dataclass
class Seen:
    """The codes, kinds and ends that a run of ``conform`` met, and how often."""

    codes: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    ties: Counter[str] = field(default_factory=Counter)
    """By name of the key that separated two players; "shared" for equal places."""
    positions: int = 0
    longest: int = 0

    def add(self, other: Seen) -> None:
        """Add what another run has seen."""
        for name in ("codes", "moves", "kinds", "ends", "ties"):
            getattr(self, name).update(getattr(other, name))
        self.positions += other.positions
        self.longest = max(self.longest, other.longest)


def conform(
    game: Game[Any],
    players: int,
    *,
    games: int = 12,
    seed: int = 0,
    exhaustive: float = 1.0,
    novel: float = 0.5,
    **options: Any,
) -> Seen:
    """Play ``games`` random games and check the contract at every position. AssertionError if not.

    ``exhaustive`` is the share of positions at which every action of the game is put to every
    player; at the others 30 drawn at random are, beside the legal ones. ``novel`` is how often the
    second half of the games picks a move that was played least. The environment's
    CONFORMANCE_GAMES, for a thorough run at night, overrides ``games`` and makes it exhaustive.
    """
    check_universe(game)
    if thorough := os.environ.get(THOROUGH):
        games, exhaustive = int(thorough), 1.0
    suite = _Suite(game, players, random.Random(seed), exhaustive)
    for number in range(games):
        suite.play(novel if number >= games // 2 else 0.0, options)
    return suite.seen


def check_universe(game: Game[Any]) -> None:
    """Actions are numbered, named once, read back as the same object, and of a known kind."""
    assert [action.id for action in game.actions] == list(range(len(game.actions)))
    texts = [str(action) for action in game.actions]
    assert len(set(texts)) == len(texts), "two actions share a text"
    for action, text in zip(game.actions, texts, strict=True):
        assert game.parse(text) is action, text
        assert COMMENT not in text and text.isprintable() and text.strip() == text, text
        assert 0 <= action.kind < len(game.kinds), text


@dataclass
class _Suite:
    """One run of ``conform``: what is played, with which random numbers, and what was seen."""

    game: Game[Any]
    players: int
    rnd: random.Random
    exhaustive: float
    seen: Seen = field(default_factory=Seen)

    def play(self, novel: float, options: dict[str, Any]) -> None:
        """One whole game, checked at each position and at its end."""
        record: Record[Any] = Record(self.game, self.players, **options)
        past: list[tuple[Any, ...]] = []
        while who := record.state.actors():
            self.check_position(record.state)
            self.check_legality(record.state)
            if len(who) > 1:
                self.check_sealed(record.state, who)
            player = self.rnd.choice(who)
            action = self.pick(record.state, player, novel)
            _check_copy(record.state, player, action)
            past.append(record.state.key())
            record.play(player, action)
            _check_undoable(record, who)
            if record.undoable() and self.rnd.random() < TAKEN_BACK:
                record.undo(player, "to see that it can be")
                assert record.state.key() == past[-1], "taking back leads back"
                record.play(player, action)
            self.seen.moves[str(action)] += 1
            self.seen.kinds[self.game.kinds[action.kind]] += 1
            assert len(record.entries) <= self.game.longest, "the game goes on past its bound"
        self.check_end(record)
        self.check_record(record, past)

    def pick(self, state: State[Any], player: int, novel: float) -> Any:
        """A move: chance mostly fair; a player's random, or the one that was seen least."""
        if player == CHANCE and self.rnd.random() >= novel / 4:
            return state.sample(self.rnd.random)
        legal = state.legal_actions(player)
        if self.rnd.random() < novel:
            return min(legal, key=lambda one: (self.seen.moves[str(one)], self.rnd.random()))
        return self.rnd.choice(legal)

    def check_position(self, state: State[Any]) -> None:
        """Components are whole, it is not over, views are JSON and hide what they must."""
        state.check()
        assert state.end() == "", "a game that has ended asks nobody"
        assert state.copy().key() == state.key(), "a copy is equal"
        who = state.actors()
        assert who == tuple(sorted(set(who)))
        assert who == (CHANCE,) or all(0 <= player < self.players for player in who)
        viewers = self.rnd.sample(range(self.players), min(2, self.players))
        for player in (None, *viewers):
            self.check_secrets(state, player)

    def check_secrets(self, state: State[Any], player: int | None) -> None:
        """Worlds that differ only in what a player cannot know look the same to that player."""
        other = state.resample(player, self.rnd.random)
        other.check()
        seed = self.seen.positions
        again = [one.resample(player, random.Random(seed).random).key() for one in (state, other)]
        assert again[0] == again[1], f"what is dealt again tells player {player} what it was"
        view = state.view(player)
        assert other.view(player) == view, f"player {player} sees what is hidden"
        assert json.loads(json.dumps(view)) == view, "a view is JSON"
        assert other.actors() == state.actors()
        if player is not None:
            legal = state.legal_actions(player)
            assert other.legal_actions(player) == legal, f"legal moves tell {player} a secret"
            for action in self.some(10):
                why = state.refusal(player, action)
                assert other.refusal(player, action) == why, f"{action}: a refusal tells a secret"

    def some(self, count: int) -> list[Any]:
        """So many actions of the game at random, or all of them when there are not so many."""
        return self.rnd.sample(self.game.actions, min(count, len(self.game.actions)))

    def check_legality(self, state: State[Any]) -> None:
        """``legal_actions`` and ``refusal`` are two writings of the same rules."""
        self.seen.positions += 1
        who, whole = state.actors(), self.rnd.random() < self.exhaustive
        for player in (*range(self.players), CHANCE, ARBITER):
            legal = state.legal_actions(player)
            if player != ARBITER:
                assert bool(legal) == (player in who), f"{player}: actors act, and can; no one else"
            ids = {action.id for action in legal}
            assert len(ids) == len(legal), "a legal move is listed once"
            for action in self.game.actions if whole else [*legal, *self.some(30)]:
                why = state.refusal(player, action)
                assert (why is None) == (action.id in ids), (str(action), player, why)
                self.note(why)

    def note(self, why: Refusal | None) -> None:
        """A refusal has a code, a sentence and a source."""
        if why is not None:
            assert all(why), why
            self.seen.codes[why.code] += 1

    def check_sealed(self, state: State[Any], who: tuple[int, ...]) -> None:
        """It does not matter in which order sealed moves come in."""
        moves = {player: self.rnd.choice(state.legal_actions(player)) for player in who}
        one, other = state.copy(), state.copy()
        for player in who:
            one.apply(player, moves[player])
        for player in reversed(who):
            assert player in other.actors(), "a sealed move changes whose move it is"
            other.apply(player, moves[player])
        assert one.key() == other.key(), "the order of sealed moves matters"

    def check_end(self, record: Record[Any]) -> None:
        """Over is over, for a reason that has a name, with places for everybody."""
        state, game = record.state, self.game
        state.check()
        assert state.end() in game.ends, state.end()
        for player in (*range(self.players), CHANCE, ARBITER):
            assert not state.legal_actions(player)
            for action in game.actions:
                why = state.refusal(player, action)
                assert why is not None, f"{action} after the end"
                self.note(why)
        placings = state.placings()
        assert [placing.player for placing in placings] == list(range(self.players))
        assert min(placing.place for placing in placings) == 1
        assert all(len(placing.keys) == len(game.keys) for placing in placings)
        self.seen.ends[state.end()] += 1
        self.seen.longest = max(self.seen.longest, len(record.entries))
        self.note_ties([placing.keys for placing in placings])

    def note_ties(self, keys: list[tuple[int, ...]]) -> None:
        """The key that separated each two neighbouring players."""
        for seat, one in enumerate(keys):
            for other in keys[:seat]:
                pairs = zip(self.game.keys, one, other, strict=True)
                apart = [name for name, a, b in pairs if a != b]
                self.seen.ties[apart[0] if apart else "shared"] += 1

    def check_record(self, record: Record[Any], past: list[tuple[Any, ...]]) -> None:
        """Replay, ``at``, undo by the arbiter and the round trip through text lead back here."""
        end = record.state.key()
        for n in self.rnd.sample(range(len(past)), min(WATCHED, len(past))):
            assert record.at(n).key() == past[n], f"replay of the first {n} entries"
        again = Record.load(self.game, record.dump())
        assert again.state.key() == end
        assert again.dump() == record.dump()
        last = record.entries[-1]
        record.undo(ARBITER, "to see that it can be")
        assert record.state.key() == past[-1]
        record.play(last.player, last.action)
        assert record.state.key() == end
        assert Record.load(self.game, record.dump()).state.key() == end


def _check_copy(state: State[Any], player: int, action: Any) -> None:
    """A move made on a copy leaves the position as it was, and moves are repeatable."""
    before = state.key()
    twin, other = state.copy(), state.copy()
    twin.apply(player, action)
    assert state.key() == before, "a copy shares something"
    other.apply(player, action)
    assert twin.key() == other.key(), "a move has one outcome"


def _check_undoable(record: Record[Any], before: tuple[int, ...]) -> None:
    """Never when chance moved or is next, never when another must move, never when all is over."""
    player, after = record.entries[-1].player, record.state.actors()
    if record.undoable():
        assert player >= 0 and after and CHANCE not in after
        assert after == before or set(after) == set(before) - {player}


def play_out(
    game: Game[Any],
    players: int,
    rnd: random.Random,
    *,
    choose: Any = None,
    **options: Any,
) -> Record[Any]:
    """A whole game as a record; ``choose(state, player, rnd)`` picks each move, or it is random."""
    record: Record[Any] = Record(game, players, **options)
    while who := record.state.actors():
        state, player = record.state, rnd.choice(who)
        if player == CHANCE:
            action = state.sample(rnd.random)
        elif choose is not None:
            action = choose(state, player, rnd)
        else:
            action = rnd.choice(state.legal_actions(player))
        record.play(player, action)
    return record


def can(state: State[Any], player: int, action: Any) -> bool:
    """Whether a move is legal, after seeing that both writings of the rules say the same."""
    legal = any(action is one for one in state.legal_actions(player))
    assert legal == (state.refusal(player, action) is None), str(action)
    return legal


def any_input(game: Game[Any], players: int, moves: Iterable[tuple[int, int]]) -> Record[Any]:
    """Try moves (player, index of ``game.actions``) as they come; a refused one changes nothing."""
    record: Record[Any] = Record(game, players)
    for player, index in moves:
        before = record.state.key()
        action: Action = game.actions[index % len(game.actions)]
        try:
            record.play(player, action)
        except IllegalActionError:
            assert record.state.key() == before
        record.state.check()
    return record


def refusal_codes(*files: Path) -> set[str]:
    """Every code that a source file gives to ``Refusal("code", ...)``, read from the source."""
    return _codes(files, "Refusal", 0)


def issue_codes(*files: Path) -> set[str]:
    """Every code that a source file gives to ``Issue(where, "code", ...)``, or to
    ``contradiction("code", ...)``, likewise."""
    return _codes(files, "Issue", 1) | _codes(files, "contradiction", 0)


def _codes(files: Iterable[Path], name: str, position: int) -> set[str]:
    found: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                code = node.args[position]
                assert isinstance(code, ast.Constant), f"{file.name}:{node.lineno}: a plain code"
                found.add(str(code.value))
    return found


def write_golden(record: Record[Any]) -> str:
    """The text of a golden game: the record, how it ended, each seat's place and keys."""
    state = record.state
    result = {"end": state.end(), "places": [[p.place, *p.keys] for p in state.placings()]}
    return f"{record.dump()}# result {json.dumps(result)}\n"


def check_golden(game: Game[Any], text: str) -> Record[Any]:
    """Replay a golden game; AssertionError when it does not end as written. Returns the record."""
    record = Record.load(game, text)
    want = [line for line in text.splitlines() if line.startswith("# result ")]
    assert want == write_golden(record).splitlines()[-1:], "a golden game ends as it ended before"
    assert record.state.end(), "a golden game is finished"
    return record
