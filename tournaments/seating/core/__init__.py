"""Who sits where, decided in pure Python: no Django, no system clock, no chance but a seed.

The same people, history, sizes, mode and seed give the same tables on every machine, because the
search stops after a number of steps and never by time.
"""

from tournaments.seating.core.advice import Choice, advise, sizes_allowed
from tournaments.seating.core.bounds import Bound, lower_bound
from tournaments.seating.core.byes import choose_byes
from tournaments.seating.core.cost import Repeat, Verdict, judge
from tournaments.seating.core.digest import digest
from tournaments.seating.core.finals import final_table
from tournaments.seating.core.fixed import Impossible, Why
from tournaments.seating.core.people import Mode, Person, Situation, Wishes
from tournaments.seating.core.places import place_with_least_harm
from tournaments.seating.core.plan import PLANNER, Plan, plan
from tournaments.seating.core.repair import Move, Repair, repair
from tournaments.seating.core.seat import ENGINE, Seating, seat_round
from tournaments.seating.core.sizes import SeatingImpossible, table_sizes
from tournaments.seating.core.why import Price, Reason, between, moved, price, reason, swapped

__all__ = [
    "ENGINE",
    "PLANNER",
    "Bound",
    "Choice",
    "Impossible",
    "Mode",
    "Move",
    "Person",
    "Plan",
    "Price",
    "Reason",
    "Repair",
    "Repeat",
    "Seating",
    "SeatingImpossible",
    "Situation",
    "Verdict",
    "Why",
    "Wishes",
    "advise",
    "between",
    "choose_byes",
    "digest",
    "final_table",
    "judge",
    "lower_bound",
    "moved",
    "place_with_least_harm",
    "plan",
    "price",
    "reason",
    "repair",
    "seat_round",
    "sizes_allowed",
    "swapped",
    "table_sizes",
]
