"""The source of every engine: pure Python, small files, the same game on any machine."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games import catalogue

GAMES = Path(catalogue.__file__).parent
SOURCES = sorted(GAMES.rglob("*.py"))
NAMES = [str(path.relative_to(GAMES)) for path in SOURCES]
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


@pytest.mark.parametrize("path", SOURCES, ids=NAMES)
def test_games_import_the_standard_library_and_themselves_alone(path):
    may = {"gymnasium", "numpy", "pettingzoo"} if path.parent.name == "adapters" else set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name the whole way"
            names = [node.module or ""]
        else:
            continue
        for name in names:
            top = name.partition(".")[0]
            assert top == "games" or top in sys.stdlib_module_names | may, name


@pytest.mark.parametrize("path", SOURCES, ids=NAMES)
def test_files_and_functions_can_be_read_in_one_go(path):
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= (250 if path.name in ("kernel.py", "record.py") else 500)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, node.name


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
