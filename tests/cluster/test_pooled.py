"""The whole site behind PgBouncer in transaction mode, with two connections for everything."""

import pytest
import requests

from tests.cluster.conftest import TWO_OF_EACH
from tests.cluster.site import Cluster, redis_server
from tests.faults.table_of_phones import Evening
from tests.faults.test_killing import (
    MAKE_ROUNDS,
    STANDINGS,
    assert_hands_are_those_acknowledged,
)
from tests.pgbouncer import HOST, MISSING, PROGRAM, knows_prepared_statements, pgbouncer
from tests.postgres_pair import USER
from tests.stack import wait_for

SECONDS = 120
pytestmark = pytest.mark.skipif(PROGRAM is None, reason=MISSING)


@pytest.fixture
def site(pair, new_database, behind):
    """Two of each, on one Redis and on a PgBouncer, behind HAProxy."""
    address = f"{{}}/{new_database()}"
    server = {"host": "127.0.0.1", "port": str(pair.primary.port), "user": USER}
    with redis_server() as redis_url, pgbouncer(**server) as port:
        prepares = "1" if knows_prepared_statements() else "0"
        url = address.format(f"postgres://{USER}@{HOST}:{port}")
        site = Cluster(url, redis_url, TWO_OF_EACH, DATABASE_PREPARES=prepares)
        try:
            site.start()
            with behind("haproxy", site):
                yield site
        finally:
            site.remove()


def test_everything_works_with_two_connections_to_postgresql(site, tmp_path):
    evening = Evening.begin(site, site.ask(MAKE_ROUNDS))
    try:
        wait_for(lambda: evening.acknowledged >= 60, SECONDS)
    finally:
        evening.end()
    assert_hands_are_those_acknowledged(site, evening)
    wait_for(lambda: site.ask(STANDINGS)[0] == 0, SECONDS)

    site.manage("check_standings")
    site.manage("check_ledger")
    backup = str(tmp_path / "backup.zip")
    site.manage("backup", backup)
    site.manage("verify", backup)
    [(slug,)] = site.rows("SELECT slug FROM tournaments_event")
    assert requests.get(f"{site.url}/e/{slug}/", timeout=SECONDS).ok
