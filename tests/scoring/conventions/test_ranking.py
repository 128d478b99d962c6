"""People are ranked by their best game in as many categories as the convention asks for."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.conventions.model import Game, Kind, Missing, NotCounted, Points, Profile, TieBreak
from scoring.conventions.ranking import of_class, rank
from scoring.schemes import scheme

HALF = Fraction(1, 2)
#: 4, 3, 2 and 1 by place and nothing else, so that totals can be read.
PROFILE = Profile(
    scheme=scheme("house"),
    categories=("long", "short", "cards"),
    required=2,
    final_bonus=(Fraction(3, 10), Fraction(1, 5), Fraction(1, 10)),
)


def game(key, category, *names, kind=Kind.HEAT, **more):
    """A table of people in the order in which they finished."""
    merits = {name: (100 - 10 * place,) for place, name in enumerate(names)}
    made = Game(key, f"title of {key}", category, kind, int(key[1:]), merits)
    return replace(made, **more)


def ranked(*games, profile=PROFILE, void=None, people=("Ann", "Ben", "Cay", "Dee")):
    return rank(games, profile, names={name: name for name in people}, void=void)


def row_of(player, rows):
    return next(row for row in rows if row.player == player)


LONG = game("g1", "long", "Ann", "Ben", "Cay", "Dee")
SHORT = game("g2", "short", "Ben", "Ann", "Cay", "Dee")
CARDS = game("g3", "cards", "Cay", "Ann", "Ben", "Dee")


def test_the_best_required_categories_are_the_total_and_all_of_them_the_iron_man():
    ann = row_of("Ann", ranked(LONG, SHORT, CARDS))
    assert (ann.total, ann.iron, ann.wins) == (7, 10, 1)
    assert [best.counts for best in ann.categories.values()] == [True, True, False]


def test_the_best_game_of_a_category_counts_and_the_others_say_so():
    again = game("g4", "long", "Ben", "Ann", "Cay", "Dee")
    ben = row_of("Ben", ranked(LONG, SHORT, again))
    assert ben.categories["long"].game == "g4"
    assert ben.not_counted == [("g1", NotCounted.NOT_THE_BEST)]


def test_who_lacks_categories_stands_last_without_a_place_and_learns_which():
    rows = ranked(LONG, game("g2", "short", "Ben", "Cay", "Dee"))
    ann = rows[-1]
    assert (ann.player, ann.place) == ("Ann", None)
    assert ann.missing == Missing(1, ("short", "cards"))
    assert rows[-2].why.step == "complete"


def test_a_final_adds_to_the_total_at_its_top_table_only():
    top = game("g5", "long", "Dee", "Ann", kind=Kind.FINAL, is_top=True)
    second = game("g6", "long", "Cay", "Ben", kind=Kind.FINAL)
    rows = ranked(LONG, SHORT, top, second)
    assert [row_of(name, rows).total for name in ("Ann", "Ben", "Cay", "Dee")] == [
        7 + Fraction(1, 5),
        7,
        4,
        2 + Fraction(3, 10),
    ]
    assert row_of("Cay", rows).not_counted == [("g6", NotCounted.NOT_A_TOP_TABLE)]
    assert row_of("Dee", rows).categories["long"].game == "g1"


def test_who_shares_a_place_in_a_final_shares_what_the_places_add():
    top = replace(
        game("g5", "long", "Ann", "Ben", kind=Kind.FINAL, is_top=True),
        merits={"Ann": (50,), "Ben": (50,)},
    )
    rows = ranked(LONG, SHORT, top)
    assert [row_of(name, rows).finals[0].value for name in ("Ann", "Ben")] == [Fraction(1, 4)] * 2


def test_a_pick_up_game_counts_if_the_convention_says_so():
    pick_up = game("g4", "cards", "Dee", "Ann", "Ben", kind=Kind.PICK_UP)
    assert row_of("Dee", ranked(LONG, SHORT, pick_up)).total == 5
    without = replace(PROFILE, pick_ups=False)
    dee = row_of("Dee", ranked(LONG, SHORT, pick_up, profile=without))
    assert (dee.total, dee.not_counted) == (2, [("g4", NotCounted.PICK_UP)])


def test_a_void_category_gives_nothing_and_is_not_asked_for():
    rows = ranked(LONG, SHORT, void={"Ann": ["long"]})
    ann = row_of("Ann", rows)
    assert list(ann.categories) == ["short"]
    assert ann.missing == Missing(1, ("cards",))
    assert ann.not_counted == [("g1", NotCounted.VOID)]
    assert ann.wins == 0


def test_a_game_of_no_category_counts_for_nothing():
    rows = ranked(LONG, SHORT, game("g4", None, "Dee", "Ann"), game("g5", "dice", "Dee", "Ann"))
    assert row_of("Dee", rows).not_counted == [
        ("g4", NotCounted.NO_CATEGORY),
        ("g5", NotCounted.NO_CATEGORY),
    ]


def test_a_running_game_counts_and_is_provisional_but_nobody_has_won_it():
    rows = ranked(LONG, replace(SHORT, is_running=True))
    ben = row_of("Ben", rows)
    assert (ben.is_provisional, ben.total, ben.wins) == (True, 7, 0)


def test_a_running_game_that_does_not_count_leaves_the_total_as_it_is():
    ann = row_of("Ann", ranked(LONG, SHORT, replace(CARDS, is_running=True)))
    assert ann.categories["cards"].counts is False
    assert not ann.is_provisional


def test_a_competition_of_titles_counts_each_title_as_a_category():
    titles = replace(PROFILE, titles=("title of g1", "title of g3"), required=2)
    ann = row_of("Ann", ranked(LONG, SHORT, CARDS, profile=titles))
    assert list(ann.categories) == ["title of g1", "title of g3"]
    assert ann.total == 7
    assert ann.not_counted == [("g2", NotCounted.OTHER_TITLE)]


def test_people_equal_in_everything_share_the_place_and_the_next_one_counts_them():
    level = game("g1", "long", "Ann"), game("g2", "long", "Ben"), game("g3", "long", "Cay")
    second = [replace(one, key=f"{one.key}b", category="short") for one in level]
    rows = ranked(*level, *second)
    assert [(row.player, row.place) for row in rows] == [
        ("Ann", 1),
        ("Ben", 1),
        ("Cay", 1),
        ("Dee", None),
    ]
    assert rows[0].why.step == "equal"


@pytest.mark.parametrize(
    ("tie_break", "first"),
    [(TieBreak.WINS, "Ann"), (TieBreak.IRON, "Ben"), (TieBreak.RESULTS, "Ann")],
)
def test_each_tie_break_decides_between_equal_totals(tie_break, first):
    """Ann has 4 and 2, Ben 3 and 3 and a third category."""
    games = (
        game("g1", "long", "Ann", "Ben", "Cay", "Dee"),
        game("g2", "short", "Cay", "Ben", "Ann", "Dee"),
        game("g3", "cards", "Cay", "Dee", "Ben"),
    )
    profile = replace(PROFILE, tie_breaks=(tie_break,))
    rows = [row for row in ranked(*games, profile=profile) if row.player in ("Ann", "Ben")]
    assert [row.total for row in rows] == [6, 6]
    assert (rows[0].player, rows[0].why.step) == (first, tie_break)


def test_penalties_come_off_the_total():
    profile = replace(PROFILE, penalties={"Ann": HALF})
    ann = row_of("Ann", ranked(LONG, SHORT, profile=profile))
    assert (ann.total, ann.penalty) == (7 - HALF, HALF)


def test_a_game_of_places_or_of_fewer_points_counts():
    close = replace(PROFILE, scheme=scheme("close-game"))
    placed = replace(LONG, merits={"Ann": (0, -1), "Ben": (0, -2)}, points=Points.PLACES)
    fewer = replace(SHORT, merits={"Ann": (-3,), "Ben": (-5,)}, points=Points.FEWER)
    ann = row_of("Ann", ranked(placed, fewer, profile=close))
    assert ann.categories["long"].value == 4
    assert ann.categories["short"].value == 4 + HALF * Fraction(3, 6)
    ben = row_of("Ben", ranked(placed, fewer, profile=close))
    assert ben.categories["short"].value == 1 + HALF * Fraction(3, 6)


def test_a_class_has_places_of_its_own():
    rows = ranked(LONG, SHORT, people=("Ann", "Ben", "Cay", "Dee", "Eve"))
    standing = [(row.player, row.place) for row in rows]
    assert of_class(standing, {"Cay", "Dee", "Eve"}) == [
        ("Cay", 1),
        ("Dee", 2),
        ("Eve", None),
    ]
