"""How fast the rule engines are, in moves per second and in loops of a yardstick.

    python -m tests.benchmarks.engines [--seconds 3] [--json FILE] [GAME ...]

The yardstick is an empty loop, timed beside each measurement, so that a budget in loops holds on
any machine; figures per second are of the machine at hand. Only processor time counts, and of
many short windows the best, so that a busy machine does little harm. OpenSpiel's Python games,
RLCard and python-chess run beside ours when they are installed (the ``bench`` extra).
"""
