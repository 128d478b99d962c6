"""An older release puts its backup in place of a newer database, and the other way round."""

import shutil

import pytest
from django.db import connection

from server.backup import restoring
from server.backup.copying import opened
from server.backup.versions import newest_migrations
from tests.examples import LONG
from tests.migrations import begin_older, migrate, migrate_to_now, newest_names
from tests.server.backup.models_once import models_made_once

#: A long run has each of three take the place of each other; here they are two steps apart.
ORDER = (1, 0, 2, 1, 2, 0) if LONG else (2, 0)


@pytest.fixture(scope="module", autouse=True)
def _models_made_once():
    with models_made_once():
        yield


@pytest.fixture(scope="module")
def backups(tmp_path_factory, django_db_blocker):
    """A database as each of the last three migrations leaves it, by the name of the migration."""
    folder = tmp_path_factory.mktemp("versions")
    made, draft = {}, folder / "draft.sqlite3"
    begin_older(draft)
    with django_db_blocker.unblock(), opened(draft, alias="default"):
        for name in newest_names():
            apps = migrate(name)
            event = apps.get_model("tournaments", "Event")
            event.objects.create(
                name=name, slug=name[:4], starts_on="2026-11-21", ends_on="2026-11-22"
            )
            connection.close()
            made[name] = shutil.copy(draft, folder / name)
    return made


def names_of_events():
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM tournaments_event ORDER BY id")
        return [name for (name,) in cursor.fetchall()]


def put_in_place(database):
    if old := restoring.put_in_place(database):
        old.unlink()  # two within a second would have one name


@pytest.mark.long("sqlite")  # whose database is a file that takes the place of another
def test_each_of_the_last_versions_takes_the_place_of_each_other(backups, empty_database):
    names = list(backups)
    put_in_place(backups[names[0]])
    for restored in ORDER:
        put_in_place(backups[names[restored]])
        assert newest_migrations(connection)["tournaments"] == names[restored]
        assert names_of_events() == names[: restored + 1]
    migrate_to_now()
    assert newest_migrations(connection)["tournaments"] == names[-1]
    assert names_of_events() == names[:1]
