"""Erasing somebody from a real site leaves their name in no file, no copy and no later backup."""

import zipfile
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import redis
import requests

from tests.stack import Stack, wait_for

#: What the person of the story is called, and in which words they are spoken of.
WORDS = (b"quillfeather", b"quilfether", b"zephq", b"quillhaven", b"quillteam")
STORY = """
from django.db import transaction
from django.test import Client
from tests.builders import make_conductor, make_event
from tests.tournaments.privacy.conftest import a_whole_day
from tests.tournaments.privacy.test_traces import traces_of_every_kind

found = []
for make in (a_whole_day, lambda: traces_of_every_kind(make_event("Summer Meet"))):
    with transaction.atomic():  # the story is over before the worker sees its slots run out
        player = make()
    client = Client()
    client.force_login(make_conductor(player.event, f"owner-{player.pk}@example.org"))
    entry = player.entries.order_by("pk").first()
    found.append({
        "name": player.name,
        "privacy": f"/e/{player.event.slug}/players/{player.pk}/privacy/",
        "tournament": f"/e/{player.event.slug}/t/{entry.tournament.slug}/",
        "event": f"/e/{player.event.slug}/",
        "api": f"/api/v1/events/{player.event.slug}/",
        "cookies": {key: one.value for key, one in client.cookies.items()},
    })
answer = found
"""
ROWS = """
from tests.tournaments.privacy.records import rows_with
answer = rows_with("Quillfeather", "Quilfether", "zephq", "Quillhaven", "Quillteam")
"""
#: What a site says that could not empty the log of its database, because somebody read for long.
IN_USE = b"the log of the database is in use"
#: Then the task of every hour does it.
EVERY_HOUR = """
from django.utils import timezone
from tournaments.privacy.retention import remove_what_is_old
answer = remove_what_is_old(now=timezone.now())
"""
BACK_UP = """
from django.core.management import call_command
call_command("backup", {path!r})
answer = None
"""
#: Pages and files of a tournament and an event, also those that Redis keeps copies of.
SHOWN = ("standings/", "statistics/", "places.svg", "standings.csv", "hands.csv")
EXPORTED = ("players/",)


@pytest.mark.long("postgresql")
def test_what_a_site_keeps_has_no_name_of_somebody_who_was_erased(new_stack, tmp_path):
    # The story is one transaction, which takes locks in the order of what happens.
    settings = {"LOG_LEVEL": "INFO", "CHECK_LOCK_ORDER": "0", "EMAIL_URL": "memorymail://"}
    site = new_stack(**settings).start()
    people = site.ask(STORY)
    assert WORDS[0] in found_in(b"".join(all_answers(site, people)))
    assert WORDS[0] in found_in(b"".join(kept_in_redis(site)))
    assert site.on_postgresql or files_with_words(site)
    for person in people:
        erase(site, person)
    # In SQLite's file no row could hide one.
    assert not site.on_postgresql or site.ask(ROWS) == []
    # What everybody sees may be a second old (decision 14).
    for person in people:
        for address in addresses_of(person):
            wait_for(partial(is_clean, site, person, address))
    assert found_in(b"".join(kept_in_redis(site))) == []
    if said(site, IN_USE):  # on a busy machine
        wait_for(lambda: site.ask(EVERY_HOUR) and not files_with_words(site))
    assert files_with_words(site) == []
    backup = tmp_path / "later.zip"
    site.ask(BACK_UP.format(path=str(backup)))
    with zipfile.ZipFile(backup) as opened:
        assert found_in(b"".join(opened.read(name) for name in opened.namelist())) == []


def found_in(content: bytes) -> list[bytes]:
    return [word for word in WORDS if word in content.lower()]


def files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def files_with_words(site: Stack) -> list[Path]:
    return [path for path in files(site.var) if found_in(path.read_bytes())]


def said(site: Stack, words: bytes) -> bool:
    """Whether a process of the site has written these words into its log."""
    return any(words in path.read_bytes() for path in (site.var / "log").glob("*.log"))


def all_answers(site: Stack, people: list[dict]) -> list[bytes]:
    return [look_at(site, person, address) for person in people for address in addresses_of(person)]


def addresses_of(person: dict) -> list[str]:
    """The pages and files that an owner is shown of an event and its tournament."""
    return [
        *(person["tournament"] + page for page in SHOWN),
        *(person["event"] + page for page in ("", "roster/", "ledger/", "event.json")),
        *(person["api"] + page for page in EXPORTED),
        person["privacy"],
        "/ratings/",
    ]


def look_at(site: Stack, person: dict, address: str) -> bytes:
    answer = requests.get(site.url + address, cookies=person["cookies"], timeout=60)
    # A tournament of which no round is closed has no picture yet.
    assert answer.status_code in {200, 404}, address
    return answer.content


def is_clean(site: Stack, person: dict, address: str) -> bool:
    return not found_in(look_at(site, person, address))


def erase(site: Stack, person: dict) -> None:
    with requests.Session() as owner:
        owner.cookies.update(person["cookies"])
        address = site.url + person["privacy"]
        owner.get(address, timeout=60)
        values = {"name": person["name"], "csrfmiddlewaretoken": owner.cookies["csrftoken"]}
        answer = owner.post(
            address, data=values, headers={"Referer": address}, timeout=60, allow_redirects=False
        )
        assert answer.status_code == 302, answer.text


def kept_in_redis(site: Stack) -> list[bytes]:
    """The keys and values of all that the site's Redis holds."""
    with closing(redis.Redis.from_url((site.var / "redis.url").read_text())) as client:
        readers = {
            b"string": lambda key: [client.get(key)],
            b"list": lambda key: client.lrange(key, 0, -1),
            b"set": client.smembers,
            b"hash": lambda key: [part for pair in client.hgetall(key).items() for part in pair],
            b"zset": lambda key: client.zrange(key, 0, -1),
        }
        kinds = ((key, readers.get(client.type(key))) for key in client.scan_iter())
        return [part for key, read in kinds if read for part in (key, *filter(None, read(key)))]
