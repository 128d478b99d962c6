"""A board of Metro X as a drawing: every mark a player made can be found on it."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

from games.metro_x.drawing import board_svg, show, svg, totals
from tests.games.metro_x.table import CITY, TOWN, fill, line, play, table

SVG = "{http://www.w3.org/2000/svg}"


def rows(drawing: str) -> dict[str, Xml.Element]:
    """The drawing of each line by its letter."""
    root = Xml.fromstring(drawing)  # noqa: S314 - our own drawing
    groups = root.findall(f"{SVG}g")
    return {group.attrib["aria-label"].removeprefix("Line "): group for group in groups}


def stations(row: Xml.Element) -> dict[str, Xml.Element]:
    return {group.findtext(f"{SVG}title"): group for group in row.findall(f"{SVG}g")}


def words(element: Xml.Element) -> list[str]:
    return [text.text for text in element.findall(f"{SVG}text")]


def test_an_empty_board_shows_every_line_with_its_windows_points_and_stations():
    for game in (CITY, TOWN):
        drawn = rows(svg(game))
        for one in game.board.lines:
            row = drawn[one.id]
            assert words(row) == [one.id, str(one.gold), str(one.white)]
            assert len(row.findall(f"{SVG}rect")) == 1 + one.windows + 1
            assert tuple(stations(row)) == one.stations
            assert row.findall(f"{SVG}circle") == []
        assert "Completed ____" in svg(game)


def test_a_station_where_lines_meet_names_itself_and_the_others():
    drawn = stations(rows(svg(CITY))["F"])
    assert words(drawn["c11"]) == ["AG", "c11"]
    assert words(drawn["c54"]) == []


def test_marks_are_drawn_on_every_line_they_belong_to():
    state = play(table(CITY, 1, "transfer"), "F X")
    drawn = rows(board_svg(state, 0))
    assert words(drawn["F"]) == ["F", "X", "4", "2"]
    for letter in "AFG":
        assert words(stations(drawn[letter])["c11"])[-1] == "6"
    assert "Transfers 6" in board_svg(state, 0)
    state = play(table(CITY, 1, "3"), "B 3")
    drawn = rows(board_svg(state, 0))
    assert words(drawn["B"])[1] == "3"
    for letter in "AB":
        crossed = [
            name
            for name, one in stations(drawn[letter]).items()
            if one.find(f"{SVG}path") is not None
        ]
        assert crossed == ["c01", "c02", "c03"]


def test_gold_is_circled_by_the_first_and_crossed_out_by_the_others():
    route = TOWN.board.lines[line(TOWN, "N")].stations
    state = table(TOWN, 3, "3", route[1:])
    play(state, "N 1", "J 0", "J 0")
    fill(state, 2, route)
    state.boards[2].award[line(TOWN, "N")] = 1
    circles, crosses = [], []
    for player in range(3):
        row = rows(board_svg(state, player))["N"]
        circles.append([circle.attrib["cx"] for circle in row.findall(f"{SVG}circle")])
        crosses.append(len(row.findall(f"{SVG}path")) - 2)
    assert [len(one) for one in circles] == [1, 0, 1]
    assert circles[0] < circles[2]
    assert crosses == [0, 1, 1]


def test_a_title_is_text_whatever_is_in_it():
    drawing = svg(CITY, title="Ada <& Bob>")
    root = Xml.fromstring(drawing)  # noqa: S314 - our own drawing
    assert root.findtext(f"{SVG}title") == "Ada <& Bob>"
    assert "style" not in drawing
    assert "<script" not in drawing


def test_the_totals_of_a_drawing_are_the_score():
    state = play(table(CITY, 1, "transfer", [f"c{n:02}" for n in range(1, 61)]), "I X")
    assert dict(totals(CITY, state.boards[0])) == {
        "Completed": state.completed(0),
        "Transfers": 2,
        "Empty": 15,
        "Lost": -7,
        "Score": state.placings()[0].score,
    }


def test_boards_can_be_shown_as_text():
    state = play(table(CITY, 2, "transfer"), "F X", "I X")
    text = show(state, 1)
    assert text.splitlines()[0] == "Card: face down; windows left: 22"
    assert text.index("Seat 1") < text.index("Seat 0")
    assert "F [X _  ] 4/2       6 . . . . . . . . . ." in text
    state = table(TOWN, 1, "3", TOWN.board.lines[4].stations)
    assert "N [_ _    ] 2/1 gold  X X X X X X" in show(state, None)
    assert "Card: 3;" in show(state, None)
    assert "completed 2, transfers 0, empty 72, lost -10, score -8" in show(state, None)
