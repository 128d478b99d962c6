"""One number says which release this is, wherever somebody looks."""

import re
import subprocess
import sys
import tomllib

import pytest

from server.release import VERSION
from tests.stack import ROOT

pytestmark = pytest.mark.once


def test_the_project_and_the_changelog_have_the_number():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    newest = re.search(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[1]
    assert (project["version"], newest) == (VERSION, VERSION)


@pytest.mark.parametrize("program", ["manage.py", "-m server.supervisor"])
def test_the_programs_say_it(program):
    said = subprocess.run(
        [sys.executable, *program.split(), "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (said.stdout, said.stderr) == (f"Roundhouse {VERSION}\n", "")


def test_the_foot_of_every_page_says_it(client, db):
    foot = client.get("/").text.partition("<footer")[2]
    assert f"Roundhouse {VERSION}" in foot
