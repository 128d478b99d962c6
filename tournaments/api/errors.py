"""How the API says no: always the same three fields, the sentence first."""

from django.http import JsonResponse
from django.utils import timezone
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.guessing import TooManyGuesses

FORBIDDEN, CONFLICT, UNPROCESSABLE, TOO_MANY = 403, 409, 422, 429
#: The statuses of kinds of refusals; of any other kind it is UNPROCESSABLE.
STATUSES = {Forbidden: FORBIDDEN, Conflict: CONFLICT, TooManyGuesses: TOO_MANY}


def answer(error: Exception, context: dict):
    """The exception handler of REST framework: refusals of the house become answers."""
    if isinstance(error, Refused):
        found = (status for kind, status in STATUSES.items() if isinstance(error, kind))
        status = next(found, UNPROCESSABLE)
        body = {"detail": str(error), "code": error.code}
        if error.field:
            body["field"] = error.field
        headers = {}
        if isinstance(error, TooManyGuesses):
            headers["Retry-After"] = str(error.seconds_left(timezone.now()))
        return Response(body, status=status, headers=headers)
    return exception_handler(error, context)


def not_found(request, *args, **kwargs) -> JsonResponse:
    """The answer for an address of the API that does not exist."""
    body = {"detail": "There is nothing at this address.", "code": "not-found"}
    return JsonResponse(body, status=404)
