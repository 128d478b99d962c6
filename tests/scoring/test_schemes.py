"""Every points scheme on an example worked out by hand from its published description.

The addresses of the descriptions are in the schemes themselves.
"""

from fractions import Fraction

import pytest

from games.packs import PackError
from scoring.measures import MEASURES
from scoring.schemes import HOUSE, load, schemes
from tests.scoring.played import results, rows, summary, worth

FOUR = {"ann": 121, "ben": 98, "cay": 40, "dee": -3}
THREE = {"ann": 30, "ben": 20, "cay": 10}


def values(key, table, **options):
    return [str(value) for value in worth(key, table, **options).values()]


def test_every_scheme_says_where_it_comes_from_or_that_it_is_ours():
    assert len(schemes()) >= 11
    assert next(iter(schemes())) == HOUSE
    for key, found in schemes().items():
        assert found.key == key
        assert found.source or found.is_ours
        assert found.source or found.ours
        assert set(found.chain) <= set(MEASURES)


# --- The house's own ------------------------------------------------------------------------------


def test_the_default_gives_four_three_two_one_and_stretches_it_over_other_tables():
    assert values("house", FOUR) == ["4", "3", "2", "1"]
    assert values("house", THREE) == ["4", "5/2", "1"]
    assert values("house", dict(enumerate((5, 4, 3, 2, 1)))) == ["4", "13/4", "5/2", "7/4", "1"]
    assert values("house", dict(enumerate((6, 5, 4, 3, 2, 1))))[1] == "17/5"
    assert values("house", {"ann": 2, "ben": 1}) == ["4", "1"]
    assert values("house", {"ann": -5}) == ["4"]


def test_the_default_shares_the_mean_of_the_places():
    assert values("house", {"a": 120, "b": 120, "c": 60, "d": 10}) == ["7/2", "7/2", "2", "1"]
    assert values("house", {"a": 120, "b": 5, "c": 5, "d": 5}) == ["4", "2", "2", "2"]
    assert values("house", dict.fromkeys("abcde", 0)) == ["5/2"] * 5


def test_a_close_game_is_worth_up_to_half_a_point_more():
    # ½ x own / (119 + 1) behind the winner; the winner as much as the second.
    table = {"ann": 119, "ben": 60, "cay": 30, "dee": -6}
    assert values("close-game", table) == ["17/4", "13/4", "17/8", "1"]


def test_the_bonus_of_a_close_game_stays_below_half_a_point_even_for_a_tie():
    worths = worth("close-game", {"ann": (99, 1), "ben": (99, 0), "cay": (0, 0)})
    assert worths["ann"] == 4 + Fraction(99, 200)
    assert worths["ben"] == Fraction(5, 2) + Fraction(99, 200)
    assert worths["cay"] == 1


def test_a_share_of_the_table_divides_a_hundred_points():
    assert values("share", {"ann": 50, "ben": 30, "cay": 20}) == ["50", "30", "20"]
    assert values("share", {"ann": 2, "ben": 1, "cay": -7}) == ["200/3", "100/3", "0"]
    assert values("share", {"ann": 0, "ben": -4}) == ["50", "50"]


def test_game_points_are_added_up_and_the_share_of_the_table_breaks_ties():
    played = results(
        [{"ann": 10, "ben": 8, "cay": 6}],
        [{"ann": 6, "ben": 8, "cay": 10}],
    )
    # Ann 10/24 + 6/24, Ben 8/24 + 8/24, Cay 6/24 + 10/24; Ann and Cay won once, Ben never.
    assert summary(rows("game-points", played)) == [
        (
            1,
            "ann",
            "Shares the place: equal in score, share of tables and wins.",
        ),
        (
            1,
            "cay",
            "Equal in score and share of tables. More wins: 1 against 0.",
        ),
        (3, "ben", ""),
    ]


# --- Published ------------------------------------------------------------------------------------


def test_wbc_most_wins_goes_by_wins_and_then_by_1000_100_10_1():
    assert values("wbc-most-wins", FOUR) == ["1000", "100", "10", "1"]
    assert values("wbc-most-wins", THREE) == ["1000", "100", "10"]
    played = results(
        [{"ann": 9, "ben": 8, "cay": 7, "dee": 6}, {"eve": 9, "fay": 8, "gus": 7, "hal": 6}],
        [{"hal": 9, "ben": 8, "cay": 7, "ann": 6}, {"eve": 9, "fay": 8, "gus": 7, "dee": 6}],
    )
    found = rows("wbc-most-wins", played)
    assert found[0].player == "eve"
    assert {found[1].player, found[2].player} == {"ann", "hal"}
    assert found[0].why.sentence == "More wins: 2 against 1."
    # Ann and Hal: 1000 + 1 each, so the lot decides between them.
    assert found[1].why.step == "lot"
    assert found[2].why.sentence == "More wins: 1 against 0."
    # Ben and Fay were second twice, 200 each.
    assert {found[3].player, found[4].player} == {"ben", "fay"}
    assert found[3].score == 200
    assert found[4].why.sentence == "Equal in wins. More points: 200 against 20."


def test_in_the_older_heats_a_win_in_the_first_game_played_comes_first():
    played = results(
        [{"ann": 9, "ben": 8, "cay": 7}, {"dee": 9, "eve": 8, "fay": 7}],
        [{"ben": 9, "cay": 8, "eve": 7}, {"fay": 9, "dee": 8, "ann": 7}],
        [{"ben": 9, "cay": 8, "ann": 7}, {"fay": 9, "eve": 8, "dee": 7}],
    )
    found = rows("wbc-heats", played)
    # Ann: 1st, 3rd, 3rd. Dee: 1st, 2nd, 3rd: a better average. Ben: two wins, none in the first.
    assert [row.player for row in found][:2] == ["dee", "ann"]
    assert found[0].why.sentence.endswith("A better average place: 2 against 2.33.")
    assert found[1].why.sentence == "Won the first game played."
    assert {found[2].player, found[3].player} == {"ben", "fay"}
    assert found[2].why.sentence.endswith("A better average place: 1.33 against 1.67.")


def test_wbc_catan_gives_100_50_20_10_and_at_a_table_of_three_100_40_10():
    assert values("wbc-catan", FOUR) == ["100", "50", "20", "10"]
    assert values("wbc-catan", THREE) == ["100", "40", "10"]


def test_wbc_catan_breaks_ties_by_wins_points_best_finish_and_its_margin():
    # Two seconds equal one win here: 50 + 50 against 100 + 0.
    played = results(
        [{"ann": 10, "ben": 8, "cay": 5, "dee": 4}],
        [{"eve": 10, "ben": 8, "fay": 5, "gus": 4}],
    )
    found = rows("wbc-catan", played)
    assert [row.player for row in found][:3] == ["ann", "eve", "ben"]
    assert found[1].why.sentence == "Equal in score. More wins: 1 against 0."


def test_the_last_tie_break_of_wbc_catan_is_the_lead_over_the_next_worse_player():
    # Both won with 10 points; the next had 8 in one game, 5 in the other: 125 % and 200 %.
    played = results([{"ann": 10, "ben": 8, "cay": 5}, {"dee": 10, "eve": 5, "fay": 4}])
    found = rows("wbc-catan", played)
    assert summary(found)[0] == (
        1,
        "dee",
        (
            "Equal in score, wins, game points and best result. "
            "Further ahead in the best game: 200 % against 125 %."
        ),
    )


def test_latto_scores_wins_and_seconds_and_how_near_the_others_came():
    table = {"ann": 30, "ben": 24, "cay": 12, "dee": 6}
    assert values("latto", table, debut=["ann"]) == ["6005/4", "108", "0", "0"]
    assert values("latto", table) == ["4005/4", "108", "0", "0"]
    assert values("latto", {"ann": 30, "ben": 24, "cay": 12}) == ["4005/4", "58", "0"]
    # 1500 + 30/24, 100 + 10 x 24/30, 50 + 10 x 24/30.


def test_in_latto_only_the_first_game_that_somebody_played_is_the_first():
    played = results(
        [{"ann": 10, "ben": 5, "cay": 1}],
        [{"ben": 10, "dee": 5, "cay": 1}, {"eve": 10, "ann": 5, "fay": 1}],
    )
    scores = {row.player: row.score for row in rows("latto", played)}
    assert scores["ann"] == 1500 + 2 + 50 + 5
    assert scores["ben"] == 50 + 5 + 1000 + 2
    assert scores["eve"] == 1500 + 2
    assert scores["cay"] == 0


def test_playing_more_never_hurts_in_latto():
    first = results([{"ann": 10, "ben": 5, "cay": 1}])
    second = results([{"ann": 10, "ben": 5, "cay": 1}], [{"ann": 0, "dee": 9, "eve": 8, "fay": 7}])
    before = {row.player: row.score for row in rows("latto", first)}
    after = {row.player: row.score for row in rows("latto", second)}
    assert after["ann"] == before["ann"]


def test_catan_goes_by_wins_then_points_then_the_share_of_the_tables():
    played = results(
        [{"ann": 10, "ben": 8, "cay": 6, "dee": 6}, {"eve": 10, "fay": 4, "gus": 3, "hal": 3}],
        [{"ann": 7, "fay": 10, "gus": 6, "hal": 2}, {"eve": 7, "ben": 10, "cay": 5, "dee": 3}],
    )
    found = rows("catan", played)
    # One win each for Ann, Eve, Fay and Ben. Ben 18 points; Ann and Eve 17; Fay 14.
    assert [row.player for row in found][:4] == ["ben", "eve", "ann", "fay"]
    assert found[0].why.sentence == "Equal in wins. More game points: 18 against 17."
    # Eve 10/20 + 7/25 = 78 %, Ann 10/30 + 7/25 = 61.33 %.
    assert found[1].why.sentence == (
        "Equal in wins and game points. A larger share of the tables: 78 % against 61.33 %."
    )


def test_four_two_one_nothing_halves_what_is_shared():
    assert values("four-two-one", FOUR) == ["4", "2", "1", "0"]
    # Published: joint winner 3, joint second 1.5, joint third 0.5.
    assert values("four-two-one", {"a": 9, "b": 9, "c": 5, "d": 1}) == ["3", "3", "1", "0"]
    assert values("four-two-one", {"a": 9, "b": 7, "c": 7, "d": 1}) == ["4", "3/2", "3/2", "0"]
    assert values("four-two-one", {"a": 9, "b": 7, "c": 1, "d": 1}) == ["4", "2", "1/2", "1/2"]
    assert values("four-two-one", THREE) == ["4", "3/2", "0"]


def test_newport_pagnell_hands_out_six_points_for_each_player():
    assert values("newport-pagnell", FOUR) == ["11", "7", "4", "2"]
    assert values("newport-pagnell", THREE) == ["10", "6", "2"]
    five = dict(enumerate((50, 40, 30, 20, 10)))
    assert values("newport-pagnell", five) == ["12", "8", "5", "3", "2"]
    for size in (3, 4, 5):
        assert sum(worth("newport-pagnell", dict(enumerate(range(size)))).values()) == 6 * size


def test_newport_pagnell_counts_the_best_three_and_breaks_ties_by_what_was_dropped():
    win, last = {"y": 1, "z": 0}, {"y": 5, "z": 4}
    played = results(
        [{"ann": 9, "ben": 0, **win}],
        [{"ann": 9, "ben": 9, **win}],
        [{"ann": 9, "ben": 9, **win}],
        [{"ann": 0, "ben": 9, **last}],
        [{"ann": 1, "cay": 0, **last}],
    )
    scores = {
        row.player: (row.score, row.measures["dropped"]) for row in rows("newport-pagnell", played)
    }
    # Ann: 11, 9, 9 count (shared firsts are worth (11 + 7) / 2), 2 and 4 or 3 are dropped.
    assert scores["ann"][0] == 29
    assert scores["ben"][0] == 29
    found = rows("newport-pagnell", played)
    assert found[0].why.sentence.startswith("Equal in score. More points in dropped results:")


def test_newport_pagnell_goes_on_to_the_points_against_the_tables_average():
    played = results([{"ann": 20, "ben": 10, "cay": 0}, {"dee": 16, "eve": 12, "fay": 2}])
    found = rows("newport-pagnell", played)
    # Ann 20 at a table with an average of 10: +100 %. Dee 16 where it is 10: +60 %.
    assert summary(found)[0] == (
        1,
        "ann",
        (
            "Equal in score, dropped results, wins, second places, third places and fourth places. "
            "Better against the tables' averages: 100 % against 60 %."
        ),
    )


def test_a_bye_in_newport_pagnell_is_worth_two_points_and_by_default_the_own_mean():
    played = results(
        [{"ann": 9, "ben": 5, "cay": 1}], [{"ann": 1, "ben": 5, "dee": 9}], byes=[(3, "ann")]
    )
    assert {r.player: r.score for r in rows("newport-pagnell", played)}["ann"] == 10 + 2 + 2
    assert {r.player: r.score for r in rows("house", played)}["ann"] == 4 + 1 + Fraction(5, 2)


# --- Files ----------------------------------------------------------------------------------------

GOOD = """
key = "mine"
name = "Mine"
about = "Three for a win."
ours = ["All of it."]
[table]
kind = "places"
other_sizes = "cut"
[table.places]
4 = ["3", "3/2", "0", "0"]
[score]
ranked_by = ["score"]
tie_breaks = ["lot"]
"""


def test_a_scheme_of_ones_own_is_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD)
    assert load(path).formula.shared(4, 2, 2) == Fraction(3, 2)


@pytest.mark.parametrize(
    ("good", "bad", "where"),
    [
        ('"3/2"', '"x"', "table.places.4"),
        ('"places"', '"dice"', "table.kind"),
        ('["lot"]', '["luck"]', "score.tie_breaks.0"),
        ('ours = ["All of it."]', "", "source"),
        ('name = "Mine"', 'name = "Mine"\ncolour = "red"', "colour"),
    ],
)
def test_a_file_with_a_fault_says_where(tmp_path, good, bad, where):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(good, bad, 1))
    with pytest.raises(PackError) as refused:
        load(path)
    assert where in [fault[0] for fault in refused.value.faults]


# --- Games of two ---------------------------------------------------------------------------------


def test_a_win_is_one_a_draw_a_half_and_a_bye_a_whole_one():
    assert values("win-draw-loss", {"ann": 10, "ben": 4}) == ["1", "0"]
    assert values("win-draw-loss", {"ann": 7, "ben": 7}) == ["1/2", "1/2"]
    assert values("win-draw-loss", {"ann": (9, 3), "ben": (9, 2)}) == ["1", "0"]
    assert schemes()["win-draw-loss"].bye == 1
