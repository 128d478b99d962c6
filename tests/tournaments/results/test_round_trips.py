"""How often a table waits for the database while it writes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.results.tables import at_seat, deal, report
from tournaments.results.confirming import services as confirming

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)], started_at=NOON).tables.get()


def confirm(table):
    confirming.confirm_sheet(table, 1, by=at_seat(table, 2), at=NOON + minutes(16))


def messages(act) -> list[str]:
    """The statements of ``act`` that write, together where they are one message."""
    with CaptureQueriesContext(connection) as log:
        act()
    sent = (query["sql"] for query in log.captured_queries)
    # The log has no text of a query that psycopg has prepared.
    return [sql for sql in sent if sql and sql.startswith(("INSERT", "UPDATE", "DELETE"))]


def test_a_deal_waits_for_the_key_of_its_sheet_and_a_report_and_an_agreement_for_nothing(table):
    sent = [messages(lambda act=act: act(table)) for act in (deal, report, confirm)]
    if connection.settings_dict["ENGINE"] == "server.database.postgres":
        assert [len(one) for one in sent] == [2, 1, 1]
        assert all(one[-1].endswith("; COMMIT") for one in sent)
    else:
        assert [len(one) for one in sent] == [3, 6, 3]
