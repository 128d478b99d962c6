"""Which file of an archive stands for which address."""

import posixpath
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode, urlsplit

INDEX = "index"
STATIC = "static"
#: Everything else in the value of a parameter becomes a hyphen in the name of its file.
PLAIN = re.compile(r"[^A-Za-z0-9]+")


def without_fragment(address: str, kept: Iterable[str]) -> str:
    """An address of this site with those parameters that are kept, in the order of their names."""
    parts = urlsplit(address)
    kept = set(kept)
    query = sorted((name, value) for name, value in parse_qsl(parts.query) if name in kept)
    return f"{parts.path}?{urlencode(query)}" if query else parts.path


def file_of(address: str, root: str) -> str:
    """The file for an address, relative to the archive. ``root`` is the path of the event.

    A page is an ``index.html`` in a folder of its own, or one beside it for its parameters; what
    has a name with an ending keeps it.
    """
    parts = urlsplit(address)
    path = parts.path.removeprefix(root).strip("/")
    if not parts.path.endswith("/"):
        return path
    query = "_".join(PLAIN.sub("-", f"{name} {value}") for name, value in parse_qsl(parts.query))
    return posixpath.join(path, f"{query or INDEX}.html")


def link(target: str, page: str) -> str:
    """The relative link from one file of the archive to another."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def is_over(*, have_ended: bool, has_passed: bool, is_played: bool) -> bool:
    """Whether nothing more is played at an event.

    Its tournaments have ended, or its last day has passed, and neither a round waits or is played
    nor a league goes on.
    """
    return (have_ended or has_passed) and not is_played
