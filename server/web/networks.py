"""Networks: what a share for each of them is counted by. A whole hall may have one address."""

from ipaddress import IPv6Address, ip_address, ip_network

#: One subscriber has a whole network of IPv6 addresses of this prefix, and can use any of them.
SUBSCRIBER_PREFIX = 64


def network_of(address: str) -> str:
    """The network that one subscriber has; an IPv4 address stands for itself."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, SUBSCRIBER_PREFIX), strict=False))
