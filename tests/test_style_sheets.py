"""A page loads the style sheets of all that it may show; most of them are not in css/site.css."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEMPLATES, SHEETS = ROOT / "templates", ROOT / "static" / "css"
PARTS = re.compile(r'{% (?:include|extends) "?([^" ]+)')
#: The templates of an include that names none: those of the forms and rows of score sheets.
CHOSEN = {
    "form.template": ("results/_hand_fields.html", "results/_game_fields.html"),
    "blank_form.template": ("results/_hand_fields.html", "results/_game_fields.html"),
    "template": ("results/_sheet_row.html", "results/_sheet_grid_row.html"),
}
LINKS = re.compile(r'{% static "css/(\w+)\.css" %}')
IMPORTS = re.compile(r'@import "(\w+)\.css"')
ATTRIBUTES = re.compile(r'\bclass="((?:[^"{]|{%.*?%}|{{.*?}})*)"')
IN_TEMPLATES = re.compile(r"{%.*?%}|{{.*?}}")
SELECTORS = re.compile(r"([^{}]+){")
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASSES = re.compile(r"\.([a-z][\w-]*)")
PAGES = sorted(
    path.relative_to(TEMPLATES).as_posix()
    for path in TEMPLATES.rglob("*.html")
    if '{% extends "base.html" %}' in path.read_text()
)


@cache
def parts_of(name: str) -> frozenset[str]:
    """A template with all that it extends and includes by name."""
    found = {name}
    for named in PARTS.findall((TEMPLATES / name).read_text()):
        for other in CHOSEN.get(named, (named,)):
            if other not in found:
                found |= parts_of(other)
    return frozenset(found)


@cache
def defined_in(sheet: str) -> frozenset[str]:
    """The classes that a style sheet knows, with those that it imports."""
    text = COMMENTS.sub("", (SHEETS / f"{sheet}.css").read_text())
    own = {one for part in SELECTORS.findall(text) for one in CLASSES.findall(part)}
    return frozenset(own.union(*map(defined_in, IMPORTS.findall(text))))


def used_in(text: str) -> set[str]:
    """The classes of elements; of those that are put together, the ones that are whole."""
    said = " ".join(IN_TEMPLATES.sub(" ", each) for each in ATTRIBUTES.findall(text))
    return {word for word in said.split() if not word.endswith("-")}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_the_style_of_each_class_that_it_uses(page):
    texts = [(TEMPLATES / part).read_text() for part in parts_of(page)]
    loaded = {sheet for text in texts for sheet in LINKS.findall(text)}
    known = frozenset[str]().union(*map(defined_in, loaded))
    styled = frozenset[str]().union(*(defined_in(path.stem) for path in SHEETS.glob("*.css")))
    used = set[str]().union(*map(used_in, texts))
    assert sorted(used & (styled - known)) == []
