"""A game as played: the truth. Replay, audit, undo and rulings live here, once for all games."""

from __future__ import annotations

import json
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.kernel import ARBITER, NAMES, SEATS, Action, Game, IllegalActionError, Refusal, State
from games.numbers import whole_number
from games.texts import T, Text, listed, message

A = TypeVar("A", bound=Action)
COMMENT: Final = " // "
"""Stands between a line of a record and the words of a ruling or a reason."""


class RecordError(ValueError):
    """A stored record that cannot be read: another game, other rules, another pack, a bad line."""


class Entry(NamedTuple):
    """A line of a record: a move played, or one that stands by an arbiter's ``ruling``."""

    player: int
    action: Any
    ruling: str = ""

    def __str__(self) -> str:
        line = f"{NAMES.get(self.player, self.player)} {self.action}"
        return f"stand {line}{COMMENT}{self.ruling}" if self.ruling else line


class Undo(NamedTuple):
    """A line of a record: ``player`` took the last entry in force back. Nothing is erased."""

    player: int
    reason: str = ""

    def __str__(self) -> str:
        line = f"undo {NAMES.get(self.player, self.player)}"
        return f"{line}{COMMENT}{self.reason}" if self.reason else line


class Record(Generic[A]):
    """A game as played. ``log`` has every line ever written; ``entries`` are those in force."""

    EVERY: Final = 32
    """A snapshot is kept after each so many entries."""

    def __init__(self, game: Game[A], players: int, **options: Any) -> None:
        self.game, self.players, self.options = game, players, options
        self.log: list[Entry | Undo] = []
        self.entries: list[Entry] = []
        self.state = game.new(players, **options)
        self._snapshots = [self.state.copy()]

    def play(self, player: int, action: A | str) -> None:
        """Play a move, checked. IllegalActionError or UnknownActionError: nothing has changed."""
        move: A = self.game.parse(action) if isinstance(action, str) else action
        if why := self.state.refusal(player, move):
            raise IllegalActionError(why)
        self.state.apply(player, move)
        self._write(Entry(player, move))

    def stand(self, player: int, action: A | str, ruling: str) -> None:
        """Let an illegal move stand that was seen too late; ``ruling`` (one line) says why.

        Raises IllegalActionError when nobody waits for that player, when the move belongs to
        another step (of a game that has ``State.in_step``), or when the position after it would
        not be one of this game (pieces lost or made up, nobody able to go on).
        """
        move: A = self.game.parse(action) if isinstance(action, str) else action
        if not ruling.strip() or not ruling.isprintable():
            raise ValueError(T("A ruling must be one line of text."))
        why = self.state.refusal(player, move)
        if why and player not in self.state.actors():
            raise IllegalActionError(why)
        trial = self.state.copy()
        in_step = getattr(trial, "in_step", None)
        if why and in_step is not None and not in_step(move):
            raise IllegalActionError(why)
        try:
            trial.apply(player, move)
            trial.check()
            stuck = any(not trial.legal_actions(seat) for seat in trial.actors())
        except (AssertionError, LookupError, ValueError):  # a piece or a place that is not there
            stuck = True
        if stuck:
            text = T("The game cannot go on from there, so the move cannot stand.")
            raise IllegalActionError(Refusal("cannot-stand", text, why.rule if why else "Record"))
        self.state = trial
        self._write(Entry(player, move, ruling.strip()))

    def at(self, n: int) -> State[A]:
        """The position after the first ``n`` entries in force, as a copy. Raises IndexError."""
        if not 0 <= n <= len(self.entries):
            raise IndexError(f"this record has {len(self.entries)} entries, not {n}")
        state = self._snapshots[n // self.EVERY].copy()
        for player, action, _ in self.entries[n - n % self.EVERY : n]:
            state.apply(player, action)
        return state

    def undoable(self) -> bool:
        """Whether its own player may take the last entry back: nothing was drawn or revealed by it
        and nobody else has moved or is to move because of it. A sealed move that another player
        still waits behind may be; a ruling never."""
        if not self.entries or self.entries[-1].player < 0 or self.entries[-1].ruling:
            return False
        player = self.entries[-1].player
        before, after = self.at(len(self.entries) - 1).actors(), self.state.actors()
        if after == (player,):
            return before == after
        return bool(after) and after == tuple(seat for seat in before if seat != player)

    def undo(self, by: int, reason: str = "") -> None:
        """Take the last entry in force back: its own player if ``undoable``, the arbiter always.

        Raises IllegalActionError; the line taken back stays in ``log``.
        """
        own = bool(self.entries) and by == self.entries[-1].player and self.undoable()
        if not self.entries or not (own or by == ARBITER):
            raise IllegalActionError(
                Refusal("not-undoable", T("That cannot be taken back."), "Record")
            )
        if not reason.isprintable():
            raise ValueError(T("A reason must be one line of text."))
        self.state = self.at(len(self.entries) - 1)
        self.entries.pop()
        del self._snapshots[len(self.entries) // self.EVERY + 1 :]
        self.log.append(Undo(by, reason.strip()))

    def _write(self, entry: Entry) -> None:
        self.log.append(entry)
        self.entries.append(entry)
        if len(self.entries) % self.EVERY == 0:
            self._snapshots.append(self.state.copy())

    def header(self) -> dict[str, Any]:
        """The header that ``load`` compares: game, rules, pack and its digest, players, options."""
        game = self.game
        head = {"game": game.key, "rules": game.rules, "pack": game.pack, "digest": game.digest}
        return {**head, "players": self.players, "options": self.options}

    def dump(self) -> str:
        """The record as text: a JSON header, then one line of ``log`` each."""
        lines = (str(line) for line in self.log)
        return "\n".join([json.dumps(self.header(), sort_keys=True), *lines, ""])

    @classmethod
    def load(cls, game: Game[A], text: str, *, any_rules: bool = False) -> Record[A]:
        """Replay a dump, every move checked again. Empty lines and lines with "#" are skipped.

        ``any_rules`` also takes a record of other ``rules`` or another pack's digest. Raises
        RecordError, naming the line, for what cannot be read; IllegalActionError, likewise, for a
        move that the rules refuse.
        """
        head, *lines = text.splitlines() or [""]
        record = cls._open(game, head, any_rules=any_rules)
        for number, line in enumerate(lines, 2):
            if line.strip() and not line.startswith("#"):
                try:
                    record.read(line)
                except IllegalActionError as fault:
                    why = fault.refusal
                    where = why._replace(text=_at_line(number, line, why.text))
                    raise IllegalActionError(where) from None
                except ValueError as fault:
                    raise RecordError(_at_line(number, line, message(fault))) from None
        return record

    @classmethod
    def _open(cls, game: Game[A], line: str, *, any_rules: bool) -> Record[A]:
        head = read_header(line)
        game = _as_played(game, head["rules"])
        free = ("players", "options", *(("rules", "digest", "pack") if any_rules else ()))
        try:
            record = cls(game, head["players"], **head["options"])
        except (TypeError, ValueError) as fault:
            raise RecordError(T("Line 1: {fault}", fault=message(fault))) from None
        for name, own in record.header().items():
            if name not in free and head[name] != own:
                text = T(
                    "Line 1: the {name} of this record is {value}, not {own}.",
                    name=name,
                    value=repr(head[name]),
                    own=repr(own),
                )
                raise RecordError(text)
        return record

    def read(self, line: str) -> None:
        """Play one line of a dump."""
        what, _, comment = line.partition(COMMENT)
        first, _, rest = what.partition(" ")
        if first == "undo":
            self.undo(_seat(rest), comment)
        elif first == "stand":
            who, _, move = rest.partition(" ")
            self.stand(_seat(who), move, comment)
        else:
            self.play(_seat(first), rest)


def _as_played(game: Game[A], rules: int) -> Game[A]:
    """The game by the rules of the release that wrote a record, if it still knows them."""
    with_rules = getattr(game, "with_rules", None)
    if with_rules is None or not 0 < rules < game.rules:
        return game
    earlier: Game[A] = with_rules(rules)
    return earlier


def _seat(word: str) -> int:
    if word in SEATS:
        return SEATS[word]
    seat = whole_number(word)
    if seat is not None:
        return seat
    raise RecordError(T("{word} is not a player.", word=repr(word)))


def _at_line(number: int, line: str, why: str) -> Text:
    return T("Line {number}, {line}: {why}", number=number, line=repr(line), why=why)


def read_header(line: str) -> dict[str, Any]:
    """The header of a dump, with every field there and of its type. Raises RecordError."""
    shape = {"game": str, "rules": int, "pack": str, "digest": str, "players": int, "options": dict}
    try:
        head = json.loads(line)
    except ValueError:
        text = T("Line 1: a record begins with its header, a JSON object.")
        raise RecordError(text) from None
    if not isinstance(head, dict) or set(head) != set(shape):
        names = listed(shape)
        text = T("Line 1: the header must have {names}, and nothing else.", names=names)
        raise RecordError(text)
    for name, kind in shape.items():
        if type(head[name]) is not kind:
            text = T("Line 1: the value of {name} has the wrong type.", name=repr(name))
            raise RecordError(text)
    return head
