"""Games without an engine: what their sheets take, and how they rank."""

from datetime import timedelta

import pytest

from games.titles import MOST_TIE_BREAKS, PREFIX, TieBreak, title

TWO_HOURS = timedelta(hours=2)


def make(**changes):
    values = {
        "players": range(3, 6),
        "per": "game",
        "counting": "more",
        "slot": TWO_HOURS,
        "target": 0,
        "decides": (),
    } | changes
    return title(f"{PREFIX}best-of-18xx", "Best of 18xx", **values)


def placed(setup, data, players):
    return [one.place for one in setup.sheet.placings(data, players)]


def test_more_points_are_better():
    assert placed(make(), {"points": [310, 295, 400]}, 3) == [2, 3, 1]


def test_fewer_points_are_better_where_the_title_says_so():
    golf = make(counting="fewer")
    data = {"points": [72, 68, 68]}
    assert placed(golf, data, 3) == [3, 1, 1]
    scores = [one.score for one in golf.sheet.placings(data, 3)]
    assert scores == [-72, -68, -68]
    assert [golf.info.as_written(score) for score in scores] == data["points"]


def test_the_lines_of_a_seat_add_up_to_its_score():
    for counting in ("more", "fewer"):
        setup = make(counting=counting, decides=(TieBreak("Trains"),))
        data = {"points": [72, -5], "tie_break_1": [3, 4]}
        sums = [0, 0]
        for line in setup.sheet.lines(data, 2):
            sums[line.player] += line.points
        assert sums == [one.score for one in setup.sheet.placings(data, 2)]


def test_tie_breaks_decide_in_their_order_each_in_its_own_direction():
    decides = (TieBreak("Trains"), TieBreak("Loans", fewer_is_better=True))
    setup = make(decides=decides)
    data = {"points": [5, 5, 5, 6], "tie_break_1": [2, 2, 3, 0], "tie_break_2": [1, 0, 9, 0]}
    assert placed(setup, data, 4) == [4, 3, 2, 1]
    assert setup.info.tie_breaks == ("most: Trains", "fewest: Loans")


def test_a_sheet_of_points_asks_for_nothing_else():
    fields = [field.name for field in make().sheet.fields_for(3)]
    assert fields == ["points"]
    every = tuple(TieBreak(name) for name in "abc")
    assert len(every) == MOST_TIE_BREAKS
    fields = [field.name for field in make(decides=every).sheet.fields_for(3)]
    assert fields == ["points", "tie_break_1", "tie_break_2", "tie_break_3"]


@pytest.mark.parametrize("held", [[1, 2, 3], [1, 2, 2], [1, 1, 3], [1, 1, 1], [3, 1, 2]])
def test_places_are_those_that_players_can_hold(held):
    places = make(counting="places")
    assert places.sheet.clean({"places": held}, 3) == []
    assert placed(places, {"places": held}, 3) == held
    assert [-line.points for line in places.sheet.lines({"places": held}, 3)] == held


@pytest.mark.parametrize(
    ("held", "where"),
    [
        ([1, 3, 3], ["places.1", "places.2"]),
        ([2, 3, 4], ["places.0", "places.1", "places.2"]),
        ([1, 1, 2], ["places.2"]),
    ],
)
def test_places_that_nobody_can_hold_are_refused_with_the_right_one(held, where):
    issues = make(counting="places").sheet.clean({"places": held}, 3)
    assert [issue.where for issue in issues] == where
    assert "it is place" in issues[0].text


def test_a_title_knows_no_rules_and_says_no_hand_is_called_out():
    setup = make()
    assert not setup.info.has_rules
    assert not setup.is_called_out
    assert not setup.info.printable
    with pytest.raises(NotImplementedError):
        setup.sheet.of(None)


@pytest.mark.parametrize("per", ["hand", "game"])
@pytest.mark.parametrize("minutes", [1, 5, 45, 120, 24 * 60])
def test_the_times_that_follow_from_a_slot_are_in_order(per, minutes):
    timing = make(per=per, slot=timedelta(minutes=minutes)).info.timing
    assert timedelta(0) <= timing.force_end <= timing.cutoff <= timing.warning <= timing.slot
    assert timing.cutoff < min(timing.slot, timing.final)


def test_the_usual_table_is_of_four_or_as_near_as_the_title_allows():
    sizes = {
        range(3, 6): 4, range(2, 3): 2, range(5, 8): 5, range(2, 13): 4
    }  # fmt: skip
    for players, usual in sizes.items():
        assert make(players=players).info.preferred_players == usual
