"""A column for a sentence that was computed, and is read in the language of whoever sees it."""

import json
from functools import cache, lru_cache
from typing import Any

from django.db import models

from games.texts import Text, as_data, from_data

#: What JSON of a text, or of a plain string, begins with.
JSON = ("{", '"')
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class SentenceField(models.TextField):  # type: ignore[type-arg]  # no generic class in Django
    """A ``games.texts.Text`` with what it was made from, so that ``texts.say`` can translate it.

    The column is a text with JSON (``games.texts.as_data``). A plain string is stored as it is, and
    so are the sentences that releases before this field wrote: they are read as plain strings.
    """

    def deconstruct(self) -> Any:
        """As the field of Django, for migrations: the column is the same."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs

    def from_db_value(self, value: str | None, *_context: Any) -> str | None:
        return value if value is None else read(value)

    def to_python(self, value: Any) -> Any:
        found = super().to_python(value)
        return found if found is None or isinstance(found, Text) else read(found)

    def get_prep_value(self, value: Any) -> Any:
        return value if value is None else as_stored(value)

    def value_to_string(self, obj: models.Model) -> str:
        return as_stored(self.value_from_object(obj))


@cache
def sentences_of(model: type[models.Model]) -> tuple[str, ...]:
    """The columns of a model that have sentences."""
    fields = model._meta.concrete_fields  # noqa: SLF001 - Django's documented API
    return tuple(field.attname for field in fields if isinstance(field, SentenceField))


def as_stored(text: str) -> str:
    """A sentence as the column has it."""
    if (text and isinstance(text, Text)) or text.startswith(JSON):
        return COMPACT.encode(as_data(text))
    return text


# Many rows of a table say the same.
@lru_cache(4_096)
def read(stored: str) -> str:
    """The sentence of a column. What is no JSON of a text is a plain string."""
    if not stored.startswith(JSON):
        return stored
    try:
        return from_data(json.loads(stored))
    except (ValueError, RecursionError):
        return stored
