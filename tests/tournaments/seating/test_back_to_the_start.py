"""Without a valid result, the start, the seats and the round itself can be taken back."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import ANNA, NOON, make_conductor, make_entries, make_tournament, minutes
from tests.tournaments.results.tables import deal, play, report
from tournaments.clock import errors as clock_errors
from tournaments.clock import services as clock
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.models import LedgerEntry, Round, ScoreSheet, Table, Tournament
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling import undoing
from tournaments.seating import services
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.late import add_late_arrival
from tournaments.seating.persistence import as_lists
from tournaments.standings.next_round.services import seat_next_round

# What can be taken back is decided in Python: test_services.py seats and discards on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]

AFTER_CUTOFF = minutes(115)


@pytest.fixture(scope="module")
def running(module_database):
    tournament = make_tournament()
    make_entries(tournament, 8)
    made = services.publish_round(seat_next_round(tournament, by=ANNA, at=NOON), by=ANNA, at=NOON)
    return clock.start_slot(made, by=ANNA, at=NOON)


@pytest.fixture
def round_(running):
    return deepcopy(running)


@pytest.fixture
def table(round_):
    return round_.tables.get(number=1)


def undone_deal(table):
    deal(table, at=NOON + minutes(1))
    undoing.undo_last(table, by=ANNA, at=NOON + minutes(2), reason="wrong table")


def voided_hand(table):
    play(table, at=NOON + minutes(1))
    ruling.void_hand(table, 1, by=ANNA, at=NOON + minutes(20), reason="wrong players")


def voided_after_the_cutoff(table):
    play(table, at=NOON + minutes(1))
    ruling.void_hand(table, 1, by=ANNA, at=NOON + AFTER_CUTOFF, reason="wrong players")


def undo_start(round_, after=30):
    clock.undo_last(round_, by=ANNA, at=NOON + minutes(after), reason="a fire alarm")
    return Round.objects.select_related("tournament__event").get(pk=round_.pk)


VANISHED = [undone_deal, voided_hand, voided_after_the_cutoff]


@pytest.mark.parametrize("vanish", VANISHED)
def test_the_start_is_undone_and_the_round_discarded(round_, table, vanish):
    vanish(table)
    found = undo_start(round_)
    assert (found.status, found.started_at) == (Round.Status.PUBLISHED, None)
    assert set(found.tables.values_list("status", flat=True)) == {Table.Status.SEATED}
    assert found.tournament.status == Tournament.Status.OPEN
    services.discard_round(found, by=ANNA, at=NOON + minutes(31))
    assert not Round.objects.exists()
    # The ledger keeps what was played.
    assert not ScoreSheet.objects.exists()
    said = list(LedgerEntry.objects.order_by("at", "pk").values_list("verb", flat=True))
    assert "deal hand" in said
    assert ("report hand" in said) == (vanish is not undone_deal)
    assert said.count("deal hand") == 1
    seal_all(now=NOON + minutes(40))
    assert LedgerEntry.objects.filter(verb="deal hand").count() == 1
    assert broken_seal(round_.tournament.event) is None


def test_a_hand_that_counts_keeps_the_start(round_, table):
    play(table, at=NOON + minutes(1))
    with pytest.raises(clock_errors.HandsWereDealt, match="Void them"):
        undo_start(round_)


def test_people_of_a_table_whose_hand_was_voided_trade_seats_and_move(round_, table):
    voided_hand(table)
    found = undo_start(round_)
    one, other = (found.tables.get(number=n).seats.get(position=1).entry for n in (1, 2))
    changing.swap_seats(found, one, other, by=ANNA, at=NOON)
    assert found.seats.get(entry=one).table.number == 2
    changing.move_seat(found, other, table=found.tables.get(number=2), by=ANNA, at=NOON)
    assert [len(people) for people in as_lists(found)] == [3, 5]
    # No hand of others is theirs.
    assert not ScoreSheet.objects.exists()


def test_an_earlier_seating_is_taken_after_a_hand_was_voided(round_, table):
    found, before = undo_start(round_), as_lists(round_)
    one, other = (found.tables.get(number=n).seats.get(position=1).entry for n in (1, 2))
    changing.swap_seats(found, one, other, by=ANNA, at=NOON)
    clock.start_slot(found, by=ANNA, at=NOON + minutes(31))
    voided_hand(table)
    changing.undo(undo_start(round_, 40), by=ANNA, at=NOON)
    assert as_lists(found) == before


def test_people_come_and_go_at_a_running_table_whose_only_hand_was_voided(round_, table):
    voided_hand(table)
    gone = table.seats.get(position=2).entry
    changing.remove_no_show(round_, gone, by=ANNA, at=NOON + minutes(21))
    assert as_lists(round_)[0].count(gone.pk) == 0
    add_late_arrival(round_, gone, table=table, by=ANNA, at=NOON + minutes(22))
    assert as_lists(round_)[0][-1] == gone.pk
    play(table, at=NOON + minutes(23))
    assert table.sheets.get().lines.count() == 4


def test_what_a_phone_sends_again_is_answered_as_it_was(round_, table):
    facts = {"by": ANNA, "at": NOON + minutes(1), "key": "one"}
    first = reporting.deal(table, 1, **facts)
    report(table, at=NOON + minutes(9), key="two")
    ruling.void_hand(table, 1, by=ANNA, at=NOON + minutes(20), reason="wrong players")
    gone = table.seats.get(position=2).entry
    changing.remove_no_show(round_, gone, by=ANNA, at=NOON + minutes(21))
    again = reporting.deal(table, 1, **facts)
    assert (again.repeated, again.plain) == (True, first.plain)
    assert report(table, at=NOON + minutes(9), key="two").repeated
    assert not ScoreSheet.objects.exists()


def test_the_page_of_a_table_whose_only_hand_was_voided_after_the_cutoff_offers_undo(
    client, round_, table
):
    voided_after_the_cutoff(table)
    client.force_login(make_conductor(round_.tournament.event))
    page = client.get(reverse("table", args=[table.code])).text
    undo = reverse("table-undo", args=[table.code])
    assert undo in page
    client.post(undo, {"reason": "it was right after all"})
    assert ScoreSheet.objects.get().is_counted
