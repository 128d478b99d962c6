"""A database of 0.1.0, with its demo in the middle of a round, opens with today's code and goes on.

``tests/data/demo_of_0010.json.gz`` was written by the code of commit 183ec51, whose last migration
is BEFORE: the second round of a demo is running, with hands in every state, receipts, changes of
clocks, a call, phones, a seal and standings that are older than the results.
"""

import gzip
import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils.dateparse import parse_datetime

from games.sheet import QuickHand
from tests.builders import ANNA
from tests.migrations import migrate, migrate_to_now
from tests.tournaments.results.tables import at_seat
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.demo import services
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.models import (
    ClockChange,
    Event,
    LedgerEntry,
    LedgerSeal,
    Player,
    Round,
    ScoreSheet,
    SheetLine,
    SheetVersion,
    Standing,
    Tournament,
)
from tournaments.results.confirming.services import confirm_due
from tournaments.results.overtime.services import end_tables_out_of_time
from tournaments.results.reporting.services import report_hand
from tournaments.results.ruling.services import rule_sheet
from tournaments.standings.computing import services as standings

DATA = Path(__file__).parents[2] / "data" / "demo_of_0010.json.gz"
BEFORE = "0010_linked_divisions"
SECONDS = timedelta(seconds=2)


@pytest.fixture
def old(empty_database):
    """The content of the file, and with it the database, brought to today's tables."""
    kept = json.loads(gzip.decompress(DATA.read_bytes()))
    load(migrate(BEFORE), kept["rows"])
    migrate_to_now()
    return kept


def load(apps, rows):
    """Store the rows of the file with the models as they were."""
    models = [apps.get_model("tournaments", name) for name in rows]
    with transaction.atomic():
        for model, kept in zip(models, rows.values(), strict=True):
            fields = {field.attname: field for field in model._meta.concrete_fields}
            model.objects.bulk_create(
                model(**{
                    name: fields[name].to_python(value)
                    for name, value in zip(kept["fields"], row, strict=True)
                })
                for row in kept["rows"]
            )  # fmt: skip
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)


def points(sheet):
    """The reported hands, as they were called out."""
    lines = {line.seat.position: line.points for line in sheet.lines.select_related("seat")}
    return QuickHand(lines, sheet.went_out.position if sheet.went_out else None)


def let_time_pass(now, steps):
    """Do the work of beat, at most ``steps`` times, until the tournament is over."""
    for _ in range(steps):
        now += SECONDS
        services.step(now=now)
        end_tables_out_of_time(now=now)
        confirm_due(now=now)
        fire_due_warnings(now=now)
        for tournament_id in standings.stale(at=now):
            standings.refresh(tournament_id, at=now)
        if Tournament.objects.filter(status=Tournament.Status.FINISHED).exists():
            break
    return now


@pytest.mark.long  # each of ninety migrations again, none of which changes any more
def test_a_demo_in_the_middle_of_a_round_goes_on_to_its_champion(old):
    now, rows = parse_datetime(old["at"]), {k: len(v["rows"]) for k, v in old["rows"].items()}
    tournament, event = Tournament.objects.get(), Event.objects.get()
    for model in (ClockChange, LedgerEntry, Player, Round, ScoreSheet, SheetLine, SheetVersion):
        assert model.objects.count() == rows[model.__name__], model
    assert broken_seal(event) is None
    assert standings.stale(at=now) == [tournament.pk]

    # What a phone sends once more is known; what is disputed waits for the conductor.
    again = SheetVersion.objects.get(key="old-report-2-0123456789").sheet
    receipt = report_hand(
        again.table, again.number, points(again), by=at_seat(again.table, 1), at=now,
        key="old-report-2-0123456789",
    )  # fmt: skip
    assert receipt.version == 2
    assert SheetVersion.objects.count() == rows["SheetVersion"]
    disputed = ScoreSheet.objects.get(status=ScoreSheet.Status.DISPUTED)
    rule_sheet(disputed.table, disputed.number, points(disputed), by=ANNA, at=now, reason="seen")

    now = let_time_pass(now, 120)
    tournament.refresh_from_db()
    assert tournament.champion is not None
    assert list(tournament.rounds.values_list("status", flat=True)) == [Round.Status.CLOSED] * 3
    assert standings.stale(at=now) == []
    assert standings.differences(tournament) == []
    assert Standing.objects.filter(tournament=tournament).count() == rows["Standing"]
    seal_all(now=now)
    assert LedgerSeal.objects.count() > rows["LedgerSeal"]
    assert not LedgerEntry.objects.filter(seal=None).exists()
    assert broken_seal(event) is None
