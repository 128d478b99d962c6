"""The key that messages to phones are signed with: made on first use, readable by its owner alone.

``python -m server.push_key`` makes one for the setting PUSH_KEY. It is the private number of a key
on the curve P-256, 32 bytes in the base64 of addresses: the push services of browsers know the site
by its public half, so with another key every phone has to ask for messages again.
"""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path

from server.secret_key import kept_secret

#: How many private numbers there are (SEC 2, secp256r1, n).
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
WHOLE = re.compile(r"[\w-]{43}", re.ASCII)


def new_push_key() -> str:
    """A new key, as the setting has it."""
    number = 1 + secrets.randbelow(ORDER - 1)
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def is_push_key(text: str) -> bool:
    """Whether this is a private number of the curve, as ``new_push_key`` writes it."""
    if not WHOLE.fullmatch(text):
        return False
    return 0 < int.from_bytes(urlsafe_b64decode(f"{text}="), "big") < ORDER


def embedded_push_key(path: Path) -> str:
    """The key in the file at ``path``, as ``server.secret_key`` keeps the other one."""
    return kept_secret(path, WHOLE, new_push_key)


if __name__ == "__main__":
    print(new_push_key())  # noqa: T201 - for the operator
