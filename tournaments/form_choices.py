"""Choices of selects in forms, where only the page knows them."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.forms import BaseForm


def offer_choices(form: BaseForm, field: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Let a select offer these choices: what is sent, and what is shown."""
    cast(forms.ChoiceField, form.fields[field]).choices = list(choices)


def offer_rows(form: BaseForm, field: str, rows: QuerySet[Any]) -> None:
    """Let a select of rows offer these."""
    cast("forms.ModelChoiceField[Any]", form.fields[field]).queryset = rows
