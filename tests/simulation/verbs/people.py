"""The roster, and what people have in a round instead of a seat."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tests.builders import ANNA
from tests.simulation.day import Day
from tests.simulation.verbs.declaring import an_entry, and_why, verb, who
from tournaments.models import Adjustment, Bye, Entry
from tournaments.registration import services as registration
from tournaments.standings.deciding import services as deciding

MOST_PEOPLE = 14


@verb(2, by_conductors=6)
def change_roster(day: Day, rnd: Random) -> None:
    acts = [registration.drop, registration.check_in, registration.mark_missing]
    act = rnd.choice([*acts, registration.undo_check_in])
    act(an_entry(day, rnd), **who(day))


@verb(1, by_conductors=8)
def come_back(day: Day, rnd: Random) -> None:
    """Whoever dropped out, is missing or was checked out is here again."""
    away = day.tournament.entries.exclude(status=Entry.Status.CHECKED_IN)
    found = list(away.select_related("player", "tournament__event").order_by("player__name"))
    if found:
        entry = rnd.choice(found)
        dropped = entry.status == Entry.Status.DROPPED
        (registration.reinstate if dropped else registration.check_in)(entry, **who(day))


@verb(1, by_conductors=1)
def walk_in(day: Day, rnd: Random) -> None:
    if day.tournament.entries.count() >= MOST_PEOPLE:
        return
    event, name = day.tournament.event, f"Walk-in {rnd.randrange(20)}"
    registration.walk_in(event, [day.tournament], name=name, by=ANNA, at=day.now)


@verb(2, by_conductors=2)
def adjust(day: Day, rnd: Random) -> None:
    kind = rnd.choice(["penalty", "warning", "disqualified"])
    points = Fraction(rnd.randrange(1, 4)) if kind == "penalty" else Fraction(0)
    deciding.adjust(an_entry(day, rnd), kind, points=points, **and_why(day))


@verb(1, by_conductors=10)
def give_bye(day: Day, rnd: Random) -> None:
    """A bye of any kind, an absence or a forfeit, in this round or the next one."""
    kind = rnd.choice(Bye.Kind.values)
    number = max(1, day.tournament.rounds.count() + rnd.choice([0, 1, 1]))
    opponent = an_entry(day, rnd) if kind in Adjustment.FORFEITS else None
    deciding.adjust(
        an_entry(day, rnd), kind, round_number=number, opponent=opponent, **and_why(day)
    )


@verb(1, by_conductors=5)
def take_back(day: Day, rnd: Random) -> None:
    """A bye, a penalty or another decision; now and then one that was taken back already."""
    given = Adjustment.objects.filter(entry__tournament=day.tournament).order_by("pk")
    if found := list(given.filter(taken_back_at=None) if rnd.random() < 0.9 else given):
        deciding.take_back(rnd.choice(found), **who(day))
