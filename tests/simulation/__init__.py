"""A day that one seed replays: people, phones, network, clock, worker and beat as steps in a row.

A history is a list of steps, drawn from the seed before anything happens. Each step names a verb
and has a number of its own, from which the verb draws all it needs, so a history with some of its
steps left out is a history too: that is how a failing one is made short. Verbs are the services of
the site, on the real database; after each step what must hold is looked at (``invariants``).

There are two kinds of day, of one table of verbs. On one (``test_days``) phones, workers and
clocks go on beside the conductor. On the other (``test_two_conductors``) two conductors are alone
with a tournament of any format, make every mistake and take it back.

To let the simulation do more, add a function to ``verbs``; to have it look at more, one to
``invariants`` or ``truths``.
"""
