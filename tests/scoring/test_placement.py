"""Who holds which place at a table."""

from scoring.placement import places
from tests.scoring.played import merits


def test_places_name_the_first_and_the_last_place_held():
    held = places(merits({"ann": 10, "ben": 7, "cay": 7, "dee": 0}))
    assert held == {"ann": (1, 1), "ben": (2, 3), "cay": (2, 3), "dee": (4, 4)}


def test_a_game_that_breaks_ties_by_itself_parts_equal_points():
    held = places({"ann": (10, 3, 0), "ben": (10, 4, 0), "cay": (9, 9, 9)})
    assert held == {"ben": (1, 1), "ann": (2, 2), "cay": (3, 3)}


def test_nobody_and_a_lone_player_are_tables_too():
    assert places({}) == {}
    assert places({"ann": (-5,)}) == {"ann": (1, 1)}
