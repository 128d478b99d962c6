"""Ratings by openskill: what must hold of them."""

from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings import rate
from tests.scoring.played import tables


def last(games):
    return {rating.player: rating for rating in rate(games)}


def test_a_winner_rises_and_a_loser_falls():
    after = last([{"ann": (9,), "ben": (5,), "cay": (1,)}])
    assert after["ann"].mean > after["ben"].mean > after["cay"].mean
    assert after["ann"].shown > 0 > after["cay"].shown


def test_players_who_tie_are_rated_alike():
    after = last([{"ann": (9,), "ben": (5,), "cay": (5,)}])
    assert after["ben"].mean == after["cay"].mean
    assert after["ben"].deviation == after["cay"].deviation


def test_the_tie_break_of_a_game_counts():
    after = last([{"ann": (9, 2), "ben": (9, 1)}])
    assert after["ann"].mean > after["ben"].mean


def test_more_games_leave_less_doubt():
    game = {"ann": (9,), "ben": (5,)}
    once, often = last([game]), last([game, {"ann": (1,), "ben": (3,)}] * 10)
    assert often["ann"].deviation < once["ann"].deviation


def test_a_player_alone_is_not_rated():
    assert rate([{"ann": (9,)}, {}]) == []


def test_each_rating_says_after_which_game():
    games = [{"ann": (9,), "ben": (5,)}, {"ann": (9,)}, {"ben": (9,), "cay": (5,)}]
    assert [(rating.player, rating.game) for rating in rate(games)] == [
        ("ann", 0),
        ("ben", 0),
        ("ben", 2),
        ("cay", 2),
    ]


@given(st.lists(tables, max_size=5), st.randoms(use_true_random=False))
def test_the_same_results_give_the_same_ratings_to_the_last_bit(games, random):
    turned = [dict(random.sample(sorted(game.items()), len(game))) for game in games]
    assert rate(turned) == rate(games)
