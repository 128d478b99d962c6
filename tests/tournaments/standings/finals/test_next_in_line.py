"""The next in line takes the seat of a finalist who is gone, also after the start."""

from copy import deepcopy

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_tournament,
    minutes,
)
from tests.selecting import ON_SQLITE
from tests.tournaments.standings.hands import count_change, play_round, report
from tournaments.clock.services import start_slot
from tournaments.models import Entry, LedgerEntry, Round, SheetLine
from tournaments.registration.services import check_in, drop, mark_missing
from tournaments.seating import errors
from tournaments.seating.changing.services import undo
from tournaments.seating.changing.takeovers import CountsFor, take_over
from tournaments.seating.persistence import as_lists
from tournaments.seating.repairing.services import plan_repair, repair_seating
from tournaments.seating.services import publish_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.next_round.services import (
    seat_next_in_line,
    seat_next_round,
    seat_semifinals,
)

# The decisions are Python: ../deciding/test_made_from.py seats finals and semifinals on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(300)
WHO = {"by": ANNA, "at": LATER}


def after_a_round(event):
    """Twelve after a round: by the standings 1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12."""
    tournament = make_tournament(event, rounds_planned=1, finalists=4, table_min=3)
    entries = make_entries(tournament, 12)
    tables = [[(entries[start + n], 100 - 10 * n - start) for n in range(4)] for start in (0, 4, 8)]
    play_round(tournament, tables, number=1)
    refresh(tournament.pk, at=LATER)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture(scope="module")
def with_final(module_database):
    tournament = after_a_round(make_event())
    return tournament, publish_round(seat_next_round(tournament, **WHO), **WHO)


@pytest.fixture
def both(with_final):
    return deepcopy(with_final)


@pytest.fixture
def tournament(both):
    return both[0]


@pytest.fixture
def final(both):
    return both[1]


def the(tournament, number):
    entries = tournament.entries.select_related("player", "tournament")
    return entries.get(player__name=f"Player {number:03}")


def seated(round_):
    seats = round_.seats.select_related("entry__player").order_by("table__number", "position")
    return [int(seat.entry.player.name[-3:]) for seat in seats]


def take_out(round_, number):
    """As the page *Who is missing?* does it."""
    gone = {the(round_.tournament, number).pk}
    repair_seating(round_, gone, mark=plan_repair(round_, gone).mark, **WHO)


def stored(round_):
    return Round.objects.select_related("tournament__event").get(pk=round_.pk)


def test_the_next_in_line_takes_the_place_of_a_finalist_who_dropped(tournament, final):
    drop(the(tournament, 5), **WHO)
    seat = seat_next_in_line(final, **WHO)
    assert (seat.entry, seat.position) == (the(tournament, 6), 4)
    assert seated(final) == [1, 9, 2, 6]
    entry = LedgerEntry.objects.get(verb="seat next in line")
    assert entry.before == {"Player 005": [1, 2]}
    assert entry.after == {"Player 006": [1, 4]}


# ../../seating/changing/test_services.py changes seats on PostgreSQL.
@ON_SQLITE
@pytest.mark.each_database
def test_an_empty_seat_is_filled_also_after_the_start_while_no_hand_was_dealt(tournament, final):
    start_slot(final, **WHO)
    take_out(final, 5)
    assert seated(final) == [1, 9, 2]
    seat_next_in_line(stored(final), **WHO)
    assert seated(final) == [1, 9, 2, 6]
    with pytest.raises(errors.NoEmptySeat):
        seat_next_in_line(stored(final), **WHO)


@pytest.mark.long
def test_one_empty_seat_after_the_other(tournament, final):
    for number in (5, 9):
        take_out(final, number)
    assert [seat_next_in_line(final, **WHO).entry for _ in range(2)] == [
        the(tournament, 6),
        the(tournament, 10),
    ]
    assert seated(final) == [1, 2, 6, 10]


def test_who_plays_already_is_not_replaced(tournament, final):
    start_slot(final, **WHO)
    report(final.tables.get(), [4, 3, 2, 1])
    drop(the(tournament, 5), **WHO)
    with pytest.raises(errors.TablePlays):
        seat_next_in_line(stored(final), **WHO)


def test_who_is_not_here_is_passed_over_and_without_anybody_it_says_so(tournament, final):
    take_out(final, 5)
    mark_missing(the(tournament, 6), **WHO)
    assert seat_next_in_line(final, **WHO).entry == the(tournament, 10)
    take_out(final, 9)
    tournament.entries.exclude(seats__round=final).update(status=Entry.Status.DROPPED)
    with pytest.raises(errors.NobodyInLine):
        seat_next_in_line(final, **WHO)


@pytest.fixture
def semis():
    """Semifinals, of another event than the final."""
    tournament = after_a_round(make_event("Elsewhere"))
    return publish_round(seat_semifinals(tournament, 2, **WHO), **WHO)


# Seats of the final are filled alike.
@pytest.mark.long
def test_semifinals_fill_the_table_that_lost_somebody(semis):
    tournament = semis.tournament
    assert as_lists(semis)[1] == [the(tournament, n).pk for n in (5, 9, 10, 3)]
    take_out(semis, 10)
    seat_next_in_line(semis, **WHO)
    assert seated(semis)[4:] == [5, 9, 3, 11]


@pytest.fixture
def taken_over(semis):
    """Semifinals that are played, in which 11 plays on for 1."""
    start_slot(semis, **WHO)
    gone, plays_on = the(semis.tournament, 1), the(semis.tournament, 11).player
    take_over(semis, gone, plays_on, counts_for=CountsFor.BEGAN, reason="ill", **WHO)
    return semis


# test_who_plays_already_is_not_replaced and the test of a seat in which somebody plays on ask the
# same two questions.
@pytest.mark.long
def test_who_plays_on_for_somebody_at_the_other_table_is_not_in_line(taken_over):
    semis = taken_over
    take_out(stored(semis), 10)
    seat_next_in_line(stored(semis), **WHO)
    assert seated(semis)[4:] == [5, 9, 3, 4]


def test_a_seat_in_which_somebody_plays_on_is_not_empty(taken_over):
    semis = taken_over
    mark_missing(the(semis.tournament, 1), **WHO)
    with pytest.raises(errors.NoEmptySeat):
        seat_next_in_line(stored(semis), **WHO)
    take_out(stored(semis), 10)
    seat_next_in_line(stored(semis), **WHO)
    assert seated(semis)[4:] == [5, 9, 3, 4]


def test_those_who_are_equal_are_a_question(tournament, final):
    line = SheetLine.objects.get(seat__entry=the(tournament, 10))
    line.points = SheetLine.objects.get(seat__entry=the(tournament, 6)).points
    line.save()
    count_change(tournament.pk)
    take_out(final, 5)
    with pytest.raises(errors.TieAtTheCut) as refusal:
        seat_next_in_line(final, **WHO)
    assert "Player 006, Player 010" in str(refusal.value)


def test_it_knows_the_results_down_to_the_one_who_moved_up(tournament, final):
    take_out(final, 5)
    seat_next_in_line(final, **WHO)
    refresh(tournament.pk, at=LATER)
    assert not stored(final).is_outdated
    line = SheetLine.objects.get(seat__entry=the(tournament, 10))
    line.points = 87  # one more than Player 006 has
    line.save()
    count_change(tournament.pk)
    refresh(tournament.pk, at=LATER)
    assert stored(final).is_outdated
    with pytest.raises(errors.MadeFromOldResults):
        seat_next_in_line(stored(final), **WHO)


def test_undoing_it_empties_the_seat_again_and_asks_nothing(tournament, final):
    take_out(final, 5)
    seat_next_in_line(final, **WHO)
    undo(final, **WHO)
    assert seated(final) == [1, 9, 2]
    assert not stored(final).is_outdated
    refresh(tournament.pk, at=LATER)
    assert not stored(final).is_outdated


def test_who_comes_back_is_not_sent_away_by_an_old_page(tournament, final):
    drop(the(tournament, 5), **WHO)
    tournament.entries.filter(pk=the(tournament, 5).pk).update(status=Entry.Status.CHECKED_IN)
    check_in(the(tournament, 5), **WHO)
    with pytest.raises(errors.NoEmptySeat):
        seat_next_in_line(final, **WHO)


# --- Pages ----------------------------------------------------------------------------------------


def address(name, round_):
    tournament = round_.tournament
    return reverse(name, args=[tournament.event.slug, tournament.slug, round_.number])


@pytest.mark.parametrize("has_started", [pytest.param(False, marks=pytest.mark.long), True])
def test_the_page_of_the_final_offers_it(client, tournament, final, has_started):
    client.force_login(make_conductor(tournament.event))
    own = {"own": "page"}
    assert "Next in line" not in client.get(final.get_absolute_url(), own).content.decode()
    if has_started:
        start_slot(final, **WHO)
    drop(the(tournament, 5), **WHO)
    page = client.get(final.get_absolute_url(), own).content.decode()
    assert "Player 005 cannot play. Their seat is at Table 1." in page
    assert "Next in line: Player 006" in page
    answer = client.post(address("round-next-in-line", final), follow=True)
    page = answer.content.decode()
    assert "Player 006: Table 1, seat 4." in page
    assert "Next in line" not in page
    assert seated(final) == [1, 9, 2, 6]


@pytest.mark.long
def test_a_program_fills_the_seat_as_well(client, tournament, final):
    client.force_login(make_conductor(tournament.event))
    take_out(final, 5)
    at = [tournament.event.slug, tournament.slug, final.number]
    answer = client.post(reverse("api-next-in-line", args=at), content_type="application/json")
    assert answer.status_code == 200
    assert seated(final) == [1, 9, 2, 6]
    again = client.post(reverse("api-next-in-line", args=at), content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "no-empty-seat")
