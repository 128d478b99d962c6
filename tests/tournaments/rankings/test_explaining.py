"""Why somebody stands above another person in a ranking, in a sentence."""

import pytest

from tournaments.rankings.explaining import why_above

EQUAL = "Equal to Ben in every step; their names decide who is listed first."


@pytest.mark.parametrize(
    ("step", "mine", "theirs", "said"),
    [
        ("equal", None, None, EQUAL),
        ("complete", True, False, "Above Ben, who still needs categories."),
        ("categories", 3, 2, "Above Ben by the number of categories: 3 to 2."),
        ("results", [9, 7, 5], [9, 6, 5], "Above Ben by the first result that differs: 7 to 6."),
        # Rounded they would look equal.
        ("total", "1/3", "333/1000", "Above Ben by the total: 1/3 to 333/1000."),
    ],
)
def test_each_step_says_what_differs(step, mine, theirs, said):
    assert why_above({"step": step, "mine": mine, "theirs": theirs}, "Ben") == said


def test_nobody_stands_above_nobody():
    assert why_above(None, "Ben") == why_above({"step": "equal"}, "") == ""
