"""Correcting a hand of a closed round: what changes is shown first, then done at once."""

import re
from copy import deepcopy

import pytest
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tournaments.ledger import Actor
from tournaments.models import Round, ScoreSheet, SheetVersion, Standing
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding import late_corrections

pytestmark = pytest.mark.django_db

NEW = {
    "points-1": "10", "points-2": "130", "points-3": "5", "went_out": "2",
    "key": "0123456789abcdef", "version": "2", "reason": "lines were swapped",
}  # fmt: skip


@pytest.fixture(scope="module")
def closed(module_database):
    """Two tables of three in a closed round; a final of three would be cut after it."""
    now = timezone.now()
    tournament = make_tournament(make_event(), rounds_planned=1, finalists=3)
    entries = make_entries(tournament, 6)
    round_ = make_round(tournament, [entries[:3], entries[3:]], started_at=now - minutes(90))
    points = ({1: 130, 2: 10, 3: 5}, {1: 125, 2: 9, 3: 8})
    for table, said in zip(round_.tables.order_by("number"), points, strict=True):
        reporting.deal_hand(table, 1, by=ANNA, at=now - minutes(80))
        reporting.report_hand(table, 1, QuickHand(said, 1), by=ANNA, at=now - minutes(60))
    ruling.close_round(round_, by=ANNA, at=now - minutes(30))
    refresh(tournament.pk, at=now)
    return round_.tables.select_related("round__tournament__event").get(number=1)


@pytest.fixture
def table(closed):
    return deepcopy(closed)


@pytest.fixture
def conductor(client, table):
    client.force_login(make_conductor(table.round.tournament.event))
    return client


def first():
    return Standing.objects.select_related("entry__player").order_by("rank")[0].entry.player.name


def mark_of(page):
    return re.search(r'name="mark" value="(\w+)"', page)[1]


def test_a_preview_shows_what_changes_and_stores_nothing(conductor, table):
    address = f"/table/{table.code}/hands/1/late/correct/"
    page = conductor.post(address, NEW).content.decode()
    assert "Nothing is saved yet." in page
    assert "Player 001" in page
    assert "Player 002" in page
    assert first() == "Player 001"
    assert ScoreSheet.objects.filter(status="ruled").count() == 0
    assert SheetVersion.objects.filter(act="correct").count() == 0


def test_the_previewed_change_is_made_together_with_the_standings(conductor, table):
    address = f"/table/{table.code}/hands/1/late/correct/"
    mark = mark_of(conductor.post(address, NEW).content.decode())
    page = conductor.post(address, NEW | {"mark": mark}, follow=True).content.decode()
    assert "The standings are up to date" in page
    assert first() == "Player 002"
    table.round.tournament.refresh_from_db()
    assert table.round.tournament.standings_are_current


def test_a_preview_of_what_has_changed_meanwhile_is_shown_again(conductor, table):
    address = f"/table/{table.code}/hands/1/late/correct/"
    mark = mark_of(conductor.post(address, NEW).content.decode())
    other = QuickHand({1: 131, 2: 1, 3: 0}, 1)
    second = table.round.tables.get(number=2)
    ruling.correct_hand(second, 1, other, by=ANNA, at=timezone.now(), reason="x")
    answer = conductor.post(address, NEW | {"mark": mark})
    assert answer.status_code == 409
    assert "Something has changed since you looked." in answer.text
    assert first() == "Player 001"


def test_the_preview_names_who_gets_into_the_final_and_who_drops_out(table):
    hand = QuickHand({1: 0, 2: 1, 3: 130}, 3)
    found = late_corrections.preview(
        table.round,
        lambda: ruling.correct_hand(table, 1, hand, by=ANNA, at=timezone.now(), reason="x"),
        at=timezone.now(),
    )
    assert "Player 003" in found.gets_in
    assert found.drops_out


def test_seatings_that_would_come_out_differently_are_named(conductor, table):
    entries = [seat.entry for seat in table.seats.select_related("entry")]
    made = make_round(table.round.tournament, [entries], number=2, started_at=None)
    Round.objects.filter(pk=made.pk).update(seating_mode=Round.SeatingMode.STANDINGS)
    page = conductor.post(f"/table/{table.code}/hands/1/late/correct/", NEW).content.decode()
    assert "come out differently" in page or "comes out the same" in page
    assert "Round 2" in page


@pytest.mark.long
def test_a_hand_is_voided_late_with_the_same_preview(conductor, table):
    address = f"/table/{table.code}/hands/1/late/void/"
    said = {"reason": "played twice", "version": "2"}
    mark = mark_of(conductor.post(address, said).content.decode())
    assert ScoreSheet.objects.filter(status="voided").count() == 0
    conductor.post(address, said | {"mark": mark})
    assert ScoreSheet.objects.filter(status="voided").count() == 1


@pytest.fixture
def disputed(table):
    """The first hand, on which seat 2 has said in the running round that the lines were swapped."""
    Round.objects.update(status=Round.Status.RUNNING, closed_at=None)
    player = table.seats.get(position=2).entry.player
    by, at = Actor(name=player.name, player=player), timezone.now() - minutes(50)
    said = QuickHand({1: 10, 2: 130, 3: 5}, 2)
    dispute_sheet(table, 1, said, by=by, at=at)
    ruling.close_round(table.round, by=ANNA, at=timezone.now() - minutes(30))
    refresh(table.round.tournament_id, at=timezone.now())
    return f"/table/{table.code}/hands/1/late/rule/"


def of_the_hand():
    sheet = ScoreSheet.objects.get(table__number=1)
    return sheet.status, sheet.data["points"]


def objection(page):
    """The values that one tap on the objection sends."""
    version, choice = re.findall(r'name="(?:version|choice)" value="(\d+)"', page)[2:4]
    return {"version": version, "choice": choice}


def test_a_ruling_after_the_close_is_previewed_before_it_changes_the_result(conductor, disputed):
    said = objection(conductor.get(disputed).content.decode())
    page = conductor.post(disputed, said).content.decode()
    assert "Nothing is saved yet." in page
    assert of_the_hand() == ("disputed", [130, 10, 5])
    conductor.post(disputed, said | {"mark": mark_of(page)})
    assert of_the_hand() == ("ruled", [10, 130, 5])


@pytest.mark.long
def test_another_value_after_the_close_is_previewed_as_well(conductor, disputed):
    said = NEW | {"points-2": "120", "version": "3"}
    page = conductor.post(disputed, said).content.decode()
    assert "lines were swapped" in page
    conductor.post(disputed, said | {"mark": mark_of(page)})
    assert of_the_hand() == ("ruled", [10, 120, 5])


@pytest.mark.long
def test_another_value_after_the_close_needs_a_reason(conductor, disputed):
    answer = conductor.post(disputed, NEW | {"points-2": "120", "version": "3", "reason": ""})
    assert answer.status_code == 422
    assert "Give a reason: it is kept with the hand." in answer.content.decode()


def test_one_tap_on_an_old_page_rules_nothing_after_the_close(conductor, disputed):
    said = objection(conductor.get(disputed).content.decode())
    page = conductor.post(disputed, said | {"version": "2"}).content.decode()
    assert "has changed since you saw it" in page
    assert of_the_hand() == ("disputed", [130, 10, 5])


def test_the_page_of_a_ruling_leads_to_the_preview_once_the_round_is_closed(conductor, disputed):
    address = disputed.replace("late/", "")
    assert conductor.get(address).url == disputed
    answer = conductor.post(address, {"choice": "3", "version": "3"})
    assert (answer.status_code, answer.url) == (307, disputed)
    assert of_the_hand() == ("disputed", [130, 10, 5])


def test_the_usual_pages_of_a_closed_round_lead_there(conductor, table):
    for act in ("correct", "void"):
        answer = conductor.get(f"/table/{table.code}/hands/1/{act}/")
        assert answer.url == f"/table/{table.code}/hands/1/late/{act}/"
