"""Positions and rulings: reading a record within bounds, and asking the engine about a move.

A record is that of ``games.record``. Seats are counted from 0, as records write them. Every
request is answered in a bounded time: the longest text allowed here takes half a second at most.
"""

# ruff: noqa: S311 - positions are dealt by a seeded generator so that they can be dealt again

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games import catalogue
from games.kernel import (
    CHANCE,
    NAMES,
    SEATS,
    Game,
    IllegalActionError,
    Refusal,
    State,
    UnknownActionError,
)
from games.options import Value
from games.record import Record, read_header
from games.texts import message
from tournaments.adjudicator import errors
from tournaments.texts import say

MOST_CHARACTERS: Final = 200_000
MOST_LINES: Final = 5_000
LONGEST_LINE: Final = 500
"""This also bounds how deeply brackets can be nested in a header."""
MOST_RULINGS: Final = 500
"""The most lines that copy or replay a position: each costs as much as hundreds of moves."""
MOST_BOT_MOVES: Final = 300
LONGEST_MOVE: Final = 100


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to "is this move legal for this player?".

    ``move`` is written as the record writes it, or as it was typed if it is no move of the game;
    ``unknown`` is then the engine's sentence. ``refusal`` is None for a legal move.
    """

    player: int
    move: str
    refusal: Refusal | None = None
    unknown: str = ""

    @property
    def is_legal(self) -> bool:
        return self.refusal is None and not self.unknown


# --- Positions ------------------------------------------------------------------------------------


def set_up(
    key: str,
    pack: str,
    *,
    players: int,
    seed: int,
    moves: int,
    options: Mapping[str, Value] = catalogue.NOTHING_CHOSEN,
) -> Record[Any]:
    """A new game, dealt by ``seed``, in which bots have made ``moves`` moves.

    Raises KeyError for an unknown game or pack, ValueError for a number of players or an option
    that the game does not support.
    """
    record: Record[Any] = Record(catalogue.rules(key, pack), players, **options)
    _advance(record, moves, random.Random(seed))
    return record


def go_on(record: Record[Any], moves: int) -> None:
    """Let chance act and bots make ``moves`` moves; the same record always continues the same."""
    _advance(record, moves, random.Random(record.dump()))


def _advance(record: Record[Any], moves: int, rnd: random.Random) -> None:
    greedy = catalogue.engine(record.game.key).greedy
    while (who := record.state.actors()) and len(record.log) < MOST_LINES:
        if who == (CHANCE,):
            record.play(CHANCE, record.state.sample(rnd.random))
        elif moves > 0:
            record.play(who[0], greedy(record.state, who[0], rnd))
            moves -= 1
        else:
            return


def read(key: str, text: str) -> Record[Any]:
    """The record of a text, every move of it checked. Raises Refused, naming the line."""
    text = text.removeprefix("\ufeff")
    _within_bounds(text)
    try:
        head = read_header(text.partition("\n")[0])
        if head["game"] != key:
            raise errors.OtherGame(game=_name(head["game"]))
        return Record.load(_rules_of(key, head["pack"]), text)
    except KeyError as missing:
        raise errors.NotHere(name=missing) from None
    except IllegalActionError as fault:
        code, text, rule = fault.refusal
        raise errors.Unreadable(why=f"{say(text)} [{rule}] ({code})") from None
    except ValueError as fault:
        raise errors.Unreadable(why=say(message(fault))) from None


def _rules_of(key: str, pack: str) -> Game[Any]:
    """The rules that a header names; a pack's name may differ from its file's. Raises KeyError."""
    for name in catalogue.engine(key).PACKS:
        if catalogue.rules(key, name).pack == pack:
            return catalogue.rules(key, name)
    raise KeyError(pack)


def _name(key: str) -> str:
    """The name of the game with this key, or the key of an unknown game."""
    return catalogue.games()[key].name if key in catalogue.games() else repr(key)


def _within_bounds(text: str) -> None:
    """Raises Refused for a text that would take too long to read."""
    if len(text) > MOST_CHARACTERS:
        raise errors.TooLong(size=f"{len(text):,}", most=f"{MOST_CHARACTERS:,}")
    lines = text.splitlines()
    if len(lines) > MOST_LINES + 1:
        raise errors.TooManyLines(lines=f"{len(lines):,}", most=f"{MOST_LINES + 1:,}")
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise errors.LineTooLong(number=number, size=f"{len(line):,}", most=LONGEST_LINE)
    rulings = sum(line.startswith(("stand", "undo")) for line in lines)
    if rulings > MOST_RULINGS:
        raise errors.TooManyRulings(lines=f"{rulings:,}", most=MOST_RULINGS)


def up_to(record: Record[Any], count: int) -> Record[Any]:
    """The game as it was after ``count`` entries, without the later ones."""
    if count == len(record.entries):
        return record
    head = record.dump().partition("\n")[0]
    lines = [str(entry) for entry in record.entries[:count]]
    return Record.load(record.game, "\n".join([head, *lines]))


# --- Rulings --------------------------------------------------------------------------------------


def seat_of(word: str) -> int:
    """A player as records write them: "0", "chance", "arbiter". Raises ValueError."""
    return SEATS[word] if word in SEATS else int(word)


def word_of(player: int) -> str:
    """The reverse of ``seat_of``."""
    return NAMES.get(player, str(player))


def rule(game: Game[Any], state: State[Any], player: int, text: str) -> Ruling:
    """Whether a move, as it was typed, is legal for the player in this position, and why not."""
    try:
        action = find_move(game, text)
    except UnknownActionError as fault:
        return Ruling(player, text, unknown=message(fault))
    return Ruling(player, str(action), state.refusal(player, action))


def find_move(game: Game[Any], text: str) -> Any:
    """The move with this text, ignoring spaces and case. Raises UnknownActionError."""
    words = " ".join(text.split())
    try:
        return game.parse(words)
    except UnknownActionError:
        alike = [one for one in game.actions if str(one).casefold() == words.casefold()]
        if len(alike) != 1:
            raise
        return alike[0]


def play(record: Record[Any], at: int, player: int, text: str) -> tuple[Record[Any], Ruling]:
    """Play a move after the first ``at`` entries if it is legal; later entries are dropped.

    If the move is refused, the record is returned unchanged.
    """
    ruling = rule(record.game, record.at(at), player, text)
    if not ruling.is_legal:
        return record, ruling
    record = up_to(record, at)
    record.play(player, ruling.move)
    return record, ruling
