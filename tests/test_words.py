"""The words that ``words.toml`` retired are gone: from names, file names, comments and docstrings.

Strings are not read: what people see, and what is stored or sent, keeps its words.
"""

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
TABLE = Path(__file__).with_name("words.toml")
FOLDERS = (
    *("config", "server", "games", "scoring", "pairing", "tournaments"),
    *("templates", "static", "docs", "tests"),
)
SUFFIXES = {".py", ".html", ".css", ".js", ".md"}
#: Migrations are history.
NOT_READ = ("tournaments/migrations/*",)

STRING_OR_COMMENT = re.compile(
    r"""
      (?P<long> [rbfRBF]{0,2} (?: \"\"\" .*? \"\"\" | ''' .*? ''' ) )
    | (?P<string> [rbfRBF]{0,2} (?: " (?: \\. | [^"\\\n] )* " | ' (?: \\. | [^'\\\n] )* ' ) )
    | (?P<comment> \# [^\n]* )
    """,
    re.VERBOSE | re.DOTALL,
)
#: Comments of style sheets, scripts and templates.
COMMENT = re.compile(
    r"/\*.*?\*/|(?:^|\s)//\s[^\n]*|\{\#.*?\#\}|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL
)
IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class Text(NamedTuple):
    """The words of a file: its names, its comments and its docstrings."""

    path: str
    names: frozenset[str]
    prose: str


@cache
def texts() -> list[Text]:
    return [_read(path) for path in _files()]


def _files() -> Iterator[Path]:
    yield from ROOT.glob("*.md")
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            name = str(path.relative_to(ROOT))
            if path.suffix in SUFFIXES and not any(fnmatch(name, one) for one in NOT_READ):
                yield path


def _read(path: Path) -> Text:
    content, name = path.read_text("utf-8"), str(path.relative_to(ROOT))
    names, prose = set(re.split(r"[/.]", name)), [content]
    if path.suffix == ".py":
        found = list(STRING_OR_COMMENT.finditer(content))
        prose = [one[0] for one in found if not one["string"]]
        ends = [0, *(one.end() for one in found)]
        starts = [*(one.start() for one in found), len(content)]
        code = " ".join(content[end:start] for end, start in zip(ends, starts, strict=True))
        names |= set(IDENTIFIER.findall(code))
    elif path.suffix != ".md":
        prose = COMMENT.findall(content)
    return Text(name, frozenset(names), " ".join("\n".join(prose).lower().split()))


def in_words(name: str) -> str:
    """A name as its words: ``_the_name_`` for ``theName``, ``TheName`` and ``THE_NAME``."""
    return "_" + "_".join(PART.findall(name)).lower() + "_"


def names_of(row: dict) -> set[str]:
    """The names of the tree that have a retired word."""
    word = re.compile(rf"_(?:{row['name']})_") if "name" in row else None
    whole = re.compile(row["whole"]) if "whole" in row else None
    return {
        name
        for name, words in all_names().items()
        if (word and word.search(words)) or (whole and whole.fullmatch(name))
    }


def places(row: dict) -> Iterator[str]:
    """Where a retired word is still used."""
    names, file = names_of(row), re.compile(row.get("file", r"(?!)"))
    prose = re.compile(rf"\b(?:{row['prose']})\b") if "prose" in row else None
    for text in texts():
        if any(fnmatch(text.path, pattern) for pattern in row.get("except", [])):
            continue
        if file.fullmatch(Path(text.path).stem):
            yield text.path
        yield from (f"{text.path}: {name}" for name in sorted(text.names & names))
        if prose:
            for found in prose.finditer(text.prose):
                near = text.prose[max(0, found.start() - 30) : found.end() + 30]
                yield f"{text.path}: … {near} …"


@cache
def all_names() -> dict[str, str]:
    """Every name of the tree, and its words."""
    return {name: in_words(name) for name in set().union(*(text.names for text in texts()))}


def test_a_docstring_says_the_thing_and_does_not_begin_with_what():
    modules = [text for text in texts() if text.path.endswith(".py")]
    found = [text.path for text in modules if '"""what ' in text.prose]
    assert found == []


def test_retired_words_are_gone():
    table = tomllib.loads(TABLE.read_text("utf-8"))["retired"]
    found = [f"say {row['say']}: {place}" for row in table for place in places(row)]
    assert not found, "\n" + "\n".join(found)
