"""Signing in over HTTP: the second step, and what is noted about the device.

Every way in ends in ``begin``: the password, and the link of a mail or an owner. Nothing else calls
Django's ``login``.
"""

from datetime import timedelta

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.access.device_cookies import visitor_of
from tournaments.access.site_request import SiteRequest
from tournaments.accounts import notices, rules
from tournaments.accounts.notices import Kind
from tournaments.accounts.two_step.services import is_on
from tournaments.models import User

#: Of an account that was just made, or given a password: no backend has authenticated it.
USUAL_BACKEND = "django.contrib.auth.backends.ModelBackend"
#: The part of the session that waits for a code, and how long it waits.
WAITING = "waiting_for_code"
WAITS = timedelta(minutes=10)


def begin(request: SiteRequest, user: User, *, to: str) -> HttpResponse:
    """Sign ``user`` in, who came with a password or a link, and go on to ``to``.

    An account with two-step sign-in is asked for its code first.
    """
    backend = getattr(user, "backend", USUAL_BACKEND)
    if not is_on(user):
        return _finish(request, user, backend=backend, to=to)
    request.session[WAITING] = {
        "user": user.pk,
        "hash": user.get_session_auth_hash(),
        "backend": backend,
        "to": to,
        "until": (timezone.now() + WAITS).timestamp(),
    }
    return redirect("sign-in-code")


def waiting_user(request: SiteRequest) -> User | None:
    """The account that showed its password or link on this device and has yet to show a code."""
    waiting = request.session.get(WAITING)
    if waiting is None or waiting["until"] < timezone.now().timestamp():
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    # Another password meanwhile, and the first step is void.
    is_same = user and constant_time_compare(waiting["hash"], user.get_session_auth_hash())
    return user if is_same else None


def complete(request: SiteRequest, user: User) -> HttpResponse:
    """Sign in the account that waited for a code and has shown one."""
    waiting = request.session.pop(WAITING)
    return _finish(request, user, backend=waiting["backend"], to=waiting["to"])


def _finish(request: SiteRequest, user: User, *, backend: str, to: str) -> HttpResponse:
    is_new = user.pk not in visitor_of(request).accounts
    login(request, user, backend)
    if is_new:
        notices.notify(user, Kind.NEW_DEVICE, at=timezone.now(), device=device_of(request))
    return redirect(to)


def device_of(request: HttpRequest) -> str:
    """The device of a request, as it is kept."""
    return rules.device_of(request.headers.get("User-Agent", ""))
