"""The files of docs/deploy start what the guide says, with settings that the site has."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server.environment import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "deploy"
UNITS = sorted(path.name for path in FOLDER.glob("*.*") if path.suffix in {".service", ".timer"})
HOME = "/srv/roundhouse"
VERIFY = shutil.which("systemd-analyze")

pytestmark = pytest.mark.once


def test_every_setting_of_the_example_is_one_of_the_site_and_those_that_are_needed_are_there():
    lines = (FOLDER / "roundhouse.env").read_text().splitlines()
    named = {line.lstrip("#").partition("=")[0] for line in lines if re.match(r"#?[A-Z_]+=", line)}
    assert named <= set(SETTINGS)
    assert named >= {
        *("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "HTTPS_ONLY", "SECRET_KEY", "PUSH_KEY"),
        "ROUNDHOUSE_BACKUPS",
    }


def test_the_guide_has_the_commands_of_the_units():
    guide = (ROOT / "docs" / "operators.md").read_text()
    for unit in UNITS:
        if unit.startswith("roundhouse-backup"):
            continue  # the guide says it in other words
        command = re.search(r"^ExecStart=\S+/(.*)$", (FOLDER / unit).read_text(), re.MULTILINE)[1]
        plain = re.sub(r" (--host \S+|--port \S+|--hostname=\S+)", "", command)
        assert plain in guide, unit


@pytest.mark.skipif(VERIFY is None, reason="Debian: apt install systemd")
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_nothing_wrong_with_a_unit(unit, tmp_path):
    programs = tmp_path / "site" / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("uvicorn", "celery", "python"):
        (programs / name).symlink_to("/bin/true")
    for name in UNITS:
        text = (FOLDER / name).read_text().replace(HOME, str(tmp_path / "site"))
        (tmp_path / name.replace("@", "@8000")).write_text(text)
    done = subprocess.run(
        [VERIFY, "verify", str(tmp_path / unit.replace("@", "@8000"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
