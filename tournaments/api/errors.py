"""The API's refusals: always the same three fields, the sentence first."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.errors import Conflict, Forbidden, Refused
from tournaments.rate_limit.errors import TooManyAttempts
from tournaments.results.errors import SheetChanged

CONFLICT, UNPROCESSABLE = 409, 422


class VersionMissing(Refused):
    """A write that does not say which version of a hand it was made from."""

    code = "version-missing"
    status = 428
    sentence = _(
        "Say which version of the hand you saw, in the header If-Match: load the table again."
    )


class ForeignOrigin(Forbidden):
    """A page of another site tried to write with the cookie of this one."""

    code = "foreign-origin"
    sentence = _("Only a page of this site may enter what is played here. Open your table's page.")


class TooManyWebhooks(Refused):
    code = "too-many-webhooks"
    sentence = _("An event has at most %(most)s webhooks. Remove one first.")


class WebhookIsStopped(Refused):
    code = "webhook-is-stopped"
    sentence = _("This webhook is stopped. Start it first.")


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The exception handler of REST framework: turns our refusals into answers."""
    if isinstance(error, Refused):
        usual = CONFLICT if isinstance(error, Conflict) else UNPROCESSABLE
        status = getattr(error, "status", usual)
        body: dict[str, Any] = {"detail": str(error), "code": error.code}
        if isinstance(error, SheetChanged):
            body["stands"] = error.stands
        if error.field:
            body["field"] = error.field
        headers = {}
        if isinstance(error, TooManyAttempts):
            headers["Retry-After"] = str(error.seconds_left(timezone.now()))
        return Response(body, status=status, headers=headers)
    return exception_handler(error, context)


@csrf_exempt  # so that a POST to a wrong address gets this JSON as well
def not_found(request: HttpRequest, *args: Any, **kwargs: Any) -> JsonResponse:
    """The answer for an address of the API that does not exist."""
    body = {"detail": "There is nothing at this address.", "code": "not-found"}
    return JsonResponse(body, status=404)
