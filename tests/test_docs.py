"""The guides point to what is there."""

import re
from pathlib import Path

import pytest

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
