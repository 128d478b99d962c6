"""The locked lists install on a bare machine, today and after packages have had new releases."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from server.paths import BASE_DIR
from tests.audit.locked import installed

PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[([^\]]*)\])?==", re.MULTILINE)


@pytest.mark.parametrize("name", ["run.txt", "test.txt"])
def test_a_package_that_another_wants_with_an_extra_is_locked_with_it(name: str) -> None:
    # pip asks for hashes and then takes `coverage[toml]` for a package of its own: locked without
    # the extra, it counts as not pinned as soon as a newer release is out, and nothing installs.
    text = (BASE_DIR / "requirements" / name).read_text()
    locked = {
        canonicalize_name(package): set(extras.split(","))
        for package, extras in PINNED.findall(text)
    }
    wanted = [
        (package, requirement)
        for package in locked
        if (distribution := installed(package))
        for requirement in map(Requirement, distribution.requires or ())
        if requirement.extras
        and (
            requirement.marker is None
            or any(requirement.marker.evaluate({"extra": extra}) for extra in locked[package])
        )
    ]

    assert not [
        f"{package} wants {requirement.name}[{','.join(requirement.extras)}]"
        for package, requirement in wanted
        if not requirement.extras <= locked[canonicalize_name(requirement.name)]
    ]
    if name == "test.txt":
        assert ("pytest-cov", "coverage") in [
            (package, requirement.name) for package, requirement in wanted
        ]
