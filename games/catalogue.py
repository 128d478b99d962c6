"""The games by key, and what the site must know of each before anybody sits down."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any, Literal

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of a slot. ``cutoff``, ``force_end`` and ``warning`` count back from its end."""

    slot: timedelta
    final: timedelta
    cutoff: timedelta
    force_end: timedelta
    warning: timedelta


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as a tournament needs it. ``source`` names where the values come from."""

    key: str
    name: str
    players: range
    preferred_players: int
    sheet_per: Literal["hand", "game"]
    target: int
    points_limit: int
    timing: Timing
    source: str


def _minutes(table: dict[str, Any], key: str) -> timedelta:
    return timedelta(minutes=table[key])


def _load(folder: Path) -> GameInfo:
    with (folder / "content" / "tournament.toml").open("rb") as file:
        data = tomllib.load(file)
    timing = data["timing"]
    return GameInfo(
        key=data["key"],
        name=data["name"],
        players=range(data["players"]["min"], data["players"]["max"] + 1),
        preferred_players=data["players"]["preferred"],
        sheet_per=data["sheet"]["per"],
        target=data["target"]["points"],
        points_limit=data["sheet"]["points_limit"],
        timing=Timing(
            slot=_minutes(timing, "slot_minutes"),
            final=_minutes(timing, "final_minutes"),
            cutoff=_minutes(timing, "cutoff_minutes_before_end"),
            force_end=_minutes(timing, "force_end_minutes_before_end"),
            warning=_minutes(timing, "warning_minutes_before_end"),
        ),
        source=data["source"],
    )


@cache
def games() -> dict[str, GameInfo]:
    """Every game that is here, by key, in the order of their keys."""
    folders = sorted(path.parent.parent for path in HERE.glob("*/content/tournament.toml"))
    return {info.key: info for info in map(_load, folders)}


def game(key: str) -> GameInfo:
    """The game of that key. Raises KeyError for a game that is not here."""
    return games()[key]
