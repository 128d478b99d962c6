"""Tables from before codes stayed on them get theirs."""

import pytest

from tests.builders import NOON, express_values
from tests.migrations import migrate

BEFORE, AFTER = "0029_season_stamped", "0030_codes_of_tables"
CLOSED = dict.fromkeys(
    ("started_at", "warning_at", "cutoff_at", "force_end_at", "ends_at", "closed_at"), NOON
) | {"status": "closed"}

# On SQLite demo/test_old_database.py goes the same way.
# Landed migrations change no more; demo/test_old_database.py goes through all since 0010.
pytestmark = [pytest.mark.usefixtures("empty_database"), pytest.mark.long]


def test_tables_of_before_get_their_codes():
    apps = migrate(BEFORE)
    event = apps.get_model("tournaments", "Event").objects.create(
        name="Meet", slug="meet", starts_on="2026-11-21", ends_on="2026-11-21"
    )
    values = express_values(slug="t")
    tournament = apps.get_model("tournaments", "Tournament").objects.create(event=event, **values)
    for number in (1, 2):
        round_ = apps.get_model("tournaments", "Round").objects.create(
            tournament=tournament, number=number, seating_seed=1, **CLOSED
        )
        for n in range(1, 4):
            round_.tables.create(number=n, code=f"A{number}{n}")
    codes = migrate(AFTER).get_model("tournaments", "TableCode").objects.order_by("number")
    assert [code.number for code in codes] == [1, 2, 3]
    assert len({code.code for code in codes}) == 3
