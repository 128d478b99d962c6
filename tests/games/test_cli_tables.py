"""Every command of the terminal, for each game, number of players and value of an option.

`make test` asks for the fewest and the most players, and for each value with the fewest alone.
"""

from __future__ import annotations

import json
from random import Random

import pytest

from games import catalogue, options
from games.playing import play_out, uniform
from tests.games.test_cli import data, run


def tables():
    """Games by key, with each number of players, and one option set to each thing it can be."""
    found = []
    for key in catalogue.games():
        game = catalogue.rules(key)
        fewest, most = game.players[0], game.players[-1]
        for players in game.players:
            is_long = () if players in (fewest, most) else pytest.mark.long
            found.append(pytest.param(key, players, {}, id=f"{key}-{players}", marks=is_long))
            is_long = () if players == fewest else pytest.mark.long
            for option in game.options:
                # There is no seat 5 to deal among two players.
                values = (0, players - 1) if option.key == "dealer" else option.some
                for value in values:
                    name = f"{key}-{players}-{option.key}={value}"
                    chosen = {option.key: value}
                    found.append(pytest.param(key, players, chosen, id=name, marks=is_long))
    return found


@pytest.mark.parametrize(("key", "players", "chosen"), tables())
def test_every_command_serves_every_table(key, players, chosen, tmp_path):
    game = catalogue.rules(key)
    words = ["--players", players]
    for name, value in chosen.items():
        said = value if not isinstance(value, bool) else options.YES if value else options.NO
        words += ["--option", f"{name}={said}"]
    report = data("simulate", key, *words, "--games", 1, "--bots", "uniform", "--seed", 1)
    assert (report["players"], report["options"]) == (players, chosen)
    assert sum(report["ends"].values()) == 1

    record, sheet = tmp_path / "record", tmp_path / "sheet"
    begin = ["play", key, *words, "--seed", 1, "--bots", "uniform", "--save", record]
    move = run(*begin, typed="?\nquit\n")[1].split("> ")[1].split(", ")[0].strip()
    assert run(*begin, typed=f"{move}\nquit\n")[0] == 0
    entries = catalogue.read_record(record.read_text("utf-8")).entries
    at = [entry.player for entry in entries].index(0)
    assert str(entries[at].action) == move
    assert move in data("legal", record, "--at", at)["legal"]["0"]
    why = run("why", record, "--at", at, "--player", 0, "--move", move)
    assert why == (0, f"seat 0, {move}: legal.\n")
    code, shown = run("replay", record)
    assert (code, f"0 {move}\n" in shown, "End: not yet" in shown) == (0, True, True)

    # A sheet of Express has one hand of those that the options let follow each other.
    per_hand = catalogue.game(key).sheet_per == "hand"
    state = game.new(players, **({} if per_hand else chosen))
    play_out(state, uniform, Random(1))
    values = options.settle(key, game.options, chosen)
    first = next(iter(catalogue.engine(key).sheets(game, **values).values()))
    sheet.write_text(json.dumps(first.of(state)))
    scored = data("score", key, sheet, *words)
    assert [place["place"] for place in scored["places"]] == [one.place for one in state.placings()]
