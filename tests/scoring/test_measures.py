"""Every tie-break on an example worked out by hand."""

from fractions import Fraction

import pytest

from scoring.measures import MEASURES
from scoring.results_index import ResultsIndex
from scoring.schemes import scheme
from scoring.standings import rank
from tests.scoring.played import results, summary

PLAYED = results(
    [{"ann": 40, "ben": 30, "cay": 20, "dee": 10}, {"eve": 12, "fay": 9, "gus": 0}],
    [{"ann": 8, "eve": 24, "ben": 8}, {"cay": 5, "dee": 30, "fay": 10, "gus": 15}],
    [{"ann": 60, "fay": 50}, {"ben": 7, "gus": 3, "eve": 5}],
)
# By the house's scheme:        1st round   2nd         3rd      score
#   ann                         4           1.75        4        9.75
#   ben                         3           1.75        4        8.75
#   cay                         2           1           -        3
#   dee                         1           4           -        5
#   eve                         4           4           2.5      10.5
#   fay                         2.5         2           1        5.5
#   gus                         1           3           1        5


def value(key, player, played=PLAYED, *, by="house"):
    index = ResultsIndex(played, scheme(by))
    found = MEASURES[key].of(index, list(index.lines))
    return found[player]


@pytest.mark.parametrize(
    ("key", "player", "worked_out"),
    [
        ("score", "ann", Fraction(39, 4)),
        ("score", "eve", Fraction(21, 2)),
        ("wins", "eve", 2),
        ("wins", "ben", 1),
        ("seconds", "ann", 1),  # shared with Ben
        ("seconds", "ben", 2),
        ("thirds", "fay", 1),
        ("fourths", "cay", 1),
        ("game-points", "ann", 108),
        # 40/100 + 8/40 + 60/110
        ("share", "ann", Fraction(2, 5) + Fraction(1, 5) + Fraction(6, 11)),
        # 40 at an average of 25: +3/5. 8 where it is 40/3: -2/5. 60 where it is 55: +1/11.
        ("table-average", "ann", Fraction(3, 5) - Fraction(2, 5) + Fraction(1, 11)),
        # The means of (8.75, 3, 5), of (10.5, 8.75) and of 5.5 alone.
        ("strength", "ann", Fraction(67, 12) + Fraction(77, 8) + Fraction(11, 2)),
        # Without the strongest, 77/8, and the weakest, 11/2.
        ("median-strength", "ann", Fraction(67, 12)),
        # Two games: the median leaves none out.
        ("median-strength", "dee", Fraction(9.75 + 8.75 + 3) / 3 + Fraction(3 + 5.5 + 5) / 3),
        ("best-score", "fay", Fraction(5, 2)),
        ("best-game", "fay", 50),
        ("first-game-won", "ann", 1),
        ("first-game-won", "dee", 0),
        ("second-game-won", "dee", 1),
        ("third-game-won", "cay", 0),
        # Places 1, 2 and 3 shared, and 1.
        ("average-place", "ann", -Fraction(1 + Fraction(5, 2) + 1) / 3),
        # Of the two wins the lead of 40 over 30 is larger than that of 60 over 50.
        ("margin", "ann", Fraction(4, 3)),
    ],
)
def test_a_measure_gives_what_was_worked_out_by_hand(key, player, worked_out):
    assert value(key, player) == worked_out


def test_what_a_best_of_three_drops_is_a_measure_too():
    played = results(*[[{"ann": points, "ben": 5, "cay": 6}] for points in (9, 9, 9, 1, 1)])
    assert value("dropped", "ann", played, by="newport-pagnell") == 4
    assert value("score", "ann", played, by="newport-pagnell") == 30


def test_every_measure_is_tried_here():
    parameters = test_a_measure_gives_what_was_worked_out_by_hand.pytestmark[0].args[1]
    tried = {key for key, _player, _value in parameters} | {"dropped", "head-to-head", "lot"}
    # Those of chess are in test_fide.py.
    assert tried == {key for key, measure in MEASURES.items() if not measure.chapter}


def ordered(played, *tie_breaks):
    return summary(rank(played, scheme("house"), key=str, tie_breaks=tie_breaks))


def test_head_to_head_counts_only_the_games_against_those_who_are_still_equal():
    played = results(
        [{"ann": 9, "ben": 8, "cay": 7}, {"dee": 9, "eve": 8, "fay": 7}],
        [{"cay": 9, "eve": 8, "ann": 7}, {"dee": 9, "ben": 8, "fay": 7}],
    )
    # Ann, Ben, Cay and Eve have 5 points. Among them Ann beat Ben and Cay, then lost to Cay and
    # Eve: 0. Ben lost to Ann and beat Cay: 0. Cay lost to both and beat both: 0. Eve lost to Cay
    # and beat Ann: 0. So they are equal, and then there is the lot.
    assert [line[:2] for line in ordered(played, "head-to-head")][1:5] == [
        (2, "ann"),
        (2, "ben"),
        (2, "cay"),
        (2, "eve"),
    ]
    two = results(
        [{"ann": 9, "ben": 8, "cay": 7}],
        [{"ben": 9, "dee": 8, "eve": 7}],
        [{"ann": 5, "fay": 6, "gus": 4}],
    )
    # Ann 4 + 2.5, Ben 2.5 + 4; Ann was ahead in their only game.
    assert ordered(two, "head-to-head")[:2] == [
        (1, "ann", "Equal in score. Better in the games against one another: 1 against -1."),
        (2, "ben", "More points: 6.5 against 4."),
    ]


def test_a_table_of_six_makes_no_stronger_opponents_than_one_of_three():
    six = {player: -number for number, player in enumerate("abcdef")}
    three = {player: -number for number, player in enumerate("uvw")}
    played = results([six, three])
    # The winners met opponents with a mean of 2.2 and of 1.75; nothing is added up over heads.
    assert value("strength", "a", played) == Fraction(11, 5)
    assert value("strength", "u", played) == Fraction(7, 4)


def test_the_lot_is_the_same_whenever_it_is_drawn_and_another_with_another_seed():
    once = results([{"ann": 5, "ben": 5, "cay": 5, "dee": 5}], lot="a seed")
    assert ordered(once, "lot") == ordered(once, "lot")
    assert [line[0] for line in ordered(once, "lot")] == [1, 2, 3, 4]
    orders = {
        tuple(
            line[1]
            for line in ordered(results([{"ann": 5, "ben": 5, "cay": 5}], lot=str(n)), "lot")
        )
        for n in range(40)
    }
    assert len(orders) == 6


def test_a_lot_reads_the_same_once_it_was_stored_as_a_fraction():
    lot = MEASURES["lot"]
    assert lot.show(Fraction(42)) == lot.show(42) == "000000042"


def test_the_lot_goes_by_the_name_in_the_draw_and_not_by_a_number_of_the_database():
    named = results([{1: 5, 2: 5}], lot="s", lot_names={1: "ann", 2: "ben"})
    other = results([{7: 5, 3: 5}], lot="s", lot_names={7: "ann", 3: "ben"})
    first, second = (
        [row.measures["lot"] for row in rank(played, scheme("house"), key=str, tie_breaks=["lot"])]
        for played in (named, other)
    )
    assert first == second


def test_a_seat_alone_at_a_table_has_no_opponents():
    assert value("strength", "ann", results([{"ann": 5}])) == 0


def test_an_average_of_nothing_is_no_reason():
    assert value("table-average", "ann", results([{"ann": 0, "ben": -4}])) == 0
