"""The compose files are what their schema allows, as a real program reads them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent.parent / "docker"
COMPOSE = shutil.which("docker-compose")
pytestmark = pytest.mark.once


@pytest.mark.skipif(COMPOSE is None, reason="Debian: apt install docker-compose")
@pytest.mark.parametrize("name", ["compose.yaml", "compose.laptop.yaml"])
def test_a_compose_file_is_in_order(name, tmp_path):
    # Debian's release is older than this one key.
    lines = (FOLDER / name).read_text().splitlines(keepends=True)
    (tmp_path / name).write_text("".join(line for line in lines if not line.startswith("name:")))
    shutil.copy(FOLDER / ".env.example", tmp_path / ".env")
    done = subprocess.run(
        [COMPOSE, "-f", name, "config", "--quiet"],
        cwd=tmp_path,
        env=os.environ | {"POSTGRES_PASSWORD": "x"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_no_service_is_waited_for_that_says_nothing_of_its_health():
    """``up --wait`` fails for a service without a check whose image has one."""
    dockerfile = (FOLDER / "Dockerfile").read_text()
    assert "HEALTHCHECK" not in dockerfile
    for name in ("compose.yaml", "compose.laptop.yaml"):
        assert "disable: true" not in (FOLDER / name).read_text()
