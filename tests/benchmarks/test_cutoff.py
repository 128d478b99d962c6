"""Five hundred tables reach their cutoff in the same second, on the real stack.

On SQLite; ``python -m tests tests/benchmarks/test_cutoff.py`` runs it on PostgreSQL as well.
"""

import time

import pytest
import redis

pytestmark = pytest.mark.bench

TABLES = 500
BAR_SECONDS = 1.5

# Each table has a cutoff of its own, all within one second, so that each is warned by itself.
MAKE = f"""
from datetime import timedelta
from django.utils import timezone
from tests.builders import ANNA, make_entries, make_event, make_round, make_tournament, minutes
from tournaments.clock import services
from tournaments.clock.clock_events import ClockAct, ClockCommand
from tournaments.clock.services import start_slot
from tournaments.models import ClockWarning, ScoreSheet, Table
tournament = make_tournament(make_event())
round_ = make_round(
    tournament, [[entry] for entry in make_entries(tournament, {TABLES})], started_at=None
)
begun = timezone.now() - minutes(50)
round_ = start_slot(round_, by=ANNA, at=begun)
tables = list(round_.tables.order_by("pk"))
ScoreSheet.objects.bulk_create(
    ScoreSheet(table=table, number=1, dealt_at=begun, cutoff_at=round_.cutoff_at)
    for table in tables
)
moment = timezone.now() + timedelta(seconds=20)
later = ClockCommand(ClockAct.CUTOFF, timezone.now(), amount=moment - round_.cutoff_at)
services.change_many(round_, tables, later, by=ANNA, reason="slow")
due = ClockWarning.objects.filter(table__isnull=False, kind="cutoff")
answer = [round_.tournament.event_id, due.count(), due.first().due_at.timestamp()]
"""

FIRED = """
from tournaments.models import ClockWarning
rows = ClockWarning.objects.filter(table__isnull=False, kind="cutoff").exclude(fired_at=None)
answer = [
    rows.count(), rows.values("fired_at").distinct().count(),
    max((row.fired_at - row.due_at).total_seconds() for row in rows),
]
"""


def test_five_hundred_tables_are_warned_together(stack, say):
    event_id, planned, due = stack.ask(MAKE)
    assert planned == TABLES
    broker = redis.Redis.from_url((stack.var / "redis.url").read_text().strip())
    subscription = broker.pubsub()
    subscription.subscribe(f"roundhouse:event:{event_id}")
    published = None
    while published is None and time.time() < due + 20:
        message = subscription.get_message(timeout=0.5)
        if message and message["type"] == "message" and b"notices" in message["data"]:
            published = time.time() if time.time() >= due else None
    count, moments, late = stack.ask(FIRED)
    say(f"\n{TABLES} tables, one cutoff: claimed {late:.3f} s after it in {moments} transaction(s),"
        f" published {published - due:.3f} s after it (bar {BAR_SECONDS} s)")  # fmt: skip
    assert (count, moments) == (TABLES, 1)
    assert late <= published - due
    assert published - due <= BAR_SECONDS
