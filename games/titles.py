"""Games without an engine: a name, a number of players, and what a table writes down.

A conductor defines one (``tournaments.titles``). Nothing here knows its rules: no move is
explained, no board is printed, and a sheet is checked only for what its definition says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, NoReturn

from games.catalogue import GameInfo, Setup, Timing
from games.packs import Pack
from games.sheet import Field, FieldSheet, Issue, ScoreLine, Sheet
from games.texts import TN, T, named

Counting = Literal["more", "fewer", "places"]

#: What the key of a title begins with; no key of a game with an engine has a hyphen.
PREFIX = "title-"
SHEET = "title"
STARTERS = Path(__file__).parent / "starters.toml"
MOST_PLAYERS = 12
MOST_TIE_BREAKS = 3
#: Our limit, against slips of the finger.
MOST_POINTS = 99_999
#: Our default: the size of table that most games play best at.
PREFERRED_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Starter:
    """A game to start from: our own list, of names and numbers of players only."""

    name: str
    players: range


@cache
def starters() -> tuple[Starter, ...]:
    """The games of ``starters.toml``, by name."""
    pack = Pack.read(STARTERS)
    found = []
    for one in pack.tables("game"):
        low, high = one.wholes("players", low=2, high=MOST_PLAYERS, size=2)
        found.append(Starter(one.text("name"), range(low, high + 1)))
    pack.done()
    return tuple(sorted(found, key=lambda one: one.name))


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A number beside the points that decides between equal ones."""

    name: str
    fewer_is_better: bool = False


@lru_cache(maxsize=256)
def title(
    key: str,
    name: str,
    *,
    players: range,
    per: Literal["hand", "game"],
    counting: Counting,
    slot: timedelta,
    target: int = 0,
    decides: tuple[TieBreak, ...] = (),
) -> Setup:
    """A title from plain values, which its model has checked."""
    info = GameInfo(
        key=key,
        name=name,
        players=players,
        preferred_players=max(players.start, min(players.stop - 1, PREFERRED_PLAYERS)),
        sheet_per=per,
        sheet_name=SHEET,
        target=target,
        points_limit=MOST_POINTS,
        timing=_timing(slot, per),
        rulebook="",
        tie_breaks=tuple(map(_in_words, decides)),
        has_rules=False,
        fewer_is_better=counting != "more",
        counts_points=counting != "places",
    )
    return Setup(info, {SHEET: _sheet(counting, decides)}, {})


def _timing(slot: timedelta, per: Literal["hand", "game"]) -> Timing:
    """Our defaults: a hand may begin until a sixth of the slot is left, a game until half is."""
    minutes = slot // timedelta(minutes=1)
    cutoff = timedelta(minutes=minutes // (6 if per == "hand" else 2))
    return Timing(
        slot=slot,
        final=slot,
        cutoff=cutoff,
        force_end=timedelta(minutes=minutes // 12),
        warning=max(cutoff, timedelta(minutes=minutes // 4)),
    )


def _in_words(decides: TieBreak) -> str:
    return f"{'fewest' if decides.fewer_is_better else 'most'}: {decides.name}"


class PointsSheet(FieldSheet):
    """The points of each player, and up to three numbers that decide between equal ones.

    Data: ``{"points": [310, 295], "tie_break_1": [2, 4]}``, by seat.
    """

    def __init__(self, decides: tuple[TieBreak, ...], *, fewer_is_better: bool) -> None:
        self.decides, self.sign = decides, -1 if fewer_is_better else 1
        hint = T("Fewer is better.") if fewer_is_better else T("More is better.")
        self.fields = (
            Field("points", T("Score"), low=-MOST_POINTS, high=MOST_POINTS, help=hint),
            *(
                Field(
                    f"tie_break_{number}",
                    named(decides.name),
                    low=-MOST_POINTS,
                    high=MOST_POINTS,
                    help=T("Decides between equal points: fewer is better.")
                    if decides.fewer_is_better
                    else T("Decides between equal points: more is better."),
                )
                for number, decides in enumerate(self.decides, start=1)
            ),
        )

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        breaks = (
            data[f"tie_break_{number}"][player] * (-1 if decides.fewer_is_better else 1)
            for number, decides in enumerate(self.decides, start=1)
        )
        return (self.sign * data["points"][player], *breaks)

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        """The points as they were written down, and then what decides between equal ones."""
        found: list[ScoreLine] = []
        for seat in range(players):
            points = self.sign * data["points"][seat]
            found.append(ScoreLine(seat, f"points.{seat}", T("Points"), points))
            for number, decides in enumerate(self.decides, start=1):
                where = f"tie_break_{number}.{seat}"
                value = data[f"tie_break_{number}"][seat]
                found.append(
                    ScoreLine(
                        seat,
                        where,
                        T("{name}: {value}, tie-break", name=decides.name, value=value),
                        0,
                    )
                )
        return found

    def of(self, state: object) -> NoReturn:
        raise NotImplementedError("A title has no positions.")


class PlacesSheet(FieldSheet):
    """The place of each player; players who share one have the same number.

    Data: ``{"places": [2, 1, 2, 4]}``, by seat.
    """

    fields: tuple[Field, ...] = (
        Field(
            "places",
            T("Place"),
            low=1,
            high=MOST_PLAYERS,
            help=T("1 is first. Players who share a place have the same number: 1, 2, 2, 4."),
        ),
    )

    def cross(self, data: Mapping[str, Any], players: int) -> list[Issue]:
        """Each place is one more than the number of players ahead."""
        held = data["places"]
        found: list[Issue] = []
        for seat in range(players):
            right = 1 + sum(other < held[seat] for other in held)
            if held[seat] != right:
                text = TN(
                    "This cannot be place {held}: with {n} player ahead, it is place {right}.",
                    "This cannot be place {held}: with {n} players ahead, it is place {right}.",
                    right - 1,
                    held=held[seat],
                    right=right,
                )
                found.append(Issue(f"places.{seat}", "no-such-place", text))
        return found

    def keys(self, data: Mapping[str, Any], player: int) -> tuple[int, ...]:
        return (-data["places"][player],)

    def lines(self, data: Mapping[str, Any], players: int) -> list[ScoreLine]:
        return [
            ScoreLine(seat, f"places.{seat}", T("Place as written down"), -data["places"][seat])
            for seat in range(players)
        ]

    def of(self, state: object) -> NoReturn:
        raise NotImplementedError("A title has no positions.")


def _sheet(counting: Counting, decides: tuple[TieBreak, ...]) -> Sheet:
    if counting == "places":
        return PlacesSheet()
    return PointsSheet(decides, fewer_is_better=counting == "fewer")
