"""The API's refusals: problem details, whatever was wrong."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied as NotAllowed
from django.http import Http404, HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.api.problems import MEDIA_TYPE, ProblemResponse, invalid, problem
from tournaments.errors import Forbidden, Refused
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.registration.errors import LinesRefused
from tournaments.results.errors import SheetChanged
from tournaments.standings.errors import LaterRoundsDiffer


class VersionMissing(Refused):
    """A write that does not say which version of a hand or game it was made from."""

    code = "version-missing"
    status = HTTPStatus.PRECONDITION_REQUIRED
    sentence = _(
        "Send the version you saw in the If-Match header. Read the table, or the game, again to "
        "get it."
    )


class ForeignOrigin(Forbidden):
    """A page of another site tried to write with the cookie of this one."""

    code = "foreign-origin"
    sentence = _("Only a page of this site can do this for your phone. Open that page first.")


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The exception handler of REST framework: turns refusals and errors into problem details."""
    if isinstance(error, Refused):
        return _refusal(error)
    usual = exception_handler(error, context)  # it also rolls back, and sets the headers
    if usual is None:
        return None
    usual.data = _body(error, usual)
    usual.content_type = MEDIA_TYPE
    return usual


def _refusal(error: Refused) -> Response:
    more: dict[str, Any] = {}
    if isinstance(error, SheetChanged):
        more["stands"] = error.stands
    if isinstance(error, LaterRoundsDiffer):
        more |= {"mark": error.mark, "later_rounds": error.later}
    if error.field:
        more["field"] = error.field
    if isinstance(error, LinesRefused):
        more["errors"] = [
            {"field": f"entries.{number}.{one.field}", "detail": str(one), "code": one.code}
            for number, one in error.faults
        ]
    headers = {}
    if isinstance(error, TooManyAttempts):
        headers["Retry-After"] = str(error.seconds_left(timezone.now()))
    body = problem(error.status, error.code, error, **more)
    return Response(body, status=error.status, headers=headers, content_type=MEDIA_TYPE)


def _body(error: Exception, usual: Response) -> dict[str, Any]:
    if isinstance(error, Http404):
        error = NotFound()
    elif isinstance(error, NotAllowed):
        error = PermissionDenied()
    assert isinstance(error, APIException)  # noqa: S101 - REST framework answers nothing else
    if isinstance(error, ValidationError):
        return invalid(usual.status_code, error.detail, error.get_codes())
    return problem(usual.status_code, str(error.get_codes()).replace("_", "-"), error.detail)


@csrf_exempt  # so that a POST to a wrong address gets this JSON as well
def not_found(request: HttpRequest, *args: Any, **kwargs: Any) -> ProblemResponse:
    """The answer for an address of the API that does not exist."""
    return ProblemResponse(HTTPStatus.NOT_FOUND, "not-found", _("Nothing found at this address."))
