"""Erasing somebody changes nothing of what is stored of others, whatever the name."""

import json
import math

import pytest
from django.apps import apps
from django.db.models import JSONField, QuerySet

from tests.builders import ANNA, NOON, make_event, make_round
from tests.examples import ALL
from tests.tournaments.privacy.records import LATER, keep_answer
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.ledger import SYSTEM, Actor, record
from tournaments.models import IdempotencyKey, LedgerEntry, LedgerSeal, Player
from tournaments.privacy.services import erase
from tournaments.registration.services import add_player, check_in_many
from tournaments.seating.changing.services import lock_seat, swap_seats
from tournaments.seating.constraints.services import keep_apart
from tournaments.verbs import Verb

# What is left as it is, is decided in Python: see test_erasing.py for each database.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

#: What the records below are made of, beside their keys: words, numbers, verbs and codes.
WORDS = (
    *("null", "true", "false", "None", "0", "1", "2", "17", "Table", "Round 1", "Hand 1"),
    *("report", "deal", "rules", "owner", "dealt", "confirmed", "Express Open", "Open"),
    *("Roundhouse", "a phone at the event", "a player", "2 entries", "roster file", "device"),
)
#: How many names of each kind are tried: each is erased by itself.
MOST_KEYS = 20 if ALL else 5


def everything():
    """All rows of the database, as texts by model and key; without those about erasing itself."""
    rows = {}
    for model in apps.get_models(include_auto_created=True):
        for row in QuerySet(model).values():
            rows[model._meta.label, row[model._meta.pk.attname]] = json.dumps(row, default=str)
    return rows


def keys_in(value):
    if isinstance(value, dict):
        yield from value
        for one in value.values():
            yield from keys_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from keys_in(one)


def all_keys():
    """The keys of all JSON in the database."""
    found = set()
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, JSONField):
                for value in QuerySet(model).values_list(field.name, flat=True):
                    found |= set(keys_in(value))
    return sorted(found)


@pytest.fixture
def record_of_others(zephyrine):
    """An event with much in its records: one person's whole day, seats, answers, receipts."""
    event = zephyrine.event
    mine = zephyrine.entries.get()
    entries = [mine, *mine.tournament.entries.exclude(pk=mine.pk)]
    draft = make_round(mine.tournament, [entries[:1], entries[1:]], number=2, started_at=None)
    swap_seats(draft, entries[0], entries[1], by=ANNA, at=NOON)
    lock_seat(draft, entries[0], locked=True, by=ANNA, at=NOON)
    keep_apart(event, entries[0].player, entries[1].player, by=ANNA, at=NOON)
    check_in_many(entries, by=ANNA, at=NOON)
    record(event, Verb.GAME_GOES_ON, "Table 1", by=SYSTEM, at=NOON)
    record(event, Verb.DEAL_HAND, "Hand 1", by=Actor("a phone at the event", device="x"), at=NOON)
    answer = {"code": "A01", "number": 1, "act": "report", "status": "reported", "version": 2}
    kept = IdempotencyKey(event=event, key="a-receipt", fingerprint="it", answer=answer)
    kept.save()
    line = {"entry_id": mine.pk, "player_id": zephyrine.pk, "player": zephyrine.name, "seed": None}
    where = f"tournaments/{mine.tournament.slug}/entries/"
    keep_answer(zephyrine, where, {"entries": [line | {"status": "entered"}]}, key="lines")
    return event


def test_strangers_who_are_called_like_parts_of_a_record_leave_it_as_it_is(record_of_others):
    event = record_of_others
    keys = all_keys()
    assert {"reason", "status", "player", "private", "is"} <= set(keys)
    some = keys[:: math.ceil(len(keys) / MOST_KEYS)]
    words = WORDS if ALL else WORDS[::6]
    called = dict.fromkeys(["reason", "is", *some, *words, "check in", "report hand"])
    known = set(event.players.values_list("name", flat=True))
    seal_all(now=LATER)
    before = everything()
    strangers = [
        add_player(event, name=name, by=ANNA, at=LATER)[0]
        for name in called
        if name not in known and not name.isspace()
    ]
    assert len(strangers) > (40 if ALL else 9)
    for stranger in strangers:
        erase(stranger, by=ANNA, at=LATER)
    after = everything()
    changed = {key for key, row in before.items() if after.get(key) != row}
    assert changed == set()
    assert broken_seal(event) is None


def test_an_event_elsewhere_is_not_touched_by_a_namesake(record_of_others):
    elsewhere = make_event("Summer Meet")
    namesakes = [
        add_player(elsewhere, name=name, by=ANNA, at=LATER)[0]
        for name in ("Zephyrine Quillfeather", "reason")
    ]
    seal_all(now=LATER)
    before = everything()
    for namesake in namesakes:
        erase(namesake, by=ANNA, at=LATER)
    ours = {key: row for key, row in everything().items() if key in before}
    theirs = {(Player._meta.label, namesake.pk) for namesake in namesakes} | {
        (model._meta.label, pk)
        for model in (LedgerEntry, LedgerSeal)
        for pk in QuerySet(model).filter(event=elsewhere).values_list("pk", flat=True)
    }
    assert {key for key, row in before.items() if ours.get(key) != row} <= theirs
