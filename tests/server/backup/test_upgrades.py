"""A release rolls forward with people at the tables: what its migrations may not do.

On PostgreSQL a statement that rewrites or reads a whole table while it keeps everybody out takes
seconds where there are a million sheets. This reads the statements of the newer migrations.
"""

import re

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tournaments.models import (
    ClockChange,
    ClockWarning,
    Entry,
    LedgerEntry,
    ScoreSheet,
    Seat,
    SheetLine,
    SheetVersion,
    Standing,
    Table,
)

#: What grows with every result.
LARGE = {
    model._meta.db_table
    for model in (
        ClockChange, ClockWarning, Entry, LedgerEntry, ScoreSheet, Seat, SheetLine, SheetVersion,
        Standing, Table,
    )
}  # fmt: skip
#: What keeps writers of a table out while all of it is read or written.
SLOW = {
    "builds an index": re.compile(r"CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)\S+ ON \"(\w+)\""),
    "checks every row": re.compile(
        r"ALTER TABLE \"(\w+)\" ADD CONSTRAINT \S+ (?!.*NOT VALID)(?:CHECK|UNIQUE|FOREIGN)"
    ),
    "checks every row for NULL": re.compile(r"ALTER TABLE \"(\w+)\" ALTER COLUMN \S+ SET NOT NULL"),
    "rewrites every row": re.compile(r"ALTER TABLE \"(\w+)\" ALTER COLUMN \S+ TYPE"),
    "adds and checks a column": re.compile(
        # PostgreSQL looks up no row for a new column that is empty in all of them.
        r"ALTER TABLE \"(\w+)\" ADD COLUMN \S+ \S+ (?!NULL CONSTRAINT \S+ REFERENCES)[^;]*"
        r"(?:REFERENCES|CHECK|UNIQUE)"
    ),
}
#: The last one that was written before this rule. A large site closes for those up to it.
BEFORE = "0034_wording"
#: ``make test`` reads so many; the others stand in releases, and do not change any more.
NEWEST = 4


def slow_statements(sql: str) -> list[str]:
    """How the statements of a migration hurt large tables, in words."""
    created = set(re.findall(r'CREATE TABLE "(\w+)"', sql))
    return [
        f"{words}: {table}"
        for words, pattern in SLOW.items()
        for table in pattern.findall(sql)
        if table in LARGE - created
    ]


def test_slow_statements_are_found():
    assert slow_statements('CREATE INDEX "a" ON "tournaments_seat" ("b");')
    assert slow_statements('ALTER TABLE "tournaments_seat" ADD CONSTRAINT "a" CHECK ("b" > 0);')
    assert slow_statements('ALTER TABLE "tournaments_seat" ALTER COLUMN "a" SET NOT NULL;')
    assert slow_statements('ALTER TABLE "tournaments_seat" ALTER COLUMN "a" TYPE bigint;')
    assert slow_statements(
        'ALTER TABLE "tournaments_seat" ADD COLUMN "a" int NOT NULL CONSTRAINT "b" REFERENCES "c"'
    )
    assert not slow_statements(
        'ALTER TABLE "tournaments_seat" ADD COLUMN "a" int NULL CONSTRAINT "b" REFERENCES "c"'
    )
    assert not slow_statements('CREATE INDEX CONCURRENTLY "a" ON "tournaments_seat" ("b");')
    assert not slow_statements('CREATE INDEX "a" ON "tournaments_event" ("b");')
    assert not slow_statements(
        'ALTER TABLE "tournaments_seat" ADD CONSTRAINT "a" CHECK ("b" > 0) NOT VALID;'
    )
    assert not slow_statements(
        'CREATE TABLE "tournaments_seat" (); CREATE INDEX "a" ON "tournaments_seat" ("b");'
    )


@pytest.mark.django_db
@pytest.mark.postgresql
@pytest.mark.parametrize(
    "newest", [pytest.param(None, id="all", marks=pytest.mark.long), pytest.param(NEWEST)]
)
def test_no_migration_keeps_people_out_of_a_large_table(newest):
    loader = MigrationLoader(connection, replace_migrations=False)
    names = sorted(
        name
        for (app, name), one in loader.disk_migrations.items()
        if app == "tournaments" and not one.replaces
    )
    before = names.index(BEFORE) if newest is None else len(names) - newest - 1
    state = loader.project_state([("tournaments", names[before])])
    for name in names[before + 1 :]:
        with connection.schema_editor(collect_sql=True, atomic=False) as editor:
            state = loader.disk_migrations["tournaments", name].apply(
                state, editor, collect_sql=True
            )
        assert slow_statements("\n".join(editor.collected_sql)) == [], name
