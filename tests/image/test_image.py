"""The image that ``make image`` built: run for real, without a network of its own or root."""

import os
import re
import shutil
import subprocess
from contextlib import closing
from socket import create_server

import pytest
import requests

from tests.stack import wait_for

BUILDAH = shutil.which("buildah")
pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(
        os.environ.get("ROUNDHOUSE_IMAGE") != "1" or BUILDAH is None,
        reason="`make image` builds it first, with Debian's buildah",
    ),
]

SETTINGS = {"BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}
#: Who it runs as, what it may write to, and the site of one laptop on a port.
PROGRAM = "id -u; touch /srv/roundhouse/x; exec python -m server.supervisor"


def buildah(*arguments: str) -> str:
    done = subprocess.run(
        [BUILDAH, *arguments],
        env=os.environ | SETTINGS,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def container():
    name = buildah("from", "--pull=never", "localhost/roundhouse")
    yield name
    buildah("rm", name)


@pytest.fixture
def running(container, tmp_path):
    """The output of the container and the address of its site."""
    with closing(create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    settings = ("ROUNDHOUSE_VAR=/data", "ROUNDHOUSE_DEMO=0", f"ROUNDHOUSE_PORT={port}")
    options = [word for setting in settings for word in ("--env", setting)]
    output = tmp_path / "output"
    with output.open("wb") as file:
        process = subprocess.Popen(
            [BUILDAH, "run", *options, container, "--", "sh", "-c", PROGRAM],
            env=os.environ | SETTINGS,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    yield output, f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(30)


def test_the_image_serves_a_page_as_an_unprivileged_user(running):
    output, site = running
    wait_for(lambda: "is open at" in output.read_text(), 240)
    said = output.read_text()
    assert re.match(r"10001\n.*Permission denied", said)
    page = requests.get(site, timeout=60)
    assert (page.status_code, page.headers["X-Roundhouse"]) == (200, "1")
    style = re.search(r'href="(/static/[^"]+\.css)"', page.text)[1]
    assert requests.get(site + style, timeout=30).status_code == 200
    assert requests.get(f"{site}/healthz", timeout=30).json() == {"process": "ok"}


def test_the_image_has_no_key_and_no_address_of_an_index(container):
    described = buildah("inspect", "--type", "image", "localhost/roundhouse")
    assert "SECRET_KEY" not in re.sub(r'SECRET_KEY=\\"only-to-collect[^;|]*', "", described)
    assert "index-url" not in described
