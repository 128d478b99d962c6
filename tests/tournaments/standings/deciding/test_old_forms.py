"""A correction that was opened earlier: the round is closed or another one ruled meanwhile."""

from copy import deepcopy

import pytest
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import ANNA, make_conductor, make_entries, make_round, make_tournament, minutes
from tests.routes.controls import PageForms
from tournaments.ledger import Actor
from tournaments.models import ScoreSheet, SheetLine
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling

pytestmark = pytest.mark.django_db

TYPED = {
    "points-1": "10", "points-2": "130", "points-3": "5", "went_out": "2",
    "reason": "lines were swapped",
}  # fmt: skip


@pytest.fixture(scope="module")
def reported_once(module_database):
    now = timezone.now()
    entries = make_entries(make_tournament(), 3)
    round_ = make_round(entries[0].tournament, [entries], started_at=now - minutes(90))
    table = round_.tables.get()
    reporting.deal_hand(table, 1, by=ANNA, at=now - minutes(80))
    hand = QuickHand({1: 130, 2: 10, 3: 5}, 1)
    reporting.report_hand(table, 1, hand, by=ANNA, at=now - minutes(60))
    return table


@pytest.fixture
def table(reported_once):
    return deepcopy(reported_once)


@pytest.fixture
def conductor(client, table):
    client.force_login(make_conductor(table.round.tournament.event))
    return client


def page_of(act, table):
    return f"/table/{table.code}/hands/1/{act}/"


def filled(answer, **typed):
    """The form of a page with a reason, filled in."""
    (form,) = [form for form in PageForms(answer.text).found if "reason" in form.asked]
    return form.values | typed


def close(table):
    ruling.close_round(table.round, by=ANNA, at=timezone.now())


def points_now(table):
    lines = SheetLine.objects.filter(sheet__table=table)
    return dict(lines.values_list("seat__position", "points"))


def test_a_correction_opened_before_the_round_closed_is_previewed_with_all_that_was_typed(
    conductor, table
):
    form = filled(conductor.get(page_of("correct", table)), **TYPED)
    close(table)
    answer = conductor.post(page_of("correct", table), form, follow=True)
    assert "has been closed since you opened the page" in answer.text
    assert "Nothing is saved yet." in answer.text
    assert TYPED["reason"] in answer.text
    (preview,) = [f.values for f in PageForms(answer.text).found if "mark" in f.values]
    assert {key: preview[key] for key in TYPED} == TYPED
    done = conductor.post(page_of("late/correct", table), preview, follow=True)
    assert "The standings are up to date" in done.text
    assert points_now(table) == {1: 10, 2: 130, 3: 5}


def test_a_void_opened_before_the_round_closed_keeps_its_reason(conductor, table):
    form = filled(conductor.get(page_of("void", table)), reason="played twice")
    close(table)
    answer = conductor.post(page_of("void", table), form, follow=True)
    assert "has been closed since you opened the page" in answer.text
    assert "played twice" in answer.text
    assert ScoreSheet.objects.get().status != "voided"


def test_a_page_of_a_closed_round_that_is_only_looked_at_says_nothing_of_that(conductor, table):
    close(table)
    answer = conductor.get(page_of("correct", table), follow=True)
    assert "has been closed since" not in answer.text


@pytest.mark.parametrize("late", [pytest.param(False, marks=pytest.mark.long), True])
def test_two_corrections_show_both_values_and_the_second_replaces_knowingly(conductor, table, late):
    if late:
        close(table)
    page = page_of("late/correct" if late else "correct", table)
    form = filled(conductor.get(page), **TYPED)
    other = QuickHand({1: 131, 2: 77, 3: 0}, 1)
    ruling.correct_hand(table, 1, other, by=ANNA, at=timezone.now(), reason="x")
    answer = conductor.post(page, form)
    assert answer.status_code == 409
    assert "<dd>77</dd>" in answer.text
    again = filled(answer)
    assert {key: again[key] for key in TYPED} == TYPED
    assert points_now(table)[2] == 77
    answer = conductor.post(page, again, follow=True)
    assert answer.status_code == 200
    if not late:
        assert points_now(table) == {1: 10, 2: 130, 3: 5}
    else:
        assert "Nothing is saved yet." in answer.text


@pytest.fixture
def disputed(table):
    by = Actor(name="Bo", player=table.seats.get(position=2).entry.player)
    dispute_sheet(table, 1, None, by=by, at=timezone.now(), reason="wrong seat")
    return table


def test_a_ruling_that_comes_second_becomes_a_correction_with_all_that_was_typed(
    conductor, disputed
):
    page = page_of("rule", disputed)
    form = filled(conductor.get(page), **TYPED)
    other = QuickHand({1: 131, 2: 77, 3: 0}, 1)
    ruling.rule_sheet(disputed, 1, other, by=ANNA, at=timezone.now(), reason="seen")
    answer = conductor.post(page, form, follow=True)
    assert "<dd>77</dd>" in answer.text
    again = filled(answer)
    assert {key: again[key] for key in TYPED} == TYPED
    conductor.post(page_of("correct", disputed), again)
    assert points_now(disputed) == {1: 10, 2: 130, 3: 5}


def test_a_ruling_that_saw_less_is_refused_once_and_then_means_what_it_sees(conductor, disputed):
    page = page_of("rule", disputed)
    form = filled(conductor.get(page), **TYPED)
    by = Actor(name="Cy", player=disputed.seats.get(position=3).entry.player)
    dispute_sheet(disputed, 1, None, by=by, at=timezone.now(), reason="no, mine")
    answer = conductor.post(page, form)
    assert answer.status_code == 409
    assert "no, mine" in answer.text
    conductor.post(page, filled(answer))
    assert points_now(disputed) == {1: 10, 2: 130, 3: 5}
