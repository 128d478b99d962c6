"""When each session was last used: exact to a quarter of an hour, so that it costs nothing."""

import logging
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from tournaments.accounts import services
from tournaments.accounts.sign_in import device_of
from tournaments.models import User

log = logging.getLogger(__name__)

EVERY = timedelta(minutes=15)
MOST = 10_000
#: When this process last noted a session, by its key.
_noted: OrderedDict[str, datetime] = OrderedDict()


class LastSeenMiddleware:
    """Note the session of each request that read who is signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        # Asking a session that nobody read would cost a query.
        if request.session.accessed and SESSION_KEY in request.session:
            try:
                _note(request, request.user, timezone.now())
            except DatabaseError as error:
                log.warning("the last use of a session could not be noted: %s", error)
        return response


def _note(request: HttpRequest, user: User | AnonymousUser, now: datetime) -> None:
    key = str(request.session.session_key)
    noted = _noted.get(key)
    if not user.is_authenticated or (noted and abs(now - noted) < EVERY):
        return
    _noted[key] = now
    if len(_noted) > MOST:
        _noted.popitem(last=False)
    services.note_session(user, key, device_of(request), at=now)


def note_sign_in(sender: type[User], request: HttpRequest, user: User, **_facts: Any) -> None:
    """List the session that has just begun."""
    if request.session.session_key is None:  # that of another account was dropped
        request.session.create()
    _note(request, user, timezone.now())


def connect() -> None:
    user_logged_in.connect(note_sign_in, dispatch_uid="tournaments.accounts.last_seen")
