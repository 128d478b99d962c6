"""Keys of writes that are done once: whose they are, and for how long."""

import hashlib
from datetime import timedelta

#: A write may be sent again for so long, and is answered as it was first; later it is a new one.
#: Longer than a convention, so that a phone that was offline for all of one sends safely.
KEPT = timedelta(days=14)


def own_key(actor: str, address: str, key: str) -> str:
    """The stored form of a key that ``actor`` made for a write to ``address``; empty without one.

    A digest, so that the same key of another person, or at another address, is another one.
    """
    if not key:
        return ""
    return hashlib.sha256("\n".join((actor, address, key)).encode()).hexdigest()
