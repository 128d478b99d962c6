"""Shared by the tests of the cluster: a PostgreSQL primary with its standby, and proxies."""

import os
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from tests.cluster.site import Cluster, redis_server
from tests.faults.small_disk import why_not
from tests.postgres_pair import postgres_pair
from tests.proxies.fronts import FRONTS, front, program
from tests.stack import Stack

TWO_OF_EACH = {"web": 2, "worker": 2, "beat": 2}


def pytest_collection_modifyitems(items):
    """They start thirty processes each, so ``make test`` leaves them out."""
    if os.environ.get("ROUNDHOUSE_CLUSTER") == "1":
        return
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.skip(reason="`make cluster` runs it"))


@pytest.fixture(scope="session")
def pair():
    with postgres_pair() as made:
        yield made


@pytest.fixture(scope="session")
def new_database(pair):
    """Make migrated databases on the pair; the name of each."""
    numbers = count(1)
    pair.primary.rows("CREATE DATABASE migrated")
    site = Stack(url="none", DATABASE_URL=pair.url("migrated"))
    site.manage("migrate", "--verbosity=0")
    site.remove()

    def make() -> str:
        name = f"cluster_{next(numbers)}"
        pair.rows(f"CREATE DATABASE {name} TEMPLATE migrated", "postgres")
        return name

    return make


@pytest.fixture(scope="module")
def cluster(pair, new_database):
    """The site of compose.yaml on the pair, with two of each process and one Redis."""
    with redis_server() as redis_url:
        site = Cluster(pair.url(new_database()), redis_url, TWO_OF_EACH, LOG_LEVEL="INFO")
        try:
            yield site.start()
        finally:
            site.remove()


@pytest.fixture
def behind(tmp_path_factory):
    """Put a proxy in front of a site: ``with behind("nginx", site)``."""

    @contextmanager
    def put(name: str, site: Cluster):
        if program(name) is None:
            pytest.skip(f"no {name} found (Debian: apt install {name})")
        if name == "caddy" and (reason := why_not()):
            pytest.skip(f"caddy cannot be given names of its own: {reason}")
        with front(name, site.webs, tmp_path_factory.mktemp(name)) as url:
            site.url = url
            yield url

    return put


@pytest.fixture(params=list(FRONTS))
def proxied(request, behind, cluster):
    """The cluster behind each proxy in turn."""
    with behind(request.param, cluster):
        yield cluster
