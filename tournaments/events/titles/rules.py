"""The rules for a valid title, as pure functions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import timedelta

from django.utils.text import slugify

from games.catalogue import games
from games.titles import MOST_PLAYERS, PREFIX
from tournaments.errors import Refused
from tournaments.events.errors import TextTooLong
from tournaments.events.rules import SMALLEST_TABLE
from tournaments.events.settings.limits import HIGHEST_TARGET, LONGEST_SLOT
from tournaments.events.titles import errors

# The lengths of the columns, in characters.
LONGEST_KEY = 30
LONGEST_NAME = 60
LONGEST_TIE_BREAK = 40
DIGEST = 6

PER = ("game", "hand")
COUNTING = ("more", "fewer", "places")
TIE_BREAKS = ("tie_break_1", "tie_break_2", "tie_break_3")


@dataclass(frozen=True, slots=True)
class TitleValues:
    """Everything that a conductor says about a title; see ``models.Title``."""

    name: str
    players_min: int
    players_max: int
    slot: timedelta
    sheet_per: str = "game"
    counting: str = "more"
    target: int = 0
    tie_break_1: str = ""
    fewer_1: bool = False
    tie_break_2: str = ""
    fewer_2: bool = False
    tie_break_3: str = ""
    fewer_3: bool = False


VALUES = tuple(field.name for field in fields(TitleValues))
#: What does not change what is on a sheet.
ALWAYS_CHANGEABLE = frozenset({"name", "slot"})
#: The lines of text.
TEXTS = ("name", *TIE_BREAKS)


def key_of(name: str) -> str:
    """The key of the title of that name: the same at every event.

    A name that is long, or not in the Latin alphabet, has a digest in it.
    """
    stem, room = slugify(name), LONGEST_KEY - len(PREFIX)
    if not stem or len(stem) > room:
        digest = hashlib.sha256(name.casefold().encode()).hexdigest()[:DIGEST]
        stem = f"{stem[: room - DIGEST - 1].strip('-_')}-{digest}".lstrip("-")
    return PREFIX + stem


def faults(values: TitleValues) -> list[Refused]:
    """Everything that is wrong, each fault with its field."""
    return [
        *_name_faults(values),
        *_player_faults(values),
        *_sheet_faults(values),
        *_tie_break_faults(values),
    ]


def _name_faults(values: TitleValues) -> Iterator[Refused]:
    if not values.name.strip():
        yield errors.TitleNeedsName(field="name")
    elif len(values.name) > LONGEST_NAME:
        yield TextTooLong(field="name", most=LONGEST_NAME)
    for game in games().values():
        if game.name.casefold() == values.name.casefold():
            yield errors.TitleNameOfEngine(field="name", name=game.name)


def _player_faults(values: TitleValues) -> Iterator[Refused]:
    for field in ("players_min", "players_max"):
        if not SMALLEST_TABLE <= getattr(values, field) <= MOST_PLAYERS:
            least, most = SMALLEST_TABLE, MOST_PLAYERS
            yield errors.PlayersOutOfRange(field=field, least=least, most=most)
    if values.players_max < values.players_min:
        yield errors.PlayersOutOfOrder(field="players_max")


def _sheet_faults(values: TitleValues) -> Iterator[Refused]:
    if values.sheet_per not in PER:
        yield errors.NoSuchSheet(field="sheet_per")
    if values.counting not in COUNTING:
        yield errors.NoSuchCounting(field="counting")
    if values.target and (values.sheet_per != "hand" or values.counting == "places"):
        yield errors.TargetNeedsHands(field="target")
    elif not 0 <= values.target <= HIGHEST_TARGET:
        yield errors.TitleTargetOutOfRange(field="target", most=HIGHEST_TARGET)
    if not timedelta(minutes=1) <= values.slot <= LONGEST_SLOT:
        most = LONGEST_SLOT // timedelta(hours=1)
        yield errors.TitleSlotOutOfRange(field="slot", most=most)


def _tie_break_faults(values: TitleValues) -> Iterator[Refused]:
    names = [getattr(values, field) for field in TIE_BREAKS]
    if values.counting == "places" and any(names):
        yield errors.PlacesHaveNoTieBreaks(field=TIE_BREAKS[0])
    for number, (field, name) in enumerate(zip(TIE_BREAKS, names, strict=True), start=1):
        is_said = name or getattr(values, f"fewer_{number}")
        if is_said and not all(names[:number]):
            yield errors.TieBreakMissing(field=field)
        yield from _one_tie_break_faults(field, name, names[: number - 1])


def _one_tie_break_faults(field: str, name: str, before: list[str]) -> Iterator[Refused]:
    if len(name) > LONGEST_TIE_BREAK:
        yield TextTooLong(field=field, most=LONGEST_TIE_BREAK)
    if name and name in before:
        yield errors.TieBreakTwice(field=field)
