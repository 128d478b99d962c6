"""The guides point to what is there."""

import json
import re
from pathlib import Path

import pytest

from tournaments.standings.exporting.event_schema import schema

ROOT = Path(__file__).resolve().parent.parent
GUIDES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_of_a_guide_leads_to_a_file(guide):
    links = LINK.findall(guide.read_text())

    assert [link for link in links if not (guide.parent / link).exists()] == []


def test_every_decision_is_listed():
    folder = ROOT / "docs" / "decisions"

    listed = set(LINK.findall((folder / "README.md").read_text()))

    assert listed == {path.name for path in folder.glob("0*.md")}


def test_the_published_schema_of_event_files_is_the_one_they_are_held_against():
    published = json.loads((ROOT / "docs" / "event-file.schema.json").read_text())

    assert published == schema(), "manage.py event_file_schema writes it"
