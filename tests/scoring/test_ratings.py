"""Ratings by openskill: what must hold of them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings import MODELS, NEWCOMER, Played, faded, rate, standing_on
from tests.scoring.played import tables


def rated(games, **options):
    """Games of one day, or pairs of a day and what a table ended with."""
    played = [Played(one[1], one[0]) if isinstance(one, tuple) else Played(one) for one in games]
    return rate(played, **options)


def last(games, **options):
    return {rating.player: rating for rating in rated(games, **options)}


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
    assert rated([{"ann": (9,)}, {}]) == []


def test_each_rating_says_after_which_game():
    games = [{"ann": (9,), "ben": (5,)}, {"ann": (9,)}, {"ben": (9,), "cay": (5,)}]
    assert [(rating.player, rating.game) for rating in rated(games)] == [
        ("ann", 0),
        ("ben", 0),
        ("ben", 2),
        ("cay", 2),
    ]


@given(st.lists(tables, max_size=5), st.randoms(use_true_random=False))
def test_the_same_results_give_the_same_ratings_to_the_last_bit(games, random):
    turned = [dict(random.sample(sorted(game.items()), len(game))) for game in games]
    assert rated(turned) == rated(games)


# --- Ratings that fade ----------------------------------------------------------------------------

DUEL = {"ann": (9,), "ben": (5,)}


def test_a_rating_keeps_its_mean_and_loses_certainty_while_nobody_plays():
    kept = standing_on(rated([(0, DUEL)]), 100)
    fading = standing_on(rated([(0, DUEL)]), 100, fade=365)
    assert [one.mean for one in fading] == [one.mean for one in kept]
    assert all(new.deviation > old.deviation for new, old in zip(fading, kept, strict=True))
    assert all(new.shown < old.shown for new, old in zip(fading, kept, strict=True))


def test_after_the_days_of_the_league_a_rating_is_as_uncertain_as_a_newcomers():
    assert faded(1, 365, 365) == faded(8, 365, 365) == faded(1, 9999, 365) == NEWCOMER
    assert faded(1, 300, 365) < NEWCOMER


def test_a_rating_without_fading_stays_for_ever():
    assert faded(3, 10_000, None) == 3
    assert standing_on(rated([(0, DUEL)]), 10_000) == standing_on(rated([(0, DUEL)]), 0)


def test_a_rating_fades_before_the_next_game_too():
    games = [(0, DUEL), (300, DUEL)]
    settled, doubted = last(games)["ann"], last(games, fade=365)["ann"]
    assert doubted.deviation > settled.deviation
    assert doubted.mean > settled.mean  # who is in doubt moves further by one game


def test_two_games_of_one_day_are_rated_as_if_ratings_did_not_fade():
    assert last([(5, DUEL), (5, DUEL)], fade=30) == last([(5, DUEL), (5, DUEL)])


@given(st.floats(0, NEWCOMER), st.floats(0, 5000), st.floats(0, 5000), st.integers(30, 3650))
def test_fading_in_two_steps_is_fading_at_once(deviation, first, second, fade):
    at_once = faded(deviation, first + second, fade)
    in_steps = faded(faded(deviation, first, fade), second, fade)
    assert math.isclose(at_once, in_steps, rel_tol=1e-9, abs_tol=1e-6)
    assert deviation <= at_once <= NEWCOMER


@pytest.mark.parametrize("model", MODELS)
def test_each_model_has_the_winner_above_the_loser(model):
    after = last([DUEL] * 3, model=model)
    assert after["ann"].shown > after["ben"].shown
