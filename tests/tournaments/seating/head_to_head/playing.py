"""A tournament for two at a table, and how its rounds are seated, played and ended."""

import pytest
from django.db.models import F

from games.catalogue import game
from tests.builders import ANNA, NOON, make_entries, make_tournament
from tournaments.models import (
    Round,
    ScoreSheet,
    SheetLine,
    StandingsState,
    Table,
    Tournament,
)
from tournaments.seating import services
from tournaments.seating.finishing.services import finish_tournament
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round

P = Tournament.Pairing
SWISS = [P.DUTCH, P.FIELD]
#: Where both are seated by the same services: the other one in a long run.
ONE_SWISS = [P.DUTCH, pytest.param(P.FIELD, marks=pytest.mark.long)]


def head_to_head(pairing, people, event=None, **fields):
    """A tournament of a game for two with so many people here."""
    delays = game("expect_delays")
    values = {
        "game": "expect_delays", "target": 0, "slot": delays.timing.slot,
        "final_slot": delays.timing.final, "cutoff": delays.timing.cutoff,
        "force_end": delays.timing.force_end, "warning": delays.timing.warning,
        "table_min": 2, "table_preferred": 2, "table_max": 2, "finalists": 2, "rounds_planned": 3,
        "scheme": "win-draw-loss", "lot_seed": "0123456789abcdef", "pairing": pairing, **fields,
    }  # fmt: skip
    tournament = make_tournament(event, name="Delays Cup", **values)
    make_entries(tournament, people)
    return tournament


def seat(tournament, **choices):
    return seat_next_round(tournament, by=ANNA, at=NOON, **choices)


def pairs(round_):
    return [tuple(table) for table in services.as_lists(round_)]


def better(one, other):
    """The player who entered first always wins."""
    return min(one, other)


def nobody(*pair):
    return None


def uptown(*pair):
    return pair[0]


def play(round_, winner=better, skip=()):
    """Play every table of a round and close it; ``winner`` of None is a tie."""
    for table in round_.tables.order_by("number"):
        seats = list(table.seats.order_by("position"))
        if table.number not in skip:
            best = winner(*(seat.entry_id for seat in seats))
            sheet = ScoreSheet.objects.create(
                table=table, number=1, status=ScoreSheet.Status.REPORTED, dealt_at=NOON,
                cutoff_at=NOON, reported_at=NOON,
            )  # fmt: skip
            SheetLine.objects.bulk_create(
                SheetLine(sheet=sheet, seat=seat, points=10 if best in (None, seat.entry_id) else 4)
                for seat in seats
            )
    Table.objects.filter(round=round_).update(
        status=Table.Status.FINISHED, end_reason=Table.EndReason.PLAYED, ended_at=NOON
    )
    final = round_.kind == Round.Kind.FINAL
    Round.objects.filter(pk=round_.pk).update(
        status=Round.Status.CLOSED, closed_at=NOON, started_at=NOON, warning_at=NOON,
        cutoff_at=NOON, force_end_at=NOON, ends_at=NOON,
    )  # fmt: skip
    if final:
        finished = Tournament.Status.FINISHED
        Tournament.objects.filter(pk=round_.tournament_id).update(status=finished)
    StandingsState.objects.filter(pk=round_.tournament_id).update(
        results_version=F("results_version") + 1
    )


def finish(tournament):
    return finish_tournament(tournament, by=ANNA, at=NOON)


def standings(tournament):
    refresh(tournament.pk, at=NOON)
    tournament.refresh_from_db()
    return [(s.place, s.entry_id, s.score) for s in tournament.standings.order_by("rank")]
