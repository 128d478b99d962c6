"""Declaring a verb of a day, and finding what it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from games.sheet import QuickHand
from tests.builders import ANNA
from tests.simulation.day import Day
from tournaments.ledger import Actor
from tournaments.models import Entry, ScoreSheet, Seat, Table

Do = Callable[[Day, Random], object]


@dataclass(frozen=True, slots=True)
class Verb:
    """Something that is done, and how often among the others.

    ``weight`` is that on a day with phones and workers; ``by_conductors`` that on a day on which
    two conductors are alone with their tournament, and make every mistake.
    """

    do: Do
    weight: int
    by_conductors: int


VERBS: dict[str, Verb] = {}


def verb(weight: int, *, by_conductors: int = 0) -> Callable[[Do], Do]:
    """Add a function to the verbs, by its name."""

    def add(do: Do) -> Do:
        VERBS[do.__name__.replace("_", " ")] = Verb(do, weight, by_conductors)
        return do

    return add


def a_table(day: Day, rnd: Random) -> Table | None:
    """A table of the round that is not closed."""
    tables = Table.objects.filter(
        round__tournament=day.tournament, round__status__in=["running", "published", "seated"]
    )
    found = list(tables.select_related("round__tournament__event").order_by("number"))
    return rnd.choice(found) if found else None


def a_sheet(day: Day, rnd: Random, *statuses: str) -> ScoreSheet | None:
    """A hand of a round that is not closed, with its table."""
    sheets = ScoreSheet.objects.filter(
        table__round__tournament=day.tournament, table__round__closed_at=None, status__in=statuses
    )
    found = list(
        sheets.select_related("table__round__tournament__event").order_by("table__number", "number")
    )
    return rnd.choice(found) if found else None


def an_entry(day: Day, rnd: Random) -> Entry:
    entries = day.tournament.entries.select_related("player", "tournament__event")
    return rnd.choice(list(entries.order_by("player__name")))


def somebody_at(table: Table, rnd: Random) -> Seat:
    """A seat of a table, with its player."""
    return rnd.choice(list(table.seats.select_related("entry__player").order_by("position")))


def phone_of(seat: Seat) -> Actor:
    player = seat.entry.player
    return Actor(name=player.name, device=f"phone of {player.name}", player=player)


def a_hand(table: Table, rnd: Random) -> QuickHand:
    positions = [*table.seats.order_by("position").values_list("position", flat=True)]
    points = {position: rnd.randrange(-5, 40) for position in positions}
    return QuickHand(points=points, went_out=rnd.choice(positions))


def who(day: Day) -> dict:
    return {"by": ANNA, "at": day.now}


def and_why(day: Day) -> dict:
    return {"by": ANNA, "at": day.now, "reason": "simulated"}
