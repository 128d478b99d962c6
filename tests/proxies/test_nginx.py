"""The configuration that we recommend, with the real nginx in front of the real site."""

import re

import pytest
import requests

from tests.proxies.fronts import front, program
from tests.stack import wait_for

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
    pytest.mark.skipif(
        program("nginx") is None, reason="no nginx found (Debian: apt install nginx-light)"
    ),
]


@pytest.fixture
def proxy(stack, tmp_path):
    """The address of nginx in front of the site."""
    host, _colon, port = stack.url.removeprefix("http://").partition(":")
    with front("nginx", [(host, int(port))], tmp_path) as url:
        yield url


def test_nginx_keeps_what_is_shared_and_passes_on_the_rest(stack, proxy):
    event, page, stream = stack.ask(MAKE)
    first = requests.get(proxy + page, timeout=60)
    assert first.headers["X-Cache"] == "MISS"
    assert first.headers["X-Roundhouse"] == "1"

    def copy(**reader):
        answer = requests.get(proxy + page, timeout=60, **reader)
        return answer if answer.headers["X-Cache"] in ("HIT", "STALE", "UPDATING") else None

    assert wait_for(lambda: copy(cookies={"sessionid": "somebody"})).content == first.content
    changed = requests.get(f"{proxy}{page}?v=never-heard-of", timeout=60)
    assert changed.headers["X-Cache"] == "MISS"  # what has just changed is never an older copy
    for own in ("parts", "page"):
        for _twice in range(2):
            answer = requests.get(f"{proxy}{page}?own={own}", timeout=60)
            assert answer.headers["X-Cache"] in ("MISS", "EXPIRED", "BYPASS"), own
    name = re.search(r'href="(/static/css/site[^"]+)"', first.text)[1]
    packed = requests.get(proxy + name, headers={"Accept-Encoding": "gzip"}, timeout=60)
    assert packed.headers["Content-Encoding"] == "gzip"

    in_german = ("de", "de-DE,de;q=0.9,en;q=0.5", "nl, de;q=0.8")
    german, *others = ({"headers": {"Accept-Language": one}} for one in in_german)
    assert copy(**german) is None  # a page in another language is another
    for other in (*others, {"cookies": {"language": "de"}}):
        assert wait_for(lambda reader=other: copy(**reader))

    with requests.get(proxy + stream, stream=True, timeout=60) as opened:
        lines = opened.iter_lines(chunk_size=1)
        assert next(lines) == b"retry: 1500"
        stack.ask(HINT.format(event=event))
        said = next(line for line in lines if line.startswith(b'data: {"topics"'))
        assert f"event-{event}".encode() in said
