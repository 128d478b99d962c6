"""The proxy of docker/compose.yaml, the real program, in front of two small sites."""

import os
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from socket import create_server

import pytest
import requests

from server.supervisor.lifeline import lifeline
from tests.stack import wait_for

CADDYFILE = Path(__file__).resolve().parent.parent.parent / "docker" / "Caddyfile"
CADDY = shutil.which("caddy")
pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(CADDY is None, reason="Debian: apt install caddy"),
]


@pytest.fixture
def proxy(site, tmp_path):
    """Caddy in front of the site; its address."""
    with closing(create_server(("127.0.0.1", 0))) as free:
        address = f"http://localhost:{free.getsockname()[1]}"
    names = {"SITE_NAME": address, "WEB_NAME": "127.0.0.1", "WEB_PORT": str(site)}
    process = subprocess.Popen(
        [CADDY, "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)],
        env=os.environ | names | {"HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
    )
    try:
        wait_for(lambda: _answers(address), 60, unless=lambda: process.poll() is not None)
        yield address
    finally:
        process.terminate()
        process.wait(60)


def _answers(address: str) -> bool:
    try:
        return requests.get(address, timeout=60).status_code == 200
    except requests.RequestException:
        return False


def test_caddy_names_the_client_and_the_request_and_keeps_no_stream_back(proxy):
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Request-ID": "mine"}
    got = requests.get(proxy, headers=forged, timeout=60).headers
    assert got["Got-X-Forwarded-For"] in {"127.0.0.1", "::1"}
    assert got["Got-X-Forwarded-Proto"] == "http"
    assert len(got["Got-X-Request-ID"]) == 36
    assert f"http://{got['Got-Host']}" == proxy

    with requests.get(f"{proxy}/stream/", stream=True, timeout=60) as stream:
        # The site has not ended its response.
        assert next(stream.iter_lines()) == b"retry: 1500"


def test_the_file_is_in_order_for_a_name_with_a_certificate(tmp_path):
    done = subprocess.run(
        [CADDY, "validate", "--adapter", "caddyfile", "--config", str(CADDYFILE)],
        env=os.environ | {"SITE_NAME": "play.example.org", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "enabling automatic HTTP->HTTPS redirects" in done.stderr
