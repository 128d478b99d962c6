"""What the pages read on which a conductor changes a seating, compares two, or asks why."""

from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.translation import gettext as _

from pairing.plans import lower_bound
from pairing.tables import Mode, Price, Reason, Situation, judge, moved, price, reason, swapped
from pairing.tables.why import between
from tournaments.models import EarlierSeating, Entry, Round, Seat, Table, Tournament
from tournaments.registration.rules import loose
from tournaments.seating import errors, roster
from tournaments.seating.drafting.review import situation
from tournaments.seating.queries import Seating
from tournaments.seating.wording import price_in_words

#: A matrix of more people is no longer read.
MATRIX_SHOWN = 120


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
    before = _lists(found)
    if second:
        after = swapped(before, first.entry_id, second.entry_id)
    else:
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


def _lists(found: Seating) -> list[list[int]]:
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
    people = roster.as_people(tournament, entries.values())
    now = situation(found)
    everybody = Situation(people, now.history, now.mode, now.wishes)
    old = [[pk for pk in table if pk in entries] for table in earlier.tables]
    current: dict[int, list[int]] = {
        table.number: [seat.entry_id for seat in table.seats.all()] for table in found.tables
    }
    then = {number: table for number, table in enumerate(old, 1) if table}
    place_now, place_then = _places(current), _places(then)
    moving = {pk for pk in entries if place_now.get(pk) != place_then.get(pk)}
    verdicts = [
        judge(list(t.values()), people, everybody.history, everybody.mode, everybody.wishes)
        for t in (current, then)
    ]
    columns = [
        Column(
            clashes=len(verdict.clashes),
            repeats=len(verdict.repeats),
            teams=verdict.teams,
            spread=str(_score(verdict.spread, now.mode)),
            tables=[
                (number, [(entries[pk].player.name, pk in moving) for pk in table])
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
    unit = roster.SCORE_UNITS if mode == Mode.STANDINGS else 1
    return f"{spread / unit:.1f}".rstrip("0").rstrip(".")


# --- Why this table? ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Explained:
    """Why somebody sits where they sit, for people to read.

    ``others`` are the seats at the table with the rounds (numbers) in which they met before.
    ``other`` is with whom the best swap would have been, at ``other_table``, at the price ``said``.
    """

    seat: Seat
    facts: Reason
    others: list[tuple[Seat, list[int]]]
    bound: int
    other: Entry | None
    other_table: int
    said: list[str]
    free: bool
    mode: Mode


def explained(found: Seating, entry: int) -> Explained | None:
    """The reasons for the seat of ``entry``; None without one. Seven queries at most."""
    seat = next((seat for seat in found.seats if seat.entry_id == entry), None)
    if seat is None:
        return None
    now = situation(found)
    tables = _lists(found)
    facts = reason(entry, tables, now)
    seats = {other.entry_id: other for other in found.seats}
    rounds = _rounds_met(now.history, entry)
    numbers = [table.number for table in found.tables]
    best = facts.best
    sizes = [len(table) for table in tables]
    return Explained(
        seat=seat,
        facts=facts,
        others=[(seats[key], rounds.get(key, [])) for key, _times in facts.others],
        bound=lower_bound(sizes, len(now.history) + 1).repeats,
        other=seats[best.other].entry if best else None,
        other_table=numbers[best.table] if best else 0,
        said=_told_to_all(best.price, now.mode) if best else [],
        free=bool(best) and best.price.total <= 0,
        mode=now.mode,
    )


def _told_to_all(cost: Price, mode: Mode) -> list[str]:
    """A price for everybody's eyes: who is kept apart from whom is not among them."""
    said = price_in_words(replace(cost, clashes=0), mode)
    if cost.clashes > 0:
        said.insert(0, _("A wish that the conductors know stands against it."))
    return said


def _rounds_met(history, entry: int) -> dict[int, list[int]]:
    """In which rounds, counted from 1, ``entry`` met each other person."""
    rounds: dict[int, list[int]] = {}
    for number, played in enumerate(history, 1):
        for table in played:
            if entry in table:
                for other in table:
                    rounds.setdefault(other, []).append(number)
    return rounds


# --- Who met whom ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Matrix:
    """Who met whom in the rounds that are published: ``rows`` have a name, how many different
    people they met, and a cell for each person; the cell of a person with themselves is None."""

    names: list[str]
    rows: list[tuple[str, int, list[int | None]]]
    people: int
    pairs: int
    repeats: int
    most: int


def matrix(tournament: Tournament) -> Matrix:
    """Who met whom in a tournament. Two queries."""
    rows = (
        Seat.objects.filter(round__tournament=tournament)
        .exclude(round__status=Round.Status.SEATED)
        .order_by("table_id", "position")
        .values_list("table_id", "entry_id")
    )
    tables: dict[int, list[int]] = {}
    for table, entry in rows:
        tables.setdefault(table, []).append(entry)
    met: dict[tuple[int, int], int] = {}
    for table in tables.values():
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
    played = {entry for table in tables.values() for entry in table}
    entries = sorted(
        tournament.entries.filter(pk__in=played).select_related("player"),
        key=lambda entry: (loose(entry.player.name), entry.pk),
    )
    shown = entries[:MATRIX_SHOWN]
    different: dict[int, int] = {}
    for pair in met:
        for entry in pair:
            different[entry] = different.get(entry, 0) + 1
    return Matrix(
        names=[entry.player.name for entry in shown],
        rows=[
            (
                one.player.name,
                different.get(one.pk, 0),
                [_cell(met, one.pk, other.pk) for other in shown],
            )
            for one in shown
        ],
        people=len(entries),
        pairs=len(met),
        repeats=sum(times - 1 for times in met.values()),
        most=max(met.values(), default=0),
    )


def _cell(met: dict[tuple[int, int], int], one: int, other: int) -> int | None:
    return None if one == other else met.get((min(one, other), max(one, other)), 0)


def earlier_of(round_: Round, pk: str) -> EarlierSeating:
    """The earlier seating that a page names; else the last one. Raises NothingToUndo."""
    found = round_.earlier_seatings.filter(pk=int(pk)).first() if pk.isdigit() else None
    found = found or round_.earlier_seatings.first()
    if found is None:
        raise errors.NothingToUndo
    return found
