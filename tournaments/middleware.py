"""Middleware that every request passes."""

import codecs
import errno
import secrets
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.defaults import bad_request as usual_bad_request
from django.views.defaults import server_error as usual_server_error

from tournaments import activity
from tournaments.access.copies import SAFE_METHODS
from tournaments.access.device_cookies import device_of, keep_cookies
from tournaments.access.site_request import SiteRequest
from tournaments.api.problems import ProblemResponse, is_api
from tournaments.errors import PageOfAnother, Refused, RunsElsewhere
from tournaments.transactions import was_aborted
from tournaments.wording import hours_of

GetResponse = Callable[[HttpRequest], HttpResponseBase]

#: Marks every response of the site; pages of a captive portal or a broken proxy lack it.
SITE_HEADER = "X-Roundhouse"
#: Of every response that does not say otherwise. Most pages name the account that reads them, and
#: a proxy that goes by the end of an address would keep the page of one for all ("/account/x.css").
NOWHERE = "private, no-store"
UNAVAILABLE, SERVER_ERROR = HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INTERNAL_SERVER_ERROR
#: Encodings of a body, as Python names them.
READABLE = frozenset({"utf-8", "ascii"})
RETRY_SECONDS = 10
RETRY_BUSY_SECONDS = 1
#: What the name of a field contains whose value is never put into a page.
SECRET_FIELDS = ("password", "pin", "one_time_code")

#: SQLite's primary result codes: IOERR, READONLY, FULL and CANTOPEN (sqlite.org/rescode.html).
SQLITE_CANNOT_WRITE = frozenset({10, 8, 13, 14})
#: PostgreSQL's disk_full, io_error and read_only_sql_transaction.
POSTGRES_CANNOT_WRITE = frozenset({"53100", "58030", "25006"})
#: PostgreSQL's classes of errors for a connection that failed and a server that ends or starts.
POSTGRES_AWAY = ("08", "57P")
#: Errors of files the site writes itself, such as the lock file in front of SQLite.
FILE_CANNOT_WRITE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})


#: What may be refused at any address of an event has a page of its own.
PAGES_OF_REFUSALS: dict[type[Refused], str] = {
    RunsElsewhere: "federation/runs_elsewhere.html",
    PageOfAnother: "devices/page_of_another.html",
}


class SiteMiddleware:
    """Mark every response as the site's, and answer 503 to what could not be stored.

    What no view has declared to be for everybody is for its sender alone, and is kept nowhere.

    A body in an encoding other than UTF-8 is answered 415. Django would decode it with any codec of
    Python that the sender names, and some of these raise where no view can catch it.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in SAFE_METHODS:
            activity.note()
        response = self.get_response(request) if is_utf_8(request) else unreadable(request)
        response[SITE_HEADER] = "1"
        response.headers.setdefault("Cache-Control", NOWHERE)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, RunsElsewhere | PageOfAnother):
            page = PAGES_OF_REFUSALS[type(exception)]
            return render(request, page, {"refusal": exception}, status=exception.status)
        return unavailable(request, exception)


def is_utf_8(request: HttpRequest) -> bool:
    """Whether a request says nothing else of its encoding; a charset nobody knows says nothing."""
    return request.encoding is None or codecs.lookup(request.encoding).name in READABLE


def unreadable(request: HttpRequest) -> HttpResponse:
    """The response to a body in another encoding."""
    sentence = _("Send this in UTF-8. Other encodings are not accepted.")
    if is_api(request.path):
        return ProblemResponse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-utf-8", sentence)
    kind = "text/plain; charset=utf-8"
    return HttpResponse(sentence, content_type=kind, status=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)


def unavailable(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """The response to an error after which nothing was saved, but may be later; else None."""
    if cannot_write(error):
        return not_saved(request)
    if was_aborted(error):
        return busy(request)
    return away(request) if is_away(error) else None


def is_away(error: BaseException | None) -> bool:
    """Whether the database could not be reached, or went away in the middle."""
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    cause = error.__cause__
    if hasattr(cause, "sqlite_errorcode"):
        return False
    state = getattr(cause, "sqlstate", None)
    return state is None or state.startswith(POSTGRES_AWAY)


def cannot_write(error: BaseException | None) -> bool:
    """Whether something failed because the disk is full, broken or read-only."""
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


def not_saved(request: HttpRequest) -> HttpResponse:
    """The response to a write while nothing can be stored. Reading still works."""
    if is_api(request.path):
        sentence = _(
            "Not saved: the site has no room to store it. Keep it and send it again later."
        )
        answer: HttpResponse = ProblemResponse(UNAVAILABLE, "not-saved", sentence)
    else:
        answer = render(request, "503.html", {"not_saved": True}, status=UNAVAILABLE)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def away(request: HttpRequest) -> HttpResponse:
    """The response while the database cannot be reached: nothing that is made with a query."""
    sentence = _(
        "The database does not answer, so this may not be saved. Send it again: nothing is stored"
        " twice."
    )
    if is_api(request.path):
        answer: HttpResponse = ProblemResponse(UNAVAILABLE, "busy", sentence)
    else:
        kind = "text/plain; charset=utf-8"
        answer = HttpResponse(sentence, content_type=kind, status=UNAVAILABLE)
    answer["Retry-After"] = str(RETRY_BUSY_SECONDS)
    return answer


def busy(request: HttpRequest) -> HttpResponse:
    """The response to a request that the database gave up for others, again and again.

    The page has what was typed in a form that sends it again, unless it is a secret.
    """
    if is_api(request.path):
        sentence = _("The site is busy, so nothing was saved. Send it again.")
        answer: HttpResponse = ProblemResponse(UNAVAILABLE, "busy", sentence)
    else:
        typed = [(key, value) for key, values in request.POST.lists() for value in values]
        is_secret = any(word in key for key, _value in typed for word in SECRET_FIELDS)
        context = {
            "may_send_again": request.method == "POST" and not is_secret and not request.FILES,
            "typed": [(key, value) for key, value in typed if key != "csrfmiddlewaretoken"],
        }
        answer = render(request, "503.html", context, status=UNAVAILABLE)
    answer["Retry-After"] = str(RETRY_BUSY_SECONDS)
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """The handler of error 500; it also covers writes after the view, such as the session."""
    answer = unavailable(request, sys.exception())
    if answer is None and is_api(request.path):
        sentence = _("Something went wrong on the site.")
        answer = ProblemResponse(SERVER_ERROR, "server-error", sentence)
    return answer or usual_server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The handler of error 400: what Django refuses before a view sees it."""
    if is_api(request.path):
        return ProblemResponse(
            HTTPStatus.BAD_REQUEST, "bad-request", _("This request cannot be read.")
        )
    return usual_bad_request(request, exception)


class DeviceMiddleware:
    """Give each device a name, for the ledger and limits, when it first needs one.

    It also resets the event's time zone after the request, because threads are reused.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: SiteRequest) -> HttpResponseBase:
        def device() -> str:
            known = device_of(request)
            request.was_named = not known
            return known or secrets.token_hex(8)

        request.device = cast("str", SimpleLazyObject(device))
        request.role, request.may_conduct, request.may_keep_scores = "", False, False
        request.phone = request.player = None
        with timezone.override(None), hours_of(clock_12h=False):
            response = self.get_response(request)
        keep_cookies(request, response)
        return response
