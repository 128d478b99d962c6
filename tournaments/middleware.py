"""What every request of the house needs."""

import errno
import secrets
import sys

from django.db import DatabaseError
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.defaults import server_error as usual_server_error

from tournaments.access.phones import DEVICE_COOKIE, LONGEST_DEVICE

TWO_WEEKS = 14 * 24 * 3600

#: On every answer: the page of a hotel's network, or of a broken proxy, has it not.
SITE_HEADER = "X-Roundhouse"
UNAVAILABLE = 503
RETRY_SECONDS = 10

#: SQLite's primary result codes: IOERR, READONLY, FULL and CANTOPEN (sqlite.org/rescode.html).
SQLITE_CANNOT_WRITE = frozenset({10, 8, 13, 14})
#: PostgreSQL's disk_full, io_error and read_only_sql_transaction.
POSTGRES_CANNOT_WRITE = frozenset({"53100", "58030", "25006"})
#: Of a file that we look after, such as the gate in front of SQLite, or its log.
FILE_CANNOT_WRITE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})


class SiteMiddleware:
    """Say on every answer whose it is; and that nothing was saved, where the disk was full."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        response[SITE_HEADER] = "1"
        return response

    def process_exception(self, request, exception):
        return not_saved(request) if cannot_write(exception) else None


def cannot_write(error: BaseException | None) -> bool:
    """Whether something failed because the disk is full, broken or not to be written to."""
    if isinstance(error, OSError):
        return error.errno in FILE_CANNOT_WRITE
    if not isinstance(error, DatabaseError):
        return False
    cause = error.__cause__
    if isinstance(cause, OSError):
        return cannot_write(cause)
    sqlite = getattr(cause, "sqlite_errorcode", None)
    if sqlite is not None:
        return sqlite & 0xFF in SQLITE_CANNOT_WRITE
    return getattr(cause, "sqlstate", None) in POSTGRES_CANNOT_WRITE


def not_saved(request) -> HttpResponse:
    """The answer to whoever wanted something stored while nothing can be. Reading goes on."""
    if request.path.startswith("/api/"):
        sentence = _("Not saved: the house has no room to store it. Keep it and send it again.")
        answer = JsonResponse({"detail": sentence, "code": "not-saved"}, status=UNAVAILABLE)
    else:
        answer = render(request, "503.html", {"not_saved": True}, status=UNAVAILABLE)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def server_error(request):
    """The last answer to an error: also of what is written after a view, such as a session."""
    return not_saved(request) if cannot_write(sys.exception()) else usual_server_error(request)


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
