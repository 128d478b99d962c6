"""A tournament of a game with one sheet for the whole game: the sheet makes form and score."""

from datetime import timedelta
from random import Random

import pytest
from django.db.models import F
from django.utils import timezone

from games.catalogue import engine, games, rules
from games.catalogue import sheet as sheet_of
from games.playing import play_out
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    open_seat,
)
from tournaments.clock.services import start_slot
from tournaments.events.services import create_tournament
from tournaments.ledger import Actor
from tournaments.models import Entry, Round, ScoreSheet, SheetLine, Standing, Table
from tournaments.results import errors
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.seating.services import publish_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import seat_next_round

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

METRO_X = {"completed": [12, 20], "transfers": [6, 2], "empty": [4, 9]}
# Both have nine points; the second has more Riders on own Lines, the game's first tie-break.
EXPECT_DELAYS = {"points": [9, 9], "riders": [1, 3], "swipes": [2, 0], "ended": "stopped"}
WITH_ROWS = {"night_express", "terminus"}
"""Sheets of many rows have tests of their own: test_night_express.py, test_terminus.py."""


def played(key):
    """The sheet of a game between two bots."""
    state = rules(key).new(2)
    play_out(state, engine(key).greedy, Random(1))
    return sheet_of(key).of(state)


SHEETS = {
    key: played(key)
    for key, info in games().items()
    if info.sheet_per == "game" and key not in WITH_ROWS
} | {"metro_x": METRO_X, "expect_delays": EXPECT_DELAYS}
KEY = "0123456789abcdef"


def table_of(key, people=2):
    """The only table of the running first round of a tournament of a game."""
    event = make_event()
    tournament = create_tournament(event, name="Open", game=key, by=ANNA, at=NOON)
    round_ = make_round(tournament, [make_entries(tournament, people)], started_at=timezone.now())
    return round_.tables.select_related("round__tournament__event").get()


# A game is entered, corrected and reported alike, whichever it is.
@pytest.fixture(
    params=[
        pytest.param(key, marks=pytest.mark.long if key == "metro_x" else ())
        for key in sorted(SHEETS)
    ]
)
def table(request):
    return table_of(request.param)


def begin(table):
    reporting.deal_hand(table, 1, by=ANNA, at=timezone.now())


def report(table, sheet=None, key=KEY):
    data = sheet or SHEETS[table.round.tournament.game]
    return reporting.report_hand(table, 1, data, by=ANNA, at=timezone.now(), key=key)


def typed(sheet):
    """The sheet as a browser sends it."""
    form = {"key": KEY}
    for name, value in sheet.items():
        if isinstance(value, list):
            form |= {f"{name}-{seat}": str(each) for seat, each in enumerate(value, start=1)}
        else:
            form[name] = value
    return form


def test_the_game_ends_with_its_sheet(table):
    begin(table)
    report(table)
    assert Table.objects.get().end_reason == Table.EndReason.PLAYED
    with pytest.raises(errors.TableFinished):
        reporting.deal_hand(table, 2, by=ANNA, at=timezone.now())


def test_the_engine_s_sheet_makes_score_and_tie_breaks():
    table = table_of("metro_x")
    begin(table)
    report(table)
    lines = {line.seat.position: line for line in SheetLine.objects.select_related("seat")}
    sheet_keys = [(18 - 6, -4), (22 - 20, -9)]
    lost = [18 - lines[1].points, 22 - lines[2].points]
    # The penalty table of the board says what 4 and 9 empty stations cost.
    assert lost[0] < lost[1]
    assert [lines[1].tie_breaks, lines[2].tie_breaks] == [[keys[1]] for keys in sheet_keys]


def test_equal_points_are_parted_by_the_game_s_own_rule():
    table = table_of("expect_delays")
    begin(table)
    report(table)
    tournament = table.round.tournament
    refresh(tournament.pk, at=NOON)
    second = table.seats.get(position=2).entry
    rows = Standing.objects.order_by("rank")
    assert rows[0].entry == second
    assert [row.score for row in rows] == ["4", "1"]


@pytest.mark.parametrize("key", sorted(SHEETS))
def test_what_cannot_be_is_refused_and_nothing_is_stored(key):
    table = table_of(key)
    begin(table)
    for sheet in ({}, {"points": "many"}, {**SHEETS[key], "more": 1}):
        with pytest.raises(errors.InvalidHand):
            report(table, sheet or {"nothing": 0})
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DEALT


def test_the_same_sheet_again_is_stored_once_and_another_is_a_conflict():
    table = table_of("metro_x")
    begin(table)
    report(table)
    assert report(table, key="another-phone-0123").repeated
    with pytest.raises(errors.HandAlreadyReported, match="The result was already reported"):
        report(table, {**METRO_X, "empty": [5, 9]}, key="a-third-phone-0123")


def test_the_pages_begin_the_game_and_take_its_sheet(client, table):
    open_seat(client, table.seats.get(position=1))
    address = table.get_absolute_url()
    assert "Start the game" in client.get(address).content.decode()
    client.post(f"{address}deal/", {"number": "1"})
    sheet = SHEETS[table.round.tournament.game]
    page = client.post(f"{address}hands/1/", typed(sheet), follow=True).content.decode()
    assert "The result is saved." in page
    assert "The game is over." in page
    assert "Winner:" in page
    assert ScoreSheet.objects.get().data == sheet


def test_the_form_has_an_input_for_each_seat_named_after_its_player(client):
    table = table_of("metro_x", people=3)
    open_seat(client, table.seats.get(position=1))
    begin(table)
    page = client.get(f"{table.get_absolute_url()}hands/1/").content.decode()
    for name in ("completed", "transfers", "empty"):
        assert all(f'name="{name}-{seat}"' in page for seat in (1, 2, 3))
    assert page.count("Player 001") >= 3


def test_past_the_cutoff_no_new_game_starts(client):
    table = table_of("metro_x")
    Round.objects.update(warning_at=F("started_at"), cutoff_at=F("started_at"))
    text = client.get(table.get_absolute_url()).text
    assert "No new games since" in text
    assert "No new hands" not in text  # nor in what a phone says without a network
    with pytest.raises(errors.CutoffPassed, match="No new games: the cutoff was at"):
        begin(table)


def test_a_sheet_is_not_called_wrong_before_anything_is_typed(client):
    table = table_of("metro_x")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    address = f"{table.get_absolute_url()}hands/1/score/"
    blank = dict.fromkeys(typed(METRO_X), "")
    assert "message--warning" not in client.post(address, blank).text
    wrong = typed(METRO_X) | {"transfers-2": "3"}
    assert "message--warning" in client.post(address, wrong).text


def test_a_fault_of_the_sheet_stands_at_its_input_and_keeps_what_was_typed(client):
    table = table_of("metro_x")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    wrong = typed(METRO_X) | {"transfers-2": "3"}
    answer = client.post(f"{table.get_absolute_url()}hands/1/", wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="12"' in page
    assert "id_transfers-2_error" in page
    assert not SheetLine.objects.exists()


def test_a_conductor_corrects_the_result(client, table):
    begin(table)
    report(table)
    client.force_login(make_conductor(table.round.tournament.event))
    address = f"{table.get_absolute_url()}hands/1/correct/"
    sheet = SHEETS[table.round.tournament.game]
    first = next(iter(sheet))
    assert f'value="{sheet[first][0]}"' in client.get(address).content.decode()
    right = {**sheet, first: list(reversed(sheet[first]))}
    answer = client.post(address, typed(right) | {"reason": "swapped"}, follow=True)
    assert "The result is corrected." in answer.text
    assert ScoreSheet.objects.get().data == right


@pytest.mark.parametrize("status", [Round.Status.RUNNING, Round.Status.CLOSED])
def test_of_a_whole_game_no_hand_is_voided_or_undone(client, status):
    table = table_of("metro_x")
    begin(table)
    report(table)
    client.force_login(make_conductor(table.round.tournament.event))
    page = table.get_absolute_url()
    asked = client.get(f"{page}undo/").text
    assert "Undo the last change: The result, " in asked
    closed = {"closed_at": timezone.now()} if status == Round.Status.CLOSED else {}
    Round.objects.update(status=status, **closed)
    late = "late/" if status == Round.Status.CLOSED else ""
    asked = client.get(f"{page}hands/1/{late}void/").text
    assert "Void the game?" in asked
    assert "Hand 1" not in asked
    assert "Void this hand" not in asked


def test_what_is_refused_at_a_whole_game_is_said_of_the_game():
    table, now = table_of("metro_x"), timezone.now()
    with pytest.raises(errors.HandOutOfTurn, match="only one game at this table"):
        reporting.deal(table, 2, by=ANNA, at=now)
    with pytest.raises(errors.DealtInTheFuture, match="this game would start in the future"):
        reporting.deal(table, 1, by=ANNA, at=now, made_at=now + timedelta(hours=1))
    begin(table)
    report(table)
    ruling.void_hand(table, 1, by=ANNA, at=timezone.now(), reason="misread")
    with pytest.raises(errors.VoidedSince, match="The game was voided after this was entered"):
        reporting.deal(table, 1, by=ANNA, at=timezone.now(), made_at=now)
    Round.objects.update(status=Round.Status.CLOSED, closed_at=now)
    with pytest.raises(errors.RoundIsClosed, match="Correct or void the result instead"):
        undoing.undo_last(table, by=ANNA, at=timezone.now(), reason="a slip")


def test_a_result_that_the_outbox_has_made_a_dispute_is_called_a_result(client):
    table, now = table_of("metro_x"), timezone.now()
    begin(table)
    report(table)
    seat = table.seats.get(position=2)
    open_seat(client, seat)
    by, right = Actor("Player 002", player=seat.entry.player), METRO_X | {"empty": [4, 8]}
    offline = {"key": KEY, "offline": True, "made_at": now}
    reporting.report_hand(table, 1, right, by=by, at=timezone.now(), **offline)
    address = f"{table.get_absolute_url()}hands/1/"
    page = client.post(address, typed(right) | {"version": 1}, follow=True).text
    assert "Another phone entered this result differently." in page
    assert "Another phone entered this hand differently." not in page


def test_a_player_disputes_the_result_and_a_conductor_rules_for_it(client):
    table = table_of("metro_x")
    begin(table)
    report(table)
    open_seat(client, table.seats.get(position=2))
    address = f"{table.get_absolute_url()}hands/1/"
    assert 'value="9"' in client.get(f"{address}dispute/").content.decode()
    right = METRO_X | {"empty": [4, 8]}
    client.post(f"{address}dispute/", typed(right) | {"version": 2, "reason": ""})
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.DISPUTED
    client.force_login(make_conductor(table.round.tournament.event))
    client.post(f"{address}rule/", {"choice": "3", "version": "3"})
    assert ScoreSheet.objects.get().status == ScoreSheet.Status.RULED
    assert ScoreSheet.objects.get().data == right


def test_a_game_is_reported_by_the_api(client, table):
    open_seat(client, table.seats.get(position=1))
    begin(table)
    shown_table = client.get(f"/api/v1/tables/{table.code}/").json()
    sheet = SHEETS[table.round.tournament.game]
    assert [field["name"] for field in shown_table["sheet"]] == list(sheet)
    answer = client.post(
        f"/api/v1/tables/{table.code}/hands/",
        {"number": 1, "sheet": sheet},
        content_type="application/json",
        headers={"Idempotency-Key": KEY, "If-Match": '"1"'},
    )
    assert answer.status_code == 201
    assert answer.json()["table"]["hands"][0]["entered"] == sheet


def test_nonsense_by_the_api_is_refused(client):
    table = table_of("expect_delays")
    open_seat(client, table.seats.get(position=1))
    begin(table)
    for body in ({}, {"sheet": []}, {"sheet": {"points": [1]}}, {"sheet": None}):
        answer = client.post(
            f"/api/v1/tables/{table.code}/hands/",
            {"number": 1, **body},
            content_type="application/json",
            headers={"Idempotency-Key": KEY, "If-Match": '"1"'},
        )
        assert answer.status_code in {400, 422}, body
    assert not SheetLine.objects.exists()


def test_a_tournament_of_such_a_game_is_played_to_its_champion():
    table = table_of("metro_x")
    tournament = table.round.tournament
    begin(table)
    report(table)
    ruling.close_round(table.round, by=ANNA, at=timezone.now())
    for number in (2, 3):
        refresh(tournament.pk, at=timezone.now())
        tournament.refresh_from_db()
        round_ = seat_next_round(tournament, by=ANNA, at=timezone.now(), final=number == 3)
        publish_round(round_, by=ANNA, at=timezone.now())
        start_slot(round_, by=ANNA, at=timezone.now())
        next_table = round_.tables.select_related("round__tournament__event").get()
        begin(next_table)
        report(next_table, key=f"round-{number}-0123456789")
        ruling.close_round(round_, by=ANNA, at=timezone.now())
    refresh(tournament.pk, at=timezone.now())
    tournament.refresh_from_db()
    assert tournament.champion in Entry.objects.filter(tournament=tournament)
