"""A request as the views of the site get it, with what was noted on it about its sender."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.models import Event, Phone, Player, User

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails


class SiteRequest(HttpRequest):
    """The type of ``request`` in views; the objects themselves are Django's.

    ``DeviceMiddleware`` notes the device, and that nobody is known; ``enter_event`` notes the
    event, the sender's ``role`` there (empty for the public) and the player whose seat is open on
    the phone. ``seated_at`` has the tables at which that player is known to sit; None if nobody
    asked. ``was_named``, ``is_shared``, ``may_be_archived`` and ``signed_in``, the key of an
    account that just signed in, are missing until they are true.
    """

    user: User | AnonymousUser
    htmx: "HtmxDetails"
    device: str
    was_named: bool
    signed_in: int
    event: Event
    role: str
    may_conduct: bool
    may_keep_scores: bool
    phone: Phone | None
    player: Player | None
    seated_at: set[int] | None
    is_shared: bool
    may_be_archived: bool


class SignedInRequest(SiteRequest):
    """The request of somebody who is signed in with an account: what ``login_required`` lets in."""

    user: User


View = Callable[..., HttpResponseBase]


def account_of(request: SiteRequest) -> User:
    """The account on a page that only accounts open. Raises PermissionDenied without one."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user
