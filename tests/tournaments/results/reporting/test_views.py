"""The table's page and the entry of hands, as a phone sees them."""

import re
from copy import deepcopy

import pytest
from django.utils import timezone

from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, Round, ScoreSheet, SheetLine, Table
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting

pytestmark = pytest.mark.django_db

GOOD = {"points-1": "30", "points-2": "12", "points-3": "0", "points-4": "-5", "went_out": "1"}
KEY = {"key": "0123456789abcdef"}


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


@pytest.fixture(autouse=True)
def phone(client, table, request):
    """The client is the phone of the player in seat 1, or the laptop of a conductor."""
    if "conductor" not in request.fixturenames:
        return open_seat(client, table.seats.get(position=1))
    return None


@pytest.fixture
def hand(table):
    reporting.deal_hand(table, 1, by=ANNA, at=timezone.now())
    return f"/table/{table.code}/hands/1/"


@pytest.fixture
def conductor(client, table):
    user = make_conductor(table.round.tournament.event)
    client.force_login(user)
    return user


def late(**moments):
    """Move the clock of the only round: each moment in minutes from now."""
    names = ("started_at", "warning_at", "cutoff_at", "force_end_at", "ends_at")
    Round.objects.update(**{n: timezone.now() + minutes(moments[n]) for n in names})


def test_the_page_offers_to_deal_the_next_hand(client, table):
    page = client.get(table.get_absolute_url()).content.decode()
    assert "Deal hand 1" in page
    assert all(f"Player 00{n}" in page for n in range(1, 5))


def test_a_conductor_reads_first_who_objects_and_rules_there(client, table, hand, conductor):
    client.post(hand, GOOD | KEY)
    grace = table.seats.get(position=2).entry.player
    confirming.dispute_sheet(
        table, 1, None, by=Actor(name="Grace", player=grace), at=timezone.now(), reason="I had 14"
    )
    page = " ".join(client.get(table.get_absolute_url()).content.decode().split())
    words = [
        "Grace (seat 2) objected",
        "I had 14",
        "Rule on hand 1",
        "points-so-far",
        "Correct hand 1",
    ]
    assert words == sorted(words, key=page.index)


def test_dealing_opens_the_entry_of_that_hand(client, table):
    page = client.post(f"/table/{table.code}/deal/", {"number": "1"}, follow=True)
    assert "Enter hand 1" in page.content.decode()
    assert ScoreSheet.objects.get().number == 1


def test_dealing_nonsense_says_what_is_wrong(client, table):
    for number in ("", "one", "-1", "2", "9" * 5000):
        page = client.post(f"/table/{table.code}/deal/", {"number": number}, follow=True)
        assert page.status_code == 200, number[:9]
        assert "message--error" in page.content.decode()
    assert not ScoreSheet.objects.exists()


def test_after_the_cutoff_dealing_is_not_offered_and_refused_in_words(client, table):
    late(started_at=-110, warning_at=-20, cutoff_at=-10, force_end_at=0, ends_at=10)
    assert "Deal hand 1" not in client.get(table.get_absolute_url()).content.decode()
    page = client.post(f"/table/{table.code}/deal/", {"number": "1"}, follow=True)
    assert "No new hands: the cutoff was at" in page.content.decode()


def test_a_hand_is_entered_and_the_totals_and_distances_show(client, table, hand):
    page = client.post(hand, GOOD | KEY, follow=True).content.decode()
    assert "Hand 1 is saved." in page
    cells = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "Player 001 seat 1 30 90" in cells
    assert "Player 004 seat 4 \N{MINUS SIGN}5 125" in cells


def test_nonsense_gets_a_sentence_and_keeps_what_was_typed(client, hand):
    for change, sentence in (
        ({"points-2": ""}, "Enter this player&#x27;s points"),
        ({"points-2": "lots"}, "Enter a whole number."),
        ({"points-2": "1.5"}, "Enter a whole number."),
        ({"points-2": "9" * 50}, "At most 999."),
        ({"went_out": ""}, "Choose who went out"),
        ({"went_out": "7"}, "7 is not one of the available choices"),
    ):
        answer = client.post(hand, GOOD | KEY | change)
        page = answer.content.decode()
        assert answer.status_code == 422, change
        assert sentence in page
        assert 'value="30"' in page
        assert 'value="-5"' in page
    assert not SheetLine.objects.exists()


def test_a_phone_may_write_a_typographic_minus(client, hand):
    client.post(hand, GOOD | KEY | {"points-4": "\u22125"})
    assert SheetLine.objects.get(seat__position=4).points == -5


def test_the_same_form_sent_twice_is_stored_once(client, hand):
    client.post(hand, GOOD | KEY)
    again = client.post(hand, GOOD | KEY, follow=True)
    assert "Hand 1 is saved." in again.content.decode()
    assert SheetLine.objects.count() == 4


def test_a_hand_that_was_never_dealt_is_answered_in_words(client, table):
    page = client.get(f"/table/{table.code}/hands/7/", follow=True)
    assert "Hand 7 has not been dealt at this table." in page.content.decode()


def test_who_objects_to_a_report_that_was_taken_back_reads_that_the_hand_is_played(client, hand):
    page = client.get(f"{hand}dispute/", follow=True)
    assert "Hand 1 is being played: there is nothing to agree or object to." in page.text


def test_a_table_that_does_not_exist_is_not_found(client, table):
    for path in ("/table/NOSUCH/", "/table/NOSUCH/live/", "/table/%00/"):
        assert client.get(path).status_code == 404, path


def test_the_seating_of_a_draft_is_hidden(client, table):
    Round.objects.update(
        status=Round.Status.SEATED,
        started_at=None,
        warning_at=None,
        cutoff_at=None,
        force_end_at=None,
        ends_at=None,
    )
    assert client.get(table.get_absolute_url()).status_code == 404


def test_names_are_shown_as_written_and_never_as_markup(client, table):
    player = table.seats.first().entry.player
    player.name = "<b>O'Brien</b>"
    player.save()
    page = client.get(table.get_absolute_url()).content.decode()
    assert "&lt;b&gt;O&#x27;Brien&lt;/b&gt;" in page
    assert "<b>O'Brien" not in page


@pytest.mark.long
@pytest.mark.parametrize("people", [3, 6])
def test_the_page_needs_the_same_queries_for_any_table(client, same_queries, people):
    tournament = make_tournament(make_event("Elsewhere"))
    made = make_round(
        tournament, [make_entries(tournament, people)], started_at=timezone.now(), number=2
    )
    table = made.tables.get()
    reporting.deal_hand(table, 1, by=ANNA, at=timezone.now())
    with same_queries(at_most=7):  # one for the seat that is open on it at another event
        client.get(table.get_absolute_url())


def test_the_entry_of_a_hand_needs_few_queries(client, hand, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):  # table, phone, seat; seats, hands, points
        client.get(hand)


def test_the_changing_part_of_a_table_needs_few_queries(
    client, hand, django_assert_max_num_queries
):
    with django_assert_max_num_queries(7):
        client.get(hand.replace("hands/1/", "live/"))


class TestConductor:
    def test_ends_a_hand_from_the_force_end_on(self, client, table, hand, conductor):
        late(started_at=-115, warning_at=-25, cutoff_at=-15, force_end_at=-5, ends_at=5)
        page = client.post(f"{hand}end/", follow=True).content.decode()
        assert "The hand is over. Enter it as it stands." in page
        assert ScoreSheet.objects.get().ended_early

    def test_is_told_when_it_is_too_early_to_end_a_hand(self, client, hand, conductor):
        page = client.post(f"{hand}end/", follow=True).content.decode()
        assert "The conductor may end this hand from" in page

    def test_corrects_a_hand_with_a_reason(self, client, hand, conductor):
        client.post(hand, GOOD | KEY)
        form = client.get(f"{hand}correct/").content.decode()
        assert 'value="30"' in form
        assert form.count("Total so far: 0") == 4
        change = GOOD | KEY | {"points-1": "13", "reason": "misread"}
        page = client.post(f"{hand}correct/", change, follow=True).content.decode()
        assert "Hand 1 corrected." in page
        assert SheetLine.objects.get(seat__position=1).points == 13
        assert LedgerEntry.objects.filter(verb="correct hand", user=conductor).exists()

    def test_is_asked_for_the_reason_of_a_correction(self, client, hand, conductor):
        client.post(hand, GOOD | KEY)
        answer = client.post(f"{hand}correct/", GOOD | KEY | {"points-1": "13", "reason": ""})
        assert answer.status_code == 422
        assert 'value="13"' in answer.content.decode()
        assert SheetLine.objects.get(seat__position=1).points == 30

    def test_voids_a_hand_with_a_reason(self, client, hand, conductor):
        client.post(hand, GOOD | KEY)
        assert "Give a reason" in client.post(f"{hand}void/", {"reason": ""}).content.decode()
        client.post(f"{hand}void/", {"reason": "misdeal"})
        assert ScoreSheet.objects.get().status == ScoreSheet.Status.VOIDED

    def test_ends_a_game_and_closes_the_round(self, client, table, conductor):
        client.post(f"/table/{table.code}/end/", {"reason": "fire alarm"})
        assert Table.objects.get().end_reason == Table.EndReason.CONDUCTOR
        client.post(f"{table.round.get_absolute_url()}close/")
        assert Round.objects.get().status == Round.Status.CLOSED
