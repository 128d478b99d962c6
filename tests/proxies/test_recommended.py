"""nginx and HAProxy with the configurations in docs/, in front of a small site."""

import pytest
import requests

from tests.proxies.fronts import HOST, front, program

pytestmark = pytest.mark.once
#: nginx appends to what a client sent, and the site believes the last address alone.
CLIENT = {"nginx": "203.0.113.9, 127.0.0.1", "haproxy": "127.0.0.1"}
LENGTH_OF_NAME = {"nginx": 32, "haproxy": 36}


@pytest.mark.parametrize("name", list(CLIENT))
def test_a_proxy_names_the_client_and_the_request_and_keeps_no_stream_back(name, site, tmp_path):
    if program(name) is None:
        pytest.skip(f"no {name} found (Debian: apt install {name})")
    with front(name, [(HOST, site)], tmp_path) as url:
        forged = {"X-Forwarded-For": "203.0.113.9", "X-Request-ID": "mine"}
        got = requests.get(url, headers=forged, timeout=60).headers
        assert got["Got-X-Forwarded-For"] == CLIENT[name]
        assert got["Got-X-Forwarded-Proto"] == "http"
        assert len(got["Got-X-Request-ID"]) == LENGTH_OF_NAME[name]

        with requests.get(f"{url}/stream/", stream=True, timeout=60) as stream:
            # The site has not ended its response.
            assert next(stream.iter_lines(chunk_size=1)) == b"retry: 1500"
