"""The Redis of an embedded site: where it is found, and who may use it."""

import socket
import stat
import subprocess
from contextlib import closing
from urllib.parse import urlsplit

import pytest
import redis

from server import embedded_redis
from tests.stack import wait_for


@pytest.fixture
def folder(tmp_path):
    home = tmp_path / "a folder, with spaces & “quotes”"
    home.mkdir()
    return home


def test_its_address_is_the_same_next_time(folder):
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    first = (folder / "redis.url").read_text()
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    assert (folder / "redis.url").read_text() == first


def test_its_port_gives_way_when_another_program_took_it(folder):
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    first = urlsplit((folder / "redis.url").read_text())
    with closing(socket.create_server(("127.0.0.1", first.port))):
        embedded_redis.prepare(folder / "redis", folder / "redis.url")
    second = urlsplit((folder / "redis.url").read_text())
    assert second.port != first.port
    assert second.port in embedded_redis.PORTS


def test_its_password_is_for_its_owner_alone(folder):
    command = embedded_redis.prepare(folder / "redis", folder / "redis.url")
    password = urlsplit((folder / "redis.url").read_text()).password
    assert len(password) >= 32
    assert password not in " ".join(command)
    for path in (folder / "redis.url", folder / "redis" / "redis.conf"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_keeps_what_it_holds_and_refuses_strangers(folder):
    url_file = folder / "redis.url"
    for _ in range(2):
        command = embedded_redis.prepare(folder / "redis", url_file)
        url = url_file.read_text()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
            wait_for(lambda url=url: embedded_redis.accepts_connections(url))
            with closing(redis.Redis.from_url(url)) as client:
                visits = client.incr("visits")
            stranger = redis.Redis(port=urlsplit(url).port)
            with closing(stranger), pytest.raises(redis.AuthenticationError):
                stranger.get("visits")
            server.terminate()
    assert visits == 2
