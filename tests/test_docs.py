"""The guides point to what is there."""

import json
import re
import shlex
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from django.core.management import ManagementUtility
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

from tournaments.standings.exporting.event_schema import schema

ROOT = Path(__file__).resolve().parent.parent
GUIDES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
MANAGE = re.compile(r"manage\.py ([a-z]\w+)((?: (?![<>|&;#'])[^\s`']+)*)")
MAKE = re.compile(r"^(?:[A-Z_]+=\S+ )*make ([a-z]+)", re.MULTILINE)
FILE = re.compile(
    r"^(?:config|docker|docs|games|pairing|scoring|server|tests|tournaments)/[\w./-]+\.\w+$"
)
CREATED = re.compile(r"Create\s+`([^`]+)`")
MODULE = re.compile(r"python -m ([a-z][\w.]*)")
HEADING_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)#([\w-]+)\)")
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def links_of_guides(pattern):
    """Each link in a guide that matches, with the path of the guide."""
    return [(guide, link) for guide in GUIDES for link in pattern.findall(guide.read_text())]


def test_every_link_of_a_guide_leads_to_a_file():
    links = links_of_guides(LINK)
    assert len(links) > 200

    lost = [(guide, link) for guide, link in links if not (guide.parent / link).exists()]
    assert [(str(guide.relative_to(ROOT)), link) for guide, link in lost] == []


def test_every_link_to_a_heading_leads_to_one():
    links = links_of_guides(HEADING_LINK)
    assert len(links) > 50

    lost = [
        (guide, file, anchor)
        for guide, (file, anchor) in links
        if anchor not in headings((guide.parent / file).resolve() if file else guide)
    ]
    assert [(str(guide.relative_to(ROOT)), *link) for guide, *link in lost] == []


@cache
def headings(guide):
    """The anchors of a guide, as the repository and the site make them of its headings."""
    markdown = MarkdownIt("commonmark").use(anchors_plugin, max_level=6)
    tokens = markdown.parse(guide.read_text())
    return {token.attrs["id"] for token in tokens if token.type == "heading_open"}


def test_every_decision_is_listed():
    folder = ROOT / "docs" / "decisions"

    listed = set(LINK.findall((folder / "README.md").read_text()))

    assert listed == {path.name for path in folder.glob("0*.md")}


def test_the_published_schema_of_event_files_is_the_one_they_are_held_against():
    published = json.loads((ROOT / "docs" / "event-file.schema.json").read_text())

    assert published == schema(), "manage.py event_file_schema writes it"


# --- Commands -------------------------------------------------------------------------------------


def of_guides(pattern):
    """Matches of a pattern in the code of the guides; decisions say what was once."""
    return [found for text in code_of_guides() for found in pattern.findall(text)]


@cache
def code_of_guides():
    """The code that the guides show, in a line or on its own."""
    return [
        part.content
        for guide in GUIDES
        if guide.parent.name != "decisions"
        for token in MarkdownIt("commonmark").parse(guide.read_text())
        for part in (token, *(token.children or ()))
        if part.type in ("code_inline", "code_block", "fence")
    ]


def test_every_command_of_manage_py_takes_what_a_guide_gives_it():
    """A name alone speaks of the command; what stands in brackets may be given."""
    commands = of_guides(MANAGE)
    assert len(commands) > 15

    for name, given in commands:
        command = ManagementUtility(["manage.py"]).fetch_command(name)
        if words := shlex.split(given.replace("[", "").replace("]", "")):
            command.create_parser("manage.py", name).parse_args(words)


def test_every_target_of_make_is_in_the_makefile():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = of_guides(MAKE)
    assert len(named) > 15

    assert [one for one in named if one not in targets] == []


def test_every_module_that_a_guide_runs_exists():
    named = of_guides(MODULE)
    assert len(named) > 15

    assert [one for one in named if find_spec(one) is None] == []


def test_every_file_that_a_guide_names_is_there():
    created = {file for guide in GUIDES for file in CREATED.findall(guide.read_text())}
    named = of_guides(FILE)
    assert len(named) > 50

    created.add("docs/conductors.md")  # the changelog says what was once
    assert [one for one in named if one not in created and not (ROOT / one).exists()] == []
