"""Formats for two at a table, when people come late, leave, or are left alone."""

from copy import deepcopy
from itertools import combinations

import pytest
from django.db.models import F

from tests.builders import ANNA, NOON, make_entries, make_event
from tests.tournaments.seating.head_to_head.playing import (
    ONE_SWISS,
    SWISS,
    P,
    finish,
    head_to_head,
    nobody,
    pairs,
    play,
    seat,
    standings,
    uptown,
)
from tournaments.models import (
    Bye,
    Entry,
    Round,
    StandingsState,
    Tournament,
)
from tournaments.seating import errors, services
from tournaments.seating.changing import late as late_arrivals
from tournaments.seating.changing import services as changing
from tournaments.seating.constraints import services as constraints
from tournaments.seating.formats import dutch
from tournaments.seating.head_to_head import bracket, bracket_errors
from tournaments.seating.repairing import services as repairing
from tournaments.standings.next_round import services as next_round
from tournaments.standings.next_round.services import seat_semifinals

# The decisions are Python, whatever stores them: test_services.py and the races seat on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def drawn_once(module_database):
    cup = head_to_head(P.SINGLE, 4, make_event("Cup Day"))
    return cup, seat(cup)


@pytest.fixture
def drawn(drawn_once):
    """A bracket of four, and the draft of its first round."""
    return deepcopy(drawn_once)


@pytest.fixture(scope="module")
def published_once(module_database):
    swiss = head_to_head(P.DUTCH, 6, make_event("Swiss Day"))
    return services.publish_round(seat(swiss), by=ANNA, at=NOON)


@pytest.fixture
def published(published_once):
    """The first round of a Swiss of six."""
    return deepcopy(published_once)


def drop(entry):
    Entry.objects.filter(pk=entry).update(status=Entry.Status.DROPPED)


def of_table(round_, number):
    return round_.tables.get(number=number)


@pytest.mark.parametrize("swiss", ONE_SWISS)
def test_who_comes_late_to_a_swiss_plays_from_the_next_round_and_who_left_does_not(swiss):
    tournament = head_to_head(swiss, 6)
    play(seat(tournament))
    late = make_entries(tournament, 2)
    gone = tournament.entries.order_by("pk").first()
    drop(gone.pk)
    round_ = seat(tournament)
    seated = set(round_.seats.values_list("entry_id", flat=True))
    byes = set(round_.byes.values_list("entry_id", flat=True))
    assert gone.pk not in seated | byes
    assert {entry.pk for entry in late} <= seated | byes
    assert len(byes) == 1
    assert set(tournament.entries.values_list("seed", flat=True)) == set(range(1, 9))


@pytest.mark.parametrize(
    "swiss",
    # Dutch keeps a table that is fixed, and people apart, as tests/pairing shows.
    [pytest.param(one, marks=pytest.mark.long if one == P.DUTCH else ()) for one in SWISS],
)
def test_people_kept_apart_and_of_one_household_do_not_meet_in_a_swiss(swiss):
    tournament = head_to_head(swiss, 6)
    entries = list(tournament.entries.order_by("pk"))
    for entry in entries[:3]:
        entry.player.household = "Smith"
        entry.player.save()
    constraints.keep_apart(
        tournament.event, entries[3].player, entries[4].player, by=ANNA, at=NOON
    )  # fmt: skip
    kept = {frozenset(p) for p in combinations([e.pk for e in entries[:3]], 2)}
    kept.add(frozenset({entries[3].pk, entries[4].pk}))
    for _ in range(2):
        round_ = seat(tournament)
        assert not kept & {frozenset(pair) for pair in pairs(round_)}
        play(round_)


@pytest.mark.long
def test_a_fixed_table_is_kept_in_a_swiss():
    tournament = head_to_head(P.DUTCH, 8)
    entries = list(tournament.entries.order_by("pk"))
    constraints.fix_table(entries[6], 3, by=ANNA, at=NOON)
    for _ in range(3):
        round_ = seat(tournament)
        assert round_.seats.get(entry=entries[6]).table.number == 3
        play(round_)


def test_where_the_rules_of_fide_find_no_pairing_the_other_swiss_does():
    tournament = head_to_head(P.DUTCH, 2, rounds_planned=2)
    play(seat(tournament))
    with pytest.raises(errors.NoPairingByRules):
        seat(tournament)
    assert seat(tournament, mode=P.FIELD).seats.count() == 2


def test_fide_s_rules_are_not_asked_for_more_people_than_they_can_pair_in_time(monkeypatch):
    tournament = head_to_head(P.DUTCH, 8)
    monkeypatch.setattr(dutch, "MOST_PEOPLE", 7)
    with pytest.raises(errors.TooManyForDutch):
        seat(tournament)


def test_a_no_show_of_a_swiss_leaves_a_bye_that_somebody_late_takes(published):
    round_ = published
    here, gone = [s.entry for s in of_table(round_, 1).seats.order_by("position")]
    changing.remove_no_show(round_, gone, by=ANNA, at=NOON)
    assert Bye.objects.get(round=round_).entry == here
    assert round_.tables.count() == 2
    late = make_entries(round_.tournament, 1)[0]
    late_arrivals.add_late_arrival(round_, late, by=ANNA, at=NOON)
    assert (here.pk, late.pk) in pairs(round_)
    assert not round_.byes.exists()


def test_two_of_a_swiss_left_alone_play_one_another_after_a_repair(published):
    round_ = published
    alone = [of_table(round_, n).seats.get(position=1).entry_id for n in (1, 2)]
    gone = {of_table(round_, n).seats.get(position=2).entry_id for n in (1, 2)}
    plan = repairing.plan_repair(round_, gone)
    repairing.repair_seating(round_, gone, mark=plan.mark, by=ANNA, at=NOON)
    assert set(alone) in [set(pair) for pair in pairs(round_)]


def test_in_a_round_robin_nobody_moves_and_the_one_left_alone_has_a_bye():
    tournament = head_to_head(P.ROUND_ROBIN, 6)
    round_ = services.publish_round(seat(tournament), by=ANNA, at=NOON)
    third = pairs(round_)[2]
    gone = {of_table(round_, n).seats.get(position=2).entry_id for n in (1, 2)}
    alone = {of_table(round_, n).seats.get(position=1).entry_id for n in (1, 2)}
    plan = repairing.plan_repair(round_, gone)
    assert {entry.pk for entry in plan.alone} == alone
    repairing.repair_seating(round_, gone, mark=plan.mark, by=ANNA, at=NOON)
    assert pairs(round_) == [third]
    assert set(round_.byes.values_list("entry_id", flat=True)) == alone


def test_who_comes_late_to_a_round_robin_takes_the_odd_place_or_waits():
    tournament = head_to_head(P.ROUND_ROBIN, 5)
    play(seat(tournament))
    one, other = make_entries(tournament, 2)
    round_ = seat(tournament)
    seated = set(round_.seats.values_list("entry_id", flat=True))
    assert one.pk in seated
    assert other.pk not in seated
    assert not round_.byes.exists()


# The one left alone has a bye as in the test of a repair above.
@pytest.mark.long
def test_who_drops_out_of_a_round_robin_leaves_byes():
    tournament = head_to_head(P.ROUND_ROBIN, 4)
    play(seat(tournament))
    drop(tournament.entries.order_by("pk").first().pk)
    for _ in range(2):
        round_ = seat(tournament)
        assert round_.tables.count() == 1
        assert round_.byes.count() == 1
        play(round_)


# ../test_disqualified.py asserts it of whoever is disqualified.
@pytest.mark.long
def test_who_drops_out_of_an_elimination_lets_the_other_go_on(drawn):
    tournament, first = drawn
    (one, _), (two, _) = [sorted(pair) for pair in pairs(first)]
    play(first)
    drop(one)
    with pytest.raises(errors.NobodyToPlay):
        seat(tournament)
    finish(tournament)
    rows = standings(tournament)
    assert rows[0][1] == two
    assert tournament.standings_state.champion_id == two


def test_who_does_not_come_to_a_game_of_the_bracket_loses_it_unless_they_come_after_all(drawn):
    tournament, draft = drawn
    round_ = services.publish_round(draft, by=ANNA, at=NOON)
    match = round_.matches.get(number=1)
    here, gone = [s.entry for s in of_table(round_, 1).seats.order_by("position")]
    changing.remove_no_show(round_, gone, by=ANNA, at=NOON)
    match.refresh_from_db()
    assert match.settled
    assert match.winner == here
    changing.undo(round_, by=ANNA, at=NOON)
    match.refresh_from_db()
    assert not match.settled
    changing.remove_no_show(round_, gone, by=ANNA, at=NOON)
    play(round_)
    final = seat(tournament)
    assert final.kind == Round.Kind.FINAL
    assert here.pk in pairs(final)[0]


# changing/test_late.py refuses it alike, test_without_seat.py names who came after the draw.
@pytest.mark.long
def test_nobody_enters_a_bracket_after_its_first_round(drawn):
    tournament, draft = drawn
    round_ = services.publish_round(draft, by=ANNA, at=NOON)
    late = make_entries(tournament, 1)[0]
    with pytest.raises(bracket_errors.NotInTheBracket):
        late_arrivals.add_late_arrival(round_, late, by=ANNA, at=NOON)
    play(round_)
    assert late.pk not in pairs(seat(tournament))[0]


@pytest.mark.long
def test_a_draft_of_the_first_round_is_drawn_again_for_who_is_here_now():
    tournament = head_to_head(P.SINGLE, 4)
    round_ = seat(tournament)
    make_entries(tournament, 2)
    again = next_round.reseat_round(round_, by=ANNA, at=NOON)
    assert again.number == 1
    assert sorted(tournament.entries.values_list("seed", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert {match.name for match in again.matches.all()} == {"W1.2", "W1.4"}
    assert again.tables.count() == 2


def test_a_tie_in_the_bracket_goes_to_the_better_number_and_a_conductor_may_say_otherwise(drawn):
    tournament, round_ = drawn
    play(round_, winner=nobody)
    found = bracket.read(tournament)
    assert found.games["W1.1"].is_tie
    assert found.stands["W1.1"].outcome.winner == 1
    fourth = Entry.objects.get(tournament=tournament, seed=4)
    bracket.decide(tournament, "W1.1", fourth, reason="a toss", by=ANNA, at=NOON)
    assert bracket.read(tournament).stands["W1.1"].outcome.winner == 4
    bracket.decide(tournament, "W1.1", None, reason="no toss", by=ANNA, at=NOON)
    assert bracket.read(tournament).stands["W1.1"].outcome.winner == 1


def test_a_game_without_a_result_must_be_decided_before_the_next_round(drawn):
    tournament, round_ = drawn
    play(round_, skip=[2])
    with pytest.raises(bracket_errors.MatchUndecided, match="No result: W1"):
        seat(tournament)
    with pytest.raises(bracket_errors.BracketNotOver):
        finish(tournament)


def test_two_swapped_by_hand_play_each_other_s_game_of_the_bracket(drawn):
    tournament, round_ = drawn
    one, other = (of_table(round_, n).seats.get(position=1).entry for n in (1, 2))
    changing.swap_seats(round_, one, other, by=ANNA, at=NOON)
    play(round_, winner=uptown)
    stands = bracket.read(tournament).stands
    winners = {stands[name].outcome.winner for name in ("W1.1", "W1.2")}
    assert winners == {e.seed for e in Entry.objects.filter(pk__in=[one.pk, other.pk])}


def test_a_bye_of_a_swiss_is_worth_what_the_scheme_says():
    tournament = head_to_head(P.DUTCH, 3, rounds_planned=1)
    round_ = seat(tournament)
    bye = round_.byes.get().entry_id
    play(round_)
    assert {e: s for _p, e, s in standings(tournament)}[bye] == "1"
    Tournament.objects.filter(pk=tournament.pk).update(scheme="house")
    StandingsState.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + 1)
    assert {e: s for _p, e, s in standings(tournament)}[bye] == "0"


def test_a_final_and_semifinals_of_their_own_are_refused():
    tournament = head_to_head(P.DUTCH, 4)
    play(seat(tournament))
    with pytest.raises(errors.NoFinalInThisFormat):
        seat(tournament, final=True)
    with pytest.raises(errors.SemifinalsNotHere):
        seat_semifinals(tournament, 2, by=ANNA, at=NOON)


def test_a_final_without_a_result_or_with_a_tie_is_decided_after_the_tournament_is_finished(drawn):
    tournament, first = drawn
    play(first)
    play(seat(tournament), skip=[1])
    rows = standings(tournament)
    assert tournament.status == Tournament.Status.FINISHED
    assert len(rows) == 4
    assert tournament.champion is None
    loser = Entry.objects.get(pk=sorted(pairs(tournament.rounds.get(number=2))[0])[1])
    bracket.decide(tournament, "W2.1", loser, reason="played it at the bar", by=ANNA, at=NOON)
    standings(tournament)
    assert tournament.champion == loser
    other = Entry.objects.get(tournament=tournament, seed=bracket_seed(tournament, "W1.1"))
    with pytest.raises(errors.TournamentOver):
        bracket.decide(tournament, "W1.1", other, reason="too late", by=ANNA, at=NOON)


def bracket_seed(tournament, name):
    return bracket.read(tournament).stands[name].seeds[0]


def test_a_bracket_that_was_drawn_again_is_not_undone_to_tables_of_another_draw(drawn):
    tournament, round_ = drawn
    make_entries(tournament, 1)
    round_ = next_round.reseat_round(round_, by=ANNA, at=NOON)
    with pytest.raises(errors.NothingToUndo):
        changing.undo(round_, by=ANNA, at=NOON)
