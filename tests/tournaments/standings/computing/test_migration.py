"""The versions of results and standings move beside the tournament, and back, and none is lost."""

from datetime import date, timedelta

import pytest

from tests.builders import NOON
from tests.migrations import migrate

BEFORE = "0014_move_receipts"
AFTER = "0016_results_leave_the_tournament"

# On SQLite demo/test_old_database.py goes the same way.
# Landed migrations change no more; demo/test_old_database.py goes through all since 0010.
pytestmark = [pytest.mark.usefixtures("empty_database"), pytest.mark.long]

COLUMNS = ("results_version", "results_at", "standings_version", "standings_at", "champion_id")


def make(apps, slug, **state):
    day = date(2026, 11, 21)
    event = apps.get_model("tournaments", "Event").objects.create(
        name=slug, slug=slug, starts_on=day, ends_on=day
    )
    hour = timedelta(hours=1)
    return apps.get_model("tournaments", "Tournament").objects.create(
        event=event, name=slug, slug=slug, game="express", target=200, slot=2 * hour,
        final_slot=2 * hour, cutoff=hour / 2, force_end=hour / 4, warning=hour, rounds_planned=2,
        finalists=4, table_min=3, table_preferred=4, table_max=5, **state,
    )  # fmt: skip


def rows(model, key):
    return {row[0]: row[1:] for row in model.objects.values_list(key, *COLUMNS)}


def test_the_versions_and_the_champion_move_there_and_back():
    apps = migrate(BEFORE)
    new = make(apps, "new")
    old = make(apps, "old", results_version=7, results_at=NOON, standings_version=6,
               standings_at=NOON)  # fmt: skip
    player = apps.get_model("tournaments", "Player").objects.create(
        event=old.event, name="Anna", identity="anna", pin="123456", badge="a badge"
    )
    old.champion = apps.get_model("tournaments", "Entry").objects.create(
        tournament=old, player=player, entered_at=NOON, status_at=NOON
    )
    old.save()
    expected = {new.pk: (0, None, 0, None, None), old.pk: (7, NOON, 6, NOON, old.champion.pk)}

    state = migrate(AFTER).get_model("tournaments", "StandingsState")
    assert rows(state, "tournament_id") == expected

    tournament = migrate(BEFORE).get_model("tournaments", "Tournament")
    assert rows(tournament, "pk") == expected
