"""API tokens of programs: authentication, scopes and rate limits."""

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import cache
from math import ceil
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from redis import Redis
from redis.exceptions import RedisError
from rest_framework.authentication import (
    BaseAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from tournaments.access.device_cookies import address_of, device_of
from tournaments.access.phones import digest
from tournaments.api.middleware import Limit
from tournaments.models import ApiToken, Event, User
from tournaments.rate_limit.visitors import network_of

#: The scopes of a token. Reading public data needs none.
SCOPES = {
    "results": _("report hands at tables"),
    "conduct": _("act as a conductor: rounds, penalties, the timetable, and the roster"),
    "roster": _("add people to the roster, register them, check them in, book sessions for them"),
    "organize": _("set up events, tournaments and seasons"),
}
PREFIX = "rh_"
SECRET_BYTES = 24
WORDS_OF_HEADER = 2  # Bearer, secret
#: The time of the last use is written at most this often, so that it costs nothing.
USE_NOTED_EVERY = timedelta(minutes=5)


def make_token(
    user: User,
    name: str,
    scopes: Iterable[str],
    *,
    at: datetime,
    event: Event | None = None,
    lives: timedelta | None = None,
) -> tuple[ApiToken, str]:
    """A new token and its secret, which is shown once and stored nowhere.

    With an ``event`` it acts there and nowhere else. It ends after ``lives``, or never by itself.
    """
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    token = ApiToken.objects.create(
        user=user,
        event=event,
        name=name,
        start=secret[: len(PREFIX) + 4],
        digest=digest(secret),
        scopes=sorted(set(scopes) & set(SCOPES)),
        created_at=at,
        ends_at=at + lives if lives else None,
    )
    return token, secret


def allows(request: Request, scope: str) -> bool:
    """Whether the request has a scope: a token must have been given it, a person always has it.

    A token of an event has its scopes only in requests about that event.
    """
    token = getattr(request, "auth", None)
    if not isinstance(token, ApiToken):
        return True
    event = getattr(request, "event", None)
    is_here = token.event_id is None or (event is not None and event.pk == token.event_id)
    return is_here and scope in token.scopes


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer rh_…``"""

    keyword = b"bearer"

    def authenticate(self, request: Request) -> Any:
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != self.keyword:
            return None
        try:
            secret = words[1].decode() if len(words) == WORDS_OF_HEADER else ""
        except UnicodeDecodeError:
            secret = ""
        now = timezone.now()
        token = ApiToken.usable(digest(secret), now).select_related("user").first()
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, revoked or past its end."))
        if token.used_at is None or now - token.used_at > USE_NOTED_EVERY:
            ApiToken.objects.filter(pk=token.pk).update(used_at=now)
        return token.user, token

    def authenticate_header(self, _request: Any) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # has no types
    """The security scheme in the API's schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, _auto_schema: Any) -> Any:
        return {"type": "http", "scheme": "bearer"}


@cache
def _counts() -> Redis:
    client: Redis = settings.REDIS.client()
    return client


class _RedisThrottle(SimpleRateThrottle):
    """Counts the requests of each minute in one round trip to Redis. Without Redis there is no
    limit."""

    def allow_request(self, request: Request, view: Any) -> bool:
        key = self.get_cache_key(request, view)
        if key is None:
            return True
        window, gone = divmod(self.timer(), self.duration)
        self._left: float = self.duration - gone
        name = f"{key}-{int(window)}"
        # At first two threads may make one each; the dropped one closes its connections.
        counts = _counts()
        try:
            with counts.pipeline(transaction=False) as steps:
                steps.incr(name)
                steps.expire(name, 2 * self.duration)
                count, _kept = steps.execute()
        except (RedisError, OSError):
            return True
        left, seconds = max(0, self.num_requests - count), ceil(self._left)
        _note_limit(
            request, Limit(self.scope, self.num_requests, left, seconds, int(self.duration))
        )
        return bool(count <= self.num_requests)

    def wait(self) -> float:
        return self._left


def _note_limit(request: Request, limit: Limit) -> None:
    """Keep the limit of which the least is left, for the headers of the answer."""
    ours = request._request  # noqa: SLF001 - DRF's own request has no method we need
    known = getattr(ours, "rate_limit", None)
    if known is None or limit.left < known.left:
        ours.rate_limit = limit


class EachThrottle(_RedisThrottle):
    """A limit for each token and for each device."""

    scope = "each"

    def get_cache_key(self, request: Request, _view: Any) -> Any:
        if isinstance(request.auth, ApiToken):
            return f"throttle-token-{request.auth.pk}"
        device = device_of(request)
        return f"throttle-device-{device}" if device else None


class AddressThrottle(_RedisThrottle):
    """A higher limit for each network: all phones of a hall may share one.

    A new cookie is to be had for a request, so devices count here as well; those without a cookie
    have a count of their own, so that they use up nothing of the others.
    """

    scope = "address"

    def get_cache_key(self, request: Request, _view: Any) -> Any:
        if isinstance(request.auth, ApiToken):
            return None
        with_cookie = "devices" if device_of(request) else "strangers"
        return f"throttle-{with_cookie}-{network_of(address_of(request))}"
