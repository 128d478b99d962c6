"""Changes of a seating by hand."""

import pytest

from tests.builders import ANNA, NOON, make_entries, make_event, make_round, make_tournament
from tests.selecting import ON_SQLITE
from tests.tournaments.standings.hands import close
from tournaments.clock.services import start_slot, undo_last
from tournaments.models import EarlierSeating, Entry, LedgerEntry, Round
from tournaments.results.reporting.services import deal_hand
from tournaments.seating import errors, services
from tournaments.seating.changing import late as late_arrivals
from tournaments.seating.changing import services as changing
from tournaments.seating.changing.listed import Listed
from tournaments.seating.changing.takeovers import CountsFor, take_over
from tournaments.standings.next_round import services as next_round
from tournaments.standings.next_round.services import seat_next_round
from tournaments.verbs import Verb

# What is refused is Python, and asked once; who sits where is stored on each database.
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
    changing.swap_seats(round_, a, g, **WHO)
    assert services.as_lists(round_) == pks([g, b, c, d], [e, f, a, h])
    kept = LedgerEntry.objects.get(verb="swap seats")
    assert kept.before == {"Player 001": [1, 1], "Player 007": [2, 3]}
    assert kept.after == {"Player 001": [2, 3], "Player 007": [1, 1]}


@ON_SQLITE
def test_two_people_of_one_table_trade_turns():
    round_, ((a, b, c, d), others) = seated()
    changing.swap_seats(round_, a, d, **WHO)
    assert services.as_lists(round_) == pks([d, b, c, a], others)


@pytest.mark.once
@pytest.mark.parametrize(
    "counts_for",
    # Whose result it is has no say in who has a seat.
    [CountsFor.BEGAN, pytest.param(CountsFor.NOBODY, marks=pytest.mark.long)],
)
def test_who_plays_on_beside_a_bye_gets_no_other_seat_once_the_start_is_undone(counts_for):
    round_, (first, (gone, *_others)) = seated()
    (out,) = make_entries(round_.tournament, 1)
    round_.byes.create(entry=out)
    start_slot(round_, **WHO)
    take_over(round_, gone, out.player, counts_for=counts_for, reason="ill", **WHO)
    undo_last(round_, reason="too early", **WHO)
    one, other = services.as_lists(round_)
    with pytest.raises(errors.AlreadySeated, match="Player 009 already has a seat"):
        changing.swap_seats(round_, first[0], out, **WHO)
    listed = Listed([[*one, out.pk], other])
    with pytest.raises(errors.AlreadySeated, match="Player 009 already has a seat"):
        changing.replace_tables(round_, listed, Verb.READ_SEATING_IN, **WHO)
    # The seat in which they play on they may have.
    changing.swap_seats(round_, gone, out, **WHO)
    assert round_.seats.get(entry=out).sitting == out.player


def test_whoever_moves_sits_last_and_those_behind_move_up():
    round_, ((a, b, c, d), others) = seated()
    table = round_.tables.get(number=2)
    changing.move_seat(round_, b, table=table, **WHO)
    assert services.as_lists(round_) == pks([a, c, d], [*others, b])


@pytest.mark.once
def test_a_table_does_not_grow_beyond_the_largest_size():
    round_, ((a, *_), _others) = seated(table_max=4)
    with pytest.raises(errors.TableFull, match="at most 4 people"):
        changing.move_seat(round_, a, table=round_.tables.get(number=2), **WHO)


@ON_SQLITE
def test_a_table_that_loses_its_last_person_is_taken_away():
    round_, ((a, b), (c, d)) = seated(4)
    table = round_.tables.get(number=2)
    changing.move_seat(round_, a, table=table, **WHO)
    changing.move_seat(round_, b, table=table, **WHO)
    assert services.as_lists(round_) == pks([c, d, a, b])
    assert round_.tables.count() == 1


@pytest.mark.once
def test_the_last_person_is_not_taken_out():
    round_, ((a,), (b,)) = seated(2)
    changing.remove_no_show(round_, a, **WHO)
    with pytest.raises(errors.LastTable):
        changing.remove_no_show(round_, b, **WHO)


@ON_SQLITE
def test_a_no_show_leaves_everybody_else_where_they_are():
    round_, ((a, b, c, d), others) = seated()
    changing.remove_no_show(round_, a, **WHO)
    assert services.as_lists(round_) == pks([b, c, d], others)
    with pytest.raises(errors.NotSeated, match="Player 001 has no seat"):
        changing.remove_no_show(round_, a, **WHO)


@ON_SQLITE
def test_a_late_arrival_gets_the_hole_that_does_least_harm():
    round_, ((_a, _b, _c, d), _others) = seated()
    late = make_entries(round_.tournament, 1)[0]
    changing.remove_no_show(round_, d, **WHO)
    late_arrivals.add_late_arrival(round_, late, **WHO)
    assert services.as_lists(round_)[0][-1] == late.pk


@pytest.mark.once
def test_a_late_arrival_does_not_sit_with_their_household():
    round_, ((a, _b, _c, d), _others) = seated()
    a.player.household = "smith "
    a.player.save()
    late = make_entries(round_.tournament, 1)[0]
    late.player.household = "Smith"
    late.player.save()
    changing.remove_no_show(round_, d, **WHO)
    late_arrivals.add_late_arrival(round_, late, **WHO)
    assert services.as_lists(round_)[1][-1] == late.pk


@pytest.mark.once
def test_a_late_arrival_needs_a_free_place():
    round_, (first, _others) = seated(table_max=4)
    late = make_entries(round_.tournament, 1)[0]
    with pytest.raises(errors.EveryTableFull):
        late_arrivals.add_late_arrival(round_, late, **WHO)
    with pytest.raises(errors.AlreadySeated, match="table 1"):
        late_arrivals.add_late_arrival(round_, first[0], **WHO)


@pytest.mark.once
def test_a_late_arrival_must_be_checked_in_and_of_this_tournament():
    round_, _tables = seated()
    absent = make_entries(round_.tournament, 1, status=Entry.Status.ENTERED)[0]
    with pytest.raises(errors.NotCheckedIn):
        late_arrivals.add_late_arrival(round_, absent, **WHO)
    foreign = make_entries(make_tournament(make_event("Elsewhere")), 1)[0]
    with pytest.raises(errors.NotInThisTournament):
        late_arrivals.add_late_arrival(round_, foreign, **WHO)


@pytest.mark.once
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
        late_arrivals.add_late_arrival(round_, here, **WHO)


@pytest.mark.once
def test_nothing_moves_once_the_slot_has_started():
    tournament = make_tournament()
    a, b, c, d = make_entries(tournament, 4)
    round_ = make_round(tournament, [[a, b, c, d]])
    table = round_.tables.get()
    for change in (
        lambda: changing.swap_seats(round_, a, b, **WHO),
        lambda: changing.move_seat(round_, a, table=table, **WHO),
        lambda: changing.lock_seat(round_, a, locked=True, **WHO),
    ):
        with pytest.raises(errors.RoundStarted):
            change()


@pytest.mark.once
def test_once_started_people_come_and_leave_only_where_nobody_has_dealt():
    tournament = make_tournament()
    entries = make_entries(tournament, 9)
    round_ = make_round(tournament, [entries[:4], entries[4:8]])
    deal_hand(round_.tables.get(number=1), 1, by=ANNA, at=NOON)
    with pytest.raises(errors.TablePlays):
        changing.remove_no_show(round_, entries[0], **WHO)
    with pytest.raises(errors.TablePlays):
        late_arrivals.add_late_arrival(round_, entries[8], table=round_.tables.get(number=1), **WHO)
    made = late_arrivals.add_late_arrival(round_, entries[8], **WHO)
    assert made.table.number == 2
    changing.remove_no_show(round_, entries[5], **WHO)
    assert pks([e for e in entries if e != entries[5]][4:]) == services.as_lists(round_)[1:]
    Round.objects.filter(pk=round_.pk).update(status="closed", closed_at=round_.ends_at)
    with pytest.raises(errors.RoundStarted):
        changing.remove_no_show(round_, entries[6], **WHO)


# --- Undo, locks, earlier seatings ----------------------------------------------------------------


@ON_SQLITE
def test_every_change_can_be_undone_one_after_the_other():
    round_, ((a, b, c, _d), others) = seated()
    begin = services.as_lists(round_)
    changing.swap_seats(round_, a, others[0], **WHO)
    changing.move_seat(round_, b, table=round_.tables.get(number=2), **WHO)
    changing.remove_no_show(round_, c, **WHO)
    for verb in ("take out of seating", "move seat", "swap seats"):
        assert round_.earlier_seatings.first().verb == verb
        changing.undo(round_, **WHO)
    assert services.as_lists(round_) == begin
    with pytest.raises(errors.NothingToUndo):
        changing.undo(round_, **WHO)


@pytest.mark.once
@pytest.mark.parametrize("way", ["undo", pytest.param("take earlier", marks=pytest.mark.long)])
def test_nobody_who_sits_at_another_table_by_now_comes_back(way):
    round_, ((a, *others), second) = seated()
    changing.remove_no_show(round_, a, **WHO)
    other = make_tournament(round_.tournament.event, name="Other", slug="other")
    here = {"status": Entry.Status.CHECKED_IN, "entered_at": NOON, "status_at": NOON}
    elsewhere = make_round(other, [[other.entries.create(player=a.player, **here)]])
    with pytest.raises(errors.SeatedElsewhere, match="Player 001"):
        go_back(round_, way)
    assert services.as_lists(round_) == pks(others, second)
    # Whoever has a seat in this round takes nobody's place elsewhere.
    changing.swap_seats(round_, others[0], second[0], **WHO)
    changing.undo(round_, **WHO)
    close(elsewhere)
    go_back(round_, way)
    assert services.as_lists(round_) == pks([a, *others], second)


def go_back(round_, way):
    if way == "undo":
        changing.undo(round_, **WHO)
    else:
        changing.take_earlier(round_, round_.earlier_seatings.first(), **WHO)


def test_a_table_that_comes_back_by_undo_has_people_and_a_code():
    round_, ((a, b), (c, d)) = seated(4)
    changing.move_seat(round_, a, table=round_.tables.get(number=2), **WHO)
    changing.move_seat(round_, b, table=round_.tables.get(number=2), **WHO)
    assert round_.tables.count() == 1
    changing.undo(round_, **WHO)
    assert services.as_lists(round_) == pks([b], [c, d, a])
    assert len(round_.tables.get(number=1).code) == 6


@pytest.mark.once
def test_undo_never_touches_a_table_that_plays():
    tournament = make_tournament()
    entries = make_entries(tournament, 7)
    round_ = make_round(tournament, [entries[:3], entries[3:6]])
    late_arrivals.add_late_arrival(round_, entries[6], **WHO)
    deal_hand(round_.tables.get(number=1), 1, by=ANNA, at=NOON)
    with pytest.raises(errors.TablePlays):
        changing.undo(round_, **WHO)


@ON_SQLITE
def test_tables_that_an_undo_does_not_change_keep_their_seats():
    round_, (first, _second) = seated()
    kept = list(round_.seats.filter(table__number=2).values_list("pk", flat=True))
    changing.swap_seats(round_, first[0], first[3], **WHO)
    changing.undo(round_, **WHO)
    assert list(round_.seats.filter(table__number=2).values_list("pk", flat=True)) == kept


# Seats are changed and taken back on PostgreSQL by the tests around it.
@ON_SQLITE
def test_another_proposal_leaves_locked_seats_at_their_tables_and_can_be_taken_back():
    tournament = make_tournament()
    entries = make_entries(tournament, 24)
    round_ = seat_next_round(tournament, **WHO)
    first = services.as_lists(round_)
    for pk in first[4][:2]:
        entry = next(e for e in entries if e.pk == pk)
        changing.lock_seat(round_, entry, locked=True, **WHO)
    again = next_round.reseat_round(round_, **WHO)
    tables = services.as_lists(again)
    assert tables != first
    assert set(first[4][:2]) <= set(tables[4])
    assert again.seats.filter(locked=True).count() == 2
    earlier = again.earlier_seatings.get()
    changing.take_earlier(again, earlier, **WHO)
    assert services.as_lists(again) == first
    assert again.seats.filter(locked=True).count() == 2


@ON_SQLITE
def test_no_more_than_thirty_earlier_seatings_are_kept():
    round_, ((a, b, *_), _others) = seated()
    values = {"verb": "swap seats", "at": NOON, "seed": 1, "tables": []}
    EarlierSeating.objects.bulk_create(EarlierSeating(round=round_, **values) for _ in range(29))
    for _ in range(3):
        changing.swap_seats(round_, a, b, **WHO)
    assert round_.earlier_seatings.count() == 30


@pytest.mark.once
def test_a_table_that_is_gone_is_told_as_a_change_by_somebody_else():
    round_, ((a, *_), others) = seated(4)
    table = round_.tables.get(number=2)
    for entry in others:
        changing.move_seat(round_, entry, table=round_.tables.get(number=1), **WHO)
    with pytest.raises(errors.SeatGone):
        changing.move_seat(round_, a, table=table, **WHO)
