"""Texts of several lines in forms: as long as their inputs let them be."""

from collections.abc import Iterator

from django import forms
from django.core.exceptions import ValidationError
from django.urls import get_resolver


def test_a_text_may_be_as_long_as_its_input_lets_it_be():
    """Browsers count the end of a line as one character there, and send two."""
    found = dict(with_a_limit())
    assert len(found) > 5
    refused = [name for name, field in found.items() if not takes_all(field)]
    assert refused == []


def with_a_limit() -> Iterator[tuple[str, forms.CharField]]:
    assert get_resolver().url_patterns  # reads the forms of all pages
    for form in forms_below(forms.BaseForm):
        for name, field in getattr(form, "base_fields", {}).items():
            is_text = isinstance(field, forms.CharField) and field.max_length
            if is_text and isinstance(field.widget, forms.Textarea):
                yield f"{form.__module__}.{form.__name__}.{name}", field


def forms_below(form: type) -> Iterator[type]:
    for below in form.__subclasses__():
        yield below
        yield from forms_below(below)


def takes_all(field: forms.CharField) -> bool:
    sent = "a\r\n" * ((field.max_length - 1) // 2) + "ab"
    try:
        field.clean(sent)
    except ValidationError:
        return False
    return True
