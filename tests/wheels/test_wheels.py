"""All that `make run` installs comes without a compiler wherever conductors have their laptops."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

LOCK = Path(__file__).resolve().parents[2] / "requirements" / "run.txt"


def _linux(machine: str) -> tuple[str, ...]:
    return tuple(
        f"{glibc}_{machine}" for glibc in ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
    )


#: ``sys_platform``, ``platform_machine`` and the names that wheels have for it, the newest first.
SYSTEMS = {
    "Linux x86_64": ("linux", "x86_64", _linux("x86_64")),
    "Linux ARM": ("linux", "aarch64", _linux("aarch64")),
    "macOS ARM": ("darwin", "arm64", ("macosx_14_0_arm64", "macosx_11_0_arm64")),
}
PYTHONS = ("3.11", "3.12", "3.13", "3.14")

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(
        os.environ.get("ROUNDHOUSE_WHEELS") != "1", reason="`make wheels` asks the network"
    ),
]


def needed(system: str, machine: str, python: str) -> list[str]:
    """The locked packages that this system takes, by their markers."""
    there = {
        "sys_platform": system,
        "platform_machine": machine,
        "platform_system": {"linux": "Linux", "darwin": "Darwin"}[system],
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    lines = re.findall(r"^([a-z0-9][^\\\n]*?)\s*\\$", LOCK.read_text(), re.MULTILINE)
    found = [Requirement(line) for line in lines]
    return [
        f"{one.name}{one.specifier}"
        for one in found
        if one.marker is None or one.marker.evaluate(there)
    ]


@pytest.mark.timeout(600)
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", SYSTEMS)
def test_all_that_the_site_needs_has_a_wheel(name, python, tmp_path):
    system, machine, tags = SYSTEMS[name]
    wanted = needed(system, machine, python)
    assert any(line.startswith("django==") for line in wanted)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"),
            *("--only-binary=:all:", "--implementation=cp", f"--python-version={python}"),
            *(f"--platform={tag}" for tag in tags),
            *("--dest", str(tmp_path), *wanted),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(list(tmp_path.glob("*.whl"))) == len(wanted)
