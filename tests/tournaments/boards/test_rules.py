import pytest

from tournaments.boards.rules import Progress, Step, checklist, next_step


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


@pytest.mark.parametrize(
    ("facts", "following"),
    [
        ({}, "tournament"),
        ({"has_tournament": True, "people": 2}, "roster"),
        ({"has_tournament": True, "people": 3, "checked_in": 2}, "check_in"),
        ({"has_tournament": True, "people": 3, "checked_in": 3}, "seat"),
        # Who has dropped out meanwhile does not send the conductor back.
        ({"has_tournament": True, "checked_in": 2, "round_status": "seated"}, "publish"),
        ({"has_tournament": True, "round_status": "published"}, "start"),
    ],
)
def test_the_checklist_names_one_next_step(facts, following):
    values = {"has_tournament": False, "people": 0, "checked_in": 0, "round_status": "", **facts}
    items = checklist(smallest_table=3, **values)
    tasks = [item.task for item in items]
    place = tasks.index(following)
    after = len(tasks) - place - 1
    expected = [Progress.DONE] * place + [Progress.NEXT] + [Progress.LATER] * after
    assert [item.progress for item in items] == expected
