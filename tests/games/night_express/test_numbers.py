"""Every numbered rule and ruling of notation.md has a scenario; this lists those without one."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import games.night_express

NOTATION = Path(games.night_express.__file__).parent / "notation.md"
HERE = Path(__file__).parent


def numbered():
    """The numbers of the rules (the first cells of their table) and of the rulings."""
    text = NOTATION.read_text("utf-8")
    rules = re.findall(r"^\| (\d+[a-z]?) \|", text, re.MULTILINE)
    rulings = re.findall(r"^- (N\d+) ", text, re.MULTILINE)
    assert len(rules) > 50
    assert len(rulings) == 34
    return {*rules, *rulings}


def shown():
    """The numbers that scenarios are marked with, read from their source."""
    found = set()
    for file in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "shows":
                        found |= {part.value for part in mark.args}
    return found


def test_no_rule_and_no_ruling_is_without_a_scenario():
    assert sorted(numbered() - shown()) == []
    assert sorted(shown() - numbered()) == []


def test_every_ruling_says_what_it_rests_on():
    """A line of the rulebook, or that it is ours."""
    rulings = NOTATION.read_text("utf-8").split("## Rulings")[1]
    for one in re.findall(r"^- N\d+ .*(?:\n  .*)*", rulings, re.MULTILINE):
        assert re.search(r"\((ours|l\.\d)[^()]*\)$", one), one


def test_the_source_names_no_ruling_that_is_not_written_down():
    folder = NOTATION.parent
    named = {
        number
        for file in folder.glob("*.py")
        for number in re.findall(r"\bN\d+\b", file.read_text("utf-8"))
    }
    assert named <= numbered()
