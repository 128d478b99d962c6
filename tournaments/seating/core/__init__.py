"""Who sits where, decided in pure Python: no Django, no system clock, no chance but a seed.

The same people, history, sizes, mode and seed give the same tables on every machine, because the
search stops after a number of steps and never by time.
"""

from tournaments.seating.core.cost import Repeat, Verdict, judge
from tournaments.seating.core.finals import final_table
from tournaments.seating.core.people import Mode, Person
from tournaments.seating.core.places import place_with_least_harm
from tournaments.seating.core.seat import ENGINE, Seating, seat_round
from tournaments.seating.core.sizes import SeatingImpossible, table_sizes

__all__ = [
    "ENGINE",
    "Mode",
    "Person",
    "Repeat",
    "Seating",
    "SeatingImpossible",
    "Verdict",
    "final_table",
    "judge",
    "place_with_least_harm",
    "seat_round",
    "table_sizes",
]
