"""The proxies in front of the web processes: real programs, with configurations we recommend."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from server.supervisor.lifeline import lifeline
from tests.faults.small_disk import _namespace
from tests.stack import ROOT, wait_for

HOST = "127.0.0.1"
CADDYFILE = ROOT / "docker" / "Caddyfile"
NGINX_CONF = ROOT / "docs" / "nginx.conf"
HAPROXY_CFG = ROOT / "docs" / "haproxy.cfg"
#: Docker's own names for the containers of a service, by a file that one process sees.
WITH_HOSTS = 'mount --bind "$0" /etc/hosts && exec "$@"'


@dataclass(frozen=True)
class Place:
    """Where a proxy listens, what it passes on to, and a folder of its own."""

    port: int
    webs: Sequence[tuple[str, int]]
    folder: Path


def program(name: str) -> str | None:
    return shutil.which(name) or shutil.which(name, path="/usr/sbin")


def caddy(place: Place) -> tuple[list[str], dict[str, str]]:
    """It finds all web processes by one name, as it does in docker/compose.yaml."""
    [port] = {port for _host, port in place.webs}
    hosts = place.folder / "hosts"
    hosts.write_text("127.0.0.1 localhost\n" + "".join(f"{host} web\n" for host, _ in place.webs))
    command = [program("caddy"), "run", "--adapter", "caddyfile", "--config", str(CADDYFILE)]
    names = {"SITE_NAME": f"http://{HOST}:{place.port}", "WEB_PORT": str(port)}
    return [*_namespace(), "sh", "-c", WITH_HOSTS, str(hosts), *command], names | {
        "HOME": str(place.folder)
    }


def nginx(place: Place) -> tuple[list[str], dict[str, str]]:
    """Each web process has a line in it; what it needs around the recommended file is Debian's."""
    text = _replaced(
        NGINX_CONF.read_text(),
        {
            "/var/lib/nginx/roundhouse": str(place.folder / "cache"),
            "server 127.0.0.1:8000;": "".join(f"server {h}:{p};" for h, p in place.webs),
            "listen 80;": f"listen {HOST}:{place.port};",
        },
    )
    places = "".join(
        f"{kind}_temp_path {place.folder / kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;" if os.geteuid() == 0 else ""  # else it could not read this folder
    whole = place.folder / "nginx.conf"
    whole.write_text(
        f"{user} daemon off; pid {place.folder}/pid; error_log {place.folder}/error.log;"
        f" events {{}}\nhttp {{ access_log off;\n{places}{text}\n}}"
    )
    return [program("nginx"), "-p", str(place.folder), "-c", str(whole)], {}


def haproxy(place: Place) -> tuple[list[str], dict[str, str]]:
    """Each web process has a line in it, and is asked how it is."""
    text = _replaced(
        HAPROXY_CFG.read_text(),
        {
            "bind :80": f"bind {HOST}:{place.port}",
            "    server web1 10.0.0.7:8000\n    server web2 10.0.0.8:8000\n": "".join(
                f"    server web{number} {host}:{port}\n"
                for number, (host, port) in enumerate(place.webs, start=1)
            ),
        },
    )
    whole = place.folder / "haproxy.cfg"
    whole.write_text(text)
    return [program("haproxy"), "-f", str(whole)], {}


FRONTS = {"caddy": caddy, "nginx": nginx, "haproxy": haproxy}


@contextmanager
def front(name: str, webs: Sequence[tuple[str, int]], folder: Path) -> Iterator[str]:
    """A running proxy in front of web processes at these addresses; its own address."""
    with socket.create_server((HOST, 0)) as free:
        port = free.getsockname()[1]
    command, names = FRONTS[name](Place(port, webs, folder))
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | names,
            stdout=output,
            stderr=output,
            preexec_fn=lifeline().in_child(),  # noqa: PLW1509 - it must not outlive the test
        )
    try:
        wait_for(lambda: _listens(port), 60, unless=lambda: process.poll() is not None)
        yield f"http://{HOST}:{port}"
    except BaseException as error:
        error.add_note((folder / "output").read_text()[-3000:])
        raise
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:  # some wait for streams that are open
            process.kill()
            process.wait()


def _replaced(text: str, pairs: dict[str, str]) -> str:
    for ours, theirs in pairs.items():
        assert ours in text, ours
        text = text.replace(ours, theirs)
    return text


def _listens(port: int) -> bool:
    with socket.socket() as connection:
        return connection.connect_ex((HOST, port)) == 0
