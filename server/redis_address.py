"""The values of REDIS_URL: one Redis, or the Sentinels that know which Redis is the primary."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

SCHEMES = ("redis", "rediss", "unix")
SENTINEL_SCHEME = "redis+sentinel"
SENTINEL_PORT = 26379
ONE = "like redis://:password@host:6379/0"
SENTINELS = "like redis+sentinel://:password@host1:26379,host2:26379/name/0"


@dataclass(frozen=True)
class Sentinels:
    """The Sentinels and what they are asked for.

    ``hosts`` are names with ports, ``name`` is what the Sentinels call the primary. ``username``
    and ``password`` are for Redis; Sentinels are asked without one.
    """

    hosts: tuple[tuple[str, int], ...]
    name: str
    database: int
    username: str | None
    password: str | None


def check(url: str) -> None:
    """Raise ValueError with what an address of Redis must be like."""
    if sentinels(url):
        return
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not (parts.hostname or parts.path):
        raise ValueError(ONE)


def sentinels(url: str) -> Sentinels | None:
    """The Sentinels that an address names; None if it is that of a Redis. Raises ValueError."""
    # By hand: many a Python's urlsplit refuses an address of IPv6 that comes after another host.
    scheme, _colon, rest = url.partition("://")
    if scheme.lower() != SENTINEL_SCHEME:
        return None
    place, _slash, path = rest.partition("/")
    account, _at, hosts = place.rpartition("@")
    username, _colon, password = account.partition(":")
    name, _slash, database = path.strip("/").partition("/")
    if not name or not (database or "0").isdecimal() or "?" in rest or "#" in rest:
        raise ValueError(SENTINELS)
    return Sentinels(
        hosts=tuple(_host(text) for text in hosts.split(",")),
        name=unquote(name),
        database=int(database or 0),
        username=unquote(username) or None,
        password=unquote(password) or None,
    )


def _host(text: str) -> tuple[str, int]:
    """A host with its port, also an address of IPv6 in brackets."""
    try:
        parts = urlsplit(f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        raise ValueError(SENTINELS) from None
    if not host:
        raise ValueError(SENTINELS)
    return host, port or SENTINEL_PORT
