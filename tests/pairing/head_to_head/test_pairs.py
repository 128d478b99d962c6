"""Two at a table: Swiss pairings, round robins and brackets."""

import os
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pairing.head_to_head import (
    DOWNTOWN,
    UPTOWN,
    NoPairing,
    Outcome,
    Pairing,
    Record,
    bracket_progress,
    champion,
    cycle,
    double_elimination,
    pair_dutch,
    pair_field,
    reached,
    round_robin,
    runner_up,
    single_elimination,
    tables_of_finals,
)
from pairing.head_to_head.brackets import seeded
from pairing.head_to_head.model import Past
from tests.examples import ALL, examples
from tests.pairing.head_to_head.proof import paired_twice, same
from tests.pairing.head_to_head.sieve import Sieve

#: Random tournaments that are paired by FIDE's rules twice; about a second each.
TOURNAMENTS, FEW = int(os.environ.get("ROUNDHOUSE_DUTCH", "16")), 4


def play(people, pairing, rng):
    """The records after a round in which the better seed does better on the whole."""
    got = {}
    for up, down in pairing.pairs:
        points = rng.choice((2, 2, 1, 0) if up < down else (2, 1, 0, 0))
        got[up] = Past(down, UPTOWN, points)
        got[down] = Past(up, DOWNTOWN, 2 - points)
    if pairing.bye is not None:
        got[pairing.bye] = Past(None, "", 2)
    return [
        Record(p.key, p.seed, (*p.past, got.get(p.key, Past(None, "", 0))), p.here) for p in people
    ]


def field_of(count):
    return [Record(key, key) for key in range(1, count + 1)]


# --- Swiss ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(5000 + n, marks=pytest.mark.long if n >= FEW else ())
        for n in range(TOURNAMENTS)
    ],
)
def test_gacrux_pairs_a_random_tournament_as_the_rules_do(seed):
    """Every round again by trying every pairing: see the sieve, and the proof for 1,000 of them."""
    played = list(paired_twice([seed]))
    assert played
    for one in played:
        assert same(one.engine, one.sieve), (one.number, one.engine, one.sieve)


def test_the_sieve_would_see_another_pairing_another_side_and_another_bye():
    sieve = Sieve(field_of(5), 3).pair()
    assert sieve == Pairing(((1, 3), (4, 2)), 5)
    assert not same(sieve, Pairing(((1, 4), (3, 2)), 5))
    assert not same(sieve, Pairing(((3, 1), (4, 2)), 5))
    assert not same(sieve, Pairing(((1, 3), (5, 2)), 4))
    assert not same(sieve, None)


def test_a_pairing_is_the_same_in_a_process_of_its_own():
    rng = random.Random(3)
    people = field_of(8)
    for _ in range(3 if ALL else 2):
        pairing = pair_dutch(people, 3)
        assert same(pairing, Sieve(people, 3).pair())
        people = play(people, pairing, rng)


@pytest.mark.usefixtures("gacrux_here")
@pytest.mark.parametrize("swiss", [pair_dutch, pair_field])
def test_two_who_are_kept_apart_do_not_meet(swiss):
    usual = {"rounds": 3} if swiss is pair_dutch else {}
    apart = [(1, 4), (5, 2)]
    pairing = swiss(field_of(6), apart=apart, **usual)
    met = {tuple(sorted(pair)) for pair in pairing.pairs}
    assert not met & {(1, 4), (2, 5)}
    assert len(met) == 3


def test_those_kept_apart_meet_where_nothing_else_is_left():
    assert pair_field(field_of(2), apart=[(2, 1)]).pairs == ((1, 2),)


@pytest.mark.usefixtures("gacrux_here")
def test_the_first_by_number_has_the_side_that_was_drawn():
    assert pair_dutch(field_of(4), 3, first_side=DOWNTOWN).pairs == ((3, 1), (2, 4))


def test_an_engine_that_takes_too_long_is_given_up():
    with pytest.raises(NoPairing, match="within 0 seconds"):
        pair_dutch(field_of(4), 3, patience=0.001)


@pytest.mark.usefixtures("gacrux_here")
def test_the_first_round_of_the_dutch_system_is_upper_half_against_lower_half():
    pairing = pair_dutch(field_of(9), 5)
    assert pairing.pairs == ((1, 5), (6, 2), (3, 7), (8, 4))
    assert pairing.bye == 9


@pytest.mark.usefixtures("gacrux_here")
def test_who_is_away_is_not_paired():
    people = [Record(p.key, p.seed, here=p.key != 3) for p in field_of(6)]
    pairing = pair_dutch(people, 3)
    seated = {key for pair in pairing.pairs for key in pair} | {pairing.bye}
    assert seated == {1, 2, 4, 5, 6}


@pytest.mark.usefixtures("gacrux_here")
def test_the_engine_says_when_there_is_no_pairing():
    first = Record(1, 1, (Past(2, UPTOWN, 2),))
    second = Record(2, 2, (Past(1, DOWNTOWN, 0),))
    with pytest.raises(NoPairing):
        pair_dutch([first, second], 3)


@settings(max_examples=examples(15), deadline=None)
@given(st.integers(2, 70), st.integers(0, 99))
def test_a_large_field_is_paired_without_a_rematch_and_with_sides_in_turn(count, seed):
    rng = random.Random(seed)
    people = field_of(count)
    for _ in range(min(5, count // 3)):
        pairing = pair_field(people)
        seated = [key for pair in pairing.pairs for key in pair]
        seated += [pairing.bye] if count % 2 else []
        assert sorted(seated) == [p.key for p in people]
        met = {p.key: p.meetings for p in people}
        assert not any(met[up][down] for up, down in pairing.pairs)
        people = play(people, pairing, rng)
    assert max(abs(p.balance) for p in people) <= (2 if count >= 12 else 3)
    assert all(sum(q.opponent is None for q in p.past) <= 1 for p in people)


@settings(max_examples=examples(25), deadline=None)
@given(count=st.integers(4, 16), seed=st.integers(0, 2**32), uniform=st.booleans())
@example(count=15, seed=1, uniform=False)
@example(count=16, seed=1, uniform=False)
def test_few_people_over_many_rounds_meet_as_evenly_as_in_a_round_robin(count, seed, uniform):
    """After every round: no two have met twice more often than others, and byes differ by one."""
    rng = random.Random(seed)
    people = field_of(count)
    for _ in range(3 * count):
        pairing = pair_field(people)
        people = play(people, pairing, random.Random(seed) if uniform else rng)
        met = [one.meetings[other.key] for one, other in combinations(people, 2)]
        assert max(met) - min(met) <= 1
        byes = [sum(past.opponent is None for past in person.past) for person in people]
        assert max(byes) - min(byes) <= 1


def cycle_of(*pairs):
    left = [0] * (max(max(pair) for pair in pairs) + 1)
    for i, j in pairs:
        left[i] |= 1 << j
        left[j] |= 1 << i
    return left


def test_two_groups_of_three_can_finish_no_cycle_and_six_in_a_ring_can():
    ring = cycle_of((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (0, 5))
    groups = cycle_of((0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5))
    assert cycle.can_be_finished(ring)
    assert not cycle.can_be_finished(groups)
    assert sorted(cycle.matchings(ring)) == [((0, 1), (2, 3), (4, 5)), ((0, 5), (1, 2), (3, 4))]
    assert cycle.is_regular(groups)
    assert not cycle.is_regular(cycle_of((0, 1), (1, 2)))


@settings(max_examples=examples(25), deadline=None)
@given(st.integers(4, 16), st.integers(0, 2**32))
def test_byes_go_round_and_few_repeat_though_people_come_and_go(count, seed):
    """Nobody repeats while a round without a repeat exists, and who sits out did so least often."""
    rng = random.Random(seed)
    people = field_of(count)
    for _ in range(2 * count):
        people = [replace(person, here=rng.random() < 0.8) for person in people]
        here = {person.key: person for person in people if person.here}
        pairing = pair_field(people)
        if pairing.bye is not None:
            assert here[pairing.bye].byes == min(person.byes for person in here.values())
        playing = [key for key in here if key != pairing.bye]
        again = sum(here[up].meetings[down] ** 2 for up, down in pairing.pairs)
        assert again == fewest_again([here[key].meetings for key in playing], playing)
        people = play(people, pairing, rng)


def fewest_again(meetings, keys):
    """The least that any pairing costs, by the squares of meetings before; tries them all."""

    @cache
    def least(free):
        if not free:
            return 0
        first, *rest = free
        return min(
            meetings[first][keys[other]] ** 2 + least(tuple(one for one in rest if one != other))
            for other in rest
        )

    return least(tuple(range(len(keys))))


def test_the_others_take_turns_beside_two_who_are_kept_apart():
    people = field_of(4)
    rng = random.Random(5)
    for _ in range(9):
        people = play(people, pair_field(people, apart=[(1, 2)]), rng)
    assert [people[0].meetings[key] for key in (2, 3, 4)] in ([0, 4, 5], [0, 5, 4])
    assert people[2].meetings[4] == 0


@pytest.mark.parametrize("count", [pytest.param(1000, marks=pytest.mark.long), 1001])
def test_a_thousand_people_are_paired_in_seconds(count):
    rng = random.Random(1)
    people = field_of(count)
    for _ in range(5):
        people = play(people, pair_field(people), rng)
    began = process_time()
    pairing = pair_field(people)
    assert process_time() - began < 10
    assert len(pairing.pairs) == 500


def test_a_rematch_is_allowed_where_nothing_else_is_left():
    people = [Record(1, 1, (Past(2, UPTOWN, 2),)), Record(2, 2, (Past(1, DOWNTOWN, 0),))]
    assert pair_field(people).pairs == ((2, 1),)


# --- Round robin ----------------------------------------------------------------------------------


@given(st.integers(2, 25))
def test_in_a_round_robin_everybody_meets_everybody_once_with_sides_in_turn(count):
    rounds = round_robin(range(1, count + 1))
    assert len(rounds) == count - 1 + count % 2
    met = Counter(tuple(sorted(pair)) for played in rounds for pair in played.pairs)
    assert met == Counter(combinations(range(1, count + 1), 2))
    for played in rounds:
        seated = [key for pair in played.pairs for key in pair]
        seated += [played.bye] if count % 2 else []
        assert sorted(seated) == list(range(1, count + 1))
    up = Counter(pair[0] for played in rounds for pair in played.pairs)
    down = Counter(pair[1] for played in rounds for pair in played.pairs)
    assert all(abs(up[key] - down[key]) <= 1 for key in range(1, count + 1))


def test_bergers_table_for_six_is_the_published_one():
    rounds = [played.pairs for played in round_robin([1, 2, 3, 4, 5, 6])]
    assert rounds == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    ]


def test_in_a_double_round_robin_everybody_meets_on_both_sides():
    rounds = round_robin([1, 2, 3, 4, 5], double=True)
    met = Counter(pair for played in rounds for pair in played.pairs)
    assert set(met.values()) == {1}
    assert len(met) == 20
    assert round_robin([1]) == []


# --- Brackets -------------------------------------------------------------------------------------


def test_the_best_two_seeds_can_only_meet_in_the_final():
    assert seeded(8) == [1, 8, 4, 5, 2, 7, 3, 6]


def decide(rounds, winner):
    """Play a bracket: who lost how often, and who won the last game."""
    out: dict = {}
    losses: Counter = Counter()
    champion = None
    for matches in rounds:
        for match in matches:
            if match.name == "F2" and losses[out["loser", "F1"]] == 2:
                continue
            one, other = (out.get(p, p) if isinstance(p, tuple) else p for p in match.players)
            if one is None or other is None:
                out["winner", match.name] = other if one is None else one
                out["loser", match.name] = None
                continue
            best = winner(one, other)
            worst = other if best == one else one
            out["winner", match.name], out["loser", match.name] = best, worst
            losses[worst] += 1
            champion = best
    return losses, champion


@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_in_single_elimination_all_but_the_champion_lose_once(count, random_):
    losses, champion = decide(
        single_elimination(count), lambda a, b: a if random_.random() < 0.5 else b
    )
    assert losses == Counter(set(range(1, count + 1)) - {champion})


@given(st.integers(2, 40), st.randoms(use_true_random=False))
def test_in_double_elimination_nobody_but_the_champion_is_out_before_two_losses(count, random_):
    losses, champion = decide(
        double_elimination(count), lambda a, b: a if random_.random() < 0.5 else b
    )
    assert losses[champion] <= 1
    assert all(losses[key] == 2 for key in range(1, count + 1) if key != champion)


@given(st.integers(2, 40))
def test_where_the_better_seed_always_wins_the_best_is_champion(count):
    for rounds in (single_elimination(count), double_elimination(count)):
        assert decide(rounds, min)[1] == 1
    assert single_elimination(1) == double_elimination(1) == []


def test_tables_whose_best_two_go_on_come_down_to_one_final():
    rounds = tables_of_finals(range(16), 4, 2)
    assert rounds[0] == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert [len(tables) for tables in rounds] == [4, 2, 1]
    assert tables_of_finals(range(3), 4, 2) == [[[1, 2, 3]]]
    with pytest.raises(ValueError, match="never come down"):
        tables_of_finals(range(16), 4, 4)


# --- How a bracket stands -------------------------------------------------------------------------


def test_a_bracket_knows_who_plays_next_and_who_is_out():
    rounds = single_elimination(5)
    stands = bracket_progress(rounds, {})
    assert [name for name, stand in stands.items() if stand.is_ready] == ["W1.2", "W2.2"]
    outcomes_ = {"W1.2": Outcome(5, 4), "W2.2": Outcome(2, 3)}
    stands = bracket_progress(rounds, outcomes_)
    assert stands["W2.1"].players == (1, 5)
    assert champion(stands) is None
    got = reached(stands, range(1, 6))
    assert got[4] < got[3] < got[1] == got[2] == got[5]
    stands = bracket_progress(rounds, outcomes_ | {"W2.1": Outcome(5, None), "W3.1": Outcome(2, 5)})
    assert stands["W2.1"].outcome == Outcome(5, 1)
    assert (champion(stands), runner_up(stands)) == (2, 5)


def test_who_comes_from_the_losers_side_must_win_twice():
    rounds = double_elimination(2)
    once = {"W1.1": Outcome(1, 2), "F1": Outcome(1, 2)}
    assert champion(bracket_progress(rounds, once)) == 1
    assert bracket_progress(rounds, once)["F2"].needless
    twice = {"W1.1": Outcome(1, 2), "F1": Outcome(2, 1)}
    stands = bracket_progress(rounds, twice)
    assert champion(stands) is None
    assert stands["F2"].is_ready
    assert champion(bracket_progress(rounds, twice | {"F2": Outcome(2, 1)})) == 2


@given(st.integers(2, 20), st.booleans(), st.randoms(use_true_random=False))
def test_any_bracket_of_games_and_absences_comes_to_an_end(count, double, random_):
    rounds = (double_elimination if double else single_elimination)(count)
    outcomes_ = {}
    for _ in range(4 * count):
        stands = bracket_progress(rounds, outcomes_)
        ready = [stand for stand in stands.values() if stand.is_ready]
        if not ready:
            break
        one, other = random_.choice(ready).seeds
        stand = next(s for s in ready if s.seeds == (one, other))
        outcomes = (Outcome(one, other), Outcome(other, one), Outcome(one, None))
        nobody = Outcome(None, None)
        outcomes_[stand.match.name] = random_.choice((*outcomes, *outcomes, nobody))
    stands = bracket_progress(rounds, outcomes_)
    last = [s for s in stands.values() if not s.needless]
    assert all(stand.outcome is not None for stand in last)
    assert set(reached(stands, range(1, count + 1))) == set(range(1, count + 1))
