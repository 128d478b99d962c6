"""Changes of a seating by hand."""

import pytest

from tests.builders import ANNA, NOON, make_entries, make_event, make_round, make_tournament
from tournaments.models import Entry, LedgerEntry
from tournaments.seating import errors, moves, services

pytestmark = pytest.mark.django_db

WHO = {"by": ANNA, "at": NOON}


def seated(people=8, **fields):
    """A published round and its tables as lists of entries."""
    tournament = make_tournament(**fields)
    entries = make_entries(tournament, people)
    half = people // 2
    tables = [entries[:half], entries[half:]]
    return make_round(tournament, tables, started_at=None), tables


def pks(*tables):
    return [[entry.pk for entry in table] for table in tables]


def test_two_people_of_two_tables_trade_seats():
    round_, ((a, b, c, d), (e, f, g, h)) = seated()
    moves.swap_seats(round_, a, g, **WHO)
    assert services.as_lists(round_) == pks([g, b, c, d], [e, f, a, h])
    kept = LedgerEntry.objects.get(verb="swap seats")
    assert kept.before == {"Player 001": [1, 1], "Player 007": [2, 3]}
    assert kept.after == {"Player 001": [2, 3], "Player 007": [1, 1]}


def test_two_people_of_one_table_trade_turns():
    round_, ((a, b, c, d), others) = seated()
    moves.swap_seats(round_, a, d, **WHO)
    assert services.as_lists(round_) == pks([d, b, c, a], others)


def test_whoever_moves_sits_last_and_those_behind_move_up():
    round_, ((a, b, c, d), others) = seated()
    table = round_.tables.get(number=2)
    moves.move_seat(round_, b, table=table, **WHO)
    assert services.as_lists(round_) == pks([a, c, d], [*others, b])


def test_a_table_does_not_grow_beyond_the_largest_size():
    round_, ((a, *_), _others) = seated(table_max=4)
    with pytest.raises(errors.TableFull, match="at most 4 people"):
        moves.move_seat(round_, a, table=round_.tables.get(number=2), **WHO)


def test_a_table_that_loses_its_last_person_is_taken_away():
    round_, ((a, b), (c, d)) = seated(4)
    table = round_.tables.get(number=2)
    moves.move_seat(round_, a, table=table, **WHO)
    moves.move_seat(round_, b, table=table, **WHO)
    assert services.as_lists(round_) == pks([c, d, a, b])
    assert round_.tables.count() == 1


def test_the_last_person_is_not_taken_out():
    round_, ((a,), (b,)) = seated(2)
    moves.remove_no_show(round_, a, **WHO)
    with pytest.raises(errors.LastTable):
        moves.remove_no_show(round_, b, **WHO)


def test_a_no_show_leaves_everybody_else_where_they_are():
    round_, ((a, b, c, d), others) = seated()
    moves.remove_no_show(round_, a, **WHO)
    assert services.as_lists(round_) == pks([b, c, d], others)
    with pytest.raises(errors.NotSeated, match="Player 001 has no seat"):
        moves.remove_no_show(round_, a, **WHO)


def test_a_late_arrival_gets_the_hole_that_does_least_harm():
    round_, ((_a, _b, _c, d), _others) = seated()
    late = make_entries(round_.tournament, 1)[0]
    moves.remove_no_show(round_, d, **WHO)
    moves.add_late_arrival(round_, late, **WHO)
    assert services.as_lists(round_)[0][-1] == late.pk


def test_a_late_arrival_does_not_sit_with_their_household():
    round_, ((a, _b, _c, d), _others) = seated()
    a.player.household = "smith "
    a.player.save()
    late = make_entries(round_.tournament, 1)[0]
    late.player.household = "Smith"
    late.player.save()
    moves.remove_no_show(round_, d, **WHO)
    moves.add_late_arrival(round_, late, **WHO)
    assert services.as_lists(round_)[1][-1] == late.pk


def test_a_late_arrival_needs_a_free_place():
    round_, (first, _others) = seated(table_max=4)
    late = make_entries(round_.tournament, 1)[0]
    with pytest.raises(errors.EveryTableFull):
        moves.add_late_arrival(round_, late, **WHO)
    with pytest.raises(errors.AlreadySeated, match="table 1"):
        moves.add_late_arrival(round_, first[0], **WHO)


def test_a_late_arrival_must_be_checked_in_and_of_this_tournament():
    round_, _tables = seated()
    absent = make_entries(round_.tournament, 1, status=Entry.Status.ENTERED)[0]
    with pytest.raises(errors.NotCheckedIn):
        moves.add_late_arrival(round_, absent, **WHO)
    foreign = make_entries(make_tournament(make_event("Elsewhere")), 1)[0]
    with pytest.raises(errors.NotInThisTournament):
        moves.add_late_arrival(round_, foreign, **WHO)


def test_a_late_arrival_must_not_sit_elsewhere():
    round_, _tables = seated()
    other = make_tournament(round_.tournament.event, name="Evening")
    there = make_entries(other, 4)
    make_round(other, [there], number=2)
    here = Entry.objects.create(
        tournament=round_.tournament,
        player=there[0].player,
        status=Entry.Status.CHECKED_IN,
        entered_at=NOON,
        status_at=NOON,
    )
    with pytest.raises(errors.SeatedElsewhere, match="Evening"):
        moves.add_late_arrival(round_, here, **WHO)


def test_nothing_moves_once_the_slot_has_started():
    tournament = make_tournament()
    a, b, c, d = make_entries(tournament, 4)
    round_ = make_round(tournament, [[a, b, c, d]])
    table = round_.tables.get()
    for change in (
        lambda: moves.swap_seats(round_, a, b, **WHO),
        lambda: moves.move_seat(round_, a, table=table, **WHO),
        lambda: moves.remove_no_show(round_, a, **WHO),
        lambda: moves.add_late_arrival(round_, a, **WHO),
    ):
        with pytest.raises(errors.RoundStarted):
            change()


def test_a_table_that_is_gone_is_told_as_a_change_by_somebody_else():
    round_, ((a, *_), others) = seated(4)
    table = round_.tables.get(number=2)
    for entry in others:
        moves.move_seat(round_, entry, table=round_.tables.get(number=1), **WHO)
    with pytest.raises(errors.SeatGone):
        moves.move_seat(round_, a, table=table, **WHO)
