"""Two at a table: Swiss pairings, round robins and brackets. Pure Python, without Django.

Colours are called Uptown and Downtown, as the two sides of the game are.
"""

from tournaments.seating.pairs.brackets import (
    Heat,
    double_elimination,
    single_elimination,
    tables_of_finals,
)
from tournaments.seating.pairs.dutch import RULE_YEAR, NoPairing, pair_dutch
from tournaments.seating.pairs.field import pair_field
from tournaments.seating.pairs.model import DOWNTOWN, UPTOWN, Pairing, Record
from tournaments.seating.pairs.robin import round_robin

__all__ = [
    "DOWNTOWN",
    "RULE_YEAR",
    "UPTOWN",
    "Heat",
    "NoPairing",
    "Pairing",
    "Record",
    "double_elimination",
    "pair_dutch",
    "pair_field",
    "round_robin",
    "single_elimination",
    "tables_of_finals",
]
