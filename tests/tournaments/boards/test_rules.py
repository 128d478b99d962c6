import pytest

from tournaments.boards.rules import Step, next_step


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"checked_in": 2}, Step.PEOPLE),
        ({"checked_in": 3}, Step.SEAT),
        ({"round_status": "seated"}, Step.PUBLISH),
        ({"round_status": "published"}, Step.START),
        ({"round_status": "running", "playing": 2}, Step.PLAY),
        ({"round_status": "running", "playing": 0}, Step.CLOSE),
        ({"finished": True, "checked_in": 40}, Step.FINISHED),
    ],
)
def test_the_desk_knows_what_a_tournament_waits_for(facts, expected):
    values = {"finished": False, "round_status": "", "checked_in": 0, "playing": 0, **facts}
    assert next_step(smallest_table=3, **values) == expected
