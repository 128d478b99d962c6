"""Where an attempt comes from, as far as limits care: a device, and its network."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.db.models import Q
from django.utils.crypto import salted_hmac

#: A phone on IPv6 has all of a /64, and changes its address within it at will.
BITS_OF_A_DEVICE = 64
DIGEST_LENGTH = 32


@dataclass(frozen=True, slots=True)
class Visitor:
    """A device and its network.

    ``device`` is its name, also for the ledger. ``is_known`` says that it came with the cookie that
    has this name: a name that was given a moment ago tells it from nobody. ``accounts`` are the
    primary keys of the accounts that have signed in on it.
    """

    device: str
    network: str
    is_known: bool = False
    accounts: frozenset[int] = field(default=frozenset())

    @property
    def counted_as(self) -> str:
        """The name under which its attempts are counted; empty for all without a cookie."""
        return self.device if self.is_known else ""

    def others_like_it(self) -> Q:
        """The attempts of devices of its network that have a cookie, or have none, as it has."""
        without = Q(device="")
        return Q(network=self.network) & (~without if self.is_known else without)


def keyed_digest(purpose: str, text: str) -> str:
    """A digest that nobody can compute or try out without the site's secret key."""
    return salted_hmac(f"rate limit: {purpose}", text, algorithm="sha256").hexdigest()[
        :DIGEST_LENGTH
    ]


def network_of(address: str) -> str:
    """A keyed digest of the network of an address: all of IPv4, the first half of IPv6.

    What is no address counts as one network: never as a new one for each text.
    """
    return keyed_digest("network", _prefix(address))


def _prefix(address: str) -> str:
    try:
        found: IPv4Address | IPv6Address = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(int(found) >> BITS_OF_A_DEVICE)
