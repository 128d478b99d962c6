"""The source of every engine: pure Python, small files, the same game on any machine."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from games import catalogue

GAMES = Path(catalogue.__file__).parent
SOURCES = sorted(GAMES.rglob("*.py"))
PLAY = """
import sys
from random import Random
from games import catalogue
from games.testing import play_out
for key in sorted(catalogue.games()):
    game = catalogue.rules(key)
    for choose in (None, catalogue.engine(key).greedy):
        sys.stdout.write(play_out(game, game.players[-1], Random(7), choose=choose).dump())
"""


@cache
def nodes():
    """The imports and functions of every source, each with the path of its file."""
    return [
        (path, node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom | ast.FunctionDef)
    ]


def test_games_import_the_standard_library_and_themselves_alone():
    foreign = []
    for path, node in nodes():
        may = {"gymnasium", "numpy", "pettingzoo"} if path.parent.name == "adapters" else set()
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: imports name the whole way"
            names = [node.module or ""]
        else:
            continue
        for name in names:
            top = name.partition(".")[0]
            if top != "games" and top not in sys.stdlib_module_names | may:
                foreign.append((path, name))
    assert foreign == []


def test_files_and_functions_can_be_read_in_one_go():
    limits = {path: 250 if path.name in ("kernel.py", "record.py") else 500 for path in SOURCES}
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert [path for path in SOURCES if lines[path] > limits[path]] == []
    assert [
        (path, node.name)
        for path, node in nodes()
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60
    ] == []


def test_a_game_is_the_same_whatever_python_hashes():
    """Byte for byte, in two processes with different seeds for hashes."""
    dumps = [
        subprocess.run(
            [sys.executable, "-c", PLAY],
            cwd=GAMES.parent,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert dumps[0]
    assert dumps[0] == dumps[1]
