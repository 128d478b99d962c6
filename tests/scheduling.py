"""Which worker of pytest-xdist runs which tests: whole files, those that take longest first."""

from xdist.scheduler import LoadFileScheduling


class LongestFirst(LoadFileScheduling):
    """Hand out whole files in the order in which they were collected.

    xdist's own order is by the number of tests, so that a file with one test of two minutes may
    come last and run alone. xdist also runs a test that ended its worker again and again.
    """

    def __init__(self, config, log) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def remove_node(self, node):
        """Take a worker out that is done or has crashed; the test in which it crashed."""
        pending = (
            (unit, test)
            for unit in self.assigned_work[node].values()
            for test, completed in unit.items()
            if not completed
        )
        unit, crashed = next(pending, (None, None))
        if unit:
            unit[crashed] = True
        super().remove_node(node)
        return crashed
