"""Players from before badges existed get theirs, and migrating back loses nobody."""

import pytest

from tests.migrations import migrate

BEFORE = "0005_seasons_people_and_programs"
AFTER = "0006_badges_and_phones"

# On SQLite demo/test_old_database.py goes the same way.
# Landed migrations change no more; demo/test_old_database.py goes through all since 0010.
pytestmark = [pytest.mark.usefixtures("empty_database"), pytest.mark.long]


def test_existing_players_get_a_pin_and_a_badge():
    apps = migrate(BEFORE)
    for slug in ("one", "two"):
        event = apps.get_model("tournaments", "Event").objects.create(
            name=slug, slug=slug, starts_on="2026-11-21", ends_on="2026-11-21"
        )
        people = apps.get_model("tournaments", "Player").objects
        for n in range(30):
            people.create(event=event, name=f"Player {n}", identity=str(n))

    players = migrate(AFTER).get_model("tournaments", "Player").objects
    assert players.exclude(pin__regex=r"^\d{6}$").count() == 0
    assert len(set(players.values_list("event_id", "pin"))) == 60
    assert len(set(players.values_list("badge", flat=True))) == 60

    assert migrate(BEFORE).get_model("tournaments", "Player").objects.count() == 60
