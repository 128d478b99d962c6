"""How many SQL queries a page or a list may take: as many for twice the rows, and a bound.

An exact number breaks with each new field and says nothing about rows. What must not happen is that
the number grows with the rows, or creeps up until nobody notices that it doubled.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

#: What each part of a test took at first, and for which of its parameters.
FIRST = pytest.StashKey[dict[tuple[str, str], tuple[int, str]]]()


class SameQueries:
    """Counts the queries of the parts of one test.

    The next part with the same name must take as many: later in the test, or for another of its
    parameters. A part without a name is called by its place in the test.
    """

    def __init__(self, item: pytest.Item) -> None:
        self._name = item.name
        self._test = item.nodeid.partition("[")[0]
        self._first = item.config.stash.setdefault(FIRST, {})
        self._parts = 0

    @contextmanager
    def __call__(self, part: str = "", *, at_most: int) -> Iterator[None]:
        self._parts += 1
        key = (self._test, part or str(self._parts))
        with CaptureQueriesContext(connection) as queries:
            yield
        taken = len(queries)
        listed = "\n".join(str(query["sql"]) for query in queries.captured_queries)
        expected, name = self._first.setdefault(key, (taken, self._name))
        assert taken <= at_most, f"{taken} queries, at most {at_most}:\n{listed}"
        assert taken == expected, f"{taken} queries, {expected} in {name}:\n{listed}"
