"""All preliminary rounds at once: a plan, and the proven bound on its repeats."""

from pairing.plans.advice import Choice, advise
from pairing.plans.bounds import Bound, lower_bound
from pairing.plans.plan import PLANNER, Plan, plan

__all__ = ["PLANNER", "Bound", "Choice", "Plan", "advise", "lower_bound", "plan"]
