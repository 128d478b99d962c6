"""The cost of a hand in the database: the statements that write, counted."""

import pytest
from django.db import connection

from tests.builders import NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.results.tables import FIRST, at_seat
from tournaments.access.requests import WHOLE_TABLE
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting

pytestmark = pytest.mark.django_db

WRITES = ("INSERT", "UPDATE", "DELETE")


@pytest.fixture
def table():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    table = make_round(tournament, [entries], started_at=NOON).tables.get()
    return WHOLE_TABLE.one(table.code)


def written(act) -> list[str]:
    """The table that each statement of ``act`` writes to, in order."""
    statements = []

    def note(execute, sql, *rest):
        statements.append(sql.lstrip())
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        act()
    return [sql.split('"')[1] for sql in statements if sql.startswith(WRITES)]


def test_dealing_reporting_and_agreeing_write_few_rows(table):
    anna, ben = at_seat(table, 1), at_seat(table, 2)
    deal = written(lambda: reporting.deal(table, 1, by=anna, at=NOON, key="deal-0123456789"))
    report = written(
        lambda: reporting.report_hand(
            table, 1, FIRST, by=anna, at=NOON + minutes(9), key="report-0123456789", version=1
        )
    )
    agree = written(
        lambda: confirming.confirm_sheet(
            table, 1, by=ben, at=NOON + minutes(10), key="agree-0123456789", version=2
        )
    )
    sheet, version, own, change = (
        f"tournaments_{name}" for name in ("scoresheet", "sheetversion", "table", "webhookchange")
    )
    assert deal == [sheet, version, own]
    # The change becomes a row where a webhook is active; the last is the counter of the results.
    assert report[:-1] == ["tournaments_sheetline", sheet, version, own, change]
    assert agree == [sheet, version, own]
