"""A UUID that the database draws, for rows that are made without Python's default."""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func, UUIDField
from django.db.models.sql.compiler import SQLCompiler


class DrawnUUID(Func):
    """Another UUID for each row: those of before the column, and those of an earlier release."""

    function = "gen_random_uuid"
    arity = 0
    output_field = UUIDField()

    def as_sqlite(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> Any:
        """As Django keeps one there: 32 digits."""
        template = "lower(hex(randomblob(16)))"
        return self.as_sql(compiler, connection, template=template, **context)
