"""The image that ``make image`` built: run for real, without a network of its own or root."""

import json
import os
import re
import subprocess
from contextlib import closing
from socket import create_server
from urllib.parse import urljoin

import pytest
import requests

from tests.image.engines import BUILDAH, IS_BUILT, docker_runs
from tests.stack import wait_for

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(
        not IS_BUILT or BUILDAH is None or docker_runs(),
        reason="`make image` builds it first, with Debian's buildah",
    ),
]

SETTINGS = {"BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}
#: Who it runs as, what it may write to, and the site of one laptop on a port.
PROGRAM = "id -u; touch /srv/roundhouse/x; exec python -m server.supervisor"
MOST_BYTES = 280_000_000
UNITS = {"MB": 10**6, "GB": 10**9}
#: What is done with packages of which the image leaves a part out.
PAIRING = """
from pairing.head_to_head.field import pair_field
from pairing.head_to_head.model import Record
print(len(pair_field([Record(key=n, seed=n) for n in range(6)]).pairs))
"""


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
    sheet = requests.get(site + style, timeout=30)
    letters = re.search(r'url\("?([^")]*inter-basic[^")]*\.woff2)', sheet.text)[1]
    typeface = requests.get(urljoin(sheet.url, letters), timeout=30)
    assert typeface.content[:4] == b"wOF2"
    assert requests.get(f"{site}/healthz", timeout=30).json()["process"] == "ok"


def test_the_image_is_small():
    (image,) = json.loads(buildah("images", "--json", "localhost/roundhouse"))
    size = float(re.match(r"[\d.]+", image["size"])[0]) * UNITS[image["size"].split()[1]]
    assert size < MOST_BYTES


def test_nothing_in_the_image_runs_with_other_rights_or_installs_packages(container):
    find = ("find", "/", "-xdev", "-type", "f", "-perm", "/6000")
    assert buildah("run", "--user=0", container, "--", *find) == ""
    programs = buildah("run", container, "--", "ls", *("/usr/bin", "/usr/sbin", "/venv/bin"))
    found = set(programs.split())
    assert {"sh", "python"} <= found
    assert not {name for name in found if re.match(r"(dpkg|apt|debconf|perl|pip|su$|mount$)", name)}


def test_a_large_field_is_paired_in_the_image_without_numpy(container):
    assert buildah("run", container, "--", "python", "-c", PAIRING) == "3"


def test_the_image_has_no_key_and_no_address_of_an_index(container):
    described = buildah("inspect", "--type", "image", "localhost/roundhouse")
    assert "SECRET_KEY" not in re.sub(r'SECRET_KEY=\\"only-to-collect[^;|]*', "", described)
    assert "index-url" not in described
