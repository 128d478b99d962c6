"""The pages of a hand's life: agree, object, rule, undo, its history, the full entry."""

import re
from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tests.tournaments.results.tables import FIRST, OTHER, at_seat
from tournaments.models import LedgerEntry, Round, ScoreSheet, StandingsState
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting

# Pages: see shows_pages in tests/selecting.py.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

KEY = "0123456789abcdef"
GOOD = {"points-1": "30", "points-2": "12", "points-3": "0", "points-4": "-5", "went_out": "1"}
FULL = {
    "sheet": "full",
    "key": KEY,
    "trains-1-1-cars": "box, box, box, box, box",
    "trains-1-2-cars": "tank, tank, tank, tank",
    "hand-2": "auto, Tank",
    "went_out": "1",
}


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament(make_event())
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now() - minutes(5)).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


@pytest.fixture(scope="module")
def phones_once(seated_once):
    found = {}
    for seat in seated_once.seats.select_related("entry__player__event"):
        found[seat.position] = Client()
        open_seat(found[seat.position], seat)
    return found


@pytest.fixture
def phone(phones_once):
    """The phones of the seats, by position."""
    return deepcopy(phones_once)


@pytest.fixture
def conductor(client, table):
    user = make_conductor(table.round.tournament.event)
    client.force_login(user)
    return client


def dealt(table):
    reporting.deal_hand(table, 1, by=at_seat(table, 1), at=timezone.now() - minutes(3))
    return f"/table/{table.code}/hands/1/"


def reported(table):
    address = dealt(table)
    reporting.report_hand(table, 1, FIRST, by=at_seat(table, 1), at=timezone.now() - minutes(2))
    return address


def disputed(table):
    address = reported(table)
    by, at = at_seat(table, 2), timezone.now()
    confirming.dispute_sheet(table, 1, OTHER, by=by, at=at, reason="read upside down")
    return address


def status():
    return ScoreSheet.objects.get().status


def test_the_table_tells_the_state_of_each_hand_in_a_word(phone, table):
    reported(table)
    page = phone[2].get(table.get_absolute_url()).content.decode()
    assert "status--caution" in page
    assert "Entered by Player 001." in page
    assert "It counts as agreed at" in page


def test_only_other_seats_are_asked_to_agree(phone, table):
    address = reported(table)
    for seat, may_agree in ((1, False), (2, True)):
        page = phone[seat].get(table.get_absolute_url()).content.decode()
        assert (f"{address}agree/" in page) == may_agree
        assert f"{address}dispute/" in page
    assert "agree/" not in Client().get(table.get_absolute_url()).content.decode()


def test_one_tap_agrees(phone, table):
    address = reported(table)
    page = phone[2].post(f"{address}agree/", {"version": 2}, follow=True).content.decode()
    assert "Agreed." in page
    assert status() == "confirmed"


def test_a_stale_tap_agrees_to_nothing(phone, table):
    address = reported(table)
    for version in ("", "1", "x"):
        page = phone[2].post(f"{address}agree/", {"version": version}, follow=True).text
        assert "message--error" in page, version
    assert status() == "reported"


def test_an_objection_begins_with_what_stands(phone, table):
    address = reported(table)
    page = phone[2].get(f"{address}dispute/").content.decode()
    assert 'value="30"' in page
    answer = phone[2].post(f"{address}dispute/", GOOD | {"key": KEY, "version": 2, "reason": ""})
    assert answer.status_code == 422
    assert "That is the same as the current entry." in answer.content.decode()
    change = GOOD | {"points-1": "31", "key": KEY, "version": 2, "reason": "a slip"}
    phone[2].post(f"{address}dispute/", change)
    assert status() == "disputed"


def test_whoever_comes_second_sees_what_stands_and_keeps_what_was_typed(phone, table):
    address = dealt(table)
    reporting.report_hand(table, 1, FIRST, by=at_seat(table, 1), at=timezone.now())
    typed = GOOD | {"points-2": "77", "key": KEY, "version": 1}
    answer = phone[2].post(address, typed)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Current entry" in page
    assert 'value="77"' in page
    assert f'action="{address}dispute/"' in page


def close(table):
    Round.objects.filter(pk=table.round_id).update(
        status=Round.Status.CLOSED, closed_at=timezone.now()
    )


def test_whoever_comes_second_after_the_close_is_offered_no_dispute(phone, table):
    address = reported(table)
    close(table)
    answer = phone[2].post(address, GOOD | {"points-2": "77", "key": KEY, "version": 1})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="77"' in page
    assert f"{address}dispute/" not in page
    assert "show it to a conductor" in page


def test_a_dispute_that_comes_too_late_keeps_its_reason(phone, table):
    address = reported(table)
    close(table)
    typed = GOOD | {"key": KEY, "version": 1, "reason": "We all saw it"}
    assert "We all saw it" in phone[2].post(f"{address}dispute/", typed).text


def test_a_conductor_who_comes_second_corrects_what_stands(conductor, table):
    address = reported(table)
    typed = GOOD | {"points-2": "77", "key": KEY, "version": 1}
    page = conductor.post(address, typed).content.decode()
    assert 'value="77"' in page
    assert f"{address}dispute/" not in page
    assert f'action="{address}correct/"' in page
    assert ">Reason</label>" in page  # a correction needs one
    assert "Give a reason" not in page  # nor has anybody been asked for it yet


def test_a_form_whose_hand_the_outbox_has_made_a_dispute_is_told_so(phone, table):
    address, now = reported(table), timezone.now()
    offline = {"key": KEY, "offline": True, "made_at": now}
    reporting.report_hand(table, 1, OTHER, by=at_seat(table, 2), at=now, **offline)
    typed = GOOD | {"points-1": "31", "key": KEY, "version": 1}
    page = phone[2].post(address, typed, follow=True).content.decode()
    assert "Both are kept; a conductor decides." in page
    assert status() == "disputed"


class TestTheFullSheet:
    def test_is_offered_beside_the_quick_one(self, phone, table):
        page = phone[1].get(dealt(table)).content.decode()
        assert "?sheet=full" in page

    def test_is_stored_as_the_engine_scores_it(self, phone, table):
        phone[1].post(dealt(table), FULL | {"version": 1})
        sheet = ScoreSheet.objects.get()
        assert sheet.data["hand"] == [[], ["auto", "tank"], [], []]
        points = dict(sheet.lines.values_list("seat__position", "points"))
        assert points == {1: 10 + 3 + 8, 2: -9, 3: 0, 4: 0}
        assert sheet.went_out.position == 1

    def test_begins_an_objection_as_it_stands(self, phone, table):
        address = dealt(table)
        phone[1].post(address, FULL | {"version": 1})
        page = phone[2].get(f"{address}dispute/").content.decode()
        assert 'value="auto, tank"' in page
        phone[2].post(f"{address}dispute/", FULL | {"version": 2, "hand-2": "auto", "reason": ""})
        assert status() == "disputed"

    def test_says_at_the_input_what_is_wrong(self, phone, table):
        bad = FULL | {"trains-1-2-cars": "tank, caboose, tank, tank", "version": 1}
        answer = phone[1].post(dealt(table), bad)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert "A Caboose must be the last car, behind at least one other car." in page
        assert "tank, caboose, tank, tank" in page

    # test_says_at_the_input_what_is_wrong shows how the full sheet refuses.
    @pytest.mark.long
    def test_knows_only_its_words(self, phone, table):
        answer = phone[1].post(dealt(table), FULL | {"hand-2": "zeppelin", "version": 1})
        assert answer.status_code == 422
        assert "“zeppelin” is not one of" in answer.content.decode()

    def test_is_scored_line_by_line_while_it_is_typed(self, phone, table):
        typed = {k: v for k, v in FULL.items() if k != "went_out"}
        page = phone[1].post(f"{dealt(table)}score/", typed).content.decode()
        assert "Box Car train, 5 cars" in page
        assert "Auto Carrier 5, Tank Car 4" in page
        assert status() == "dealt"

    def test_is_scored_by_a_fragment_that_says_what_is_wrong(self, phone, table):
        typed = FULL | {"trains-1-2-cars": "wild, tank, tank"}
        page = phone[1].post(f"{dealt(table)}score/", typed).content.decode()
        wrong = "Player 001: A Wild in first or second position must be one specific car: say which"
        assert wrong in page
        assert "Nothing is entered yet" not in page

    def test_shows_the_points_on_the_line_of_each_player_who_was_entered(self, phone, table):
        typed = {k: v for k, v in FULL.items() if k != "went_out"}
        page = phone[1].post(f"{dealt(table)}score/", typed).content.decode()
        found = re.findall(r'id="total-of-(\d)" hx-swap-oob="true">(.*?)</strong>', page)
        assert found == [("1", "11"), ("2", "\N{MINUS SIGN}9"), ("3", ""), ("4", "")]

    def test_opens_one_part_after_a_slip_and_marks_all_that_need_correcting(self, phone, table):
        slips = {"hand-2": "zeppelin", "trains-3-1-cars": "zeppelin", "version": 1}
        page = phone[1].post(dealt(table), FULL | slips).content.decode()
        line = re.compile(r'id="sheet-of-\d" name="sheet-of"(.*?)</summary>', re.DOTALL)
        parts = line.findall(page)
        assert ["open" in part.partition(">")[0] for part in parts] == [False, True, False, False]
        assert ["needs correcting" in part for part in parts] == [False, True, True, False]

    def test_comes_by_the_api_as_well(self, phone, table):
        dealt(table)
        cars = [{"cars": ["box"] * 5, "diesel": False}, {"cars": ["tank"] * 4, "diesel": False}]
        sheet = {
            "trains": [cars, [], [], []],
            "way_cars": [[], [], [], []],
            "hand": [[], ["auto"], [], []],
            "went_out": [True, False, False, False],
        }
        answer = phone[1].post(
            f"/api/v1/tables/{table.code}/hands/",
            {"number": 1, "sheet": sheet},
            content_type="application/json",
            headers={"Idempotency-Key": KEY, "If-Match": '"1"'},
        )
        assert answer.status_code == 201
        assert answer.json()["receipt"]["status"] == "reported"


class TestConductors:
    def test_see_both_sides_and_rule_with_one_tap(self, conductor, table):
        address = disputed(table)
        page = conductor.get(f"{address}rule/").content.decode()
        assert "read upside down" in page
        assert "First entry" in page
        assert "Objection" in page
        conductor.post(f"{address}rule/", {"choice": "3", "version": "3"})
        assert ScoreSheet.objects.get().data["points"] == [31, 12, 0, -5]
        assert status() == "ruled"

    def test_rule_with_a_reason_that_no_database_takes_as_it_is(self, conductor, table):
        address = disputed(table)
        conductor.post(f"{address}rule/", {"choice": "3", "version": "3", "reason": "read\0 it"})
        assert LedgerEntry.objects.get(verb="rule hand").after["reason"] == "read it"

    # ../ruling/test_deciding.py rules for another value, and
    # test_see_both_sides_and_rule_with_one_tap by this form.
    @pytest.mark.long
    def test_rule_for_another_value_with_a_reason(self, conductor, table):
        address = disputed(table)
        other = GOOD | {"points-1": "29", "key": KEY, "version": 3}
        answer = conductor.post(f"{address}rule/", other | {"reason": ""})
        assert answer.status_code == 422
        assert "Give a reason" in answer.content.decode()
        conductor.post(f"{address}rule/", other | {"reason": "counted again"})
        assert ScoreSheet.objects.get().data["points"][0] == 29

    def test_are_not_told_that_the_reason_of_another_value_is_optional(self, conductor, table):
        page = conductor.get(f"{disputed(table)}rule/").content.decode()
        assert "(optional)" not in page

    def test_whose_page_is_old_rule_nothing(self, conductor, table):
        address = disputed(table)
        conductor.post(f"{address}rule/", {"choice": "3", "version": "2"})
        assert status() == "disputed"

    def test_take_a_hand_for_agreed(self, conductor, table):
        address = reported(table)
        conductor.post(f"{address}confirm/", {"version": 2})
        assert status() == "confirmed"

    def test_undo_the_last_act_once_however_often_they_tap(self, conductor, table):
        reported(table)
        address = f"/table/{table.code}/undo/"
        page = conductor.get(address)
        assert "Hand 1, reported by Player 001" in page.content.decode()
        last = page.context["more"]["last"]
        conductor.post(address, {"last": last, "reason": "a slip"})
        again = conductor.post(address, {"last": last, "reason": "a slip"})
        assert again.status_code == 409
        assert status() == "dealt"


def test_the_history_shows_every_version_to_everybody_and_phones_to_conductors(conductor, table):
    address = disputed(table)
    public = Client().get(f"{address}history/").content.decode()
    for word in ("dealt", "reported", "disputed", "read upside down", "Player 002", "seat 2"):
        assert word in public
    assert "phone2" not in public
    assert "phone phone2" in conductor.get(f"{address}history/").content.decode()


def test_the_history_of_no_hand_is_not_found(client, table):
    assert client.get(f"/table/{table.code}/hands/7/history/").status_code == 404


def test_the_standings_say_what_is_not_confirmed_yet(client, phone, table):
    address = reported(table)
    StandingsState.objects.update(standings_at=timezone.now())
    standings = f"{table.round.tournament.get_absolute_url()}standings/"
    assert "1 sheet is not agreed yet" in client.get(standings).content.decode()
    phone[2].post(f"{address}agree/", {"version": 2})
    assert "not agreed yet" not in client.get(standings).content.decode()


@pytest.mark.parametrize(("page", "queries"), [("history/", 8), ("dispute/", 7)])
def test_the_pages_of_a_hand_need_few_queries(
    phone, table, django_assert_max_num_queries, page, queries
):
    address = disputed(table)
    with django_assert_max_num_queries(queries):
        assert phone[3].get(f"{address}{page}").status_code == 200


def test_a_round_is_not_closed_before_its_tables_which_are_linked(conductor, table):
    round_ = table.round
    page = conductor.post(f"{round_.get_absolute_url()}close/", follow=True).text
    assert f'Still playing: <a href="{table.get_absolute_url()}">Table 1</a>.' in page
