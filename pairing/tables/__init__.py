"""One round at tables of several people: seating it, explaining it and repairing it.

The same people, history, sizes, mode and seed give the same tables on every machine, because the
search stops after a number of steps and never by time.
"""

from pairing.tables.byes import choose_byes
from pairing.tables.cost import Repeat, Verdict, judge
from pairing.tables.digest import digest
from pairing.tables.finals import final_sizes, final_tables
from pairing.tables.fixed import Impossible, Why
from pairing.tables.late import place_with_least_harm
from pairing.tables.people import Constraints, Mode, Person, Situation
from pairing.tables.repair import Move, Repair, repair
from pairing.tables.seat import ENGINE, Seating, seat_round
from pairing.tables.sizes import SeatingImpossible, sizes_allowed, sizes_and_byes, table_sizes
from pairing.tables.why import Price, Reason, between, moved, price, reason, swapped

__all__ = [
    "ENGINE",
    "Constraints",
    "Impossible",
    "Mode",
    "Move",
    "Person",
    "Price",
    "Reason",
    "Repair",
    "Repeat",
    "Seating",
    "SeatingImpossible",
    "Situation",
    "Verdict",
    "Why",
    "between",
    "choose_byes",
    "digest",
    "final_sizes",
    "final_tables",
    "judge",
    "moved",
    "place_with_least_harm",
    "price",
    "reason",
    "repair",
    "seat_round",
    "sizes_allowed",
    "sizes_and_byes",
    "swapped",
    "table_sizes",
]
