"""Why somebody sits where they sit, and who met whom."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.translation import gettext as _

from pairing.plans import lower_bound
from pairing.tables import Mode, Price, Reason, reason
from tournaments.models import Entry, Round, Seat, Tournament, in_counted_rounds
from tournaments.names import by_name
from tournaments.seating.changing.queries import as_lists
from tournaments.seating.queries import Seating
from tournaments.seating.review import situation
from tournaments.seating.wording import price_in_words

#: A matrix of more people is no longer read.
MATRIX_SHOWN = 120


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
    tables = as_lists(found)
    facts = reason(entry, tables, now)
    seats = {other.entry_id: other for other in found.seats}
    rounds = _rounds_met(now.history, entry)
    numbers = [table.shown for table in found.tables]
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
        free=best is not None and best.price.total <= 0,
        mode=now.mode,
    )


def _told_to_all(cost: Price, mode: Mode) -> list[str]:
    """A price for everybody's eyes: who is kept apart from whom is not among them."""
    said = price_in_words(replace(cost, clashes=0), mode)
    if cost.clashes > 0:
        said.insert(0, _("A seating constraint rules it out."))
    return said


def _rounds_met(history: Iterable[Iterable[Sequence[int]]], entry: int) -> dict[int, list[int]]:
    """In which rounds, counted from 1, ``entry`` met each other person."""
    rounds: dict[int, list[int]] = {}
    for number, played in enumerate(history, 1):
        for table in played:
            if entry in table:
                for other in table:
                    rounds.setdefault(other, []).append(number)
    return rounds


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
        Seat.objects.filter(in_counted_rounds(), round__tournament=tournament)
        .exclude(round__status=Round.Status.SEATED)
        .order_by("table_id", "position")
        .values_list("table_id", "entry_id")
    )
    tables: dict[int, list[int]] = {}
    for table, entry in rows:
        tables.setdefault(table, []).append(entry)
    met: dict[tuple[int, int], int] = {}
    for people in tables.values():
        for pair in combinations(sorted(people), 2):
            met[pair] = met.get(pair, 0) + 1
    played = {entry for table in tables.values() for entry in table}
    entries = by_name(
        tournament.entries.filter(pk__in=played).select_related("player").order_by("pk"),
        lambda entry: entry.player.shown_name,
    )
    shown = entries[:MATRIX_SHOWN]
    different: dict[int, int] = {}
    for pair in met:
        for key in pair:
            different[key] = different.get(key, 0) + 1
    return Matrix(
        names=[entry.player.shown_name for entry in shown],
        rows=[
            (
                one.player.shown_name,
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
