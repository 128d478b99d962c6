"""The figures that the decision about fading ratings rests on, in fewer years than the study."""

import pytest

from tests.scoring.rating_study import EVENINGS, KINDS, LEAVES_AFTER, elo, measure, year

KEPT, FADING, TOO_FAST = "plackett-luce", "plackett-luce, 365 days", "plackett-luce, 180 days"


@pytest.mark.parametrize("kind", KINDS)
def test_a_year_is_the_same_for_a_seed_and_has_an_evening_each_week(kind):
    found = year(kind, 3)
    assert found == year(kind, 3) != year(kind, 4)
    assert {game.day for game in found.games} == set(range(0, 7 * EVENINGS, 7))
    last = max(game.day for game in found.games if found.leader in game.merits)
    assert last < 7 * LEAVES_AFTER


def test_elo_gives_what_it_takes():
    scores = elo(year("steady", 1).games)[-1]
    assert sum(scores.values()) == pytest.approx(1500 * len(scores))


@pytest.mark.long
def test_fading_calls_games_about_as_well_and_lets_those_who_left_fall():
    kept, fading, too_fast = (measure(way, "steady", 4) for way in (KEPT, FADING, TOO_FAST))
    assert kept.calls - 0.015 < fading.calls <= kept.calls + 0.005
    assert fading.left > kept.left
    # What fades faster leaves everybody in doubt, also those who play, and so says less.
    assert too_fast.left < fading.left
