"""Which worker of pytest-xdist runs which tests, and in what order: those that take longest first.

A test that comes last and takes a minute lets all workers but one wait for it.
"""

from xdist.scheduler import LoadFileScheduling

from tests.examples import LONG

#: Where the tests are that take more than a few seconds, the longest first.
SLOW = (
    "tests/faults/test_outages.py",
    "tests/faults/test_afternoon.py",
    "tests/faults/",
    "tests/server/supervisor/test_opening.py",
    "tests/e2e/test_tournament.py",
    "tests/e2e/test_seating.py",
    "tests/e2e/",
    "tests/simulation/",
    "tests/routes/test_matrix.py",
    "tests/routes/test_hidden_results.py",
    "tests/tournaments/api/test_schema.py",
    "tests/test_parsers.py",
    "tests/games/metro_x/test_conformance.py",
    "tests/tournaments/demo/",
    "tests/routes/",
    "tests/tournaments/devices/",
    "tests/tournaments/results/",
    "tests/tournaments/seating/",
    "tests/tournaments/standings/",
    "tests/server/",
    "tests/scoring/",
    "tests/games/",
)
#: Where tests come that use the shared site: each worker closes it after the last of them.
WITH_SITE = SLOW.index("tests/e2e/test_tournament.py")
#: Whose tests share an open site and a browser. One worker has all of them: another one would open
#: both once more, which takes ten seconds of a processor. A long run has an hour of them to share.
TOGETHER = (
    ()
    if LONG
    else (
        "tests/e2e/",
        "tests/faults/test_stranger.py",
        "tests/proxies/test_nginx.py",
        "tests/server/web/test_languages.py",
        "tests/server/web/test_metrics.py",
        "tests/server/web/test_probes.py",
    )
)
#: Where tests have nothing in common but what each worker has: each goes wherever there is time.
APART = (
    "tests/faults/",
    "tests/e2e/",
    "tests/games/metro_x/test_conformance.py",
)
#: Whose tests know no database: they run once, beside those on PostgreSQL, which are fewer.
BESIDE_POSTGRESQL = (
    "tests/games/",
    "tests/scoring/",
    "tests/pairing/",
    "tests/mutation/",
    "tests/audit/",
    "tests/test_docs.py",
    "tests/test_messages.py",
    "tests/test_parsers.py",
    "tests/test_screen_words.py",
    "tests/test_translated_guides.py",
    "tests/test_words.py",
)


def place(nodeid: str, *, uses_site: bool = False) -> tuple[int, int]:
    """Where a test comes in the order of all; users of the shared site follow one another."""
    found = next((n for n, path in enumerate(SLOW) if nodeid.startswith(path)), len(SLOW))
    return (WITH_SITE, found) if uses_site else (found, found)


class LongestFirst(LoadFileScheduling):
    """Hand out files in the order in which they were collected; test by test those of APART.

    xdist's own order is by the number of tests in a file. xdist also runs a test that ended its
    worker again and again.
    """

    def __init__(self, config, log) -> None:
        config.option.loadscopereorder = False
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(TOGETHER):
            return "the shared site"
        return nodeid if nodeid.startswith(APART) else super()._split_scope(nodeid)

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
