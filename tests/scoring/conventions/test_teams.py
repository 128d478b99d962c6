"""A team counts its members' best games that began after it registered."""

from fractions import Fraction

from scoring.conventions.model import Game, Kind, Profile, Team
from scoring.conventions.teams import rank_teams
from scoring.schemes import scheme

BONUS = Fraction(3, 10)
PROFILE = Profile(
    scheme=scheme("house"), categories=("long", "short"), required=1, final_bonus=(BONUS,)
)
REDS = Team("Reds", ("Ann", "Ben", "Cay"), registered=2)
BLUES = Team("Blues", ("Dee", "Eve", "Fay"), registered=0)
PEOPLE = (*REDS.members, *BLUES.members)


def game(began, category, *names, kind=Kind.HEAT, is_top=False):
    merits = {name: (-place,) for place, name in enumerate(names)}
    return Game(f"g{began}", "title", category, kind, began, merits, is_top=is_top)


def ranked(*games):
    return rank_teams([REDS, BLUES], games, PROFILE, names={name: name for name in PEOPLE})


def test_each_category_has_the_best_game_of_any_member():
    reds, blues = ranked(
        game(3, "long", "Ann", "Dee", "Ben", "Eve"),
        game(4, "short", "Fay", "Cay", "Dee", "Ben"),
        game(5, "short", "Ben", "Fay"),
    )
    assert (reds.team, reds.total) == ("Reds", 8)
    assert {category: player for category, (player, _best) in reds.categories.items()} == {
        "long": "Ann",
        "short": "Ben",
    }
    assert (blues.total, blues.place) == (7, 2)


def test_nothing_before_the_registration_counts():
    reds, blues = ranked(game(2, "long", "Ann", "Dee"), game(3, "long", "Ben", "Cay"))
    assert (reds.total, reds.categories["long"][0]) == (4, "Ben")
    assert (blues.total, blues.place) == (1, 2)


def test_what_a_final_adds_to_a_member_is_added_to_the_team():
    rows = ranked(game(3, "long", "Ann", "Dee", kind=Kind.FINAL, is_top=True))
    assert [(row.team, row.total, row.place) for row in rows] == [
        ("Reds", BONUS, 1),
        ("Blues", 0, None),
    ]


def test_no_team_has_a_place_before_something_counts_for_it():
    assert [(row.team, row.place) for row in ranked()] == [("Blues", None), ("Reds", None)]


def test_teams_with_equal_totals_share_the_place():
    rows = ranked(game(3, "long", "Ann", "Eve"), game(4, "short", "Dee", "Ben"))
    assert [(row.team, row.place) for row in rows] == [("Blues", 1), ("Reds", 1)]
