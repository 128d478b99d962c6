"""Settings: one table in the code and one for people, and a sentence for each that is wrong."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from server import environment, redis_address
from server.environment import SETTINGS, WrongSettingsError
from server.supervisor.address import DEFAULT_PORT
from tournaments.management.commands.demo import DEFAULT_SPEED

ROOT = Path(__file__).resolve().parent.parent.parent
ROW = re.compile(r"^\| `([A-Z_]+)` \| .* \| ?([^|\n]*?) ?\|$", re.MULTILINE)
KEY = "a-Long_and.Random+Text" * 3
PRODUCTION = {
    "DATABASE_URL": "postgres://site:secret@db/roundhouse",
    "REDIS_URL": "redis://redis:6379/0",
    "SECRET_KEY": KEY,
    "PUBLIC_URL": "https://play.example.org",
    "HTTPS_ONLY": "1",
}

WRONG = {
    "PUBLIC_URL": [
        ("play.example.org", "like https://play.example.org, without a path"),
        ("ftp://a.example", "like https://play.example.org, without a path"),
        ("https://a.example/x", "like https://play.example.org, without a path"),
        ("https://me@a.example", "like https://play.example.org, without a path"),
    ],
    "CSRF_TRUSTED_ORIGINS": [
        ("https://a.example,b.example", "like https://play.example.org, without a path")
    ],
    "HTTPS_ONLY": [("perhaps", "1 or 0")],
    "FORWARDED_ALLOW_IPS": [
        ("*", "the addresses of your proxies: with * all clients choose their own"),
        ("proxy", "networks with commas, such as 192.168.7.0/24"),
    ],
    "ROUNDHOUSE_PORT": [
        ("65536", "a number from 0 to 65535"),
        ("-1", "a number from 0 to 65535"),
        ("²", "a number from 0 to 65535"),
        ("eighty", "a number from 0 to 65535"),
        ("80 80", "a number from 0 to 65535"),
    ],
    "PRODUCTION": [("later", "1 or 0")],
    "DATABASE_ENGINE": [("fast", "plain")],
    "DATABASE_PREPARES": [("2", "1 or 0")],
    "ROUNDHOUSE_KEEP_BACKUPS": [("some", "a whole number, 0 or more")],
    "ROUNDHOUSE_WEB_PROCESSES": [("0", "a number from 1 to 64")],
    "ROUNDHOUSE_THREADS": [("many", "a number from 1 to 256")],
    "KEPT_PAGES_MB": [("-1", "a whole number, 0 or more")],
    "ROUNDHOUSE_SILENT_SECONDS": [("0", "a number above 0"), ("inf", "a number above 0")],
    "ROUNDHOUSE_DEMO": [("maybe", "1 or 0")],
    "ROUNDHOUSE_DEMO_SPEED": [("0", "a whole number, 1 or more")],
    "KEEP_CONTACTS_DAYS": [("1.5", "a whole number, 0 or more")],
    "KEEP_PHONES_DAYS": [("-3", "a whole number, 0 or more")],
    "KEEP_DELIVERIES_DAYS": [("never", "a whole number, 0 or more")],
    "WEBHOOK_NETWORKS": [("192.168.7.1/24", "networks with commas, such as 192.168.7.0/24")],
    "WEBHOOK_SECONDS": [("soon", "a number above 0"), ("nan", "a number above 0")],
    "PUSH_NETWORKS": [("mine", "networks with commas, such as 192.168.7.0/24")],
    "PUSH_SECONDS": [("0", "a number above 0")],
    "CORRECTIONS_URL": [
        ("us", "like https://example.org/issues or mailto:you@example.org"),
        ("https:", "like https://example.org/issues or mailto:you@example.org"),
        ("mailto:us", "like https://example.org/issues or mailto:you@example.org"),
        ("javascript:a@b", "like https://example.org/issues or mailto:you@example.org"),
    ],
    "LOG_LEVEL": [("LOUD", "DEBUG, INFO, WARNING, ERROR or CRITICAL")],
    "LOG_FORMAT": [("xml", "line or json")],
    "DEBUG": [("a bit", "1 or 0")],
    "CHECK_LOCK_ORDER": [("a bit", "1 or 0")],
    "PSEUDO_LANGUAGE": [("both", "1 or 0")],
}
#: Their texts have passwords, so the sentence does not repeat them.
WRONG_SECRETS = {
    "PUSH_KEY": [
        ("short", "a key as python -m server.push_key makes it"),
        ("_" * 43, "a key as python -m server.push_key makes it"),
    ],
    "SECRET_KEY": [
        ("changeme", "a random text of 50 characters or more"),
        ("a" * 60, "a random text of 50 characters or more"),
    ],
    "DATABASE_URL": [
        ("postgres", "like postgres://user:password@host/name"),
        ("mysql://me:secret@db/site", "like postgres://user:password@host/name"),
    ],
    "REDIS_URL": [
        ("http://:secret@redis", redis_address.ONE),
        ("redis+sentinel://:secret@one,two", redis_address.SENTINELS),
        ("redis+sentinel://:secret@one,/name/0", redis_address.SENTINELS),
        ("redis+sentinel://:secret@one:port/name/0", redis_address.SENTINELS),
        ("redis+sentinel://:secret@one/name/first", redis_address.SENTINELS),
        ("redis+sentinel://:secret@one/name/0?db=1", redis_address.SENTINELS),
    ],
    "METRICS_TOKEN": [("short", "a random text of 50 characters or more")],
    "EMAIL_URL": [("pigeon://me:secret@host", "like smtp+tls://user:password@host:587")],
}
ANY_TEXT = {
    "ALLOWED_HOSTS",
    "ROUNDHOUSE_BIND",
    "ROUNDHOUSE_VAR",
    "ROUNDHOUSE_BACKUPS",
    "EMAIL_FROM",
}


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch):
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


def sentences(monkeypatch, **settings) -> list[str]:
    """The complaint about these settings; empty if the site may start."""
    for name, text in settings.items():
        monkeypatch.setenv(name, text)
    try:
        environment.check()
    except WrongSettingsError as wrong:
        return wrong.sentences
    return []


def test_people_and_the_code_have_the_same_settings_with_the_same_numbers():
    guide = (ROOT / "docs" / "operators.md").read_text().partition("\n## Settings\n")[2]
    rows = dict(ROW.findall(guide))

    assert list(rows) == list(SETTINGS)
    said = {name: float(text) for name, text in rows.items() if re.fullmatch(r"\d+", text)}
    chosen_elsewhere = {"ROUNDHOUSE_PORT": DEFAULT_PORT, "ROUNDHOUSE_DEMO_SPEED": DEFAULT_SPEED}
    assert said == {name: float(SETTINGS[name].default or 0) for name in said} | chosen_elsewhere


def test_a_primary_and_its_standby_are_one_address():
    url = "postgres://me:secret@db1:5432,db2:5433/site?target_session_attrs=read-write"
    found = environment.database(url)

    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db1,db2", "5432,5433", "site")
    assert found["OPTIONS"] == {"target_session_attrs": "read-write"}


def test_a_laptop_starts_with_nothing_set(monkeypatch):
    assert sentences(monkeypatch) == []
    assert not environment.is_production()


def test_what_is_empty_is_not_set(monkeypatch):
    assert sentences(monkeypatch, **dict.fromkeys(SETTINGS, " ")) == []


def test_every_setting_that_can_be_wrong_is_tried():
    assert {*WRONG, *WRONG_SECRETS, *ANY_TEXT} == set(SETTINGS)


def sentences_about(name, text, monkeypatch):
    """The complaint about one setting, which is set to nothing afterwards."""
    with monkeypatch.context() as alone:
        return sentences(alone, **{name: text})


def test_a_wrong_setting_is_one_sentence(monkeypatch):
    for name, rows in WRONG.items():
        for text, wanted in rows:
            said = sentences_about(name, text, monkeypatch)
            assert said == [f"{name} is {text!r}; it must be {wanted}."]


def test_a_wrong_secret_is_one_sentence_without_the_secret(monkeypatch):
    for name, rows in WRONG_SECRETS.items():
        for text, wanted in rows:
            said = sentences_about(name, text, monkeypatch)
            assert said == [f"{name} is wrong; it must be {wanted}."], text


def test_all_that_is_wrong_is_said_at_once(monkeypatch):
    found = sentences(monkeypatch, LOG_LEVEL="LOUD", DEBUG="a bit", SECRET_KEY="changeme")

    assert [sentence.split()[0] for sentence in found] == ["SECRET_KEY", "LOG_LEVEL", "DEBUG"]


def test_a_server_starts_with_all_that_it_needs(monkeypatch):
    assert sentences(monkeypatch, **PRODUCTION) == []
    assert environment.is_production()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"SECRET_KEY": ""},
            "SECRET_KEY is not set; set it to a long random text, the same for all processes.",
        ),
        (
            {"PUBLIC_URL": ""},
            (
                "PUBLIC_URL is not set; set it to the address of the site,"
                " such as https://play.example.org."
            ),
        ),
        (
            {"ALLOWED_HOSTS": "play.example.org,*"},
            "ALLOWED_HOSTS has *, so the site would answer to every name; list its own names.",
        ),
        (
            {"HTTPS_ONLY": ""},
            (
                "PUBLIC_URL begins with https://; set HTTPS_ONLY=1,"
                " so that no cookie is sent without encryption."
            ),
        ),
        (
            {"PUBLIC_URL": "http://play.example.org"},
            "HTTPS_ONLY is set; let PUBLIC_URL begin with https://.",
        ),
        (
            {"REDIS_URL": ""},
            "REDIS_URL is not set; set it to the Redis that all processes share.",
        ),
        (
            {"DEBUG": "1"},
            "DEBUG is set; it shows strangers the inside of the site, so leave it out.",
        ),
    ],
)
def test_a_server_refuses_an_insecure_default(change, sentence, monkeypatch):
    assert sentences(monkeypatch, **PRODUCTION | change) == [sentence]
    assert sentences(monkeypatch, **PRODUCTION | change, PRODUCTION="0") == []


PROGRAMS = [
    "manage.py migrate",
    "manage.py backup --automatic",
    "-m uvicorn config.asgi:application --port 0",
    "-m celery -A config worker",
    "-m celery -A config beat",
]
SECOND = ("manage.py backup --automatic", "-m celery -A config beat")


def start(command, tmp_path, **settings):
    """A program with these settings alone, until it ends."""
    return subprocess.run(
        [sys.executable, *command.split()],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "ROUNDHOUSE_VAR": str(tmp_path), **settings},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize(
    "command",
    # They say what the test below has them say: one of them will do.
    [PROGRAMS[0], *(pytest.param(one, marks=pytest.mark.long) for one in PROGRAMS[1:])],
)
def test_every_program_refuses_a_server_without_a_setting(command, tmp_path):
    left_out = {name: text for name, text in PRODUCTION.items() if name != "REDIS_URL"}
    done = start(command, tmp_path, **left_out)
    assert (done.returncode, done.stdout + done.stderr) == (
        1,
        "REDIS_URL is not set; set it to the Redis that all processes share.\n",
    )


@pytest.mark.parametrize(
    "command",
    # A second program of manage.py and of Celery reads the settings where the first one does.
    [
        pytest.param(one, marks=pytest.mark.long if one in SECOND else ())
        for one in (*PROGRAMS, "-m server.supervisor")
    ],
)
def test_every_program_says_it_and_ends(command, tmp_path):
    done = start(command, tmp_path, LOG_LEVEL="LOUD")
    assert done.returncode == 1
    assert done.stdout + done.stderr == (
        "LOG_LEVEL is 'LOUD'; it must be DEBUG, INFO, WARNING, ERROR or CRITICAL.\n"
    )
