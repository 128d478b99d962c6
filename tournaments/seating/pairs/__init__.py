"""Two at a table: Swiss pairings, round robins and brackets. Pure Python, without Django.

Colours are called Uptown and Downtown, as the two sides of the game are.
"""

from tournaments.seating.pairs.brackets import (
    Heat,
    double_elimination,
    single_elimination,
    tables_of_finals,
)
from tournaments.seating.pairs.course import (
    Outcome,
    Place,
    Stand,
    champion,
    course,
    is_over,
    reached,
    runner_up,
)
from tournaments.seating.pairs.dutch import RULE_YEAR, NoPairing, pair_dutch
from tournaments.seating.pairs.field import pair_field, sides
from tournaments.seating.pairs.model import DOWNTOWN, UPTOWN, Pairing, Past, Record
from tournaments.seating.pairs.robin import round_robin

__all__ = [
    "DOWNTOWN",
    "RULE_YEAR",
    "UPTOWN",
    "Heat",
    "NoPairing",
    "Outcome",
    "Pairing",
    "Past",
    "Place",
    "Record",
    "Stand",
    "champion",
    "course",
    "double_elimination",
    "is_over",
    "pair_dutch",
    "pair_field",
    "reached",
    "round_robin",
    "runner_up",
    "sides",
    "single_elimination",
    "tables_of_finals",
]
