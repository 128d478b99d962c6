"""Two people sat in each other's seat and played: each gets that seat, with its hands."""

from copy import deepcopy

import pytest

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
)
from tests.builders import minutes as after
from tests.selecting import ON_SQLITE
from tests.tournaments.results.tables import FIRST, deal, play, report
from tests.tournaments.seating.head_to_head.playing import head_to_head
from tests.tournaments.seating.head_to_head.playing import seat as seat_pairs
from tournaments.clock import services as clock
from tournaments.errors import ChangedSinceSeen, SeatGone
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, Role, ScoreSheet, Seat, Standing, Tournament
from tournaments.results import errors
from tournaments.results.confirming.services import confirm_sheet, dispute_sheet
from tournaments.results.ruling import services as ruling
from tournaments.results.ruling.annulling import annul_round
from tournaments.results.ruling.exchanging import exchange_results, seats_of, state_of
from tournaments.seating.services import publish_round
from tournaments.standings.computing.services import differences, refresh

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]


OTHER_TABLE = QuickHand(points={1: 5, 2: 70, 3: 1, 4: -2}, went_out=2)


@pytest.fixture(scope="module")
def played_once(module_database):
    tournament = make_tournament(make_event("Played"))
    entries = make_entries(tournament, 8)
    round_ = make_round(tournament, [entries[:4], entries[4:]])
    for number, hand in ((1, FIRST), (2, OTHER_TABLE)):
        play(round_.tables.get(number=number), hand=hand, at=NOON + after(1))
    return round_


@pytest.fixture
def played(played_once):
    return deepcopy(played_once)


@pytest.fixture
def tournament(played):
    return played.tournament


def who(round_, table, position):
    return round_.seats.get(table__number=table, position=position).entry


def exchange(round_, one, other, **facts):
    exchange_results(
        round_, one, other, by=ANNA, at=NOON + after(60), reason="they sat wrong", **facts
    )


def points(tournament):
    refresh(tournament.pk, at=NOON + after(61))
    assert differences(tournament) == []
    return dict(
        Standing.objects.filter(tournament=tournament).values_list("entry_id", "game_points")
    )


def test_each_gets_what_the_other_was_given(played, tournament):
    one, other = who(played, 1, 1), who(played, 2, 2)
    before = points(tournament)
    exchange(played, one, other)
    assert points(tournament) == before | {one.pk: before[other.pk], other.pk: before[one.pk]}
    assert (who(played, 1, 1), who(played, 2, 2)) == (other, one)
    assert ScoreSheet.objects.get(table__number=1).went_out.entry == other


def test_two_people_of_one_table_exchange_as_well(played, tournament):
    one, other = who(played, 1, 1), who(played, 1, 3)
    before = points(tournament)
    exchange(played, one, other)
    assert points(tournament) == before | {one.pk: before[other.pk], other.pk: before[one.pk]}


@ON_SQLITE
def test_disputes_rulings_and_agreements_go_with_the_seats(played, tournament):
    first, second = (played.tables.get(number=n) for n in (1, 2))
    one, other = who(played, 1, 2), who(played, 2, 3)
    at = {"at": NOON + after(12)}
    dispute_sheet(first, 1, None, by=Actor(str(one), player=one.player), reason="no", **at)
    ruling.rule_sheet(first, 1, FIRST, by=ANNA, **at)
    confirm_sheet(second, 1, by=Actor(str(other), player=other.player), **at)
    exchange(played, one, other)
    assert ScoreSheet.objects.get(table=first).status == ScoreSheet.Status.RULED
    assert ScoreSheet.objects.get(table=second).confirmed_by_seat.entry == one


@ON_SQLITE
def test_a_closed_round_is_exchanged_and_counts_at_once(played, tournament):
    for table in played.tables.all():
        ruling.end_game(table, by=ANNA, at=NOON + after(30), reason="played")
    ruling.close_round(played, by=ANNA, at=NOON + after(40))
    one, other = who(played, 1, 1), who(played, 2, 2)
    before = points(tournament)
    exchange(played, one, other)
    assert points(tournament)[one.pk] == before[other.pk]


@ON_SQLITE
def test_the_same_page_exchanges_once(played):
    one, other = who(played, 1, 1), who(played, 2, 2)
    seen = state_of(*seats_of(played, one, other))
    exchange(played, one, other, seen=seen)
    with pytest.raises(ChangedSinceSeen):
        exchange(played, one, other, seen=seen)
    assert who(played, 1, 1) == other


@ON_SQLITE
def test_what_was_reported_meanwhile_is_looked_at_first(played):
    one, other = who(played, 1, 1), who(played, 2, 2)
    seen = state_of(*seats_of(played, one, other))
    deal(played.tables.get(number=1), 2, at=NOON + after(20))
    with pytest.raises(ChangedSinceSeen):
        exchange(played, one, other, seen=seen)


def test_a_running_hand_goes_on_with_the_right_people(played, tournament):
    table, one, other = played.tables.get(number=1), who(played, 1, 1), who(played, 2, 2)
    deal(table, 2, at=NOON + after(20))
    before = points(tournament)
    exchange(played, one, other)
    report(table, 2, FIRST, at=NOON + after(61))
    assert points(tournament)[other.pk] == before[one.pk] + FIRST.points[1]


@ON_SQLITE
def test_it_is_in_the_ledger(played):
    one, other = who(played, 1, 1), who(played, 2, 2)
    exchange(played, one, other)
    row = LedgerEntry.objects.get(verb="exchange results")
    assert row.before == {"people": [str(one), str(other)], "places": [[1, 1], [2, 2]]}
    assert row.after == {"places": [[2, 2], [1, 1]], "reason": "they sat wrong"}


@ON_SQLITE
def test_what_makes_no_sense_is_refused(played, tournament):
    one, other = who(played, 1, 1), who(played, 2, 2)
    with pytest.raises(errors.ReasonMissing):
        exchange_results(played, one, other, by=ANNA, at=NOON, reason=" ")
    with pytest.raises(errors.SamePlayer):
        exchange(played, one, one)
    (stranger,) = make_entries(tournament, 1)
    with pytest.raises(SeatGone):
        exchange(played, one, stranger)
    annul_round(played, by=ANNA, at=NOON, reason="a fire alarm")
    with pytest.raises(errors.RoundAnnulled):
        exchange(played, one, other)


@ON_SQLITE
def test_before_the_start_seats_are_swapped_instead():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    made = make_round(tournament, [entries], started_at=None)
    with pytest.raises(errors.NothingToExchange):
        exchange(made, entries[0], entries[1])


@ON_SQLITE
def test_in_a_bracket_nobody_takes_the_match_of_another():
    cup = head_to_head(Tournament.Pairing.SINGLE, 4)
    made = publish_round(seat_pairs(cup), by=ANNA, at=NOON)
    clock.start_slot(made, by=ANNA, at=NOON)
    with pytest.raises(errors.FixedByTheBracket):
        exchange(made, who(made, 1, 1), who(made, 2, 1))


@ON_SQLITE
def test_a_conductor_does_not_exchange_their_own_results_while_another_is_free(played, tournament):
    one, other = who(played, 1, 1), who(played, 2, 2)
    user = make_conductor(tournament.event)
    tournament.event.staff.filter(user=user).update(player=one.player)
    make_conductor(tournament.event, "free@example.org", Role.CONDUCTOR)
    with pytest.raises(errors.ConductorPlaysHere):
        exchange_results(
            played, one, other, by=Actor(str(user), user), at=NOON + after(60), reason="x"
        )
    assert Seat.objects.get(round=played, entry=one).table.number == 1
