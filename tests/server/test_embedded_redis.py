"""The Redis of an embedded site: where it is found, and who may use it."""

import os
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


#: What a power cut or a bad disk does to the file, and whether Redis refuses it.
DAMAGES = {
    "missing": (lambda path: path.unlink(), False),
    "empty": (lambda path: os.truncate(path, 0), False),
    "cut": (lambda path: os.truncate(path, path.stat().st_size - 3), False),
    "zeros at the tail": (lambda path: path.write_bytes(path.read_bytes() + bytes(4096)), True),
    "garbage at the head": (lambda path: path.write_bytes(b"garbage" + path.read_bytes()), True),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_of_its_own_is_read_as_far_as_it_goes_or_set_aside(folder, damage):
    hurt, refused = DAMAGES[damage]
    command = embedded_redis.prepare(folder / "redis", folder / "redis.url")
    path = folder / "redis" / "appendonly.aof"
    path.write_bytes(b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\n1\r\n")
    hurt(path)
    if refused:
        ended = subprocess.run(command, stdout=subprocess.DEVNULL, timeout=60, check=False)
        assert ended.returncode > 0
        aside = embedded_redis.set_aside(folder / "redis")
        assert [path.name for path in aside] == ["appendonly.aof.damaged"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        url = (folder / "redis.url").read_text()
        wait_for(lambda: embedded_redis.accepts_connections(url))
        server.kill()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"redis://:word@127.0.0.1:port/0", b"redis"])
def test_a_damaged_address_is_chosen_again(folder, content):
    (folder / "redis.url").write_bytes(content)
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    assert urlsplit((folder / "redis.url").read_text()).port in embedded_redis.PORTS
