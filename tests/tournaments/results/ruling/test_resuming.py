"""After a mistake of a conductor a table goes on: with another hand, or with its game."""

from copy import deepcopy

import pytest
from django.urls import reverse

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
)
from tests.routes.controls import PageForms
from tests.selecting import ON_SQLITE
from tests.tournaments.results.tables import deal, play, report, totals
from tournaments.errors import ChangedSinceSeen
from tournaments.models import LedgerEntry, ScoreSheet, Table
from tournaments.results import errors
from tournaments.results.queries import hand_to_replace
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.results.ruling.resuming import replace_voided, resume_game

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


AFTER_CUTOFF = NOON + minutes(115)
RIGHT = QuickHand(points={1: 0, 2: 12, 3: 30, 4: -5}, went_out=3)


@pytest.fixture(scope="module")
def seated_once(module_database):
    entries = make_entries(make_tournament(), 4)
    return make_round(entries[0].tournament, [entries]).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


@pytest.fixture
def voided(table):
    """The only hand of a table, voided after the cutoff."""
    play(table, at=NOON + minutes(1))
    ruling.void_hand(table, 1, by=ANNA, at=AFTER_CUTOFF, reason="wrong lines")
    return table


def now(table):
    return Table.objects.get(pk=table.pk)


def test_another_hand_is_entered_in_place_of_a_voided_one_after_the_cutoff(voided):
    sheet = replace_voided(voided, 1, by=ANNA, at=AFTER_CUTOFF)
    assert sheet.dealt_at == NOON + minutes(1)
    report(voided, hand=RIGHT, at=AFTER_CUTOFF + minutes(1))
    assert totals(voided) == {1: 0, 2: 12, 3: 30, 4: -5}
    assert now(voided).end_reason == Table.EndReason.TIME


@ON_SQLITE
def test_it_is_undone_like_every_deal(voided):
    replace_voided(voided, 1, by=ANNA, at=AFTER_CUTOFF)
    undoing.undo_last(voided, by=ANNA, at=AFTER_CUTOFF, reason="not needed")
    assert not ScoreSheet.objects.exclude(status="voided").exists()
    undoing.undo_last(voided, by=ANNA, at=AFTER_CUTOFF, reason="it was right")
    assert totals(voided)[1] == 30


@ON_SQLITE
@pytest.mark.parametrize(
    ("hands", "found"),
    [("", None), ("c", None), ("v", 1), ("vv", 1), ("vc", None), ("cv", 2), ("vd", None)],
)
def test_the_hand_at_the_end_is_replaced_if_it_was_voided(table, hands, found):
    at = NOON + minutes(1)
    for state in hands:
        number = ScoreSheet.objects.exclude(status="voided").count() + 1
        deal(table, number, at=at)
        if state != "d":
            report(table, number, at=at + minutes(5))
        if state == "v":
            ruling.void_hand(table, number, by=ANNA, at=at + minutes(6), reason="x")
        at += minutes(10)
    sheet = hand_to_replace(table)
    assert (sheet and sheet.number) == found


@ON_SQLITE
def test_only_a_voided_hand_at_the_end_is_replaced(voided):
    with pytest.raises(errors.HandNotDealt):
        replace_voided(voided, 2, by=ANNA, at=AFTER_CUTOFF)
    replace_voided(voided, 1, by=ANNA, at=AFTER_CUTOFF)
    with pytest.raises(errors.HandNotDealt):
        replace_voided(voided, 1, by=ANNA, at=AFTER_CUTOFF)
    assert ScoreSheet.objects.exclude(status="voided").count() == 1


@ON_SQLITE
def test_nothing_is_replaced_where_the_game_was_ended_or_the_round_closed(voided):
    Table.objects.filter(pk=voided.pk).update(status="playing", end_reason="", ended_at=None)
    ruling.end_game(voided, by=ANNA, at=AFTER_CUTOFF, reason="over")
    with pytest.raises(errors.TableFinished):
        replace_voided(voided, 1, by=ANNA, at=AFTER_CUTOFF)
    ruling.close_round(voided.round, by=ANNA, at=AFTER_CUTOFF)
    with pytest.raises(errors.RoundNotRunning):
        replace_voided(voided, 1, by=ANNA, at=AFTER_CUTOFF)


def test_a_game_that_was_ended_by_mistake_goes_on(table):
    play(table, at=NOON + minutes(1))
    ruling.end_game(table, by=ANNA, at=NOON + minutes(20), reason="wrong table")
    resume_game(table, by=ANNA, at=NOON + minutes(21), reason="it was table 12")
    assert (now(table).status, now(table).ended_at) == (Table.Status.PLAYING, None)
    deal(table, 2, at=NOON + minutes(22))
    row = LedgerEntry.objects.get(verb="game goes on")
    assert row.after["reason"] == "it was table 12"


@ON_SQLITE
def test_after_the_cutoff_time_has_ended_it(table):
    ruling.end_game(table, by=ANNA, at=NOON + minutes(20), reason="wrong table")
    resume_game(table, by=ANNA, at=AFTER_CUTOFF, reason="a mistake")
    assert now(table).end_reason == Table.EndReason.TIME


@ON_SQLITE
def test_what_was_done_before_can_be_undone_again(table):
    play(table, at=NOON + minutes(1))
    ruling.end_game(table, by=ANNA, at=NOON + minutes(20), reason="wrong table")
    with pytest.raises(errors.GameEndedSince):
        undoing.undo_last(table, by=ANNA, at=NOON + minutes(21), reason="x")
    resume_game(table, by=ANNA, at=NOON + minutes(22), reason="a mistake")
    undoing.undo_last(table, by=ANNA, at=NOON + minutes(23), reason="x")
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DEALT


@ON_SQLITE
def test_only_the_end_that_was_seen_and_that_a_conductor_made_is_taken_back(table):
    with pytest.raises(errors.NotEndedByAConductor):
        resume_game(table, by=ANNA, at=NOON, reason="x")
    ruling.end_game(table, by=ANNA, at=NOON + minutes(20), reason="over")
    seen = now(table).version
    with pytest.raises(errors.ReasonMissing):
        resume_game(table, by=ANNA, at=NOON, reason=" ")
    with pytest.raises(ChangedSinceSeen):
        resume_game(table, by=ANNA, at=NOON, reason="x", version=seen - 1)
    ruling.close_round(table.round, by=ANNA, at=NOON + minutes(30))
    with pytest.raises(errors.RoundNotRunning):
        resume_game(table, by=ANNA, at=NOON, reason="x")


@ON_SQLITE
def test_the_page_after_a_voided_only_hand_has_entry_and_undo(client, voided, time_machine):
    time_machine.move_to(AFTER_CUTOFF)
    client.force_login(make_conductor(voided.round.tournament.event))
    page = client.get(reverse("table", args=[voided.code]))
    assert reverse("table-undo", args=[voided.code]) in page.text
    enter = reverse("hand-replace", args=[voided.code, 1])
    assert enter in page.text
    form = client.post(enter, follow=True)
    values = PageForms(form.text).found[-1].values
    points = {f"points-{n}": str(n) for n in range(1, 5)} | {"went_out": "4"}
    client.post(form.redirect_chain[-1][0], values | points)
    assert totals(voided)[4] == 4


@ON_SQLITE
def test_the_page_of_an_ended_game_offers_to_resume_it(client, table, that_day):
    client.force_login(make_conductor(table.round.tournament.event))
    ruling.end_game(table, by=ANNA, at=NOON + minutes(20), reason="over")
    resume = reverse("table-resume", args=[table.code])
    assert resume in client.get(reverse("table", args=[table.code])).text
    values = PageForms(client.get(resume).text).found[-1].values
    client.post(resume, values | {"reason": "wrong table"})
    assert now(table).status == Table.Status.SEATED
