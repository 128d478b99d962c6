"""The score sheets of Metro X: a board in full, or the totals its players wrote down.

Source: metro-x.txt, Game Play (gold diamond and white square), Transfer, End of the Game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.metro_x.model import Model
from games.metro_x.pack import TransitLine
from games.metro_x.rules import State
from games.sheet import Field, FieldSheet, Issue, ScoreLine

NO: Final = "no"
WHITE: Final = "white"
GOLD: Final = "gold"
WORDS: Final = (NO, WHITE, GOLD)
"""By the awards of the model: ``OPEN``, ``WHITE``, ``GOLD``."""


class TotalsSheet(FieldSheet):
    """Three numbers per player, as in the spaces of the board: Completed, Transfers, Empty."""

    def __init__(self, game: Model) -> None:
        self.game = game
        self.fields = (
            Field(
                "completed",
                "Completed",
                high=sum(line.gold for line in game.board.lines),
                help="The circled gold diamonds and white squares, added up.",
            ),
            _transfers(game),
            _empty(game),
        )
        self._sums = _sums(game.board.lines, solo=False)
        self._solo_sums = _sums(game.board.lines, solo=True)

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """Totals that no board can show."""
        sums = self._solo_sums if players == 1 else self._sums
        most = sum(line.gold for line in self.game.board.lines)
        least = most if players == 1 else sum(line.white for line in self.game.board.lines)
        found = _odd_transfers(data)
        for seat, total in enumerate(data["completed"]):
            if total not in sums:
                text = f"No set of completed lines on this board adds up to {total}."
                found.append(Issue(f"completed.{seat}", "no-such-sum", text))
            elif data["empty"][seat] == 0 and total < least:
                text = (
                    f"With no empty stations, every line is complete, "
                    f"so this must be at least {least} points."
                )
                found.append(Issue(f"completed.{seat}", "all-complete", text))
        return found

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        """Score, then fewest empty stations. Source: metro-x.txt, End of the Game."""
        empty = data["empty"][player]
        points = data["completed"][player] + data["transfers"][player] - self.game.lost(empty)
        return points, -empty

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """The score in three lines per seat."""
        found: list[ScoreLine] = []
        for seat in range(players):
            total = data["completed"][seat]
            found.append(ScoreLine(seat, f"completed.{seat}", "Completed lines", total))
            found += _common_lines(self.game, data, seat)
        return found

    def of(self, state: State) -> dict[str, Any]:
        """The totals of a position's boards."""
        seats = range(len(state.boards))
        return {
            "completed": [state.completed(seat) for seat in seats],
            "transfers": [state.transfers(seat) for seat in seats],
            "empty": [state.empties(seat) for seat in seats],
        }


class BoardSheet(FieldSheet):
    """Each line of each player's board: not complete, gold or white; then Transfers and Empty."""

    def __init__(self, game: Model) -> None:
        self.game = game
        self.names = [f"line_{line.id}" for line in game.board.lines]
        routes = game.board.lines
        self.fields = (
            *(
                Field(f"line_{line.id}", f"Line {line.id}", "choice", options=WORDS)
                for line in routes
            ),
            _transfers(game),
            _empty(game),
        )
        masks = (sum(1 << station for station in route) for route in game.route)
        self._stations = list(zip(self.names, masks, strict=True))
        self._worth = [
            (f"line_{line.id}", {NO: 0, WHITE: line.white, GOLD: line.gold}) for line in routes
        ]

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """The contradictions between the boards of a table."""
        found = _odd_transfers(data)
        for name, line in zip(self.names, self.game.board.lines, strict=True):
            marks = data[name]
            if WHITE not in marks:
                continue
            if players == 1:
                text = f"A player who plays alone always gets the gold of line {line.id}."
                found.append(Issue(f"{name}.0", "solo-white", text))
            elif GOLD not in marks:
                text = f"Nobody has the gold of line {line.id}, so nobody can have the white."
                found.append(Issue(name, "nobody-first", text))
        for seat in range(players):
            found += self._empties(data, seat)
        return found

    def _empties(self, data: Mapping[str, Any], seat: int) -> list[Issue]:
        """A complete line has no empty station; one that is not has one at least."""
        filled, missing = 0, []
        for name, mask in self._stations:
            if data[name][seat] == NO:
                missing.append((name, mask))
            else:
                filled |= mask
        full = [name for name, mask in missing if not mask & ~filled]
        empty, most = data["empty"][seat], len(self.game.stations) - filled.bit_count()
        if full:
            text = "The completed lines fill every station of this line, so it is complete too."
            return [Issue(f"{name}.{seat}", "is-complete", text) for name in full]
        if empty > most:
            text = f"With these lines completed, at most {most} stations can be empty, not {empty}."
            return [Issue(f"empty.{seat}", "too-many-empty", text)]
        if missing and not empty:
            text = "A line is not complete, so at least one station is empty."
            return [Issue(f"empty.{seat}", "none-empty", text)]
        return []

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        """Score, then fewest empty stations. Source: metro-x.txt, End of the Game."""
        empty = data["empty"][player]
        points = data["transfers"][player] - self.game.lost(empty)
        for name, worth in self._worth:
            points += worth[data[name][player]]
        return points, -empty

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """The score, a line for each completed route, and the two other spaces of the board."""
        found: list[ScoreLine] = []
        for seat in range(players):
            for (name, worth), line in zip(self._worth, self.game.board.lines, strict=True):
                mark = data[name][seat]
                if mark != NO:
                    when = "completed first" if mark == GOLD else "completed later"
                    text = f"Line {line.id}, {when}"
                    found.append(ScoreLine(seat, f"{name}.{seat}", text, worth[mark]))
            found += _common_lines(self.game, data, seat)
        return found

    def of(self, state: State) -> dict[str, Any]:
        """The boards of a finished position."""
        seats = range(len(state.boards))
        sheet: dict[str, Any] = {
            "transfers": [state.transfers(seat) for seat in seats],
            "empty": [state.empties(seat) for seat in seats],
        }
        for line, name in enumerate(self.names):
            sheet[name] = [WORDS[state.boards[seat].award[line]] for seat in seats]
        return sheet


def _transfers(game: Model) -> Field:
    numbers = sorted(game.worth)[-sum(game.windows) :]
    hint = "The numbers written in stations for Transfers, added up."
    return Field("transfers", "Transfers", high=sum(numbers), help=hint)


def _empty(game: Model) -> Field:
    hint = "Count the stations with nothing in them. The points they cost are looked up for you."
    return Field("empty", "Empty stations", high=len(game.stations), help=hint)


def _odd_transfers(data: Mapping[str, Any]) -> list[Issue]:
    """A Transfer writes twice a number. Source: metro-x.txt, Transfer."""
    text = "Each Transfer is worth an even number, so their sum must be even."
    return [
        Issue(f"transfers.{seat}", "odd", text)
        for seat, points in enumerate(data["transfers"])
        if points % 2
    ]


def _sums(lines: tuple[TransitLine, ...], *, solo: bool) -> frozenset[int]:
    """Every total that completed lines can add up to."""
    sums = {0}
    for line in lines:
        worths = (0, line.gold) if solo else (0, line.gold, line.white)
        sums = {total + worth for total in sums for worth in worths}
    return frozenset(sums)


def _common_lines(game: Model, data: Mapping[str, Any], seat: int) -> list[ScoreLine]:
    transfers, empty = data["transfers"][seat], data["empty"][seat]
    stations = "station" if empty == 1 else "stations"
    return [
        ScoreLine(seat, f"transfers.{seat}", "Transfers", transfers),
        ScoreLine(seat, f"empty.{seat}", f"{empty} empty {stations}", -game.lost(empty)),
    ]
