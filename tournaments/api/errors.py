"""How the API says no: always the same three fields, the sentence first."""

from django.http import JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Conflict, Refused

CONFLICT, UNPROCESSABLE = 409, 422


def answer(error: Exception, context: dict):
    """The exception handler of REST framework: refusals of the house become answers."""
    if isinstance(error, Refused):
        status = CONFLICT if isinstance(error, Conflict) else UNPROCESSABLE
        body = {"detail": str(error), "code": error.code}
        if error.field:
            body["field"] = error.field
        return Response(body, status=status)
    return exception_handler(error, context)


@csrf_exempt  # also who sends something is told in JSON that there is nothing here
def not_found(request, *args, **kwargs) -> JsonResponse:
    """The answer for an address of the API that does not exist."""
    body = {"detail": "There is nothing at this address.", "code": "not-found"}
    return JsonResponse(body, status=404)
