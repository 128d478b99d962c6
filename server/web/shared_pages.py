"""Pages that everybody sees the same, kept as ready bytes and answered without a thread.

A copy is shown while the database is as it was when the copy was made, and that is looked at again
before it is a second old. So a change is shown within that second, by any process and whether or
not anything announced it. An address with the version of a hint is answered from a state that was
read after this process first heard of that version: what the hint is about is in it.
"""

import asyncio
import gzip
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import parse_qsl, urlencode

from server.web.bodies import Receive, Scope
from server.web.freshness import Freshness, State
from server.web.responses import Headers, Response, Send

#: A copy is shown for so long before the database is looked at again; below the second that is
#: promised, by what an answer takes.
LOOK_SECONDS = 0.8
#: What all copies of a process may take.
MOST_BYTES = 64 * 1024 * 1024
#: A copy takes so much more than its bytes: its keys, headers and objects.
EXTRA_BYTES = 3_000
#: A part of a page that takes more than this is fetched by those who show it.
MOST_PART_BYTES = 32 * 1024
#: What a part of a page is about stands in its first tag.
TOPICS = re.compile(rb'\s*<[^>]*\sdata-live="([^"]*)"')
#: Versions that a process remembers having heard of.
MOST_VERSIONS = 4_096
LONGEST_QUERY = 500
#: The headers that the page of an address may depend on beside it.
READ_HEADERS = (b"host", b"x-forwarded-proto")
#: A request with one of these is of a program that is known by it, and answered as before.
PERSONAL_HEADERS = (b"authorization", b"range")
SMALLEST_TO_COMPRESS = 200

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Key = Hashable


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


@dataclass(slots=True)
class Copy:
    """A page as it is sent, and the state of the database from which it was made.

    The page is what the database said after the moment ``as_of``, as far as anybody has looked.
    """

    request: "Request"
    state: State
    as_of: float
    made_at: float
    topics: frozenset[str]
    plain: Response
    plain_tag: bytes
    packed: Response
    packed_tag: bytes
    size: int


class SharedPages:
    """An ASGI application in front of ``application`` that answers what is shared itself.

    ``sharing`` says of a path whether it is shared; ``render`` makes a page, on a thread. With the
    query ``parts`` the same address has what is personal: nothing, unless ``is_known`` accepts the
    cookies. ``version`` is the parameter of what a hint makes a page fetch.
    """

    def __init__(
        self,
        application: Application,
        render: Callable[[Scope], Awaitable[Response]],
        *,
        sharing: Callable[[str], Sharing | None],
        is_known: Callable[[bytes], bool],
        freshness: Freshness,
        mark: str,
        parts: bytes = b"own=parts",
        version: str = "v",
        most_bytes: int = MOST_BYTES,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._application = application
        self._render = render
        self._sharing = sharing
        self._is_known = is_known
        self._freshness = freshness
        self._parts = parts
        self._version = version
        self._nothing = Response(
            HTTPStatus.NO_CONTENT,
            [(b"cache-control", b"private, no-store"), (mark.lower().encode(), b"1")],
        )
        self._most_bytes = most_bytes
        self._now = now
        self._copies: OrderedDict[Key, Copy] = OrderedDict()
        self._heard: OrderedDict[str, float] = OrderedDict()
        self._making: dict[Key, asyncio.Task[Copy | Response]] = {}
        self.size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = self._request(scope)
        if request is None and self._is_for_a_stranger(scope):
            await self._nothing.send(send)
            return
        if request is None:
            await self._application(scope, receive, send)
            return
        found = await self._find(request)
        if _is_missing(found) and self._is_known(request.headers.get(b"cookie", b"")):
            # What is not there for everybody may be there for its sender.
            await self._application(scope, receive, send)
        elif isinstance(found, Response):
            await _without_body(found, scope["method"]).send(send)
        else:
            await _answer(found, request, scope["method"]).send(send)

    # --- Which copy -------------------------------------------------------------------------------

    def _request(self, scope: Scope) -> "Request | None":
        """The request for a shared page; None if it is another request."""
        if scope["method"] not in ("GET", "HEAD"):
            return None
        query: bytes = scope["query_string"]
        if len(query) > LONGEST_QUERY:
            return None
        sharing = self._sharing(scope["path"])
        if sharing is None:
            return None
        version, names = "", ""
        if query:
            asked = dict(parse_qsl(query.decode("latin1"), keep_blank_values=True))
            if not sharing.parameters.issuperset(asked):
                return None
            version = asked.pop(self._version, "")
            names = urlencode(sorted(asked.items()))
        request = Request(scope, sharing, version, names)
        return None if request.is_personal else request

    def _is_for_a_stranger(self, scope: Scope) -> bool:
        """Whether the personal parts of a page are asked for by somebody who has none."""
        if scope["query_string"] != self._parts or scope["method"] != "GET":
            return False
        cookies = (value for name, value in scope["headers"] if name == b"cookie")
        if any(self._is_known(value) for value in cookies):
            return False
        return self._sharing(scope["path"]) is not None

    async def _find(self, request: "Request") -> "Copy | Response":
        moment = self._moment(request.version, is_exact=request.sharing.is_exact)
        copy = self._copies.get(request.key)
        if copy is not None and copy.as_of > moment and self._is_young(copy):
            self._copies.move_to_end(request.key)
            return copy
        state = await self._freshness.since(moment)
        as_of = self._freshness.at
        copy = self._copies.get(request.key)
        if copy is not None and copy.state == state and self._is_young(copy):
            copy.as_of = as_of
            return copy
        return await self._made(request, state, as_of)

    def part(self, scope: Scope, address: str) -> "Request | None":
        """The part of this address that a page which sends ``scope`` shows, if that is shared.

        The parameters of the address are sorted: each part has one name.
        """
        path, _mark, query = address.partition("?")
        sharing = self._sharing(path)
        named = dict(parse_qsl(query, keep_blank_values=True))
        if sharing is None or not sharing.parameters.issuperset(named) or self._version in named:
            return None
        if urlencode(sorted(named.items())) != query or len(query) > LONGEST_QUERY:
            return None
        asked = {**scope, "path": path, "raw_path": path.encode()}
        return Request(asked, sharing, "", query).of_nobody()

    async def parts(
        self, shown: "Collection[Request]", topics: Collection[str], version: str
    ) -> "dict[Request, bytes]":
        """Those of these parts of pages that are about one of the topics, new and packed.

        They are as the database is now, and so is what is asked for with this version from now on.
        Another process may have been asked for them so far.
        """
        self._moment(version)
        found = {}
        for part in shown:
            before = self._copies.get(part.key)
            if before is not None and before.topics.isdisjoint(topics):
                continue
            copy = await self._find(part.with_version(version))
            if isinstance(copy, Response) or copy.topics.isdisjoint(topics):
                continue
            if len(copy.packed.body) <= MOST_PART_BYTES:
                found[part] = copy.packed.body
        return found

    def _moment(self, version: str, *, is_exact: bool = False) -> float:
        """The answer must be what the database says after this moment."""
        now = self._now()
        if not version:
            return now if is_exact else now - LOOK_SECONDS
        heard = self._heard.get(version)
        if heard is None:
            heard = self._heard[version] = now
            if len(self._heard) > MOST_VERSIONS:
                self._heard.popitem(last=False)
        return max(heard, now - LOOK_SECONDS)

    def _is_young(self, copy: Copy) -> bool:
        """Whether the time alone has left a copy as it is."""
        return self._now() - copy.made_at < copy.request.sharing.seconds

    # --- Making one -------------------------------------------------------------------------------

    async def _made(
        self, request: "Request", state: State | None, as_of: float
    ) -> "Copy | Response":
        """A new copy, made once for all who wait for the same one."""
        key = (request.key, state)
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.ensure_future(self._make(request, state, as_of))
            making.add_done_callback(lambda _done: self._making.pop(key, None))
        return await asyncio.shield(making)

    async def _make(
        self, request: "Request", state: State | None, as_of: float
    ) -> "Copy | Response":
        made_at = self._now()
        response = await self._render(request.for_nobody())
        if state is None or not _is_for_everybody(response):
            return response
        copy = _copy(request.of_nobody(), response, state, as_of, made_at)
        self._keep(request.key, copy)
        return copy

    def _keep(self, key: Key, copy: Copy) -> None:
        """Keep a copy; what was used least makes room for it."""
        before = self._copies.pop(key, None)
        if before is not None:
            self.size -= before.size
        if copy.size > self._most_bytes:
            return
        self._copies[key] = copy
        self.size += copy.size
        while self.size > self._most_bytes:
            _key, dropped = self._copies.popitem(last=False)
            self.size -= dropped.size


class Request:
    """A request for a shared page, reduced to what its page may depend on; equal if that is."""

    __slots__ = ("_scope", "headers", "key", "path", "query", "sharing", "version")

    def __init__(self, scope: Scope, sharing: Sharing, version: str, query: str) -> None:
        self._scope = scope
        self.path: str = scope["path"]
        self.sharing = sharing
        self.version = version
        self.query = query
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        read = (self.headers.get(name, b"") for name in READ_HEADERS)
        self.key = (self.path, query, scope.get("scheme", "http"), *read)

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


def _is_missing(found: "Copy | Response") -> bool:
    return isinstance(found, Response) and found.status == HTTPStatus.NOT_FOUND


def _is_for_everybody(response: Response) -> bool:
    if response.status != HTTPStatus.OK:
        return False
    headers = dict(response.headers)
    is_public = b"public" in headers.get(b"cache-control", b"")
    varies = headers.get(b"vary", b"").lower()
    return is_public and b"set-cookie" not in headers and b"cookie" not in varies


# --- Answers --------------------------------------------------------------------------------------


def _copy(request: Request, response: Response, state: State, as_of: float, made_at: float) -> Copy:
    body = response.body
    part = TOPICS.match(body)
    tag = sha256(body).hexdigest()[:32]
    plain_tag = packed_tag = f'"{tag}"'.encode()
    left_out = (b"content-length", b"etag", b"vary", b"content-encoding")
    kept = [(name, value) for name, value in response.headers if name not in left_out]
    kept.append((b"vary", b"Accept-Encoding"))
    plain = packed = _ready(kept, body, plain_tag)
    if len(body) >= SMALLEST_TO_COMPRESS:
        packed_tag = f'"{tag}-gzip"'.encode()
        packed_body = gzip.compress(body, mtime=0)
        packed = _ready([*kept, (b"content-encoding", b"gzip")], packed_body, packed_tag)
    return Copy(
        request=request,
        state=state,
        as_of=as_of,
        made_at=made_at,
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


def _answer(copy: Copy, request: Request, method: str) -> Response:
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
    return _without_body(ready, method)


def _without_body(response: Response, method: str) -> Response:
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
