"""What every request of the house needs."""

import secrets

from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from tournaments.access import DEVICE_COOKIE, LONGEST_DEVICE

TWO_WEEKS = 14 * 24 * 3600


class DeviceMiddleware:
    """Give each phone a name of its own the first time it does something, for the ledger.

    It also ends the event's time zone with the request: threads are kept and used again.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        new = []

        def device() -> str:
            known = request.COOKIES.get(DEVICE_COOKIE, "")
            if known.isalnum() and len(known) <= LONGEST_DEVICE:
                return known
            new.append(secrets.token_hex(8))
            return new[0]

        request.device = SimpleLazyObject(device)
        request.role, request.may_conduct, request.may_keep_scores = "", False, False
        request.phone = request.player = None
        with timezone.override(None):
            response = self.get_response(request)
        if new:
            response.set_cookie(
                DEVICE_COOKIE, new[0], max_age=TWO_WEEKS, httponly=True, samesite="Lax"
            )
        return response
