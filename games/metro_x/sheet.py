"""The score sheets of Metro X: a board in full, or the totals its players wrote down.

Source: metro-x.txt, Game Play (gold diamond and white square), Transfer, End of the Game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.metro_x.model import Model
from games.metro_x.possible import Possible, possible
from games.metro_x.rules import State
from games.sheet import Field, FieldSheet, Issue, ScoreLine, contradiction
from games.texts import TN, T, listed

NO: Final = T("no")
WHITE: Final = T("white")
GOLD: Final = T("gold")
WORDS: Final = (NO, WHITE, GOLD)
"""By the awards of the model: ``OPEN``, ``WHITE``, ``GOLD``."""


class TotalsSheet(FieldSheet):
    """Three numbers per player, as in the spaces of the board: Completed, Transfers, Empty."""

    def __init__(self, game: Model) -> None:
        self.game, self.possible = game, possible(game)
        self.fields = (
            Field(
                "completed",
                T("Completed"),
                high=sum(line.gold for line in game.board.lines),
                help=T("The circled gold diamonds and white squares, added up."),
            ),
            _transfers(self.possible),
            _empty(game),
        )

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """Totals that no board can show."""
        found = _transfer_issues(self.possible, data)
        some = [seat for seat, total in enumerate(data["completed"]) if total]
        for seat, total in enumerate(data["completed"]):
            solo = players == 1 or some == [seat]
            if total not in self.possible.sums[False]:
                text = T("No set of completed lines on this board adds up to {total}.", total=total)
                found.append(Issue(f"completed.{seat}", "no-such-sum", text))
            elif total not in self.possible.sums[solo]:
                text = T(
                    "Completed: when nobody else completes a line, every one is worth its gold "
                    "diamond, and those never add up to {total}.",
                    total=total,
                )
                places = [f"completed.{one}" for one in range(players)]
                found += contradiction("all-gold", text, *places)
            else:
                found += self._beside(data, seat, solo=solo)
        return found

    def _beside(self, data: Mapping[str, Any], seat: int, *, solo: bool) -> list[Issue]:
        """Some set of completed lines has the three totals of a player together."""
        total, points, empty = (data[name][seat] for name in ("completed", "transfers", "empty"))
        fits = self.possible.fits
        if fits[total, points, empty, solo]:
            return []
        names = ["completed", "empty"]
        text = T(
            "Completed {total} and Empty stations {empty} cannot be on one board: no set of "
            "completed lines leaves so many stations empty.",
            total=total,
            empty=empty,
        )
        if fits[total, 0, empty, solo]:
            names.append("transfers")
            text = T(
                "Completed {total} and Empty stations {empty} cannot be on one board that also has "
                "{points} points for Transfers: no set of completed lines leaves so many stations "
                "empty.",
                total=total,
                empty=empty,
                points=points,
            )
        return contradiction("no-such-board", text, *(f"{name}.{seat}" for name in names))

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
            found.append(ScoreLine(seat, f"completed.{seat}", T("Completed lines"), total))
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
        self.game, self.possible = game, possible(game)
        self.names = [f"line_{line.id}" for line in game.board.lines]
        routes = game.board.lines
        self.fields = (
            *(
                Field(f"line_{line.id}", T("Line {id}", id=line.id), "choice", options=WORDS)
                for line in routes
            ),
            _transfers(self.possible),
            _empty(game),
        )
        self._worth = [
            (f"line_{line.id}", {NO: 0, WHITE: line.white, GOLD: line.gold}) for line in routes
        ]

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """The contradictions between the boards of a table."""
        found = _transfer_issues(self.possible, data)
        done = [0] * players
        for number, (name, line) in enumerate(zip(self.names, self.game.board.lines, strict=True)):
            marks = data[name]
            for seat, mark in enumerate(marks):
                if mark != NO:
                    done[seat] |= 1 << number
            if WHITE not in marks:
                continue
            if players == 1:
                text = T("A player who plays alone always gets the gold of line {id}.", id=line.id)
                found.append(Issue(f"{name}.0", "solo-white", text))
            elif GOLD not in marks:
                text = T(
                    "Nobody has the gold of line {id}, so nobody can have the white.", id=line.id
                )
                places = [f"{name}.{seat}" for seat in range(players)]
                found += contradiction("nobody-first", text, *places)
        for seat, one in enumerate(done):
            found += self._empties(data, seat, one)
        return found

    def _empties(self, data: Mapping[str, Any], seat: int, done: int) -> list[Issue]:
        """A complete line has no empty station; each that is not has one at least. ``done`` are
        the completed lines, as bits."""
        limits, empty = self.possible.limits[done], data["empty"][seat]
        if limits.full:
            return self._full(done, limits.full, seat)
        outside = self.possible.outside[done, data["transfers"][seat]]
        if limits.least <= empty <= limits.most - outside:
            return []
        if empty > limits.most:
            text = T(
                "With these lines completed, at most {most} stations can be empty", most=limits.most
            )
            places = [*self._named(done), "empty"]
        elif empty < limits.least:
            text = T(
                "With these lines not completed, at least {least} stations are empty",
                least=limits.least,
            )
            places = [*self._named(self.possible.every & ~done), "empty"]
        else:
            most = limits.most - outside
            text = T(
                "With these lines and Transfers, at most {most} stations can be empty", most=most
            )
            places = [*self._named(done), "transfers", "empty"]
        text = T("Empty stations: {empty} cannot be right. {text}.", empty=empty, text=text)
        places = [f"{place}.{seat}" for place in places]
        return contradiction("not-so-many-empty", text, *places)

    def _full(self, done: int, full: int, seat: int) -> list[Issue]:
        """The lines ``full`` stop only at stations of the lines ``done``, so they are complete."""
        names = listed(name.removeprefix("line_") for name in self._named(full))
        text = T(
            "The completed lines fill every station of line {names}, so it is complete too.",
            names=names,
        )
        places = [f"{name}.{seat}" for name in self._named(done | full)]
        return contradiction("is-complete", text, *places)

    def _named(self, lines: int) -> list[str]:
        """The fields of these lines."""
        return [name for line, name in enumerate(self.names) if lines >> line & 1]

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
                    text = (
                        T("Line {id}, completed first", id=line.id)
                        if mark == GOLD
                        else T("Line {id}, completed later", id=line.id)
                    )
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


def _transfers(limits: Possible) -> Field:
    hint = T("The numbers written in stations for Transfers, added up.")
    return Field("transfers", T("Transfers"), high=limits.most_points, help=hint)


def _empty(game: Model) -> Field:
    hint = T("Count the stations with nothing in them. The points they cost are looked up for you.")
    return Field("empty", T("Empty stations"), high=len(game.stations), help=hint)


def _transfer_issues(limits: Possible, data: Mapping[str, Any]) -> list[Issue]:
    """A Transfer writes twice a number, and takes a window of every player. Source: metro-x.txt,
    Transfer, and Game Play (l.31)."""
    text = T("Each Transfer is worth an even number, so their sum must be even.")
    found = [
        Issue(f"transfers.{seat}", "odd", text)
        for seat, points in enumerate(data["transfers"])
        if points % 2
    ]
    fewest = [limits.fewest[points] for points in data["transfers"]]
    most = max(fewest)
    least = limits.least_empty[most]
    for seat, empty in enumerate(data["empty"]):
        if empty < least:
            text = TN(
                "{n} Transfer card leaves so few other cards that every player has at least "
                "{least} empty stations, not {empty}.",
                "{n} Transfer cards leave so few other cards that every player has at least "
                "{least} empty stations, not {empty}.",
                most,
                least=least,
                empty=empty,
            )
            places = [f"transfers.{fewest.index(most)}", f"empty.{seat}"]
            found += contradiction("few-cards", text, *places)
    return found


def _common_lines(game: Model, data: Mapping[str, Any], seat: int) -> list[ScoreLine]:
    transfers, empty = data["transfers"][seat], data["empty"][seat]
    return [
        ScoreLine(seat, f"transfers.{seat}", T("Transfers"), transfers),
        ScoreLine(
            seat,
            f"empty.{seat}",
            TN("{n} empty station", "{n} empty stations", empty),
            -game.lost(empty),
        ),
    ]
