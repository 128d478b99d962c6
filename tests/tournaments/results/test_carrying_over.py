"""The migrations of sheets and receipts carry over what was there, forth and back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.migrations import migrate

# On SQLite demo/test_old_database.py goes the same way.
# Landed migrations change no more; demo/test_old_database.py goes through all since 0010.
pytestmark = [pytest.mark.usefixtures("empty_database"), pytest.mark.long]

BEFORE, AFTER = "0006_badges_and_phones", "0007_life_of_a_sheet"
WITHOUT, WITH = "0013_receipts_on_versions", "0014_move_receipts"


def make(apps):
    """A closed round with a reported hand, and a running one with a reported and a dealt hand."""
    get = lambda name: apps.get_model("tournaments", name)  # noqa: E731
    now, hour = timezone.now(), timedelta(hours=1)
    event = get("Event").objects.create(
        name="Old Meet", slug="old", starts_on=now.date(), ends_on=now.date()
    )
    tournament = get("Tournament").objects.create(
        event=event, name="Open", slug="open", game="express", target=120, slot=2 * hour,
        final_slot=2 * hour, cutoff=hour / 3, force_end=hour / 6, warning=hour / 2,
        rounds_planned=2, finalists=4, table_min=3, table_preferred=4, table_max=6,
    )  # fmt: skip
    sheets = {}
    for number, status in ((1, "closed"), (2, "running")):
        clock = dict.fromkeys(("warning_at", "cutoff_at", "force_end_at", "ends_at"), now + hour)
        round_ = get("Round").objects.create(
            tournament=tournament, number=number, status=status, seating_seed=1, started_at=now,
            closed_at=now + hour if status == "closed" else None, **clock,
        )  # fmt: skip
        table = get("Table").objects.create(round=round_, number=1, code=f"OLD{number}")
        facts = {"table": table, "dealt_at": now, "cutoff_at": now + hour}
        sheets[status] = get("ScoreSheet").objects.create(
            number=1, status="reported", reported_at=now, entered={"points": [1]}, version=2,
            **facts,
        )  # fmt: skip
    sheets["dealt"] = get("ScoreSheet").objects.create(number=2, status="dealt", **facts)
    return {name: sheet.pk for name, sheet in sheets.items()}


def test_old_sheets_get_their_first_version_and_go_back_as_they_came():
    keys = make(migrate(BEFORE))
    apps = migrate(AFTER)
    sheets = apps.get_model("tournaments", "ScoreSheet").objects.in_bulk()
    closed, running, dealt = (sheets[keys[name]] for name in ("closed", "running", "dealt"))
    assert (closed.status, closed.confirmed_at is None) == ("confirmed", False)
    assert (running.status, running.confirm_due_at > running.reported_at) == ("reported", True)
    assert dealt.status == "dealt"
    versions = apps.get_model("tournaments", "SheetVersion").objects.order_by("sheet_id")
    assert list(versions.values_list("sheet_id", "number", "act", "status")) == [
        (keys["closed"], 2, "report", "confirmed"),
        (keys["running"], 2, "report", "reported"),
        (keys["dealt"], 1, "deal", "dealt"),
    ]
    apps = migrate(BEFORE)
    states = apps.get_model("tournaments", "ScoreSheet").objects.order_by("pk")
    assert list(states.values_list("status", flat=True)) == ["reported", "reported", "dealt"]


def test_receipts_move_to_the_versions_that_they_name_and_back():
    keys = make(migrate(BEFORE))
    apps = migrate(WITHOUT)
    get = lambda name: apps.get_model("tournaments", name)  # noqa: E731
    event = get("Event").objects.get()
    answer = {"code": "OLD2", "number": 1, "version": 2, "status": "reported", "stored": True}
    receipts = {
        "of the report": answer | {"act": "report"},
        "said again": answer | {"act": "report"},
        "of another table": answer | {"act": "report", "code": "OLD9"},
        "without an answer": {},
        "of the deal": answer | {"act": "deal", "number": 2, "version": 1, "status": "dealt"},
    }
    for key, kept in receipts.items():
        get("IdempotencyKey").objects.create(event=event, key=key, fingerprint="f", answer=kept)
    apps = migrate(WITH)
    versions = get("SheetVersion").objects.exclude(key=None).order_by("sheet_id")
    assert list(versions.values_list("sheet_id", "key", "fingerprint")) == [
        (keys["running"], "of the report", "f"),
        (keys["dealt"], "of the deal", "f"),
    ]
    stayed = get("IdempotencyKey").objects.order_by("pk").values_list("key", flat=True)
    assert list(stayed) == ["said again", "of another table", "without an answer"]
    migrate(WITHOUT)
    back = dict(get("IdempotencyKey").objects.values_list("key", "answer"))
    assert back == receipts
