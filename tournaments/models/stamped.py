"""Rows that know when they were last changed, so that programs need to read only those."""

from typing import Any, TypeVar

from django.db import models
from django.utils import timezone

M = TypeVar("M", bound=models.Model)


class StampedQuerySet(models.QuerySet[M]):
    """Stamps what is changed past ``save``, which is where ``bulk_update`` ends as well."""

    def update(self, **values: Any) -> int:
        return super().update(**{"updated_at": timezone.now()} | values)


class Stamped(models.Model):
    """``updated_at`` is null for rows that have not changed since there is that column."""

    updated_at = models.DateTimeField(null=True, auto_now=True)

    objects = StampedQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        if options.get("update_fields") is not None:
            options["update_fields"] = {*options["update_fields"], "updated_at"}
        super().save(*args, **options)
