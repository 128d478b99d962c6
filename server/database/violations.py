"""Which constraint an IntegrityError is about, from what the driver's error says of it."""

import re
import sqlite3
from dataclasses import dataclass

import psycopg
from django.db import IntegrityError

#: SQLite has no field for what was violated, so its one helper reads the message:
#: "UNIQUE constraint failed: table.one, table.other", or "index 'name'" if on an expression.
COLUMN = re.compile(r"(\w+)\.(\w+)")
INDEX = re.compile(r"index '(\w+)'")
UNIQUE = {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"}


@dataclass(frozen=True, slots=True)
class UniqueViolation:
    """A row was refused because another has the same values.

    PostgreSQL names the constraint. SQLite names the columns, or the constraint and no table where
    it is on an expression. What is not known is empty.
    """

    table: str
    constraint: str = ""
    columns: frozenset[str] = frozenset()


def unique_violation(error: IntegrityError) -> UniqueViolation | None:
    """The unique constraint that ``error`` is about; None if it is about another kind."""
    cause = error.__cause__
    if isinstance(cause, psycopg.errors.UniqueViolation):
        return UniqueViolation(cause.diag.table_name or "", cause.diag.constraint_name or "")
    if isinstance(cause, sqlite3.IntegrityError) and cause.sqlite_errorname in UNIQUE:
        if index := INDEX.search(str(cause)):
            return UniqueViolation("", index[1])
        found = COLUMN.findall(str(cause))
        tables = {table for table, _column in found}
        columns = frozenset(column for _table, column in found)
        return UniqueViolation(next(iter(tables), ""), columns=columns)
    return None


def rule_violation(error: IntegrityError) -> str:
    """The name of the rule between two tables that ``error`` is about (``triggers``), or ""."""
    cause = error.__cause__
    if isinstance(cause, psycopg.errors.CheckViolation):
        return cause.diag.constraint_name or ""
    if isinstance(cause, sqlite3.IntegrityError):
        return str(cause) if cause.sqlite_errorname == "SQLITE_CONSTRAINT_TRIGGER" else ""
    return ""
