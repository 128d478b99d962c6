"""Formats for two at a table: Swiss, round robin, elimination, played to their end."""

from collections import Counter
from itertools import combinations

import pytest
from django.db.models import F

from games.catalogue import game
from tests.builders import ANNA, NOON, make_entries, make_tournament
from tournaments.models import Bye, Entry, Heat, Round, ScoreSheet, SheetLine, Table, Tournament
from tournaments.seating import bracket, errors, mending, moves, services
from tournaments.seating.ending import finish_tournament
from tournaments.standings.services import refresh

pytestmark = pytest.mark.django_db

P = Tournament.Pairing
SWISS = [P.DUTCH, P.FIELD]


def for_two(pairing, people, **fields):
    """A tournament of a game for two with so many people here."""
    delays = game("expect_delays")
    values = {
        "game": "expect_delays", "target": 0, "slot": delays.timing.slot,
        "final_slot": delays.timing.final, "cutoff": delays.timing.cutoff,
        "force_end": delays.timing.force_end, "warning": delays.timing.warning,
        "table_min": 2, "table_preferred": 2, "table_max": 2, "finalists": 2, "rounds_planned": 3,
        "scheme": "win-draw-loss", "lot_seed": "0123456789abcdef", "pairing": pairing, **fields,
    }  # fmt: skip
    tournament = make_tournament(name="Delays Cup", **values)
    make_entries(tournament, people)
    return tournament


def seat(tournament, **choices):
    return services.seat_next_round(tournament, by=ANNA, at=NOON, **choices)


def pairs(round_):
    return [tuple(table) for table in services.as_lists(round_)]


def better(one, other):
    """Whoever came first into the tournament always wins."""
    return min(one, other)


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
    Tournament.objects.filter(pk=round_.tournament_id).update(
        results_version=F("results_version") + 1,
        **({"status": Tournament.Status.FINISHED} if final else {}),
    )


def finish(tournament):
    return finish_tournament(tournament, by=ANNA, at=NOON)


def standings(tournament):
    refresh(tournament.pk, at=NOON)
    tournament.refresh_from_db()
    return [(s.place, s.entry_id, s.score) for s in tournament.standings.order_by("rank")]


# --- Swiss ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("pairing", SWISS)
def test_a_swiss_of_nine_is_played_to_its_champion(pairing):
    tournament = for_two(pairing, 9, rounds_planned=4)
    met, byes = Counter(), Counter()
    for number in range(1, 5):
        round_ = seat(tournament)
        assert round_.number == number
        assert round_.seats.count() == 8
        met.update(tuple(sorted(pair)) for pair in pairs(round_))
        byes.update(round_.byes.values_list("entry_id", flat=True))
        play(round_)
    assert set(met.values()) == {1}
    assert set(byes.values()) == {1}
    assert sum(byes.values()) == 4
    with pytest.raises(errors.RoundsArePlayed):
        seat(tournament)
    finish(tournament)
    rows = standings(tournament)
    first = tournament.entries.order_by("pk").first()
    assert rows[0] == (1, first.pk, "4")
    assert tournament.champion == first
    assert tournament.status == Tournament.Status.FINISHED
    with pytest.raises(errors.TournamentOver):
        seat(tournament, final=False)


# --- Round robin ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("pairing", "times"), [(P.ROBIN, 1), (P.DOUBLE_ROBIN, 2)])
def test_in_a_round_robin_everybody_meets_everybody(pairing, times):
    tournament = for_two(pairing, 5)
    met, byes = Counter(), Counter()
    for _ in range(5 * times):
        round_ = seat(tournament)
        met.update(tuple(sorted(pair)) for pair in pairs(round_))
        byes.update(round_.byes.values_list("entry_id", flat=True))
        play(round_)
    keys = sorted(tournament.entries.values_list("pk", flat=True))
    assert met == Counter(dict.fromkeys(combinations(keys, 2), times))
    assert byes == Counter(dict.fromkeys(keys, times))
    with pytest.raises(errors.RoundsArePlayed):
        seat(tournament, final=False)
    finish(tournament)
    assert standings(tournament)[0][1] == keys[0]


# --- Elimination ----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3, 5, 8, 11])
def test_a_single_elimination_has_one_champion_and_one_loss_each(people):
    tournament = for_two(P.SINGLE, people)
    games = 0
    while True:
        tournament.refresh_from_db()
        if tournament.status == Tournament.Status.FINISHED:
            break
        round_ = seat(tournament)
        games += round_.tables.count()
        play(round_)
    assert games == people - 1
    assert round_.kind == Round.Kind.FINAL
    rows = standings(tournament)
    best = tournament.entries.order_by("pk").first()
    assert rows[0][1] == best.pk
    assert tournament.champion == best


@pytest.mark.parametrize("people", [2, 3, 5, 8, 11])
def test_in_a_double_elimination_all_but_the_champion_lose_twice(people):
    tournament = for_two(P.DOUBLE, people)
    lost = Counter()
    while True:
        try:
            round_ = seat(tournament)
        except errors.RoundsArePlayed:
            break
        for pair in pairs(round_):
            lost[max(pair)] += 1
        play(round_)
    best = tournament.entries.order_by("pk").first()
    assert lost[best.pk] == 0
    assert all(lost[e.pk] == 2 for e in tournament.entries.all() if e != best)
    finish(tournament)
    assert standings(tournament)[0][1] == best.pk
    assert tournament.champion == best
