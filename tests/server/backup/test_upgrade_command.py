"""``manage.py upgrade``: one command between a new release and its first page."""

import io
import shutil

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate

from server.backup import archive, folder, versions
from server.backup.copying import opened
from server.release import VERSION
from server.web import assets
from server.web.static_app import SiteStaticFiles
from tests.migrations import begin_older, migrate, newest_names
from tournaments.management.commands import upgrade as command

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def database(tmp_path_factory, django_db_blocker):
    """A database as the newest migration but one leaves it, and the name of that one."""
    path = tmp_path_factory.mktemp("older") / "site.sqlite3"
    name = newest_names()[-2]
    begin_older(path)
    with django_db_blocker.unblock(), opened(path, alias="default"):
        event = migrate(name).get_model("tournaments", "Event")
        event.objects.create(name="One", slug="one", starts_on="2026-11-21", ends_on="2026-11-22")
        connection.close()
    return path, name


@pytest.fixture
def older(database, tmp_path, django_db_blocker, monkeypatch, settings):
    """The site of a release before the newest migration, with an event and other static files."""
    monkeypatch.setattr(folder, "FOLDER", tmp_path / "backups")
    settings.STATIC_ROOT = tmp_path / "static"
    ignored = SiteStaticFiles.ignore_patterns  # those of libraries that no page uses
    monkeypatch.setattr(apps.get_app_config("staticfiles"), "ignore_patterns", ignored)
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "server.web.static_files.StaticFilesStorage"}
    }
    settings.STATIC_ROOT.mkdir()
    (settings.STATIC_ROOT / assets.MARK).write_text("those of an older release")
    path, name = database
    copy = shutil.copy(path, tmp_path / "site.sqlite3")
    with django_db_blocker.unblock(), opened(copy, alias="default"):
        yield name


@pytest.fixture
def files_of_today(older):
    """The static files are those of this release already: to collect them takes seconds."""
    assets.note()


def upgrade(*options):
    printed = io.StringIO()
    call_command("upgrade", *options, stdout=printed)
    return printed.getvalue()


def test_an_upgrade_backs_up_migrates_and_collects_and_the_second_time_does_nothing(older):
    assert assets.refused() == assets.REFUSAL
    printed = upgrade()
    (made,) = folder.FOLDER.glob("*.zip")
    assert made.name.startswith("before-upgrade-")  # so that no automatic one removes it
    assert archive.manifest_of(made).migrations["tournaments"] == older
    assert versions.unapplied(connection) == 0
    assert assets.refused() == ""
    assert f"Everything is that of Roundhouse {VERSION}." in printed
    assert "Backed up to" not in upgrade()
    assert list(folder.FOLDER.glob("*.zip")) == [made]


@pytest.fixture
def give_up():
    """Let the database give up as many migrations as a test says, as people at the tables do."""
    left = 0

    def say(times):
        nonlocal left
        left = times

    def deadlock(**_):
        nonlocal left
        if left:
            left -= 1
            raise OperationalError from psycopg.errors.DeadlockDetected()

    pre_migrate.connect(deadlock)
    yield say
    pre_migrate.disconnect(deadlock)


def test_migrations_that_the_database_gives_up_are_done_again(older, files_of_today, give_up):
    give_up(times=1)
    assert "Migrations applied: 1." in upgrade("--without-backup")
    assert versions.unapplied(connection) == 0
    assert not folder.FOLDER.exists()  # who backs up by other means says so


def test_a_database_that_gives_up_each_time_is_named_in_a_sentence(
    older, files_of_today, give_up, monkeypatch
):
    monkeypatch.setattr(command, "ATTEMPTS", 2)
    give_up(times=2)
    with pytest.raises(CommandError, match="The database is too busy to be migrated"):
        upgrade("--without-backup")
    assert versions.unapplied(connection) == 1
    assert "Migrations applied: 1." in upgrade("--without-backup")


def test_an_older_release_upgrades_nothing(older):
    MigrationRecorder(connection).record_applied("tournaments", "9999_of_tomorrow")
    with pytest.raises(CommandError, match="A newer release of Roundhouse has used this database"):
        upgrade()
    assert versions.newest_migrations(connection)["tournaments"] == "9999_of_tomorrow"
    assert assets.refused()
