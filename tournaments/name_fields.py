"""Selects of people, in the order of their names."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator
from django.utils.translation import gettext_lazy as _

from tournaments.names import by_name


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]  # no generic class in Django
    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        yield from map(self.choice, by_name(self.queryset, self.field.label_from_instance))


class PersonChoiceField(forms.ModelChoiceField):  # type: ignore[type-arg]  # no generic class in Django
    """A select of players or entries, whose labels begin with the name. One query."""

    iterator = _ByName

    def label_from_instance(self, obj: Any) -> str:
        """The name, with what tells namesakes apart."""
        return str(getattr(obj, "player", obj).shown_name)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"empty_label": _("Choose")} | options)
