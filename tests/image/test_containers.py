"""docker/compose.yaml in real containers: the commands of docs/operators.md, one after another.

Needs a Docker daemon with Compose 2, the images that the file names, and ports 80 and 443.
"""

import os
import secrets
import shutil
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import requests

from tests.image.engines import IS_BUILT, docker_runs
from tests.stack import wait_for

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = "http://localhost"


pytestmark = [
    pytest.mark.once,
    pytest.mark.timeout(0),
    pytest.mark.skipif(
        not (IS_BUILT and docker_runs()), reason="`make image` does it where Docker runs"
    ),
]


def tracked_files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607 - whichever git this machine has
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return listed.stdout.splitlines()


class Containers:
    """The site of one release, unpacked in a folder of its own."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in tracked_files():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        example = (folder / "docker" / ".env.example").read_text()
        filled = {
            "SITE_NAME": SITE,
            "PUBLIC_URL": SITE,
            "HTTPS_ONLY": "0",
            "SECRET_KEY": secrets.token_urlsafe(60),
            "POSTGRES_PASSWORD": secrets.token_hex(8),
        }
        lines = [
            f"{name}={filled.get(name, value)}"
            for line in example.splitlines()
            if "=" in line and not line.startswith("#")
            for name, _, value in [line.partition("=")]
        ]
        (folder / "docker" / ".env").write_text("\n".join(lines))

    def run(self, *words: str, file: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            words,
            cwd=self.folder / "docker",
            env=os.environ | {"COMPOSE_PROJECT_NAME": "roundhouse-test"},
            input=file,
            capture_output=True,
            check=False,
        )

    def do(self, *words: str, file: bytes = b"") -> bytes:
        done = self.run(*words, file=file)
        assert done.returncode == 0, f"{words}: {done.stderr.decode()[-2000:]}"
        return done.stdout

    def compose(self, *words: str, file: bytes = b"") -> bytes:
        return self.do("docker", "compose", *words, file=file)

    def restore(self, copy: bytes) -> bytes:
        """Restore a backup: the words of the command, also of a refusal."""
        words = (
            "run",
            "--rm",
            "-T",
            "backup",
            "python",
            "manage.py",
            "restore",
            "-",
            "--overwrite",
        )
        return self.run("docker", "compose", *words, file=copy).stdout

    def release(self, version: str) -> None:
        """Give the release in the folder a number, as an upgrade brings."""
        (self.folder / "server" / "release.py").write_text(f'VERSION = "{version}"\n')


@pytest.fixture
def containers(tmp_path):
    site = Containers(tmp_path)
    yield site
    site.compose("down", "--volumes", "--timeout", "3")


def answers(ended: Event) -> Counter[int]:
    """How often the site answered with each status until it ended."""
    counted: Counter[int] = Counter()
    while not ended.wait(0.1):
        counted[requests.get(f"{SITE}/healthz", timeout=30).status_code] += 1
    return counted


def version_of_the_site() -> str:
    return requests.get(f"{SITE}/healthz", timeout=30).json()["release"]


def test_a_site_starts_is_backed_up_upgraded_without_a_failed_page_and_restored(containers):
    containers.release("0.0.1")
    containers.compose("up", "--detach", "--build", "--wait")
    manage = ("python", "manage.py")
    said = containers.compose("exec", "-T", "web", *manage, "first_account")
    assert b"code" in said
    backup = ("run", "--rm", "-T", "backup")
    assert b"Backed up to /backups/" in containers.compose(*backup)
    copy = containers.compose(*backup, *manage, "backup", "-")
    assert b"is whole" in containers.compose(*backup, *manage, "verify", "-", file=copy)
    assert b".zip" in containers.compose(*backup, "ls", "-l", "/backups")
    assert version_of_the_site() == "0.0.1"

    containers.release("0.0.2")
    ended = Event()
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(answers, ended)
        try:
            containers.do("./upgrade")
        finally:
            ended.set()
        statuses = asking.result()
    assert set(statuses) == {200}
    assert version_of_the_site() == "0.0.2"

    containers.compose("stop", "web", "worker", "beat")
    # For some seconds the database does not know that its worker is gone.
    wait_for(lambda: b"Restored" in containers.restore(copy), 60)
    containers.compose("up", "--detach", "--wait")
    assert version_of_the_site() == "0.0.2"
