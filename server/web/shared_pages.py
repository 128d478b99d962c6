"""Pages that everybody sees the same, kept as ready bytes and answered without a thread.

A copy is shown while the database is as it was when the copy was made; one that depends on the rows
of one owner, while these are. That is looked at again before it is a second old. So a change is
shown within that second, by any process and whether or not anything announced it.
An address with the version of a hint is answered from a look at the database after this process
first heard of that version: what the hint is about is in it.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Hashable
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from server.web import languages
from server.web.bodies import Receive, Scope
from server.web.freshness import Freshness
from server.web.page_copies import Copy, Made, Request, Sharing, answer, copy_of, without_body
from server.web.responses import Response, Send

#: A copy is shown for so long before the database is looked at again; below the second that is
#: promised, by what an answer takes.
LOOK_SECONDS = 0.8
#: What all copies of a process may take.
MOST_BYTES = 64 * 1024 * 1024
#: A part of a page that takes more than this is fetched by those who show it.
MOST_PART_BYTES = 32 * 1024
#: Versions that a process remembers having heard of.
MOST_VERSIONS = 4_096
LONGEST_QUERY = 500

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Key = Hashable


class Making(NamedTuple):
    """A page that is being made, after a look at the database; None if that did not answer."""

    task: asyncio.Task[Copy | Response]
    look: int | None


class SharedPages:
    """An ASGI application in front of ``application`` that answers what is shared itself.

    ``sharing`` says of a path whether it is shared; ``render`` makes a page, on a thread. With the
    query ``parts`` the same address has what is personal: nothing, unless ``is_known`` accepts the
    cookies. ``version`` is the parameter of what a hint makes a page fetch;
    ``owner`` is the header by which a rendering names the one owner whose rows it depends on.
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
        owner: bytes = b"x-owner",
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
        self._owner = owner
        self._nothing = Response(
            HTTPStatus.NO_CONTENT,
            [(b"cache-control", b"private, no-store"), (mark.lower().encode(), b"1")],
        )
        self._most_bytes = most_bytes
        self._now = now
        self._copies: OrderedDict[Key, Copy] = OrderedDict()
        self._heard: OrderedDict[str, float] = OrderedDict()
        self._making: dict[Key, Making] = {}
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
            await without_body(found, scope["method"]).send(send)
        else:
            await answer(found, request, scope["method"]).send(send)

    # --- Which copy -------------------------------------------------------------------------------

    def _request(self, scope: Scope) -> Request | None:
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

    async def _find(self, request: Request) -> Copy | Response:
        moment = self._moment(request.version, is_exact=request.sharing.is_exact)
        copy = self._copies.get(request.key)
        if copy is not None and copy.as_of > moment and self._is_young(copy):
            self._copies.move_to_end(request.key)
            return copy
        look = await self._freshness.since(moment)
        as_of = self._freshness.at
        copy = self._copies.get(request.key)
        if copy is not None and look is not None and self._is_right(copy):
            copy.as_of = as_of
            return copy
        return await self._made(request, look, as_of, copy.owner if copy else None)

    def part(self, scope: Scope, address: str) -> Request | None:
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
        self, shown: Collection[Request], topics: Collection[str], version: str
    ) -> dict[Request, bytes]:
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

    def _is_right(self, copy: Copy) -> bool:
        """Whether a copy is still what would be made now."""
        return self._freshness.is_right(copy.look, copy.owner) and self._is_young(copy)

    def _is_young(self, copy: Copy) -> bool:
        """Whether the time alone has left a copy as it is."""
        return self._now() - copy.made_at < copy.request.sharing.seconds

    # --- Making one -------------------------------------------------------------------------------

    async def _made(
        self, request: Request, look: int | None, as_of: float, owner: int | None
    ) -> Copy | Response:
        """A new copy, made once for all who wait for the same one.

        It is expected to be about the same ``owner`` as the one before.
        """
        making = self._making.get(request.key)
        if making is None or not self._is_enough(making, look, owner):
            task = asyncio.ensure_future(self._make(request, look, as_of))
            making = self._making[request.key] = Making(task, look)
            task.add_done_callback(lambda _done: self._forget(request.key, making))
        return await asyncio.shield(making.task)

    def _is_enough(self, making: Making, look: int | None, owner: int | None) -> bool:
        """Whether what is being made is right for those who ask now."""
        if making.look is None or look is None:
            return making.look == look
        return self._freshness.is_right(making.look, owner)

    def _forget(self, key: Key, making: Making) -> None:
        if self._making.get(key) is making:
            del self._making[key]

    async def _make(self, request: Request, look: int | None, as_of: float) -> Copy | Response:
        made_at = self._now()
        languages.current.set(request.language)  # of this task; a stream may have asked for it
        response = await self._render(request.for_nobody())
        owner = self._take_owner(response)
        if look is None or not _is_for_everybody(response):
            return response
        copy = copy_of(request.of_nobody(), response, owner, Made(look, as_of, made_at))
        self._keep(request.key, copy)
        return copy

    def _take_owner(self, response: Response) -> int | None:
        """The one owner whose rows a rendering depends on; the header is for nobody else."""
        named = dict(response.headers).get(self._owner)
        response.headers = [one for one in response.headers if one[0] != self._owner]
        return int(named) if named else None

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


def _is_missing(found: Copy | Response) -> bool:
    return isinstance(found, Response) and found.status == HTTPStatus.NOT_FOUND


def _is_for_everybody(response: Response) -> bool:
    if response.status != HTTPStatus.OK:
        return False
    headers = dict(response.headers)
    is_public = b"public" in headers.get(b"cache-control", b"")
    varies = headers.get(b"vary", b"").lower()
    return is_public and b"set-cookie" not in headers and b"cookie" not in varies
