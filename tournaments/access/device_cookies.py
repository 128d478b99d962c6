"""Where a request comes from: the name of its device, its network, the accounts it knows.

The cookies are signed, so that nobody can use the name of another device, or make names up.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.core.handlers.wsgi import WSGIRequest
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.access.site_request import SiteRequest
from tournaments.models import User
from tournaments.rate_limit.visitors import Visitor, network_of

DEVICE_COOKIE, ACCOUNTS_COOKIE = "device", "accounts"
TWO_WEEKS, HALF_A_YEAR = 14 * 24 * 3600, 180 * 24 * 3600
#: How many accounts a device is remembered for: the last ones that signed in on it.
MOST_ACCOUNTS = 5

_signer = signing.Signer(salt="device")


def signed_device(name: str) -> str:
    """The value of the cookie of a device with this name."""
    return _signer.sign(name)


def device_of(request: HttpRequest) -> str:
    """The name of the device, by its cookie; empty if it has none that the site made."""
    try:
        return _signer.unsign(request.COOKIES.get(DEVICE_COOKIE, ""))
    except signing.BadSignature:
        return ""


def visitor_of(request: SiteRequest) -> Visitor:
    """Where a request comes from; a device without a name gets one."""
    known = device_of(request)
    return Visitor(
        device=known or str(request.device),
        network=network_of(address_of(request)),
        is_known=bool(known),
        accounts=frozenset(_accounts(request, known)),
    )


def address_of(request: HttpRequest) -> str:
    """The client's address. Headers of proxies are read by the web server, from those it trusts."""
    return request.META.get("REMOTE_ADDR") or ""


def has_accounts(environ: dict[str, Any]) -> bool:
    """Whether a request of WSGI is from a device on which an account has signed in."""
    request = WSGIRequest(environ)
    return bool(_accounts(request, device_of(request)))


def _accounts(request: HttpRequest, device: str) -> list[int]:
    """The accounts that have signed in on this device, the last one first."""
    try:
        of, *accounts = signing.loads(request.COOKIES.get(ACCOUNTS_COOKIE, ""), salt="accounts")
    except (signing.BadSignature, ValueError):
        return []
    return accounts if device and of == device else []


@receiver(user_logged_in)
def _note_account(request: SiteRequest | None, user: User, **_facts: object) -> None:
    """Have the middleware remember on this device that the account has signed in."""
    if request is not None:
        request.signed_in = user.pk


def keep_cookies(request: SiteRequest, response: HttpResponseBase) -> None:
    """Set the cookies of a device that was just named, or on which an account just signed in."""
    account = getattr(request, "signed_in", None)
    if account:
        device = str(request.device)
        others = [pk for pk in _accounts(request, device_of(request)) if pk != account]
        known = [device, account, *others][: 1 + MOST_ACCOUNTS]
        _set(response, DEVICE_COOKIE, signed_device(device), HALF_A_YEAR)
        _set(response, ACCOUNTS_COOKIE, signing.dumps(known, salt="accounts"), HALF_A_YEAR)
    elif getattr(request, "was_named", False):
        _set(response, DEVICE_COOKIE, signed_device(str(request.device)), TWO_WEEKS)


def _set(response: HttpResponseBase, name: str, value: str, seconds: int) -> None:
    response.set_cookie(
        name,
        value,
        max_age=seconds,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
