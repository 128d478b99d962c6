"""A form that edits a row: it carries the values that it was made from.

::

    seen = values_of(event, OF_EVENT)
    form = editing(EventForm(posted(request), initial=seen))
    if form.is_valid():
        with in_form(form):
            services.change_event(event, **form.cleaned_data, seen=seen, by=…, at=…)

Beside each input the page has, hidden, the value that it began with (``show_hidden_initial`` of
Django). What a person left alone follows the row as it is now. A field that somebody else changed
meanwhile to another value has an error, which says that value; sending the form again replaces it.
"""

from collections.abc import Iterable
from typing import Any, TypeVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.choices import flatten_choices
from django.utils.translation import gettext as _

from tournaments.access.refusals import RefusedInputError
from tournaments.errors import FieldChangedMeanwhile

F = TypeVar("F", bound=forms.BaseForm)


def editing(form: F) -> F:
    """The same form, whose initial values are those of the row, caught up with that row.

    A form that was sent without what it began with is taken to be about the row as it is now.
    """
    for field in form.fields.values():
        field.show_hidden_initial = True
    if form.is_bound:
        for bound in _catch_up(form):
            now = _in_words(bound)
            refusal = FieldChangedMeanwhile(field=bound.name, now=now)
            form.add_error(bound.name, RefusedInputError(refusal))
    return form


def _catch_up(form: forms.BaseForm) -> list[BoundField]:
    """Let what was sent begin with the values of now; the fields that two people changed."""
    data = form.data.copy()  # type: ignore[attr-defined]  # what a request sends
    conflicts = []
    for bound in form:
        if bound.html_initial_name not in data:
            continue
        seen, now = data[bound.html_initial_name], _text(bound)
        if not _differ(bound, seen, now):
            continue
        data[bound.html_initial_name] = now
        if not _differ(bound, seen, bound.data):
            data[bound.html_name] = now
        elif _differ(bound, now, bound.data):
            conflicts.append(bound)
    form.data = data
    return conflicts


def _differ(bound: BoundField, one: str, other: Any) -> bool:
    """Whether two inputs mean different values."""
    try:
        value = bound.field.to_python(_tidy(one))
    except ValidationError:
        return True
    return bound.field.has_changed(value, _tidy(other))


def _tidy(text: Any) -> Any:
    """Text without the line ends of a browser."""
    return text.replace("\r\n", "\n").strip() if isinstance(text, str) else text


def _text(bound: BoundField) -> str:
    """The value of the row as an input sends it."""
    value = bound.field.prepare_value(bound.initial)
    return "" if value is None else str(value)


def _in_words(bound: BoundField) -> str:
    """The value of the row as a person reads it."""
    text = _text(bound)
    if isinstance(bound.field, forms.BooleanField):
        return _("yes") if bound.initial else _("no")
    if isinstance(bound.field, forms.ChoiceField):
        choices: Iterable[tuple[Any, Any]] = flatten_choices(
            cast(Iterable[Any], bound.field.choices)
        )
        labels = {str(value): str(label) for value, label in choices}
        return labels.get(text, text)
    return text or _("nothing")
