"""The adjudicator's pages: public, nothing stored, no query, and never a fault of ours."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import catalogue
from tests.builders import make_tournament
from tests.tournaments.adjudicator.helpers import GOLDEN, Visitor, key_of, text
from tournaments.adjudicator import rules


def first_move(key: str) -> str:
    state = rules.set_up(key, "", players=2, seed=1, moves=0).state
    return str(state.legal_actions(state.actors()[0])[0])


LEGAL = {key: first_move(key) for key in catalogue.games()}
"""A move that the first to act may make in a new game of seed 1."""


def open_position(client, key, **requested):
    """A new game of two, at the page of its position."""
    visitor = Visitor(client, key)
    visitor.set_up(pack=next(iter(catalogue.engine(key).PACKS)), **requested)
    return visitor


# --- Which games there are ------------------------------------------------------------------------


def test_the_games_are_listed_with_their_players_and_their_house_data(client):
    page = text(client.get("/rules/"))
    for info in catalogue.games().values():
        assert info.name in page
    assert "1 to 6 players" in page
    assert page.count("house data, not official") == 5
    assert "car values, Way Car points and penalties are this site's own" in page


@pytest.mark.parametrize("path", ["/rules/chess/", "/rules/chess/position/"])
def test_a_game_without_rules_is_not_found(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.django_db
def test_a_tournament_leads_to_the_rules_of_its_game_and_every_page_to_all(client):
    make_tournament()
    page = client.get("/e/winter-meet/t/express-open/").content.decode()
    assert 'href="/rules/express/"' in page
    assert 'href="/rules/"' in page


# --- A board to print -----------------------------------------------------------------------------


def test_a_game_played_on_paper_leads_to_an_empty_board_of_each_map(client):
    page = client.get("/rules/metro_x/").content.decode()
    packs = catalogue.engine("metro_x").PACKS
    for pack in packs:
        address = f"/rules/metro_x/board/{pack}/"
        assert f'href="{address}"' in page
        answer = client.get(address)
        assert answer.status_code == 200
        assert catalogue.blank("metro_x", pack) in answer.content.decode()
        links = re.findall(r'href="/rules/metro_x/board/(\w+)/"', answer.content.decode())
        assert links == [other for other in packs if other != pack]
    assert "/board/" not in client.get("/rules/express/").content.decode()


@pytest.mark.parametrize(
    "path", ["metro_x/board/atlantis/", "express/board/house/", "chess/board/chess/"]
)
def test_there_is_no_board_of_a_game_without_one_nor_of_an_unknown_map(client, path):
    assert client.get(f"/rules/{path}").status_code == 404


# --- To set up a position -------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalogue.games())
def test_a_new_game_is_dealt_and_says_who_acts_and_what_they_may_do(client, key):
    visitor = open_position(client, key)
    page = text(visitor.answer)
    assert "To act: Seat 0" in page
    assert re.search(r"Seat 0: \d+ moves?", page)
    for move in visitor.answer.context["page"].choices[0].moves:
        assert f" {move} " in page


def test_bots_play_up_to_a_position_and_the_address_gives_it_again(client):
    requested = {"players": 3, "pack": "tube_town", "seed": 5, "moves": 20}
    first, again = Visitor(client, "metro_x"), Visitor(client, "metro_x")
    assert "To act: Seat 2" in first.set_up(**requested)
    again.set_up(**requested)
    assert first.record == again.record
    assert '"pack": "tube_town"' in first.record


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("players", "9", "Select a valid choice"),
        ("players", "", "This field is required."),
        ("pack", "../house", "Select a valid choice"),
        ("moves", "301", "less than or equal to 300"),
        ("moves", "many", "Enter a whole number."),
        ("seed", "-1", "greater than or equal to 0"),
        ("seed", "9" * 40, "less than or equal to"),
    ],
)
def test_an_impossible_set_up_is_reported_at_its_field_and_nothing_is_lost(
    client, field, value, words
):
    requested = {"players": 3, "pack": "house", "seed": 77, "moves": 12} | {field: value}
    answer = client.get("/rules/express/position/", requested)
    assert answer.status_code == 200
    form = answer.context["set_up"]
    assert words in form.errors[field][0]
    assert form["seed"].value() == str(requested["seed"])


def test_without_any_question_the_position_s_page_asks_for_one(client):
    assert not client.get("/rules/express/position/").context["set_up"].errors


# --- To ask ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalogue.games())
def test_a_legal_move_is_legal(client, key):
    visitor = open_position(client, key)
    move = visitor.answer.context["page"].choices[0].moves[0]
    page = visitor.ask(move)
    assert "Legal." in page
    assert f"Seat 0: {move}" in page
    assert visitor.at == visitor.answer.context["page"].last


@pytest.mark.parametrize(
    ("key", "move", "code", "source"),
    [
        ("metro_x", "free c01", "must-use-window", "Free Space, the notes below it"),
        ("metro_x", "A X", "not-a-transfer", "Card Types"),
        ("express", "discard box", "must-choose", "rules/express.md 1.4 Turn"),
        ("expect_delays", "board O", "not-your-line", "Board"),
    ],
)
def test_an_illegal_move_is_refused_with_its_sentence_code_and_source(
    client, key, move, code, source
):
    visitor = open_position(client, key)
    page = visitor.ask(move)
    refusal = visitor.answer.context["ruling"].refusal
    assert f"Not legal Seat 0: {move} {refusal.text} Source {source} Code {code}" in page


@pytest.mark.parametrize("player", ["1", "chance", "arbiter"])
@pytest.mark.parametrize("key", catalogue.games())
def test_a_question_may_be_about_any_player(client, key, player):
    visitor = open_position(client, key)
    visitor.ask(LEGAL[key], player=player)
    assert visitor.answer.context["ruling"] is not None


def test_an_unknown_move_is_reported_and_stays_in_the_form(client):
    visitor = open_position(client, "metro_x")
    page = visitor.ask("castle <b>")
    assert "No such move" in page
    assert "'castle <b>' is no move of Metro X" in page
    assert visitor.answer.context["question"]["move"].value() == "castle <b>"
    assert b"castle <b>" not in visitor.answer.content


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"move": ""}, "move"),
        ({"move": "x" * 101}, "move"),
        ({"move": "B 0", "player": "9"}, "player"),
        ({"move": "B\x000"}, "move"),
        ({"move": "B 0", "at": "-1"}, "at"),
        ({"move": "B 0", "at": "soon"}, "at"),
    ],
)
def test_an_invalid_question_is_reported_at_its_field(client, fields, field):
    visitor = open_position(client, "metro_x")
    visitor.send(**({"do": "ask", "player": "0"} | fields))
    assert visitor.answer.context["question"].errors[field]
    assert visitor.answer.context["ruling"] is None


# --- To go on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalogue.games())
def test_a_legal_move_is_played(client, key):
    visitor = open_position(client, key)
    move, before = visitor.answer.context["page"].choices[0].moves[0], visitor.at
    page = visitor.send(do="play", player="0", move=move)
    assert f"Seat 0 played {move}." in page
    assert visitor.at == before + 1
    assert visitor.record.endswith(f"\n0 {move}\n")


def test_a_move_of_the_list_is_played_by_pressing_it(client):
    visitor = open_position(client, "metro_x")
    assert "Seat 1 played B 0." in visitor.send(play="1 B 0")


@pytest.mark.parametrize("pressed", ["", "1", "9 B 0", "1 castle", "1 free c01", "x" * 5000])
def test_a_button_that_is_not_there_plays_nothing(client, pressed):
    visitor = open_position(client, "metro_x")
    before = visitor.record
    visitor.send(play=pressed)
    assert visitor.record == before


def test_an_illegal_move_is_not_played_but_explained(client):
    visitor = open_position(client, "metro_x")
    before = visitor.record
    assert "must-use-window" in visitor.send(do="play", player="0", move="free c01")
    assert visitor.record == before


def test_chance_acts_on_request_or_as_it_did_at_the_table(client):
    visitor = open_position(client, "metro_x")
    visitor.send(play="0 B 0")
    page = visitor.send(play="1 B 0")
    assert "To act: Chance" in page
    turn = visitor.record
    assert "To act: Seat 0, Seat 1" in visitor.send(do="draw")
    visitor.load(turn)
    assert "Chance played flip free." in visitor.send(play="chance flip free")


def test_bots_play_on(client):
    visitor = open_position(client, "expect_delays")
    before = visitor.at
    visitor.send(do="bots-1")
    middle = visitor.at
    visitor.send(do="bots-10")
    assert before < middle < visitor.at - 8


def test_the_conductor_may_call_a_game_and_then_it_is_over(client):
    visitor = open_position(client, "expect_delays", moves=4)
    page = visitor.send(play="arbiter stop")
    assert "The game is over (stopped)." in page
    assert "None: the game is over." in page
    assert "Final result" in page


# --- The record -----------------------------------------------------------------------------------


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


@pytest.mark.parametrize("path", GOLDEN[::5], ids=lambda path: f"{key_of(path)}-{path.stem}")
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


@pytest.mark.parametrize("address", ["position", "record"])
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ("nonsense", "Line 1: a record begins with its header"),
        ("[" * 500, "Line 1: "),
        ("", "Choose a file or paste its text."),
        ("\x00", "Null characters are not allowed."),
        ("x" * 200_001, "This record has 200,001 characters; the limit is 200,000."),
        ("{}" + "\n" * 6000, "This record has 6,000 lines; the limit is 5,001."),
    ],
)
def test_a_text_that_cannot_be_read_stays_in_the_form(client, sent, words, address):
    answer = client.post(f"/rules/metro_x/{address}/", {"record": sent})
    assert answer.status_code == 200
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
    assert "Line 3, '0 A 9': 'A 9' is no move of Metro X" in text(answer)
    assert "Open a record" in text(answer)


# --- To find a move -------------------------------------------------------------------------------


def test_a_search_narrows_the_legal_moves(client):
    visitor = open_position(client, "metro_x")
    visitor.send(do="find", find="b ")
    choices = visitor.answer.context["page"].choices[0]
    assert choices.shown == {move for move in choices.moves if move.startswith("B ")}
    assert visitor.answer.content.count(b'" hidden><button') == 2 * (
        len(choices.moves) - len(choices.shown)
    )
    assert "No legal move matches." in visitor.send(do="find", find="castle")


# --- What it costs, and what it bears -------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("key", catalogue.games())
def test_no_page_queries_the_database(client, key, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/rules/")
        client.get(f"/rules/{key}/")
        visitor = open_position(client, key, moves=5)
        visitor.ask("nonsense")
        visitor.send(do="bots-1")


@pytest.mark.parametrize("key", catalogue.games())
@settings(
    max_examples=10,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)
@given(
    fields=st.fixed_dictionaries(
        {},
        optional={
            "do": st.sampled_from(["ask", "play", "find", "draw", "bots-1", "read", "x"]),
            "player": st.sampled_from(["0", "1", "5", "chance", "arbiter", "-1", ""]),
            "move": st.text(max_size=20) | st.sampled_from(list(LEGAL.values())),
            "play": st.text(max_size=20) | st.sampled_from([f"0 {m}" for m in LEGAL.values()]),
            "go": st.text(max_size=5) | st.integers(-3, 60).map(str),
            "at": st.text(max_size=5) | st.integers(-3, 60).map(str),
            "find": st.text(max_size=20),
        },
    ),
    more=st.text(max_size=30),
)
def test_whatever_is_sent_gets_a_page(client, key, fields, more):
    visitor = open_position(client, key, moves=3)
    visitor.send(**fields)
    client.post(f"/rules/{key}/position/", fields | {"record": visitor.record + more})
