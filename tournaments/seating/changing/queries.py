"""The price of a change, and a seating beside an earlier one."""

from dataclasses import dataclass

from games.numbers import KEY_DIGITS, whole_number
from pairing.tables import Mode, Situation, judge, moved, price, swapped
from pairing.tables.why import between
from tournaments.models import EarlierSeating, Entry, Round, Table
from tournaments.seating import errors
from tournaments.seating.queries import Seating
from tournaments.seating.ranking import SCORE_UNITS, stored_ranking
from tournaments.seating.review import situation
from tournaments.seating.wording import price_in_words


@dataclass(frozen=True, slots=True)
class Picked:
    """A change that a conductor looks at: ``one`` trades with ``other``, or goes to ``table``.

    ``said`` is its price in sentences; ``worse`` says whether it costs more than it saves.
    """

    one: Entry | None = None
    other: Entry | None = None
    table: Table | None = None
    said: tuple[str, ...] = ()
    worse: bool = False
    better: bool = False

    @property
    def complete(self) -> bool:
        return bool(self.one and (self.other or self.table))


def picked(found: Seating, one: str, other: str, to: str) -> Picked:
    """The change that the three texts name, with its price. Unknown ones are passed over."""
    by_pk = {str(seat.entry_id): seat for seat in found.seats}
    tables = {str(table.number): table for table in found.tables}
    first, second, table = by_pk.get(one), by_pk.get(other), tables.get(to)
    if first is None:
        return Picked()
    if second is first or (second is None and (table is None or table.pk == first.table_id)):
        return Picked(one=first.entry)
    before = as_lists(found)
    if second:
        after = swapped(before, first.entry_id, second.entry_id)
    elif table:
        after = moved(before, first.entry_id, found.tables.index(table))
    now = situation(found)
    cost = price(before, after, now)
    return Picked(
        one=first.entry,
        other=second.entry if second else None,
        table=None if second else table,
        said=tuple(price_in_words(cost, now.mode)),
        worse=cost.total > 0,
        better=cost.total < 0,
    )


def as_lists(found: Seating) -> list[list[int]]:
    return [[seat.entry_id for seat in table.seats.all()] for table in found.tables]


# --- Two seatings beside each other ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """One of two seatings: what it costs, and its tables as names."""

    clashes: int
    repeats: int
    teams: int
    spread: str
    tables: list[tuple[int, list[tuple[str, bool]]]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The seating now, an earlier one, and what going back would change, in sentences."""

    now: Column
    then: Column
    earlier: EarlierSeating
    said: list[str]
    differ: int


def comparison(found: Seating, earlier: EarlierSeating) -> Comparison:
    """A seating beside an earlier one. Two queries more than its situation."""
    tournament = found.round.tournament
    wanted = {entry for table in earlier.tables for entry in table}
    entries = {
        entry.pk: entry
        for entry in tournament.entries.filter(pk__in=wanted).select_related("player")
    }
    entries |= {seat.entry_id: seat.entry for seat in found.seats}
    people = stored_ranking(tournament).as_people(entries.values())
    now = situation(found)
    everybody = Situation(people, now.history, now.mode, now.constraints)
    old = [[pk for pk in table if pk in entries] for table in earlier.tables]
    current: dict[int, list[int]] = {
        table.number: [seat.entry_id for seat in table.seats.all()] for table in found.tables
    }
    shown = {table.number: table.shown for table in found.tables}
    then = {number: table for number, table in enumerate(old, 1) if table}
    place_now, place_then = _places(current), _places(then)
    moving = {pk for pk in entries if place_now.get(pk) != place_then.get(pk)}
    verdicts = [
        judge(list(t.values()), people, everybody.history, everybody.mode, everybody.constraints)
        for t in (current, then)
    ]
    columns = [
        Column(
            clashes=len(verdict.clashes),
            repeats=len(verdict.repeats),
            teams=verdict.teams,
            spread=str(_score(verdict.spread, now.mode)),
            tables=[
                (
                    shown.get(number, number),
                    [(entries[pk].player.shown_name, pk in moving) for pk in table],
                )
                for number, table in tables.items()
            ],
        )
        for verdict, tables in zip(verdicts, (current, then), strict=True)
    ]
    said = price_in_words(between(*verdicts), now.mode)
    return Comparison(columns[0], columns[1], earlier, said, len(moving))


def _places(tables: dict[int, list[int]]) -> dict[int, int]:
    return {pk: number for number, table in tables.items() for pk in table}


def _score(spread: int, mode: Mode) -> str:
    unit = SCORE_UNITS if mode == Mode.STANDINGS else 1
    return f"{spread / unit:.1f}".rstrip("0").rstrip(".")


# --- Who met whom ---------------------------------------------------------------------------------


def earlier_of(round_: Round, pk: str) -> EarlierSeating:
    """The earlier seating that a page names; else the last one. Raises NothingToUndo."""
    key = whole_number(pk, most_digits=KEY_DIGITS)
    found = None if key is None else round_.earlier_seatings.filter(pk=key).first()
    found = found or round_.earlier_seatings.first()
    if found is None:
        raise errors.NothingToUndo
    return found
