"""The games in a terminal, as people and scripts use them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from games import catalogue
from games.cli import main
from games.record import Record
from games.testing import play_out

GOLDEN = Path(__file__).parent / "metro_x" / "golden" / "metro_city-2.game"


def run(*words: str, typed: str = "") -> tuple[int, str]:
    """One command with what is typed at it: the exit code, and what it wrote."""
    out = io.StringIO()
    return main([str(word) for word in words], io.StringIO(typed), out), out.getvalue()


def data(*words: str):
    code, text = run(*words)
    assert code == 0, text
    return json.loads(text)


def test_list_tells_scripts_what_there_is():
    games = {game["key"]: game for game in data("list")}
    assert set(games) == set(catalogue.games())
    metro = games["metro_x"]
    assert metro["players"] == [1, 6]
    assert set(metro["packs"]) == {"metro_city", "tube_town"}
    assert [field["name"] for field in metro["sheets"]["totals"]] == [
        "completed",
        "transfers",
        "empty",
    ]


@pytest.mark.parametrize("key", catalogue.games())
def test_simulate_counts_games_decisions_ends_and_places(key):
    report = data("simulate", key, "--games", 2, "--seed", 3)
    game = catalogue.rules(key)
    assert report["games"] == 2
    assert report["decisions"] > 0
    assert sum(report["ends"].values()) == 2
    assert set(report["ends"]) <= set(game.ends)
    assert len(report["places"]) == report["players"]
    low, mean, high = report["scores"]
    assert low <= mean <= high
    again = data("simulate", key, "--games", 2, "--seed", 3)
    assert {**again, "seconds": 0} == {**report, "seconds": 0}


def test_simulate_takes_a_pack_players_and_bots():
    report = data(
        "simulate",
        "metro_x",
        "--pack",
        "tube_town",
        "--players",
        3,
        "--games",
        1,
        "--bots",
        "greedy",
    )
    assert (report["pack"], report["players"], report["decisions"]) == (
        "tube_town",
        3,
        3 * report["draws"],
    )
    assert run("simulate", "metro_x", "--games", 0)[0] == 2
    for players in (-1, 0, 9):
        code, text = run("simulate", "metro_x", "--players", players)
        assert (code, text) == (2, f"Metro X is for 1 to 6 players, not {players}.\n")


def test_each_seat_may_have_a_bot_of_its_own():
    words = ("simulate", "metro_x", "--games", 1, "--budget", 400, "--bots")
    report = data(*words, "search,uniform")
    assert report["places"] == [{"1": 1}, {"2": 1}]
    again = data(*words, "search,uniform")
    assert {**again, "seconds": 0} == {**report, "seconds": 0}
    said = "A bot must be one of greedy, search, uniform, not 'oracle'.\n"
    assert run(*words, "search,oracle") == (2, said)
    code, text = run("play", "metro_x", "--bot", "search", "--budget", "1h", typed="quit")
    assert code == 2
    assert text.startswith("A budget must be a number of decisions")


def test_legal_lists_the_moves_of_a_position():
    position = data("legal", GOLDEN, "--at", 1)
    assert set(position["legal"]) == {"0", "1"}
    assert "A 2" in position["legal"]["0"]
    assert list(data("legal", GOLDEN, "--at", 0)["legal"]) == ["chance"]
    assert data("legal", GOLDEN) == {"end": "windows-full", "legal": {}}


def test_why_tells_the_rule_a_move_breaks():
    code, text = run("why", GOLDEN, "--at", 1, "--player", 0, "--move", "A 5")
    assert code == 1
    assert (
        text
        == "seat 0, A 5: This card lets a train cross off at most 2 stations. [Number; too-many]\n"
    )
    code, text = run("why", GOLDEN, "--at", 1, "--move", "A 2")
    assert code == 0
    assert text == "seat 0, A 2: legal.\nseat 1, A 2: legal.\n"
    assert run("why", GOLDEN, "--move", "A 2")[1].startswith("seat 0, A 2: All windows are full")
    for stranger in ("x", "2", "-1", ""):
        code, text = run("why", GOLDEN, f"--player={stranger}", "--move", "A 2")
        said = f"A player must be a seat from 0 to 1, `chance` or `arbiter`, not {stranger!r}.\n"
        assert (code, text) == (2, said)
    code, text = run("why", GOLDEN, "--at", 0, "--player", "chance", "--move", "flip 6")
    assert (code, text) == (0, "chance, flip 6: legal.\n")


def test_replay_shows_every_line_and_the_places():
    code, text = run("replay", GOLDEN)
    assert code == 0
    assert "   1 chance flip" in text
    assert "End: windows-full" in text
    assert "1. seat" in text
    assert ", empty stations " in text.splitlines()[-1], "fewest are said as they are counted"


def test_score_checks_a_sheet_and_scores_it(tmp_path):
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps({"completed": [7, 0], "transfers": [4, 0], "empty": [12, 30]}))
    report = data("score", "metro_x", path, "--sheet", "totals")
    assert [place["place"] for place in report["places"]] == [1, 2]
    assert report["lines"][0] == {
        "player": 0,
        "where": "completed.0",
        "text": "Completed lines",
        "points": 7,
    }
    code, text = run("score", "metro_x", path)
    assert code == 1
    assert "unknown" in text
    path.write_text("[]")
    code, text = run("score", "metro_x", path)
    assert (code, json.loads(text)["issues"][0]["code"]) == (1, "not-a-sheet")
    path.write_text("{}")
    code, text = run("score", "metro_x", path, "--players", 7)
    assert (code, text) == (2, "Metro X is for 1 to 6 players, not 7.\n")
    path.write_text("{")
    code, text = run("score", "metro_x", path)
    assert (code, text.startswith(f"{path} is not JSON: ")) == (2, True)
    path.write_text("[" * 100_000)
    assert run("score", "metro_x", path) == (2, "The brackets are nested too deeply.\n")
    path.write_bytes(b"\xff")
    assert run("score", "metro_x", path) == (2, "This is not text: the file must be in UTF-8.\n")
    assert run("score", "metro_x", path, "--sheet", "none")[0] == 2


def test_play_answers_questions_refuses_with_a_reason_and_saves(tmp_path):
    path = tmp_path / "mine.game"
    typed = "?\nA 9\nA 6\n!\nundo\n\nB 1\nquit\n"
    code, text = run("play", "metro_x", "--seed", 4, "--save", path, typed=typed)
    assert code == 0
    assert "A 0, A 1," in text
    assert "'A 9' is not a move of Metro X" in text
    assert "This card lets a train cross off at most 4 stations. [Number]" in text
    assert "windows left: 23" in text
    assert "That cannot be taken back." in text
    assert "seat 1: has chosen" in text or "seat 1: F" in text
    record = catalogue.read_record(path.read_text())
    assert any(str(entry) == "0 B 1" for entry in record.entries)


@pytest.mark.parametrize("key", catalogue.games())
def test_a_whole_game_can_be_played_by_typing_legal_moves(key):
    game, engine = catalogue.rules(key), catalogue.engine(key)

    class Player(io.StringIO):
        """Asks for the legal moves and types one of them, but never more than so often."""

        def __init__(self, screen: io.StringIO) -> None:
            super().__init__()
            self.screen, self.lines, self.rnd = screen, 0, Random(1)

        def readline(self, *_):
            self.lines += 1
            if self.lines > 4000:
                return ""
            if self.lines % 2:
                return "?\n"
            moves = self.screen.getvalue().splitlines()[-2].removeprefix("> ")
            return self.rnd.choice(moves.split(", ")) + "\n"

    screen = io.StringIO()
    assert engine.PACKS
    assert main(["play", key, "--seed", "1", "--bots", "uniform"], Player(screen), screen) == 0
    assert any(f"End: {end}" in screen.getvalue() for end in game.ends)


def test_what_is_not_there_is_told_and_not_a_crash(tmp_path):
    nothing = tmp_path / "nothing.game"
    assert run("replay", nothing) == (2, f"{nothing}: No such file or directory.\n")
    assert run("replay", tmp_path) == (2, f"{tmp_path}: Is a directory.\n")
    assert run("simulate", "chess") == (2, "Nothing here is called 'chess'.\n")
    assert run("play", "metro_x", "--pack", "atlantis")[0] == 2
    assert run("play", "metro_x", "--seat", 5)[0] == 2
    bad = tmp_path / "bad.game"
    bad.write_text(GOLDEN.read_text().replace("chance flip", "chance flop", 1))
    assert run("replay", bad)[0] == 2
    illegal = tmp_path / "illegal.game"
    illegal.write_text(Record(catalogue.rules("metro_x"), 2).dump() + "0 A 3\n")
    code, text = run("replay", illegal)
    assert (code, "Line 2" in text) == (1, True)
    assert run("why", GOLDEN, "--move", "A 99")[0] == 2
    assert run("why", GOLDEN, "--move", "A 3", "--at", 999)[0] == 2


def test_a_pack_of_ones_own_can_be_played_and_replayed(tmp_path):
    own = tmp_path / "own.toml"
    source = catalogue.engine("metro_x").PACKS["tube_town"].read_text("utf-8")
    own.write_text(source.replace('name = "Tube Town"', 'name = "Ours"'), "utf-8")
    path = tmp_path / "own.game"
    assert run("play", "metro_x", "--pack", own, "--save", path, typed="quit\n")[0] == 0
    assert run("replay", path)[0] == 2
    assert run("replay", path, "--pack", own)[0] == 0


@pytest.mark.parametrize("key", catalogue.games())
def test_every_fault_of_a_pack_of_ones_own_is_told_at_once(key, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('colour = "red"', "utf-8")
    code, text = run("simulate", key, "--pack", own)
    assert (code, text.splitlines()[0]) == (2, "The content pack own cannot be used:")
    assert "colour: Nothing in this game has that name. [unknown]" in text
    assert text.count("[missing]") > 2
    for content in (b"a = [", b"\xff"):
        own.write_bytes(content)
        code, text = run("simulate", key, "--pack", own)
        assert (code, "[toml]" in text) == (2, True)


def test_a_reader_that_has_left_is_no_fault():
    """As in ``python -m games list | head -1``."""
    command = [sys.executable, "-m", "games", "list"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize("key", ["express", "expect_delays"])
def test_house_data_is_never_shown_without_saying_so(key, tmp_path):
    game = catalogue.rules(key)
    assert game.notice.startswith("House ")
    golden = next((Path(__file__).parent / key / "golden").glob("*.game"))
    for command in (("replay", golden), ("play", key), ("simulate", key, "--games", 1)):
        assert game.notice in run(*command)[1]
    sheet = tmp_path / "sheet.json"
    sheet.write_text("{}")
    # The sheet of Expect Delays asks for nothing that the house pack made up.
    notice = {"express": game.notice, "expect_delays": ""}[key]
    assert json.loads(run("score", key, sheet)[1])["notice"] == notice
    listed = next(one for one in data("list") if one["key"] == key)
    assert listed["notices"][next(iter(listed["packs"]))] == game.notice


def test_points_as_called_out_rest_on_no_house_data_and_say_nothing_of_it(tmp_path):
    sheet = tmp_path / "sheet.json"
    sheet.write_text('{"points": [12, -3, 0], "went_out": [true, false, false],'
                     ' "ended_early": false}')  # fmt: skip
    report = data("score", "express", sheet, "--sheet", "quick")
    assert (report["notice"], report["issues"]) == ("", [])
    assert [place["score"] for place in report["places"]] == [12, -3, 0]
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}")
    code, text = run("score", "express", wrong, "--sheet", "quick")
    assert (code, json.loads(text)["notice"]) == (1, "")


@pytest.mark.parametrize("key", catalogue.games())
def test_every_table_can_be_shown_as_text_and_keeps_its_secrets(key):
    """Worlds that differ in what a seat cannot know look the same to it."""
    game, rnd = catalogue.rules(key), Random(4)
    show = getattr(catalogue.engine(key), "show", None)
    if show is None:
        pytest.skip("Its view is written line by line; the conformance suite keeps its secrets.")
    record = play_out(game, game.players[-1], rnd, choose=catalogue.engine(key).greedy)
    for n in range(0, len(record.entries), 1 + len(record.entries) // 40):
        state = record.at(n)
        for player in (None, 0, game.players[-1] - 1):
            text = show(state, player)
            assert text == show(state.resample(player, rnd.random), player)
            assert all(f"Seat {seat}" in text for seat in range(game.players[-1]))


def test_boards_are_drawn_empty_or_with_their_marks():
    code, empty = run("draw", "metro_x", "--pack", "tube_town")
    assert (code, empty[:5]) == (0, "<svg ")
    assert "Completed ____" in empty
    code, marked = run("draw", GOLDEN, "--player", 1)
    assert code == 0
    assert "Completed ____" not in marked
    assert marked != run("draw", GOLDEN, "--player", 1, "--at", 40)[1]
    assert run("draw", GOLDEN, "--player", 2) == (2, "There is no seat 2 among 2 players.\n")
    assert run("draw", "express") == (2, "Express has no boards to draw.\n")
    assert run("draw", "nothing.game") == (2, "nothing.game: No such file or directory.\n")


def test_options_of_a_game_are_set_from_the_command_line(tmp_path):
    report = data("simulate", "express", "--games", 1, "--option", "hands=1", "--option", "turns=2")
    assert report["options"] == {"hands": 1, "turns": 2}
    assert report["decisions"] < 200
    saved = tmp_path / "game"
    words = ("--option", "dealer=1", "--option", "target=90", "--players", 3, "--save", saved)
    assert run("play", "express", *words, typed="quit\n")[0] == 0
    head = json.loads(saved.read_text("utf-8").partition("\n")[0])
    assert head["options"] == {"dealer": 1, "target": 90}
    code, text = run("simulate", "express", "--option", "weather=fine")
    assert (code, text) == (
        2,
        "Express has no option 'weather': it has dealer, target, turns, hands.\n",
    )
    code, text = run("simulate", "express", "--option", "dealer=5", "--players", "2")
    assert (code, text) == (2, "The option 'dealer' must be a seat from 0 to 1.\n")


def test_a_number_of_players_that_no_game_is_for_is_refused_at_once():
    for players in (10**9, 0, -1, 7):
        code, text = run("simulate", "express", "--players", players)
        assert (code, text) == (2, f"Express is for 2 to 6 players, not {players}.\n")


@pytest.mark.parametrize("name", ["--players", "--games", "--seed"])
def test_a_number_of_thousands_of_digits_is_refused_in_our_words(name, capsys):
    with pytest.raises(SystemExit):
        run("simulate", "express", name, "9" * 5001)
    said = capsys.readouterr().err
    assert "a whole number from" in said
    assert len(said) < 800


def test_a_sheet_with_a_number_of_thousands_of_digits_is_refused_in_our_words(tmp_path):
    sheet = tmp_path / "sheet.json"
    sheet.write_text(f'{{"points": [{"9" * 5001}]}}', "utf-8")
    code, text = run("score", "express", sheet, "--sheet", "quick")
    assert code == 2
    assert text == f"'{'9' * 39}… is too large a number.\n"
