"""Pages that everybody sees the same, and the personal parts that each phone adds to them.

A shared page is made for nobody: no cookie and no account reaches its view, so no personal byte can
be in it and one copy serves ten thousand phones. What is personal is a second, small request to the
same address with ``?own=parts``: a page of elements that replace those of the shared page with the
same id. With ``?own=page`` the whole page is made for its sender alone, for a browser without
scripts.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.cache import patch_cache_control

from tournaments import event_changes
from tournaments.access.archived import FromArchive
from tournaments.access.decorators import no_store
from tournaments.access.phones import PHONE_PREFIX
from tournaments.access.roles import DraftOnly
from tournaments.access.site_request import SiteRequest, View

OWN, PARTS, PAGE = "own", "parts", "page"
#: A page names the version of which a hint told it, so that no cache gives it an older one.
VERSION = "v"
MOST_PATHS = 4_096
#: By it a rendering tells the front which event it depends on.
EVENT_HEADER = "X-Roundhouse-Event"
#: Cookies that a personal part may depend on: of sessions, phones, messages, the seat last found.
PERSONAL_COOKIES = re.compile(
    rf"(?:^|;\s*)(?:{settings.SESSION_COOKIE_NAME}|messages|{PHONE_PREFIX}\d+|seat-of)=".encode()
)
#: So many seconds a page stays right that shows no clock but the time of day.
MINUTE = 60
OK, FOUND = 200, 302
#: What a request says of its sender.
SENDER = ("COOKIES", "user", "session", "_messages", "is_shared", "may_be_archived")
#: For so long a cache, a browser's too, may show a copy while it fetches the next one.
STALE_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Sharing:
    """How a view is shared: the parameters it reads, and how long time alone leaves it as it is.

    One that ``is_exact`` is as the database is when it is asked for; others may be a second older.
    """

    parameters: frozenset[str]
    seconds: float
    is_exact: bool = False


def shared_page(
    *parameters: str, seconds: float = 10, parts: View | None = None, of_one_event: bool = False
) -> Callable[[View], View]:
    """Show everybody the same; ``parts`` is the view of what is personal beside it.

    An address with other parameters than these, such as a search, is answered for its sender alone.
    ``seconds`` is how long a copy stays right while nothing changes but the time. A page that is
    ``of_one_event`` shows no row of another event: a copy stays right whatever changes there.
    """
    shared = Sharing(frozenset({*parameters, VERSION}), seconds)

    def decorate(view: View) -> View:
        made = _of_one_event(view) if of_one_event else view

        @wraps(view)
        def wrapped(request: SiteRequest, **kwargs: Any) -> HttpResponseBase:
            if request.method not in ("GET", "HEAD"):
                return view(request, **kwargs)
            if parts and request.GET.get(OWN) == PARTS:
                return no_store(parts(request, **kwargs))
            if not shared.parameters.issuperset(request.GET):
                return no_store(view(request, **kwargs))
            sender = {name: getattr(request, name, None) for name in SENDER}
            _forget_sender(request)
            request.may_be_archived = True
            try:
                response = made(request, **kwargs)
            except FromArchive as found:
                return _for_everybody(found.response)
            except DraftOnly:
                # Its staff see a draft on pages of their own.
                vars(request).update(sender)
                return no_store(view(request, **kwargs))
            return _for_everybody(response) if response.status_code == OK else response

        # The front reads it from the view; a function type has no attributes of ours.
        wrapped.shared = shared  # type: ignore[attr-defined]
        return wrapped

    return decorate


def _of_one_event(view: View) -> View:
    """Have the answers of a view name the event that they depend on, if it is only that."""

    def run(request: SiteRequest, **kwargs: Any) -> HttpResponseBase:
        with event_changes.noting_reads() as reads:
            response = view(request, **kwargs)
        event = getattr(request, "event", None)
        if event is not None and reads.are_of_events:
            response[EVENT_HEADER] = str(event.pk)
        return response

    return run


#: Answers to programs do not depend on the time.
ANSWERS = Sharing(frozenset({VERSION}), 3600, is_exact=True)


def shared_answer(view: View) -> View:
    """Answer all programs the same, but those that say who they are, and those that filter.

    An address below an event has rows of that event alone.

    Programs know no hints of what changed, so what they get is never older than their request.
    """

    of_one_event = _of_one_event(view)

    @wraps(view)
    def wrapped(request: SiteRequest, **kwargs: Any) -> HttpResponseBase:
        is_plain = ANSWERS.parameters.issuperset(request.GET)
        is_for_one = "Authorization" in request.headers or not is_plain
        if request.method in ("GET", "HEAD") and not is_for_one:
            _forget_sender(request)
            if "event" in kwargs:
                return of_one_event(request, **kwargs)
        return view(request, **kwargs)

    wrapped.shared = ANSWERS  # type: ignore[attr-defined]  # as above
    return wrapped


def own_parts(request: HttpRequest, *_found: Any, **_named: Any) -> HttpResponse:
    """The personal parts of every page: the account, the links of conductors, one's seat."""
    return render(request, "own/beside.html")


def _forget_sender(request: SiteRequest) -> None:
    """Leave nothing on a request that says who sent it."""
    request.COOKIES = {}
    request.user = AnonymousUser()
    request.session = SessionBase()  # never read, and never saved
    request.is_shared = True
    request.__dict__.pop("_messages", None)  # they stay for the personal parts


def _for_everybody(response: HttpResponseBase) -> HttpResponseBase:
    patch_cache_control(
        response,
        public=True,
        max_age=0,
        s_maxage=1,
        stale_while_revalidate=STALE_SECONDS,
    )
    return response


def has_parts(cookies: bytes) -> bool:
    """Whether a request with these cookies may come from somebody whom the site knows."""
    return PERSONAL_COOKIES.search(cookies) is not None


@lru_cache(MOST_PATHS)
def sharing_of(path: str) -> Sharing | None:
    """How the view of an address is shared, if it is."""
    try:
        found: Sharing | None = getattr(resolve(path).func, "shared", None)
        return found
    except Resolver404:
        return None


class OwnPageMiddleware:
    """Lead a sender who has just changed something to a page of their own, not to a shared copy.

    It shows the change and the message about it at once, also in a browser without scripts.
    """

    def __init__(self, get_response: View) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "POST" and response.status_code == FOUND:
            response["Location"] = _own_address(response["Location"])
        return response


def _own_address(address: str) -> str:
    parts = urlsplit(address)
    shared = None if parts.netloc else sharing_of(parts.path)
    if shared is None or not shared.parameters.issuperset(
        parse_qs(parts.query, keep_blank_values=True)
    ):
        return address
    query = f"{parts.query}&" if parts.query else ""
    return parts._replace(query=f"{query}{OWN}={PAGE}").geturl()
