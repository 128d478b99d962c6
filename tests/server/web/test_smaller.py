"""Served scripts and style sheets have no comments, and do the same as the written ones."""

import re
from pathlib import Path

import pytest

from server.web import smaller

STATIC = Path(__file__).resolve().parents[3] / "static"

SCRIPT = """\
/** Adds.
 *
 * Twice. */
// A line.
export function add(one) {
  // Another one.
  const text = "https://example.org/*";

  return one + text; // goes
}
"""


def test_a_script_loses_all_comments():
    assert smaller.script(SCRIPT) == (
        'export function add(one) {\nconst text = "https://example.org/*";\nreturn one + text;\n}\n'
    )


def test_a_style_sheet_loses_all_comments():
    text = "/* Why:\n   so. */\na {\n  color: red; /* not blue */\n\n  margin: 0 auto;\n}\n"
    assert smaller.style_sheet(text) == "a {\ncolor: red;\nmargin: 0 auto;\n}\n"


@pytest.mark.parametrize("path", sorted(STATIC.glob("js/*.js")), ids=lambda path: path.name)
def test_no_text_in_a_script_of_ours_goes_over_the_end_of_a_line(path):
    lines = path.read_text().splitlines()
    assert [line for line in lines if line.count("`") % 2] == []
    assert [
        line for line in lines if re.search(r"\S.*/\*(?!.*\*/)", line) and '"' not in line
    ] == []


@pytest.mark.parametrize("path", sorted(STATIC.glob("js/*.js")), ids=lambda path: path.name)
def test_no_text_in_a_script_of_ours_looks_like_a_comment(path):
    """Each text has ended before a comment at the end of its line."""
    # Up to the first two slashes, where it is cut: others may stand behind them.
    before = re.findall(r"^(.*?\S)[ \t]+// ", path.read_text(), re.MULTILINE)
    assert [code for code in before if any(code.count(sign) % 2 for sign in "\"'`")] == []


@pytest.mark.parametrize("path", sorted(STATIC.glob("css/*.css")), ids=lambda path: path.name)
def test_no_text_in_a_style_sheet_of_ours_looks_like_a_comment(path):
    assert re.findall(r"""["'][^"'\n]*/\*""", path.read_text()) == []
