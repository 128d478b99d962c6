"""Primary keys that no test can guess, and that no two tables share.

Sequences go on from test to test, so a number that a test makes up for "no such row" is the key of
one in some order of the tests. And where each table begins with 1, a key of the wrong table finds a
row. So each table begins far from the others, and none with a number that somebody would type.
"""

from django.db import connection

#: More rows than all tests of one process together make in any table.
APART = 1_000_003


def spread() -> None:
    """Let the keys of each empty table begin a million apart from all others."""
    with connection.cursor() as cursor:
        for number, table in enumerate(sorted(_counted(cursor)), 1):
            _begin(cursor, table, number * APART)


def _counted(cursor) -> list[str]:
    """Tables with a sequence that have no row."""
    quote = connection.ops.quote_name
    found = []
    for table in connection.introspection.table_names(cursor):
        cursor.execute(f"SELECT 1 FROM {quote(table)} LIMIT 1")  # noqa: S608 - a table we listed
        if cursor.fetchone() is None and connection.introspection.get_sequences(cursor, table):
            found.append(table)
    return found


def _begin(cursor, table: str, key: int) -> None:
    if connection.vendor == "postgresql":
        cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [table, key])
        return
    cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
    cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, key])
