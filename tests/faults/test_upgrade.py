"""An upgrade that is killed goes on where it was; part of ``make faults``."""

import subprocess
import sys

import pytest

from tests.stack import ROOT, wait_for

PATIENCE_SECONDS = 300
APPLIED = "SELECT app || '.' || name FROM django_migrations ORDER BY 1"
#: SIGKILL while the next migration after so many is being applied.
KILLED_AFTER = (13, 30)

SCHEMA_OF_SQLITE = "SELECT type, name, sql FROM sqlite_master ORDER BY 1, 2"
SCHEMA_OF_POSTGRESQL = """
SELECT table_name, column_name, data_type || is_nullable
FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
ORDER BY 1, 2, 3
"""


@pytest.mark.timeout(3 * PATIENCE_SECONDS)
@pytest.mark.long
def test_a_killed_upgrade_goes_on(new_stack):
    site, whole = new_stack(migrated=False), new_stack()

    def applied() -> int:
        try:
            return len(site.rows(APPLIED))
        except Exception:  # noqa: BLE001 - there is no such table yet
            return 0

    for count in KILLED_AFTER:
        upgrade = subprocess.Popen(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=ROOT, env=site.env
        )
        wait_for(lambda count=count: applied() >= count, PATIENCE_SECONDS)
        upgrade.kill()
        upgrade.wait()
    site.manage("migrate", "--verbosity=0")
    assert site.rows(APPLIED) == whole.rows(APPLIED)
    schema = SCHEMA_OF_POSTGRESQL if site.on_postgresql else SCHEMA_OF_SQLITE
    assert site.rows(schema) == whole.rows(schema)
