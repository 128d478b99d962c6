"""The kinds of day: one with phones and workers, and those of two conductors by their format."""

from __future__ import annotations

from collections.abc import Iterator

from tests.builders import make_entries, make_round, make_tournament
from tests.simulation import invariants
from tests.simulation.day import Day, Kind
from tests.simulation.truths import one_truth
from tests.tournaments.seating.head_to_head.playing import P, head_to_head
from tournaments.models import Tournament

PEOPLE, SEATS = 9, 4
#: A game for two that is over after one hand.
ONE_HAND = {"game": "express", "target": 20, "objection_minutes": 0}


def published(rounds: int = 3) -> Tournament:
    """Two tables, which may begin."""
    tournament = make_tournament(rounds_planned=rounds)
    entries = make_entries(tournament, PEOPLE)
    make_round(tournament, [entries[:SEATS], entries[SEATS:]], started_at=None)
    return tournament


def of_phones(rounds: int = 3) -> Kind:
    """A day with phones and workers, of so many rounds."""
    return Kind(lambda: published(rounds), invariants.after_step, invariants.after_portion)


def at_tables() -> Tournament:
    tournament = make_tournament(
        rounds_planned=2, finalists=4, table_min=3, target=20, objection_minutes=0
    )
    make_entries(tournament, PEOPLE)
    return tournament


def in_pairs(pairing: str, people: int, rounds: int) -> Tournament:
    return head_to_head(pairing, people, rounds_planned=rounds, **ONE_HAND)


def after_conductors(day: Day) -> Iterator[str]:
    if day.was_refused:
        return  # nothing has changed; at the end everything is looked at
    yield from one_truth(day)
    yield from invariants.nobody_sits_twice(day)
    yield from invariants.turn_orders_have_no_gap(day)


def at_the_end(day: Day) -> Iterator[str]:
    yield from one_truth(day)
    for holds in invariants.EACH_PORTION:
        yield from holds(day)


PHONES = of_phones()
#: Two conductors by what they run.
FORMATS = {
    "tables": Kind(at_tables, after_conductors, at_the_end),
    "dutch": Kind(lambda: in_pairs(P.DUTCH, 6, 3), after_conductors, at_the_end),
    "field": Kind(lambda: in_pairs(P.FIELD, 7, 4), after_conductors, at_the_end),
    "single elimination": Kind(lambda: in_pairs(P.SINGLE, 7, 3), after_conductors, at_the_end),
}
