"""How much a request may send: little where no file is expected, more where a page says so."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.db import DatabaseError
from django.http.cookie import parse_cookie
from django.urls import Resolver404, resolve
from django.utils import timezone

from tournaments.access.phones import digest
from tournaments.models import ApiToken

View = TypeVar("View", bound=Callable[..., Any])

#: What every page and every call of the API takes.
USUAL_BYTES = 64 * 1024


def takes_file(most_bytes: int, *, accounts_only: bool = True) -> Callable[[View], View]:
    """Let requests to a view have a body of up to ``most_bytes``, a form's other fields included.

    With ``accounts_only`` nobody else may send so much. The outermost decorator of a view.
    """

    def decorate(view: View) -> View:
        # The middleware reads both from the view; a function type has no attributes of ours.
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        view.accounts_only = accounts_only  # type: ignore[attr-defined]
        return view

    return decorate


def most_bytes(path: str, cookies: str, authorization: str = "") -> int:
    """How many bytes a request to ``path`` with these cookies, or this token, may send."""
    try:
        view = resolve(path).func
    except Resolver404:
        return USUAL_BYTES
    most = getattr(view, "most_bytes", USUAL_BYTES)
    if (
        most > USUAL_BYTES
        and getattr(view, "accounts_only", True)
        and not (_has_account(cookies) or _has_token(authorization))
    ):
        return USUAL_BYTES
    return most


def _has_account(cookies: str) -> bool:
    """Whether the session of these cookies is somebody's."""
    key = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    if not key:
        return False
    try:
        return SESSION_KEY in import_module(settings.SESSION_ENGINE).SessionStore(key)
    except DatabaseError:
        return True  # the page itself will say that the database cannot be reached


def _has_token(authorization: str) -> bool:
    """Whether this header has the token of a program that may still use it."""
    kind, _space, secret = authorization.partition(" ")
    if kind.lower() != "bearer" or not secret:
        return False
    try:
        return ApiToken.usable(digest(secret.strip()), timezone.now()).exists()
    except DatabaseError:
        return True  # as above
