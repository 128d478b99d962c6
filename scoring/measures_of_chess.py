"""The measures of chess, from FIDE's Handbook, chapter C.07, each with its article.

They are computed in ``scoring.fide``.
"""

from games.texts import T, unfilled
from scoring import fide
from scoring.measure import Measure, each

OF_CHESS = (
    Measure(
        "buchholz-cut-1",
        T("Buchholz cut 1"),
        T(
            "The sum of the opponents' scores without the lowest. A round that the player did not "
            "play counts as a game against an opponent with the player's own score, but at most "
            "the score of draws in all rounds. If the player was absent, such a round is the one "
            "left out."
        ),
        unfilled("A better Buchholz without the lowest score: {mine} against {theirs}."),
        T("Buchholz cut 1"),
        each(fide.buchholz_cut_1),
        chapter="C.07 8.1, 14.1, 16",
    ),
    Measure(
        "buchholz",
        T("Buchholz"),
        T(
            "The sum of the opponents' scores. A round that the player did not play counts as a "
            "game against an opponent with the player's own score, but at most the score of draws "
            "in all rounds. For an opponent who is absent to the end, those rounds count as draws."
        ),
        unfilled("A better Buchholz: {mine} against {theirs}."),
        T("Buchholz"),
        each(fide.buchholz),
        chapter="C.07 8.1, 16",
    ),
    Measure(
        "median-buchholz",
        T("Median Buchholz"),
        T(
            "The sum of the opponents' scores without the lowest and the highest. Rounds that the "
            "player did not play count as in Buchholz."
        ),
        unfilled("A better Buchholz without the extremes: {mine} against {theirs}."),
        T("median Buchholz"),
        each(fide.median_buchholz),
        chapter="C.07 8.1, 14.3, 16",
    ),
    Measure(
        "sonneborn-berger",
        T("Sonneborn-Berger"),
        T(
            "The scores of the opponents whom the player beat, plus half the scores of those with "
            "whom the player drew."
        ),
        unfilled("A better Sonneborn-Berger: {mine} against {theirs}."),
        T("Sonneborn-Berger"),
        each(fide.sonneborn_berger),
        chapter="C.07 9.1, 16",
    ),
    Measure(
        "direct-encounter",
        T("Direct encounter"),
        T(
            "The games between the players who are still equal. If some of them have not met, this"
            " ranks only players who would be ahead whatever the results of the missing games."
        ),
        unfilled("Ahead in the games against one another: {mine} against {theirs}."),
        T("direct encounter"),
        fide.direct_encounter,
        in_group=True,
        repeated=True,
        chapter="C.07 6",
    ),
    Measure(
        "rounds-won",
        T("Rounds won"),
        T("More rounds with the points of a win, including byes and wins by default."),
        unfilled("More rounds won: {mine} against {theirs}."),
        T("rounds won"),
        each(fide.rounds_won),
        chapter="C.07 7.1",
    ),
    Measure(
        "black-games",
        T("Second side"),
        T("More games played on the second side (Downtown; Black in chess)."),
        unfilled("More games on the second side: {mine} against {theirs}."),
        T("games on the second side"),
        each(fide.black_games),
        chapter="C.07 7.3",
    ),
)
