"""The order of the players, on tournaments worked out by hand and on any results at all."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring import standings
from scoring.standings import Tally, Why


def by_name(player):
    return player


def merits(points):
    """What players end a game with that has no tie-break of its own: their points alone."""
    return {player: (amount,) for player, amount in points.items()}


def tally(games):
    return standings.tally(map(merits, games))


def rank(tallies, *, final=None, **kwargs):
    return standings.rank(tallies, final=merits(final or {}), **kwargs)


def order(tallies, **kwargs):
    return [row.player for row in rank(tallies, key=by_name, **kwargs)]


def test_two_rounds_add_up():
    rounds = [
        {"ann": 120, "ben": 90, "cay": 60, "dee": 30},
        {"ann": 50, "ben": 110, "cay": 20, "dee": 110},
    ]
    sums = tally(rounds)
    assert sums["ann"] == Tally(score=Fraction(6), wins=1, game_points=170, games=2)
    assert sums["ben"] == Tally(score=Fraction(13, 2), wins=1, game_points=200, games=2)
    assert sums["cay"] == Tally(score=Fraction(3), wins=0, game_points=80, games=2)
    assert sums["dee"] == Tally(score=Fraction(9, 2), wins=1, game_points=140, games=2)
    rows = rank(sums, key=by_name)
    assert [(r.player, r.place) for r in rows] == [("ben", 1), ("ann", 2), ("dee", 3), ("cay", 4)]
    assert [r.why_above for r in rows] == [Why.SCORE, Why.SCORE, Why.SCORE, None]


def test_a_shared_first_place_is_a_win_for_each_who_shares_it():
    assert {name: t.wins for name, t in tally([{"ann": 9, "ben": 9, "cay": 1}]).items()} == {
        "ann": 1,
        "ben": 1,
        "cay": 0,
    }


def test_a_game_that_breaks_ties_by_itself_parts_equal_points():
    sums = standings.tally([{"ann": (10, 3, 0), "ben": (10, 4, 0), "cay": (9, 9, 9)}])
    assert {name: t.score for name, t in sums.items()} == {
        "ann": Fraction(5, 2),
        "ben": 4,
        "cay": 1,
    }
    assert sums["ben"].wins == 1
    assert sums["ann"].game_points == 10


def test_the_tie_breaks_of_a_game_decide_its_final_too():
    final = {"ann": (10, 3), "ben": (10, 4)}
    rows = standings.rank({}, key=by_name, final=final)
    assert [row.player for row in rows] == ["ben", "ann"]


def test_equal_scores_are_parted_by_wins_then_by_game_points():
    tallies = {
        "ann": Tally(Fraction(7), wins=1, game_points=300, games=2),
        "ben": Tally(Fraction(7), wins=0, game_points=400, games=2),
        "cay": Tally(Fraction(7), wins=1, game_points=200, games=2),
        "dee": Tally(Fraction(15, 2), wins=0, game_points=0, games=2),
    }
    rows = rank(tallies, key=by_name)
    assert [r.player for r in rows] == ["dee", "ann", "cay", "ben"]
    assert [r.why_above for r in rows] == [Why.SCORE, Why.GAME_POINTS, Why.WINS, None]
    assert [r.place for r in rows] == [r.rank for r in rows] == [1, 2, 3, 4]


def test_who_is_equal_in_everything_shares_a_place_and_the_next_place_is_left_out():
    same = Tally(Fraction(4), wins=1, game_points=100, games=1)
    tallies = {"zoe": same, "ann": same, "ben": Tally(Fraction(1), 0, 20, 1)}
    rows = rank(tallies, key=by_name)
    assert [(r.player, r.rank, r.place) for r in rows] == [
        ("ann", 1, 1),
        ("zoe", 2, 1),
        ("ben", 3, 3),
    ]
    assert rows[0].why_above is Why.SHARED


def test_thirds_that_no_float_can_hold_still_tie():
    tallies = {
        "ann": Tally(sum([Fraction(1, 10)] * 3, Fraction(0)), 0, 0, 3),
        "ben": Tally(Fraction(3, 10), 0, 0, 1),
    }
    assert [r.place for r in rank(tallies, key=by_name)] == [1, 1]


def test_the_final_decides_the_top_and_the_rest_keep_their_order():
    tallies = {name: Tally(Fraction(20 - n), 0, 0, 3) for n, name in enumerate("abcdefg")}
    rows = rank(tallies, key=by_name, final={"a": 40, "b": 90, "c": 120, "e": 10})
    assert [r.player for r in rows] == ["c", "b", "a", "e", "d", "f", "g"]
    assert [r.why_above for r in rows][:4] == [Why.FINAL, Why.FINAL, Why.FINAL, Why.FINALIST]


def test_a_tie_in_the_final_goes_to_the_better_preliminary_standing():
    tallies = {"ann": Tally(Fraction(6), 0, 0, 2), "ben": Tally(Fraction(7), 0, 0, 2)}
    rows = rank(tallies, key=by_name, final={"ann": 120, "ben": 120})
    assert [(r.player, r.place, r.why_above) for r in rows] == [
        ("ben", 1, Why.SCORE),
        ("ann", 2, None),
    ]


def test_a_finalist_below_zero_still_stands_above_everybody_else():
    tallies = {"ann": Tally(Fraction(6), 0, 0, 2), "ben": Tally(Fraction(7), 0, 0, 2)}
    assert order(tallies, final={"ann": -30}) == ["ann", "ben"]


def test_a_finalist_who_played_no_round_has_a_row():
    assert order({"ann": Tally()}, final={"zoe": 5}) == ["zoe", "ann"]


def test_nobody_gives_no_rows():
    assert rank({}, key=by_name) == []


games = st.lists(
    st.dictionaries(st.integers(0, 15), st.integers(-20, 20), min_size=2, max_size=6), max_size=12
)
finals = st.dictionaries(st.integers(0, 15), st.integers(-20, 20), max_size=4)


@given(games, finals, st.randoms(use_true_random=False))
def test_the_order_does_not_depend_on_the_order_of_the_input(played, final, random):
    shuffled = [dict(random.sample(sorted(game.items()), len(game))) for game in played]
    random.shuffle(shuffled)
    turned = dict(reversed(final.items()))
    once = rank(tally(played), key=by_name, final=final)
    assert rank(tally(shuffled), key=by_name, final=turned) == once


@given(games, finals)
def test_the_order_is_total_and_places_follow_it(played, final):
    rows = rank(tally(played), key=by_name, final=final)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    for above, below in pairwise(rows):
        assert above.why_above is not None
        shared = above.why_above is Why.SHARED
        assert below.place == (above.place if shared else below.rank)


@given(games, st.integers(100, 120))
def test_a_player_who_played_nothing_changes_nobodys_place(played, stranger):
    tallies = tally(played)
    before = {row.player: row.place for row in rank(tallies, key=by_name)}
    after = {row.player: row.place for row in rank({stranger: Tally(), **tallies}, key=by_name)}
    del after[stranger]
    assert after == before
