"""The verbs of a day: one table, with phones and workers and for conductors alone.

To add one, write a function of a day and of what it draws from. A verb that finds nothing to do is
over; one that the site refuses is fine.
"""

from tests.simulation.verbs import (  # noqa: F401 - each adds its verbs
    backwards,
    old_pages,
    passing,
    people,
    phones,
    rounds,
    seats,
)
from tests.simulation.verbs.declaring import VERBS

__all__ = ["VERBS"]
