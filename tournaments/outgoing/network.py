"""Which addresses of the internet the site may send to.

Conductors enter where webhooks go, and browsers name where their messages go, so neither may be a
way into the network of the site: its router, its database, the metadata service of a cloud. What
the operator lists is allowed all the same.
"""

import socket
import threading
from collections.abc import Callable, Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from queue import Empty, SimpleQueue
from typing import NamedTuple

Network = IPv4Network | IPv6Network


class Endpoint(NamedTuple):
    """One place that a name leads to, as the socket module wants it."""

    family: int
    place: tuple[str, int] | tuple[str, int, int, int]

    @property
    def address(self) -> str:
        return self.place[0]


def is_permitted(text: str, own: Collection[Network]) -> bool:
    """Whether the site may send to this IP address.

    Only to public ones, and to those in the networks ``own`` that the operator has listed. An IPv6
    address that stands for an IPv4 address is permitted if that one is.
    """
    try:
        address = _plain(text)
    except ValueError:
        return False
    if any(address in network for network in own):
        return True
    tunnel = isinstance(address, IPv6Address) and (address.sixtofour or address.teredo)
    inside = address.is_multicast or address.is_reserved or not address.is_global
    return not (inside or tunnel or getattr(address, "is_site_local", False))


def _plain(text: str) -> IPv4Address | IPv6Address:
    address = ip_address(text.partition("%")[0])
    return getattr(address, "ipv4_mapped", None) or address


def is_forbidden_literal(host: str, own: Collection[Network]) -> bool:
    """Whether ``host`` is an IP address, or a name of this machine, that may not be sent to.

    Any other name is looked up when something is sent, and not before: what it leads to may change.
    """
    if host.rstrip(".").lower() == "localhost":
        return not is_permitted("127.0.0.1", own)
    try:
        ip_address(host)
    except ValueError:
        return False
    return not is_permitted(host, own)


def resolve(host: str, port: int, *, seconds: float) -> list[Endpoint]:
    """Where a name leads to. Raises OSError, also after ``seconds``.

    The system's resolver knows no deadline, so it works on a thread that is left behind when it
    takes longer. It ends by itself after its own, longer time.
    """
    found: SimpleQueue[list[Endpoint] | OSError] = SimpleQueue()
    thread = threading.Thread(target=_look_up, args=(host, port, found.put), daemon=True)
    thread.start()
    try:
        result = found.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if isinstance(result, OSError):
        raise result
    return result


def _look_up(host: str, port: int, answer: Callable[[list[Endpoint] | OSError], None]) -> None:
    try:
        rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        answer(error if isinstance(error, OSError) else OSError("not a name"))
    else:
        # For these families a place begins with an address and a port, which the stub cannot say.
        answer([Endpoint(family, place) for family, *_rest, place in rows])  # type: ignore[arg-type]
