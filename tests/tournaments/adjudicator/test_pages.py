"""The adjudicator's pages: public, nothing stored, no query, and never a fault of ours."""

import re
from html import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import catalogue
from games.rulings import rulings
from tests.builders import make_tournament
from tests.examples import examples
from tests.tournaments.adjudicator.helpers import Visitor, open_position, text
from tournaments.adjudicator import rules
from tournaments.adjudicator.queries import games_here
from tournaments.adjudicator.sources import SOURCES


def legal_move(key: str) -> str:
    """A move that the first to act may make in a new game of seed 1."""
    state = rules.set_up(key, "", players=2, seed=1, moves=0).state
    return str(state.legal_actions(state.actors()[0])[0])


#: A legal move of each game; drawn from when a test runs, for to set up a game takes long.
LEGAL = st.deferred(lambda: st.sampled_from([legal_move(key) for key in catalogue.games()]))


# --- Which games there are ------------------------------------------------------------------------


def test_the_games_are_listed_with_their_players_and_their_house_data(client):
    page = text(client.get("/rules/"))
    for info in catalogue.games().values():
        assert info.name in page
    assert "1 to 6 players" in page
    assert page.count("house data, not official") == 5
    assert "Rules: the Night Express rulebook." in page
    assert "car values, Way Car points and penalties are this site's own" in page


def test_every_pack_says_in_plain_words_where_it_comes_from():
    packs = {(game.key, pack.key): pack for game in games_here().values() for pack in game.packs}
    assert set(SOURCES) <= set(packs)
    for pack in packs.values():
        words = str(pack.source)
        assert words.endswith(".")
        assert not re.search(r"INVENTED|\.txt|the house", words)


def test_a_page_names_a_rulebook_and_never_its_file(client):
    for address in ("/rules/", *(f"/rules/{key}/" for key in catalogue.games())):
        assert not re.search(r"[\w-]+\.(txt|md)\b", text(client.get(address))), address


@pytest.mark.parametrize("key", catalogue.games())
def test_the_page_of_a_game_lists_every_ruling_with_what_it_rests_on(client, key):
    page = client.get(f"/rules/{key}/").content.decode()
    _, _, listed = page.partition('id="rulings"')
    numbers = [one.number for one in rulings(key)]
    assert re.findall(r'<li [^>]*id="([A-Z]\d+)"', listed) == numbers
    assert numbers
    for one in rulings(key):
        item = listed.partition(f'id="{one.number}">')[2].partition("</li>")[0]
        words = " ".join(re.sub(r"<[^>]+>", "", unescape(item)).split())
        assert words == f"{one.number} {one.text.replace('`', '')} {one.source}"


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
    "wrong",
    [
        {
            "players": ("9", "Select a valid choice"),
            "pack": ("../house", "Select a valid choice"),
            "moves": ("301", "less than or equal to 300"),
            "seed": ("-1", "greater than or equal to 0"),
        },
        {
            "players": ("", "This field is required."),
            "moves": ("many", "Enter a whole number."),
            "seed": ("9" * 40, "less than or equal to"),
        },
    ],
)
def test_an_impossible_set_up_is_reported_at_its_fields_and_nothing_is_lost(client, wrong):
    requested = {"players": 3, "pack": "house", "seed": 77, "moves": 12}
    requested |= {field: value for field, (value, _words) in wrong.items()}
    answer = client.get("/rules/express/position/", requested)
    assert answer.status_code == 200
    form = answer.context["set_up"]
    assert set(form.errors) == set(wrong)
    for field, (_value, words) in wrong.items():
        assert words in form.errors[field][0]
    assert form["seed"].value() == str(requested["seed"])


def test_without_any_question_the_position_s_page_asks_for_one(client):
    assert not client.get("/rules/express/position/").context["set_up"].errors


# --- To ask ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "move", "code", "source"),
    [
        ("metro_x", "free c01", "must-use-window", "Free Space, the notes below it"),
        ("metro_x", "A X", "not-a-transfer", "Card Types"),
        ("express", "discard box", "must-choose", "Summary of the printed rules, Turn"),
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


def test_a_question_may_be_about_any_player(client):
    visitor = open_position(client, "metro_x")
    for player in ("1", "chance", "arbiter"):
        visitor.ask(legal_move("metro_x"), player=player)
        assert visitor.answer.context["ruling"] is not None, player


def test_an_unknown_move_is_reported_and_stays_in_the_form(client):
    visitor = open_position(client, "metro_x")
    page = visitor.ask("castle <b>")
    assert "No such move" in page
    assert "'castle <b>' is not a move of Metro X" in page
    assert visitor.answer.context["question"]["move"].value() == "castle <b>"
    assert b"castle <b>" not in visitor.answer.content


def test_an_invalid_question_is_reported_at_its_field(client):
    visitor = open_position(client, "metro_x")
    for fields, field in (
        ({"move": ""}, "move"),
        ({"move": "x" * 101}, "move"),
        ({"move": "B 0", "player": "9"}, "player"),
        ({"move": "B\x000"}, "move"),
        ({"move": "B 0", "at": "-1"}, "at"),
        ({"move": "B 0", "at": "soon"}, "at"),
    ):
        at = {"at": visitor.at} | {"do": "ask", "player": "0"} | fields
        visitor.send(**at)
        assert visitor.answer.context["question"].errors[field], fields
        assert visitor.answer.context["ruling"] is None, fields


# --- To go on -------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalogue.games())
def test_a_legal_move_is_legal_and_is_played(client, key):
    visitor = open_position(client, key)
    move, before = visitor.answer.context["page"].choices[0].moves[0], visitor.at
    page = visitor.ask(move)
    assert "Legal." in page
    assert f"Seat 0: {move}" in page
    assert visitor.at == visitor.answer.context["page"].last
    page = visitor.send(do="play", player="0", move=move)
    assert f"Seat 0 played {move}." in page
    assert visitor.at == before + 1
    assert visitor.record.endswith(f"\n0 {move}\n")


def test_a_move_of_the_list_is_played_by_pressing_it(client):
    visitor = open_position(client, "metro_x")
    assert "Seat 1 played B 0." in visitor.send(play="1 B 0")


def test_a_button_that_is_not_there_plays_nothing(client):
    visitor = open_position(client, "metro_x")
    before = visitor.record
    for pressed in ("", "1", "9 B 0", "1 castle", "1 free c01", "x" * 5000):
        visitor.send(play=pressed)
        assert visitor.record == before, pressed


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
    assert "The game is over (ended by the conductor)." in page
    assert "None: the game is over." in page
    assert "Final result" in page


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
def test_no_page_queries_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/rules/")
        client.get("/rules/metro_x/")
        visitor = open_position(client, "metro_x", moves=5)
        visitor.ask("nonsense")
        visitor.send(do="bots-1")


@pytest.mark.parametrize(
    "key",
    [
        # The pages of every game are made by the same code.
        pytest.param(one, marks=() if one == "express" else pytest.mark.long)
        for one in catalogue.games()
    ],
)
@settings(
    max_examples=examples(10),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    deadline=None,
)
@given(
    fields=st.fixed_dictionaries(
        {},
        optional={
            "do": st.sampled_from(["ask", "play", "find", "draw", "bots-1", "read", "x"]),
            "player": st.sampled_from(["0", "1", "5", "chance", "arbiter", "-1", ""]),
            "move": st.text(max_size=20) | LEGAL,
            "play": st.text(max_size=20) | LEGAL.map(lambda move: f"0 {move}"),
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
