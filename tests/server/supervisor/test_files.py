"""Each file of the data, each damage: it heals, or one sentence says what is wrong and what to do.

The table of it is in docs/operators.md, "Damage". A real site opens in the last test, with all that
heals damaged at once; what damages Redis is in tests/server/test_embedded_redis.py, and a disk that
becomes full later in tests/faults/test_full_disk.py.
"""

import json
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from server.backup import folder
from server.secret_key import embedded_secret_key
from server.supervisor import files
from server.supervisor.files import check_files
from server.supervisor.terminal import CannotStart
from tests.faults.small_disk import MOUNT, _namespace, why_not
from tests.stack import ROOT

KEY = secrets.token_urlsafe(50)
PAGE = 4096
ROWS = 2000


def overwrite(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset, os.SEEK_END if offset < 0 else os.SEEK_SET)
        file.write(content)


#: What happens to a file, by the name in the issue's table.
DAMAGES = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: os.truncate(path, 0),
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "zeros at the tail": lambda path: overwrite(
        path, -min(PAGE, path.stat().st_size // 2), bytes(min(PAGE, path.stat().st_size // 2))
    ),
    "garbage at the head": lambda path: overwrite(path, 0, b"\xff\x00garbage" * 8),
    "one damaged page": lambda path: overwrite(
        path, path.stat().st_size // PAGE // 2 * PAGE, b"\xa5" * PAGE
    ),
}
#: What the sentence about a damaged database says.
DATABASE = {
    "missing": "is missing",
    "empty": "is empty",
    "cut": "is damaged",
    "zeros at the tail": "is damaged",
    "garbage at the head": "is damaged (file is not a database)",
    "one damaged page": "is damaged",
}


@pytest.fixture
def var(tmp_path, monkeypatch):
    """The folder of a site that has been open."""
    monkeypatch.setattr(folder, "FOLDER", tmp_path / "backups")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with closing(sqlite3.connect(tmp_path / files.DATABASE)) as made, made:
        made.execute("CREATE TABLE sheet (id INTEGER PRIMARY KEY, data TEXT)")
        made.executemany(
            "INSERT INTO sheet (data) VALUES (?)", [("points" * 20,) for _ in range(ROWS)]
        )
    (tmp_path / "secret_key").write_text(KEY)
    (tmp_path / files.OPENED).touch()
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "staticfiles.json").write_text("{}")
    (tmp_path / "static" / files.COLLECTED).touch()
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "web.log").write_text("as it was")
    return tmp_path


def test_a_whole_folder_opens_without_a_word_and_is_for_its_owner_alone(var):
    assert check_files(var, database=True) == []
    assert (var / "secret_key").read_text() == KEY
    assert (var / "static").exists()
    for path in [var, *var.rglob("*")]:
        assert path.stat().st_mode & 0o777 == (0o700 if path.is_dir() else 0o600)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_refused_in_one_sentence_that_names_the_last_backup(var, damage):
    DAMAGES[damage](var / files.DATABASE)
    with pytest.raises(CannotStart) as refused:
        check_files(var, database=True)
    assert DATABASE[damage] in str(refused.value)
    assert "There is no backup" in str(refused.value)
    (var / "backups").mkdir()
    for day in (1, 2):
        (var / "backups" / f"auto-2026-11-0{day}T120000Z.zip").touch()
    with pytest.raises(CannotStart, match=r"manage\.py restore --overwrite \S+11-02T120000Z\.zip"):
        check_files(var, database=True)
    assert check_files(var, database=False) == []  # it is on PostgreSQL


def test_a_site_that_was_never_open_may_have_no_database_yet(var):
    (var / files.OPENED).unlink()
    DAMAGES["empty"](var / files.DATABASE)
    assert check_files(var, database=True) == []
    (var / f"{files.DATABASE}-wal").write_bytes(b"somebody has written")
    with pytest.raises(CannotStart, match="is empty"):
        check_files(var, database=True)


def test_a_site_that_an_older_release_has_opened_may_not_lose_its_database(var):
    (var / files.OPENED).rename(var / files.OPENED_BEFORE)
    DAMAGES["empty"](var / files.DATABASE)
    for _twice in range(2):
        with pytest.raises(CannotStart, match="is empty"):
            check_files(var, database=True)
        assert not (var / files.OPENED_BEFORE).exists()


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_key_is_replaced_and_the_operator_reads_what_that_means(var, damage):
    path = var / "secret_key"
    DAMAGES[damage](path)
    remarks = check_files(var, database=True)
    assert ["everybody signs in again" in remark for remark in remarks] == (
        [] if damage == "missing" else [True]
    )
    new = path.read_text()
    assert len(new) == len(KEY)
    assert new != KEY
    assert embedded_secret_key(path) == new
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_made_again_at_each_opening_may_be_damaged(var, damage):
    manifest = var / "static" / "staticfiles.json"
    manifest.write_text(json.dumps({"paths": {f"{n}.css": f"{n}.0.css" for n in range(999)}}))
    for path in (manifest, var / files.OPENED, var / "log" / "web.log"):
        with suppress(OSError):
            DAMAGES[damage](path)
    (var / files.OPENED).touch()
    assert check_files(var, database=True) == []
    assert not (var / "static").exists() or json.loads(manifest.read_bytes())


def test_what_beat_kept_before_it_counted_by_a_steady_clock_is_removed(var):
    (var / "beat-schedule").write_bytes(b"any")
    assert check_files(var, database=True) == []
    assert not (var / "beat-schedule").exists()


CHECK = (
    "import sys; from pathlib import Path; from server.supervisor.files import check_files\n"
    "from server.supervisor.terminal import CannotStart\n"
    "try: print(check_files(Path(sys.argv[1]), database=True))\n"
    "except CannotStart as refusal: print(refusal)"
)


def checked_by(*command, **options):
    """The message of another process about a folder."""
    done = subprocess.run(
        [*command, sys.executable, "-c", CHECK, *options.pop("arguments")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        **options,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["secret_key", files.DATABASE, "log/web.log"])
def test_a_file_that_this_user_may_not_write_is_named(var, name):
    (var / name).chmod(0o400)
    said = checked_by(*_not_almighty(), arguments=[str(var)])
    assert said.startswith("This user may not write ")
    assert name in said


def _not_almighty() -> list[str]:
    """Root may write every file; without that capability it is a user like any other."""
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        pytest.skip("there is no program setpriv (util-linux)")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all", "--"]


def test_a_first_start_on_a_full_disk_says_so_before_it_writes_anything(tmp_path):
    if missing := why_not():
        pytest.skip(f"no disk can be made: {missing}")
    mount = MOUNT.replace("64m", "8m")
    said = checked_by(*_namespace(), "sh", "-c", mount, str(tmp_path), arguments=[str(tmp_path)])
    assert said.startswith(f"The disk of {tmp_path} is full: 8 MB are free")
    assert "Free some space" in said


@pytest.mark.long
@pytest.mark.once
def test_a_site_opens_when_all_that_may_be_lost_is_damaged(new_stack):
    site = new_stack()
    (site.var / "redis").mkdir()
    for name in ("redis/appendonly.aof", "redis.url", "incidents.jsonl"):
        (site.var / name).write_bytes(b"\xff\x00garbage" * 512)
    (site.var / "supervisor.lock").write_bytes(b"\xff\xfe")
    (site.var / "secret_key").touch()
    site.start()
    assert site.lines[0].endswith("so there is a new key and everybody signs in again.")
    assert "redis ended" not in site.output
    assert site.ask(
        "from django.core.cache import cache; cache.set('a', 1); answer = cache.get('a')"
    )
