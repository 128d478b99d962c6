"""A backup holds every row, can be put into either database, and says when it is damaged."""

import io
import json
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from server.backup import archive, checking, copying, folder, schema
from server.backup.copying import opened
from server.supervisor.lock import Lock
from tests.builders import NOON, make_entries, make_tournament
from tests.server.backup.models_once import models_made_once
from tournaments.clock.health import beat
from tournaments.demo import services as demo
from tournaments.events.ledger.queries import last_seals
from tournaments.events.ledger.sealing import seal_all
from tournaments.models import Event, Tournament
from tournaments.one_place import SEAT_OR_BYE
from tournaments.standings.computing import services as standings

SECONDS = timedelta(seconds=6)


@pytest.fixture(scope="module", autouse=True)
def _models_made_once():
    """Make the models of each state of the migrations once, not for each backup that is checked."""
    with models_made_once():
        yield


@pytest.fixture
def played(transactional_db):
    """A demo that has played for a while, with standings and seals."""
    demo.create_demo(speed=120, password="a password", at=NOON)
    now = NOON
    for _ in range(5):
        now += SECONDS
        demo.step(now=now)
    for tournament_id in standings.stale(at=now):
        standings.refresh(tournament_id, at=now)
    seal_all(now=now)
    assert Tournament.objects.get().standings.exists()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Where the first test that plays leaves its backup for those that look at the file alone."""
    return tmp_path_factory.mktemp("backup") / "site.zip"


@pytest.fixture
def file_of_here(played, made):
    """A backup of the database, which still has all that is in it."""
    call_command("backup", made, stdout=io.StringIO())
    return made


@pytest.fixture
def file(request, transactional_db, made, tmp_path):
    """A backup of a site that has played."""
    if not made.exists():
        request.getfixturevalue("file_of_here")
    return Path(shutil.copy(made, tmp_path))


def every_row():
    """All rows of our models in Django's default database, by table."""
    return {
        model._meta.db_table: list(copying.read(connection, model))
        for model in apps.get_models(include_auto_created=True)
    }


def run(*command, **options):
    printed = io.StringIO()
    call_command(*command, stdout=printed, **options)
    return printed.getvalue()


@pytest.mark.long("sqlite")  # on PostgreSQL it moves to SQLite, is replaced there, and moves back
def test_a_site_moves_to_another_database_and_back_with_every_row_seal_and_standing(
    file_of_here, tmp_path
):
    before, seals = every_row(), last_seals()
    assert seals
    printed = run("verify", file_of_here)
    assert f"{file_of_here} is whole" in printed
    assert all(f"{event}: {seal['number']} seals hold" in printed for event, seal in seals.items())

    assert file_of_here.stat().st_mode & 0o777 == 0o600
    with pytest.raises(CommandError, match="exists already"):
        run("backup", file_of_here)

    # To SQLite, whatever this database is …
    again = tmp_path / "again.zip"
    with opened(tmp_path / "site.sqlite3", alias="default"):
        run("restore", file_of_here)
        assert every_row() == before
        assert last_seals() == seals
        assert standings.differences(Tournament.objects.get()) == []
        run("backup", again)
        with pytest.raises(CommandError, match="not empty"):
            run("restore", again)
        assert "is now" in run("restore", again, overwrite=True)
        with (
            Lock(settings.VAR_DIR / "supervisor.lock"),
            pytest.raises(CommandError, match="already running"),
        ):
            run("restore", again, overwrite=True)

    # … and back, where all that came later is gone and new rows get new keys.
    Event.objects.create(name="Later", slug="later", starts_on=NOON, ends_on=NOON)
    with archive.unpacked(again) as (_manifest, database):
        copying.fill_from_file(database, connection)
    assert every_row() == before
    assert last_seals() == seals
    new = Event.objects.create(name="New", slug="new", starts_on=NOON, ends_on=NOON)
    assert new.pk > max(row[0] for row in before["tournaments_event"])


@pytest.mark.once
def test_a_backup_goes_out_of_a_container_and_comes_into_another_one(
    transactional_db, tmp_path, monkeypatch
):
    make_entries(make_tournament(), 3)
    monkeypatch.setattr(folder, "FOLDER", tmp_path / "backups")
    before, out = every_row(), io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(out))
    call_command("backup", "-", stderr=io.StringIO())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(out.getvalue())))
    assert "- is whole" in run("verify", "-")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(out.getvalue())))
    with opened(tmp_path / "elsewhere.sqlite3", alias="default"):
        run("restore", "-")
        assert every_row() == before
    assert list((tmp_path / "backups").iterdir()) == []  # nothing is left on the way


def changed(path, **values):
    """A copy of a backup whose manifest says something else."""
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        manifest = json.loads(old.read(archive.MANIFEST)) | values
        new.writestr(archive.MANIFEST, json.dumps(manifest))
        new.writestr(archive.DATABASE, old.read(archive.DATABASE))
    return other


@pytest.mark.once  # a backup is the same file, whatever database it was made of
def test_a_manifest_that_is_nothing_but_brackets_is_refused_in_one_sentence(file, tmp_path):
    other = tmp_path / "brackets.zip"
    with zipfile.ZipFile(other, "w") as new:
        new.writestr(archive.MANIFEST, "[" * 100_000)
    with pytest.raises(CommandError, match="release that this one cannot read"):
        run("verify", other)


def with_statement(path, *statements):
    """A copy of a backup in whose database somebody has changed something, with a new digest."""
    database = path.with_name("database.sqlite3")
    with zipfile.ZipFile(path) as old:
        database.write_bytes(old.read(archive.DATABASE))
        manifest = archive.manifest_of(path)
    with closing(sqlite3.connect(database)) as other, other:
        for statement in statements:
            other.execute(statement)
    other = path.with_name("with_statement.zip")
    values = manifest.__dict__ | {"sha256": archive.sha256_of(database)}
    archive.write(other, database, archive.Manifest(**values))
    return other


SEAL_AWAY = (
    "CREATE TRIGGER seal_away AFTER INSERT ON tournaments_sheetline"
    " BEGIN DELETE FROM tournaments_ledgerentry; END"
)


@pytest.mark.once
def test_a_schema_that_no_migration_made_is_refused(file):
    parts = {
        "ALTER TABLE tournaments_event ADD COLUMN more text": "the column more of .* none of ours",
        "CREATE UNIQUE INDEX one ON tournaments_event (starts_on)": "the index .* none of ours",
        "DROP INDEX guesses_by_time": "the index of tournaments_wrongguess .* is missing",
        SEAL_AWAY: "the trigger seal_away: CREATE TRIGGER .* is none of ours",
        "CREATE VIEW other AS SELECT 1": "the view other: .* is none of ours",
    }
    other = with_statement(file, *parts)
    with pytest.raises(CommandError, match=r"was changed: the column more of .*, and 4 more"):
        run("verify", other)
    with (
        archive.unpacked(other) as (_manifest, database),
        opened(database, alias="default") as copy,
    ):
        found = schema.foreign_parts(copy)
    for part, words in zip(found, parts.values(), strict=True):
        assert re.search(words, part)


@pytest.mark.once
def test_a_rule_between_tables_that_a_copy_lacks_is_in_force_again(file, tmp_path):
    """A copy of PostgreSQL has the tables alone."""
    name = f"{SEAT_OR_BYE.name}_1_insert"
    other = with_statement(file, f"DROP TRIGGER IF EXISTS {name}")
    with checking.checked(other) as (_manifest, database), closing(sqlite3.connect(database)) as it:
        assert (name,) in it.execute("SELECT name FROM sqlite_master").fetchall()


@pytest.mark.once
def test_a_damaged_or_foreign_file_is_refused_in_one_sentence(file, tmp_path):
    whole = file.read_bytes()
    for name, content in {
        "cut.zip": whole[: len(whole) // 2],
        "empty.zip": b"",
        # Not one bit: a database repeats itself, and another way of saying the same is no damage.
        "flipped.zip": whole[:9000] + bytes(byte ^ 1 for byte in whole[9000:9100]) + whole[9100:],
    }.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(CommandError, match=f"^{name} is damaged"):
            run("verify", tmp_path / name)
    for other, words in {
        changed(file, sha256="0" * 64): "is damaged",
        changed(file, format=2): "newer release",
        changed(file, unheard_of=1): "cannot read",
        tmp_path / "missing.zip": "No such file",
    }.items():
        with pytest.raises(CommandError, match=words):
            run("verify", other)
    for statement, words in {
        "DELETE FROM tournaments_sheetline": "rows that it says",
        "UPDATE tournaments_ledgerentry SET subject = 'Somebody else'": "ledger was changed",
        "UPDATE django_migrations SET name = '9999_of_tomorrow' WHERE name = '0001_first_stone'": (
            "newer release"
        ),
    }.items():
        with pytest.raises(CommandError, match=words):
            run("verify", with_statement(file, statement))
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(".")} == set()


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "FOLDER", tmp_path)
    monkeypatch.setattr(folder, "KEEP", 2)


@pytest.mark.once
def test_by_itself_the_site_backs_up_what_is_new_and_keeps_the_newest(
    transactional_db, own_folder, tmp_path, time_machine
):
    made = []
    for hour in range(4):
        time_machine.move_to(NOON + timedelta(hours=hour))
        Event.objects.create(name="E", slug=f"e-{hour}", starts_on=NOON, ends_on=NOON)
        printed = run("backup", automatic=True)
        made.append(folder.newest())
        assert str(made[-1]) in printed
        assert "Nothing new" in run("backup", automatic=True)
    assert sorted(tmp_path.glob("*.zip")) == made[-2:]


def test_an_empty_database_is_an_error_and_not_a_backup(transactional_db, own_folder, tmp_path):
    """As from cron, without the settings of the site."""
    with pytest.raises(CommandError, match=r"is empty.*DATABASE_URL or ROUNDHOUSE_VAR says where"):
        run("backup")
    missing = tmp_path / "missing.sqlite3"
    with opened(missing, alias="default"):
        for automatic in (False, True):
            with pytest.raises(CommandError, match="is empty"):
                run("backup", automatic=automatic)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgresql
def test_postgresql_is_not_replaced_while_a_worker_is_at_work(file):
    beat(now=timezone.now())
    with pytest.raises(CommandError, match="Close web, worker and beat"):
        run("restore", file, overwrite=True)
