"""Valid settings of events and tournaments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from django.utils.text import slugify

from games.catalogue import GameInfo
from scoring.measures import MEASURES
from scoring.schemes import schemes
from tournaments.errors import Refused
from tournaments.events import errors
from tournaments.events.settings.declaring import numbers_outside, values_of
from tournaments.events.settings.limits import (
    FIRST_YEAR,
    HIGHEST_TABLE,
    HIGHEST_TARGET,
    LAST_YEAR,
    LONGEST_SLOT,
    MOST_FINAL_TABLES,
)
from tournaments.events.settings.of_event import LONGEST_NAME, LONGEST_VENUE, OF_EVENT
from tournaments.events.settings.of_tournament import (
    OF_TOURNAMENT,
    SHOW_ALL,
    TABLES,
    TournamentSettings,
    takes_two,
)
from tournaments.texts import say

#: The formats that seat two at a table, by key (see ``models.Tournament.Pairing``).
FOR_TWO = frozenset({"dutch", "field", "robin", "robin2", "single", "double", "fixtures"})
#: Those whose seating tells who won before.
TELLING = frozenset({"single", "double", "fixtures"})
#: The formats between which a tournament may change after rounds were seated.
SWISS = frozenset({"dutch", "field"})

#: The default game of a new tournament.
FIRST_GAME = "express"

SMALLEST_TABLE = 2


class When(StrEnum):
    """Where an event lies relative to a day."""

    NOW = "now"
    COMING = "coming"
    PAST = "past"


def faults(settings: TournamentSettings, game: GameInfo) -> list[Refused]:
    """Everything wrong with ``settings``, each fault with its field."""
    return [
        *numbers_outside(values_of(settings, OF_TOURNAMENT), OF_TOURNAMENT),
        *_format_faults(settings, game),
        *_timing_faults(settings),
        *_pairing_faults(settings, game),
        *_table_faults(settings, game),
        *_hall_faults(settings),
        *_showing_faults(settings),
        *_option_faults(settings, game),
    ]


def _showing_faults(settings: TournamentSettings) -> Iterator[Refused]:
    if settings.pairing not in TELLING:
        return
    for field, everything in (("standings_shown", SHOW_ALL), ("silent_rounds", 0)):
        if getattr(settings, field) != everything:
            yield errors.FormatHidesNothing(field=field)


def _option_faults(settings: TournamentSettings, game: GameInfo) -> Iterator[Refused]:
    declared = {option.key: option for option in game.options}
    for key, value in settings.options.items():
        if key not in declared:
            yield errors.NoSuchOption(field="options", game=game.name, option=key[:LONGEST_NAME])
        elif not declared[key].takes(value):
            why = str(declared[key].fault(value))
            yield errors.OptionRefused(field=f"option_{key}", why=why)


def _pairing_faults(settings: TournamentSettings, game: GameInfo) -> Iterator[Refused]:
    if settings.pairing == TABLES:
        return
    if settings.pairing not in FOR_TWO:
        yield errors.NoSuchFormat(field="pairing", format=settings.pairing)
    elif not takes_two(game):
        yield errors.GameNotForTwo(field="pairing", game=game.name, least=game.players.start)
    elif (settings.table_min, settings.table_max) != (2, 2):
        yield errors.FormatSeatsTwo(field="table_max")
    elif settings.final_tables != 1:
        yield errors.FormatHasOneFinal(field="final_tables")


def _format_faults(settings: TournamentSettings, game: GameInfo) -> Iterator[Refused]:
    # A game without a target ends by its own rules, or with the time.
    if game.has_target and not 0 < settings.target <= HIGHEST_TARGET:
        yield errors.TargetOutOfRange(field="target", most=HIGHEST_TARGET)
    if settings.scheme not in schemes():
        yield errors.NoSuchScheme(field="scheme", scheme=settings.scheme)
    elif fault := scheme_fault(settings.scheme, game):
        yield fault
    if not 0 <= settings.qualifying_games <= settings.rounds_planned:
        yield errors.QualifyingOutOfRange(field="qualifying_games", most=settings.rounds_planned)


def scheme_fault(key: str, game: GameInfo) -> Refused | None:
    """Why a scheme has no meaning for a game; None if it has one."""
    found = schemes()[key]
    if not (found.needs_points and game.fewer_is_better):
        return None
    kind = errors.SchemeNeedsMorePoints if game.counts_points else errors.SchemeNeedsPoints
    return kind(field="scheme", scheme=found.name, game=game.name)


def tie_break_fault(keys: Iterable[str], game: GameInfo) -> Refused | None:
    """Why the first tie-break that has no meaning for a game has none; None if all have one."""
    for key in keys:
        if game.fewer_is_better and MEASURES[key].needs_points:
            return errors.TieBreakNeedsPoints(name=say(MEASURES[key].name), game=game.name)
    return None


def _timing_faults(settings: TournamentSettings) -> Iterator[Refused]:
    slot, cutoff = _minutes(settings.slot), _minutes(settings.cutoff)
    for field in ("slot", "final_slot"):
        if not timedelta(minutes=1) <= getattr(settings, field) <= LONGEST_SLOT:
            most = LONGEST_SLOT // timedelta(hours=1)
            yield errors.SlotOutOfRange(field=field, most=most)
    if settings.cutoff >= settings.slot:
        yield errors.CutoffOutsideSlot(field="cutoff", slot=slot)
    elif settings.cutoff >= settings.final_slot:
        yield errors.CutoffOutsideFinal(field="final_slot", cutoff=cutoff)
    if not timedelta(0) <= settings.force_end <= settings.cutoff:
        yield errors.ForceEndBeforeCutoff(field="force_end", cutoff=cutoff)
    # The final has the same early warning, so it must fit into the final's slot as well.
    shortest = min(settings.slot, settings.final_slot)
    if not settings.cutoff <= settings.warning <= shortest:
        yield errors.WarningOutOfOrder(field="warning", cutoff=cutoff, slot=_minutes(shortest))


def _table_faults(settings: TournamentSettings, game: GameInfo) -> Iterator[Refused]:
    least, most = settings.table_min, settings.table_max
    if least < SMALLEST_TABLE:
        yield errors.TableTooSmall(field="table_min", least=SMALLEST_TABLE)
    if most >= game.players.stop:
        yield errors.TableTooLarge(field="table_max", game=game.name, most=game.players.stop - 1)
    if most < least:
        yield errors.TableSizesOutOfOrder(field="table_max", least=least, most=most)
        return
    preferred = settings.table_preferred
    if not least <= preferred <= most:
        sizes = {"preferred": preferred, "least": least, "most": most}
        yield errors.PreferredTableOutOfRange(field="table_preferred", **sizes)
    tables = settings.final_tables
    if not 1 <= tables <= MOST_FINAL_TABLES:
        return
    if not least * tables <= settings.finalists <= most * tables:
        yield errors.FinalistsDoNotFit(field="finalists", least=least, most=most)
    elif settings.finalists % tables:
        yield errors.FinalTablesDiffer(field="finalists", tables=tables)


def _hall_faults(settings: TournamentSettings) -> Iterator[Refused]:
    first, last = settings.first_table, settings.last_table
    if (first is None) != (last is None):
        field = "first_table" if first is None else "last_table"
        yield errors.RangeNeedsBothEnds(field=field)
    elif first is not None and last is not None and not 1 <= first <= last <= HIGHEST_TABLE:
        yield errors.RangeOutOfOrder(field="last_table", most=HIGHEST_TABLE)


def _minutes(duration: timedelta) -> int:
    return duration // timedelta(minutes=1)


def event_faults(
    name: str, venue: str, time_zone: str, starts_on: date, ends_on: date, **others: object
) -> list[Refused]:
    """Everything wrong with an event, each fault with its field. Others may be left to their
    defaults."""
    found: list[Refused] = []
    if not name.strip():
        found.append(errors.EventNeedsName(field="name"))
    if len(name) > LONGEST_NAME:
        found.append(errors.TextTooLong(field="name", most=LONGEST_NAME))
    if len(venue) > LONGEST_VENUE:
        found.append(errors.TextTooLong(field="venue", most=LONGEST_VENUE))
    if not is_time_zone(time_zone):
        found.append(errors.NoSuchTimeZone(field="time_zone", name=time_zone))
    years = {"first": FIRST_YEAR, "last": LAST_YEAR}
    for field, day in (("starts_on", starts_on), ("ends_on", ends_on)):
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            found.append(errors.NotInTheCalendar(field=field, **years))
    if ends_on < starts_on:
        found.append(errors.EndsBeforeItStarts(field="ends_on"))
    given = {key: one for key, one in OF_EVENT.items() if key in others}
    return [*found, *numbers_outside(others, given)]


def is_time_zone(name: str) -> bool:
    """Whether ``name`` is a time zone of the IANA database."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return False
    return True


def when(starts_on: date, ends_on: date, today: date) -> When:
    """Whether an event is under way, coming or past on ``today``, the date at its venue."""
    if ends_on < today:
        return When.PAST
    return When.COMING if starts_on > today else When.NOW


def free_slug(name: str, taken: Collection[str], *, otherwise: str, longest: int = 60) -> str:
    """A slug made from ``name`` that is not in ``taken``.

    A name without any letter or digit of the Latin alphabet becomes ``otherwise``. A number is
    added where needed: winter-meet, winter-meet-2, winter-meet-3, …
    """
    stem = slugify(name)[:longest].strip("-_") or otherwise
    if stem not in taken:
        return stem
    number = 2
    while (slug := f"{stem[: longest - len(str(number)) - 1].rstrip('-_')}-{number}") in taken:
        number += 1
    return slug
