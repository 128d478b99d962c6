"""The contract of every rule engine: positions, moves, refusals and places.

A game is written as a ``Game`` (rules and one content pack, immutable, shared) that hands out a
``State`` (one position, mutable). ``actors`` names who must act; chance is a player
whose outcomes are moves like any other, so a ``games.record.Record`` of (player, move) pairs
is the whole truth of a game and replay needs no random numbers. Undo is replay: no game writes
undo code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from games.options import Option
from games.texts import T, Text

CHANCE: Final = -1
"""The player who shuffles, draws and rolls."""
ARBITER: Final = -2
"""The conductor at the table: lets an illegal move stand, takes moves back, ends a hand early."""
NAMES: Final = {CHANCE: "chance", ARBITER: "arbiter"}
SEATS: Final = {name: player for player, name in NAMES.items()}


class Refusal(NamedTuple):
    """Why a move is not legal: a stable code ("no-window"), a sentence for people, its source.

    ``rule`` names the heading of the rulebook, or the ruling of ours, that the refusal rests on.
    """

    code: str
    text: Text
    rule: str


class IllegalActionError(ValueError):
    """A move that the rules refuse. ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.text} [{refusal.rule}]")
        self.refusal = refusal


class UnknownActionError(ValueError):
    """A text that is no move of the game in any position."""

    def __init__(self, text: str, game: str) -> None:
        super().__init__(T("{text} is not a move of {game}.", text=repr(text), game=game))


class PlayersError(ValueError):
    """A number of players that a game is not for."""

    def __init__(self, game: str, possible: Sequence[int], players: int) -> None:
        low, high = possible[0], possible[-1]
        text = T(
            "{game} is for {low} to {high} players, not {players}.",
            game=game,
            low=low,
            high=high,
            players=players,
        )
        only = T("{game} is for {low} players.", game=game, low=low)
        super().__init__(only if low == high else text)


class Placing(NamedTuple):
    """A player's place: 1 is first, equal keys share a place. ``keys`` is the score and then each
    tie-break in order, all higher-is-better ("fewest empty" is therefore negative)."""

    player: int
    place: int
    score: int
    keys: tuple[int, ...]


def place(keys: Sequence[tuple[int, ...]]) -> list[Placing]:
    """Rank the players, whose keys stand in seat order; after a shared 1st place comes the 3rd."""
    order = sorted(keys, reverse=True)
    return [Placing(seat, order.index(key) + 1, key[0], key) for seat, key in enumerate(keys)]


class Action(Protocol):
    """One move, made once when the pack loads, then shared: compare with ``is``, write by ``str``.

    ``id`` is its place in ``Game.actions``; ``kind`` is an index of ``Game.kinds``. The text is one
    line without " // ", unique in its game.
    """

    @property
    def id(self) -> int: ...
    @property
    def kind(self) -> int: ...
    def __str__(self) -> str: ...


A = TypeVar("A", bound=Action)


class State(Protocol[A]):
    """One position: mutable, plain ints and lists; ``copy`` before looking ahead."""

    def actors(self) -> tuple[int, ...]:
        """Who must act: ``()`` when it is over, ``(CHANCE,)``, one player, or everybody who still
        owes a sealed move (nobody sees another's until the last is in). Never ``ARBITER``."""

    def legal_actions(self, player: int) -> list[A]:
        """Quick, from tables; empty for all but actors (``ARBITER`` may have some at any time)."""

    def refusal(self, player: int, action: A) -> Refusal | None:
        """The second writing of the rules, plain and from the rulebook: None when legal."""

    def apply(self, player: int, action: A) -> None:
        """Play a move. Trusts its caller that the move is legal (or stands by a ruling)."""

    def sample(self, random: Callable[[], float]) -> A:
        """A fair outcome for chance to play; ``random()`` is in [0, 1)."""

    def resample(self, player: int | None, random: Callable[[], float]) -> State[A]:
        """A copy in which all that ``player`` (None: the public) cannot know is dealt again. With
        the same ``random``, positions that look the same to that player give equal copies."""

    def end(self) -> str:
        """A word for how the game ended, one of ``Game.ends``; "" while it is played."""

    def placings(self) -> list[Placing]:
        """By seat; before the end, the score as it stands."""

    def view(self, player: int | None) -> dict[str, Any]:
        """The view of that player (None: the public), as JSON-able values to read: views may
        share parts."""

    def copy(self) -> State[A]: ...

    def key(self) -> tuple[Any, ...]:
        """Hashable; equal keys are equal positions."""

    def check(self) -> None:
        """Raise AssertionError when a component was lost or made up."""


class Game(Protocol[A]):
    """Rules plus one content pack.

    ``rules`` is raised when behaviour changes, never for speed or style. A game that raised it
    offers ``with_rules(number)``, the same game as it was, so that older records still open.
    ``pack`` and ``digest`` name the content; ``notice`` is to be shown beside whatever is scored
    with it, "" for the values of the box. ``longest`` bounds the entries of a record, also of
    players who do not want to end it; ``kinds``, ``ends`` and ``keys`` are the words for action
    kinds, for ``State.end`` and for the keys of a Placing.
    ``options`` are what can be chosen before it begins.
    """

    key: str
    rules: int
    pack: str
    digest: str
    notice: str
    players: range
    longest: int

    @property
    def actions(self) -> Sequence[A]: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...
    @property
    def ends(self) -> tuple[str, ...]: ...
    @property
    def keys(self) -> tuple[str, ...]: ...
    @property
    def options(self) -> tuple[Option, ...]: ...

    def new(self, players: int, **options: Any) -> State[A]:
        """The first position. ValueError for a wrong number of players, or an option that is not
        declared or does not take its value: ``games.options.settle`` raises it."""

    def parse(self, text: str) -> A:
        """The reverse of ``str(action)``, with the cards of a move in any order.

        Raises UnknownActionError."""
