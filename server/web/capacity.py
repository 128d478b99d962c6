"""How many connections a process can have: its file descriptors are the limit.

A process that runs out of descriptors can open neither its database nor the next connection, and
hangs. So it keeps some for itself, and of its connections a part that no stream may use: a page is
answered while every stream is taken.
"""

import resource
from dataclasses import dataclass

#: For databases, Redis, logs, uploads and the event loop.
OWN_DESCRIPTORS = 128
#: One in so many connections is for pages alone, and at least so many of them.
PAGES_SHARE, LEAST_PAGES = 5, 32
#: One network may have three quarters of the streams: a hall shares one address.
NETWORK_SHARE = 3 / 4
#: More descriptors than this are not asked for.
MOST_DESCRIPTORS = 65_536


@dataclass(frozen=True)
class Capacity:
    """How many of each a process may have open."""

    connections: int
    streams: int
    streams_of_network: int


def raise_limit() -> None:
    """Allow this process as many file descriptors as the system lets it have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def capacity(descriptors: int | None = None) -> Capacity:
    """The capacity of a process with so many descriptors; by default this one."""
    if descriptors is None:
        soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        descriptors = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    descriptors = min(descriptors, MOST_DESCRIPTORS)
    connections = descriptors - min(OWN_DESCRIPTORS, descriptors // 2)
    pages = min(max(LEAST_PAGES, connections // PAGES_SHARE), connections // 2)
    streams = connections - pages
    return Capacity(connections, streams, max(1, int(streams * NETWORK_SHARE)))
