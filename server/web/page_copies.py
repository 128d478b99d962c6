"""A page that everybody sees the same, as it is asked for, kept and sent."""

import gzip
import re
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Protocol

from server.web.bodies import Scope
from server.web.languages import LANGUAGE, VARIES
from server.web.responses import Headers, Response

#: A copy takes so much more than its bytes: its keys, headers and objects.
EXTRA_BYTES = 3_000
#: What a part of a page is about stands in its first tag.
TOPICS = re.compile(rb'\s*<[^>]*\sdata-live="([^"]*)"')
#: The headers that the page of an address may depend on beside it.
READ_HEADERS = (b"host", b"x-forwarded-proto")
#: A request with one of these is of a program that is known by it, and answered as before.
PERSONAL_HEADERS = (b"authorization", b"range")
SMALLEST_TO_COMPRESS = 200


class Sharing(Protocol):
    """How an address is shared."""

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters that its page reads; with others it is not shared."""

    @property
    def seconds(self) -> float:
        """For how long a copy stays right while only the time changes."""

    @property
    def is_exact(self) -> bool:
        """Whether the database is looked at for every request, so that no answer is older."""


class Request:
    """A request for a shared page, reduced to what its page may depend on; equal if that is."""

    __slots__ = ("_scope", "headers", "key", "language", "path", "query", "sharing", "version")

    def __init__(self, scope: Scope, sharing: Sharing, version: str, query: str) -> None:
        self._scope = scope
        self.path: str = scope["path"]
        self.sharing = sharing
        self.version = version
        self.query = query
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        read = (self.headers.get(name, b"") for name in READ_HEADERS)
        #: "" where the site offers one alone.
        self.language: str = scope.get(LANGUAGE, "")
        self.key = (self.path, query, scope.get("scheme", "http"), self.language, *read)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Request) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def address(self) -> str:
        """Its path and its parameters, as a page names what it shows."""
        return f"{self.path}?{self.query}" if self.query else self.path

    @property
    def is_personal(self) -> bool:
        return any(name in self.headers for name in PERSONAL_HEADERS)

    def for_nobody(self) -> Scope:
        """The same request, sent by nobody in particular."""
        kept = [(name, self.headers[name]) for name in READ_HEADERS if name in self.headers]
        query = self.query.encode("latin1")
        return {**self._scope, "method": "GET", "query_string": query, "headers": kept}

    def of_nobody(self) -> "Request":
        """The same request without its sender, to be kept with its copy."""
        return Request(self.for_nobody(), self.sharing, "", self.query)

    def with_version(self, version: str) -> "Request":
        """The same request by those who heard of this version."""
        return Request(self._scope, self.sharing, version, self.query)


@dataclass(slots=True)
class Copy:
    """A page as it is sent, and the look at the database after which it was made.

    It depends on rows of ``owner``, or of all. The page is what the database said after the moment
    ``as_of``, as far as anybody has looked.
    """

    request: Request
    look: int
    owner: int | None
    as_of: float
    made_at: float
    topics: frozenset[str]
    plain: Response
    plain_tag: bytes
    packed: Response
    packed_tag: bytes
    size: int


@dataclass(frozen=True, slots=True)
class Made:
    """When a page was made: after which look at the database, as of when, and at which moment."""

    look: int
    as_of: float
    at: float


def copy_of(request: Request, response: Response, owner: int | None, made: Made) -> Copy:
    """A copy of a response, plain and packed."""
    body = response.body
    part = TOPICS.match(body)
    tag = sha256(body).hexdigest()[:32]
    plain_tag = packed_tag = f'"{tag}"'.encode()
    left_out = (b"content-length", b"etag", b"vary", b"content-encoding")
    kept = [(name, value) for name, value in response.headers if name not in left_out]
    varies = b"Accept-Encoding, " + VARIES if request.language else b"Accept-Encoding"
    kept.append((b"vary", varies))
    plain = packed = _ready(kept, body, plain_tag)
    if len(body) >= SMALLEST_TO_COMPRESS:
        packed_tag = f'"{tag}-gzip"'.encode()
        packed_body = gzip.compress(body, mtime=0)
        packed = _ready([*kept, (b"content-encoding", b"gzip")], packed_body, packed_tag)
    return Copy(
        request=request,
        look=made.look,
        owner=owner,
        as_of=made.as_of,
        made_at=made.at,
        topics=frozenset(part[1].decode().split()) if part else frozenset(),
        plain=plain,
        plain_tag=plain_tag,
        packed=packed,
        packed_tag=packed_tag,
        size=len(body) + len(packed.body) + EXTRA_BYTES,
    )


def _ready(headers: Headers, body: bytes, tag: bytes) -> Response:
    length = str(len(body)).encode()
    return Response(HTTPStatus.OK, [*headers, (b"etag", tag), (b"content-length", length)], body)


def answer(copy: Copy, request: Request, method: str) -> Response:
    """A copy as the sender of a request reads it; 304 for one who has it."""
    is_packed = _takes_gzip(request.headers.get(b"accept-encoding", b""))
    ready = copy.packed if is_packed else copy.plain
    known = request.headers.get(b"if-none-match")
    if known and _has_tag(known, copy):
        headers = [
            (name, value)
            for name, value in ready.headers
            if name not in (b"content-length", b"content-encoding", b"content-type")
        ]
        return Response(HTTPStatus.NOT_MODIFIED, headers)
    return without_body(ready, method)


def without_body(response: Response, method: str) -> Response:
    """A response as HEAD gets it."""
    return Response(response.status, response.headers) if method == "HEAD" else response


def _takes_gzip(accepted: bytes) -> bool:
    """Whether a client reads gzip, by its Accept-Encoding."""
    for part in accepted.lower().split(b","):
        coding, _semicolon, quality = part.partition(b";")
        if coding.strip() in (b"gzip", b"*"):
            return quality.replace(b" ", b"").rstrip(b"0") not in (b"q=", b"q=0.", b"q=0")
    return False


def _has_tag(known: bytes, copy: Copy) -> bool:
    """Whether a client has this page already, by its If-None-Match."""
    tags: Any = {tag.strip().removeprefix(b"W/") for tag in known.split(b",")}
    return b"*" in tags or copy.plain_tag in tags or copy.packed_tag in tags
