"""The configuration that we recommend, with the real nginx in front of the real site."""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest
import requests

from tests.stack import wait_for

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
RECOMMENDED = Path(__file__).parents[1] / "docs" / "nginx.conf"
MAKE = """
from tests.builders import make_event
from tournaments.live.stream import stream_address
event = make_event(name="Behind nginx", slug="behind-nginx")
answer = [event.pk, event.get_absolute_url(), stream_address(event.pk)]
"""
HINT = "from tournaments.live.publish import hint\nhint({event}, 'event-{event}')\nanswer = None"

pytestmark = [
    pytest.mark.stack,
    pytest.mark.once,
    pytest.mark.skipif(NGINX is None, reason="no nginx found (Debian: apt install nginx-light)"),
]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture
def proxy(stack, tmp_path):
    """The address of nginx; its configuration is the recommended one but for the places."""
    port = free_port()
    text = RECOMMENDED.read_text()
    for ours, theirs in (
        ("/var/cache/nginx/roundhouse", str(tmp_path / "cache")),
        ("127.0.0.1:8000", stack.url.removeprefix("http://")),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
    ):
        assert ours in text
        text = text.replace(ours, theirs)
    places = "".join(
        f"{kind}_temp_path {tmp_path / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = tmp_path / "nginx.conf"
    user = "user root;" if os.geteuid() == 0 else ""  # else it could not read this folder
    whole.write_text(
        f"{user} daemon off; pid {tmp_path}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off;\n{places}{text}\n}}"
    )
    with subprocess.Popen([NGINX, "-p", str(tmp_path), "-c", str(whole)]) as process:
        try:
            wait_for(lambda: _answers(port))
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def test_nginx_keeps_what_is_shared_and_passes_on_the_rest(stack, proxy):
    event, page, stream = stack.ask(MAKE)
    first = requests.get(proxy + page, timeout=30)
    assert first.headers["X-Cache"] == "MISS"
    assert first.headers["X-Roundhouse"] == "1"

    def copy():
        answer = requests.get(proxy + page, cookies={"sessionid": "somebody"}, timeout=30)
        return answer if answer.headers["X-Cache"] in ("HIT", "STALE", "UPDATING") else None

    assert wait_for(copy).content == first.content
    changed = requests.get(f"{proxy}{page}?v=never-heard-of", timeout=30)
    assert changed.headers["X-Cache"] == "MISS"  # what has just changed is never an older copy
    for own in ("parts", "page"):
        for _twice in range(2):
            answer = requests.get(f"{proxy}{page}?own={own}", timeout=30)
            assert answer.headers["X-Cache"] in ("MISS", "EXPIRED", "BYPASS"), own
    name = re.search(r'href="(/static/css/site[^"]+)"', first.text)[1]
    packed = requests.get(proxy + name, headers={"Accept-Encoding": "gzip"}, timeout=30)
    assert packed.headers["Content-Encoding"] == "gzip"

    with requests.get(proxy + stream, stream=True, timeout=30) as opened:
        lines = opened.iter_lines(chunk_size=1)
        assert next(lines) == b"retry: 1500"
        stack.ask(HINT.format(event=event))
        said = next(line for line in lines if line.startswith(b'data: {"topics"'))
        assert f"event-{event}".encode() in said
