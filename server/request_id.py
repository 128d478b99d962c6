"""One name for each request, from the proxy to the Celery tasks that it leads to, for the logs."""

import re
import secrets
from collections.abc import Iterable
from contextvars import ContextVar

HEADER = b"x-request-id"
#: What a proxy may send; anything else is replaced, so that nobody writes lines of their own.
ACCEPTED = re.compile(rb"[A-Za-z0-9._-]{1,64}")

#: Of what is being done now; empty outside of a request and of what it led to.
current: ContextVar[str] = ContextVar("request_id", default="")


def from_headers(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """The name that the proxy gave, or a new one."""
    for name, value in headers:
        if name == HEADER and ACCEPTED.fullmatch(value):
            return value.decode("ascii")
    return secrets.token_hex(8)
