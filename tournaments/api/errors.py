"""How the API says no: always the same three fields, the sentence first."""

from django.http import JsonResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Conflict, Refused
from tournaments.rate_limit import TooManyGuesses
from tournaments.results.errors import SheetChanged

CONFLICT, UNPROCESSABLE = 409, 422


class VersionMissing(Refused):
    """A write that does not say which version of a hand it was made from."""

    code = "version-missing"
    status = 428
    sentence = _(
        "Say which version of the hand you saw, in the header If-Match: load the table again."
    )


def answer(error: Exception, context: dict):
    """The exception handler of REST framework: refusals of the house become answers."""
    if isinstance(error, Refused):
        usual = CONFLICT if isinstance(error, Conflict) else UNPROCESSABLE
        status = getattr(error, "status", usual)
        body = {"detail": str(error), "code": error.code}
        if isinstance(error, SheetChanged):
            body["stands"] = error.stands
        if error.field:
            body["field"] = error.field
        headers = {}
        if isinstance(error, TooManyGuesses):
            headers["Retry-After"] = str(error.seconds_left(timezone.now()))
        return Response(body, status=status, headers=headers)
    return exception_handler(error, context)


@csrf_exempt  # also who sends something is told in JSON that there is nothing here
def not_found(request, *args, **kwargs) -> JsonResponse:
    """The answer for an address of the API that does not exist."""
    body = {"detail": "There is nothing at this address.", "code": "not-found"}
    return JsonResponse(body, status=404)
