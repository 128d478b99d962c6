"""How a page answers a refusal: as a message on the next page, or in the form that was sent.

::

    with as_message(request):
        services.remove_staff(row, by=…, at=…)
        messages.success(request, _("Removed from staff."))
    return redirect("staff", event.slug)

    form = StaffForm(posted(request))
    if form.is_valid():
        with in_form(form):
            services.add_staff(event, **form.cleaned_data, by=…, at=…)
            return redirect("staff", event.slug)
    return form_page(request, "events/staff.html", {"event": event, "form": form})
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from http import HTTPStatus
from types import TracebackType
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.forms.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournaments.errors import Refused
from tournaments.rate_limit.errors import TooManyAttempts

#: As many fields and more do not fit on the screen of a phone.
LONG_FORM = 4


class RefusedInputError(ValidationError):
    """A refusal as an error of a form, which so knows the status to answer with."""

    def __init__(self, refusal: Refused):
        super().__init__(str(refusal), code=refusal.code)
        self.refusal = refusal


class Attempt(AbstractContextManager["Attempt", bool]):
    """A block that ends at a refusal, which is then shown; ``status`` is what it came to."""

    def __init__(self, show: Callable[[Refused], None]):
        self._show = show
        self.status = HTTPStatus.OK

    def __enter__(self) -> "Attempt":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Refused):
            return False
        self.status = error.status
        self._show(error)
        return True


def as_message(request: HttpRequest) -> Attempt:
    """Say a refusal above the page that is shown next."""
    return Attempt(lambda refusal: messages.error(request, str(refusal)))


def in_form(form: BaseForm) -> Attempt:
    """Show a refusal in a bound form, beside what was typed.

    A form that knows more about a refusal than its field has a method ``refuse``.
    """
    return Attempt(getattr(form, "refuse", partial(refuse, form)))


def refuse(form: BaseForm, refusal: Refused) -> None:
    """Add a refusal to a form: at the field that it names, or above all fields."""
    field = refusal.field if refusal.field in form.fields else None
    form.add_error(field, RefusedInputError(refusal))


def refusal_in(form: BaseForm) -> Refused | None:
    """The first refusal among the errors of a form."""
    errors = (error for found in form.errors.as_data().values() for error in found)
    return next((one.refusal for one in errors if isinstance(one, RefusedInputError)), None)


def status_of(form: BaseForm) -> HTTPStatus:
    """The status of a page with this form: OK unless the form has errors."""
    if not form.errors:
        return HTTPStatus.OK
    refusal = refusal_in(form)
    return refusal.status if refusal else HTTPStatus.UNPROCESSABLE_ENTITY


def wrong_fields(form: BaseForm) -> list[BoundField]:
    """The fields with errors of a form that is longer than a phone's screen."""
    shown = [field for field in form.visible_fields() if field.label]
    return [field for field in shown if field.errors] if len(shown) >= LONG_FORM else []


def form_page(
    request: HttpRequest, template: str, context: dict[str, Any], form: BaseForm | None = None
) -> HttpResponse:
    """A page with a form, by default ``context["form"]``; a POST gets the status of its errors.

    One in answer to an older preview, which so has ``has_changed``, gets CONFLICT. The head of the
    page names the wrong fields of a long form, which may be off the screen. A ``Retry-After``
    header says for how many seconds a sender has to wait.
    """
    if form is None:
        form = context["form"]
    status = status_of(form) if request.method == "POST" else HTTPStatus.OK
    if context.get("has_changed"):
        status = HTTPStatus.CONFLICT
    context = {"wrong_fields": wrong_fields(form)} | context
    answer = render(request, template, context, status=status)
    refusal = refusal_in(form)
    return _with_wait(answer, refusal) if isinstance(refusal, TooManyAttempts) else answer


def please_wait(request: HttpRequest, refusal: TooManyAttempts) -> HttpResponse:
    """The page for a device that has to wait."""
    page = render(request, "devices/wait.html", {"refusal": refusal}, status=refusal.status)
    return _with_wait(page, refusal)


def _with_wait(answer: HttpResponse, refusal: TooManyAttempts) -> HttpResponse:
    answer["Retry-After"] = str(refusal.seconds_left(timezone.now()))
    return answer
