"""docs/threat-model.md speaks of every package with addresses, and of files that exist."""

import re

from server.paths import BASE_DIR
from tournaments.urls import PACKAGES

TEXT = (BASE_DIR / "docs" / "threat-model.md").read_text("utf-8")
#: Paths in the text, from the root of the repository. Those of a running site are none.
PATHS = re.compile(r"`((?:config|requirements|server|tests|tournaments)/[\w./-]*)`")


def test_every_package_with_addresses_is_in_the_threat_model():
    headings = " ".join(re.findall(r"^### .*$", TEXT, re.MULTILINE))
    assert [name for name in (*PACKAGES, "api", "live") if f"`{name}/`" not in headings] == []


def test_every_file_that_the_threat_model_names_exists():
    named = PATHS.findall(TEXT)
    assert len(named) > 20
    assert [path for path in named if not (BASE_DIR / path).exists()] == []
