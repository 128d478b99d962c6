"""Two at a table: Swiss pairings, round robins and brackets. Pure Python, without Django.

Colours are called Uptown and Downtown, as the two sides of the game are.
"""

from pairing.head_to_head.brackets import (
    Match,
    double_elimination,
    single_elimination,
    tables_of_finals,
)
from pairing.head_to_head.dutch import RULE_YEAR, NoPairing, pair_dutch
from pairing.head_to_head.field import pair_field, sides
from pairing.head_to_head.model import DOWNTOWN, UPTOWN, Pairing, Past, Record
from pairing.head_to_head.progress import (
    Outcome,
    Slot,
    Stand,
    bracket_progress,
    champion,
    is_over,
    reached,
    runner_up,
)
from pairing.head_to_head.round_robin import round_robin
from pairing.head_to_head.trf import EDITIONS, Report, report
from pairing.head_to_head.trf_reader import (
    Fault,
    ReadReport,
    ReportedPlayer,
    ReportError,
    is_report,
    read_report,
)

__all__ = [
    "DOWNTOWN",
    "EDITIONS",
    "RULE_YEAR",
    "UPTOWN",
    "Fault",
    "Match",
    "NoPairing",
    "Outcome",
    "Pairing",
    "Past",
    "ReadReport",
    "Record",
    "Report",
    "ReportError",
    "ReportedPlayer",
    "Slot",
    "Stand",
    "bracket_progress",
    "champion",
    "double_elimination",
    "is_over",
    "is_report",
    "pair_dutch",
    "pair_field",
    "reached",
    "read_report",
    "report",
    "round_robin",
    "runner_up",
    "sides",
    "single_elimination",
    "tables_of_finals",
]
