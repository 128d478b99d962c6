"""The record of a position: walked through, loaded from a file or a text, and saved."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import override

from tests.examples import ALL
from tests.languages import add_language
from tests.tournaments.adjudicator.helpers import GOLDEN, Visitor, key_of, open_position, text


def test_any_move_of_the_record_is_a_place_to_go_to(client):
    visitor = open_position(client, "metro_x", moves=12)
    last = visitor.at
    assert "After move 5." in visitor.send(go="5")
    assert visitor.answer.context["page"].last == last
    assert visitor.send(go="9" * 30).startswith(f"Metro X, after move {last}")
    assert "The game has not started." in visitor.send(go="0")
    assert visitor.send(go="²").startswith("Metro X, after move 0")


def test_a_question_is_about_the_position_that_is_shown(client):
    visitor = open_position(client, "metro_x", moves=12)
    visitor.send(go="1")
    whole = visitor.record
    assert "Legal." in visitor.ask("B 0")
    assert (visitor.at, visitor.record) == (1, whole)


def test_a_move_played_earlier_leaves_out_what_came_later(client):
    visitor = open_position(client, "metro_x", moves=12)
    page = visitor.send(go="1")
    assert re.search(r"This drops the \d+ moves after this position", page)
    visitor.send(play="0 B 0")
    assert visitor.at == visitor.answer.context["page"].last == 2


@pytest.mark.parametrize(
    "path", GOLDEN[:: 15 if ALL else 30], ids=lambda path: f"{key_of(path)}-{path.stem}"
)
def test_a_golden_game_is_loaded_and_walked_through(client, path):
    visitor = Visitor(client, key_of(path))
    assert "The game is over (" in visitor.load(path.read_text())
    last = visitor.at
    for at in (0, last // 2, last - 1):
        page = visitor.send(go=str(at))
        assert "To act: " in page
        assert "Legal." not in page
        assert visitor.at == at


def test_rulings_and_moves_taken_back_are_shown(client):
    path = next(path for path in GOLDEN if path.stem == "3-with-rulings")
    visitor = Visitor(client, "express")
    page = visitor.load(path.read_text())
    assert re.search(r"\d+ lines? (is|are) about moves that were undone", page)
    at = next(
        number
        for number, entry in enumerate(visitor.answer.context["page"].record.entries, 1)
        if entry.ruling
    )
    assert "allowed by a ruling: " in visitor.send(go=str(at))


def test_a_record_is_loaded_from_a_file_and_saved_as_one(client):
    path = GOLDEN[-1]
    file = SimpleUploadedFile("table 7.game", path.read_bytes())
    answer = client.post(f"/rules/{key_of(path)}/position/", {"file": file})
    record = answer.context["page"].text
    saved = client.post(f"/rules/{key_of(path)}/record/", {"record": record})
    assert saved["Content-Disposition"] == f'attachment; filename="{key_of(path)}.game"'
    assert saved.content.decode() == record
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert record.splitlines() == lines


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_browser_s_line_ends_do_not_matter(client, newline):
    path = next(path for path in GOLDEN if key_of(path) == "metro_x")
    text_ = newline.join(path.read_text().splitlines())
    assert "The game is over" in Visitor(client, "metro_x").load(text_)


UNREADABLE = [
    ("nonsense", "Line 1: a record begins with its header"),
    ("[" * 500, "Line 1: "),
    ("", "Choose a file or paste its text."),
    ("\x00", "Null characters are not allowed."),
    ("x" * 200_001, "This record has 200,001 characters; the limit is 200,000."),
    ("{}" + "\n" * 6000, "This record has 6,000 lines; the limit is 5,001."),
]


@pytest.mark.parametrize(
    ("address", "sent", "words"),
    [
        *(("position", *one) for one in UNREADABLE),
        ("record", *UNREADABLE[0]),
        # Both addresses have the same form.
        *(pytest.param("record", *one, marks=pytest.mark.long) for one in UNREADABLE[1:]),
    ],
)
def test_a_text_that_cannot_be_read_stays_in_the_form(client, address, sent, words):
    answer = client.post(f"/rules/metro_x/{address}/", {"record": sent})
    assert answer.status_code == 422
    assert words in text(answer)
    assert answer.context["load"]["record"].value() == sent


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"nonsense", "Line 1: a record begins with its header"),
        (b"\xff\xfe\x00", "This is not a text file"),
        (b"", "Choose a file or paste its text."),
        (b"x" * 200_001, "This record has 200,001 characters"),
    ],
)
def test_an_unreadable_file_is_reported(client, data, words):
    file = SimpleUploadedFile("table.game", data)
    answer = client.post("/rules/metro_x/position/", {"file": file})
    assert words in text(answer)


def test_the_text_of_a_bad_file_can_be_corrected(client):
    file = SimpleUploadedFile("table.game", b"\xef\xbb\xbfhello")
    answer = client.post("/rules/metro_x/position/", {"file": file})
    assert answer.context["load"]["record"].value() == "hello"


def test_a_body_beyond_all_bounds_is_not_even_looked_at(client):
    answer = client.post("/rules/metro_x/position/", {"record": "x" * 3_000_000})
    assert answer.status_code == 400


def test_a_bad_line_is_named(client):
    visitor = open_position(client, "metro_x")
    answer = client.post("/rules/metro_x/position/", {"record": visitor.record + "0 A 9\n"})
    assert "Line 3, '0 A 9': 'A 9' is not a move of Metro X" in text(answer)
    assert "Open a record" in text(answer)


def test_what_the_engine_says_of_a_bad_line_is_in_the_language_of_the_reader(
    client, settings, tmp_path
):
    texts = {
        "{text} is not a move of {game}.": "{text} ist kein Zug von {game}.",
        "Metro X on this board": "Metro X auf diesem Plan",
        "Line {number}, {line}: {why}": "Zeile {number}, {line}: {why}",
    }
    add_language(settings, tmp_path, texts)
    visitor = open_position(client, "metro_x")
    with override("de"):
        answer = client.post("/rules/metro_x/position/", {"record": visitor.record + "0 A 9\n"})
        assert "Zeile 3, '0 A 9': 'A 9' ist kein Zug von Metro X auf diesem Plan." in text(answer)
        assert "'X 1' ist kein Zug von Metro X auf diesem Plan." in visitor.ask("X 1")
