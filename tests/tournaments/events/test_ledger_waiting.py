"""The entries that wait: the ledger shows and exports them before they are written."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.results.tables import at_seat, play
from tournaments.events.ledger.sealing import broken_seal, seal_all
from tournaments.events.ledger.waiting import waiting_entries
from tournaments.ledger import Actor
from tournaments.models import LedgerEntry, SheetVersion
from tournaments.results.confirming import services as confirming
from tournaments.results.reporting import services as reporting
from tournaments.results.ruling import services as ruling

pytestmark = [pytest.mark.django_db, pytest.mark.each_database]

WHAT_IT_SAYS = ("at", "verb", "subject", "user_id", "actor", "device", "before", "after")


@pytest.fixture
def table():
    tournament = make_tournament(make_event())
    return make_round(tournament, [make_entries(tournament, 4)]).tables.get()


@pytest.fixture
def event(table):
    return table.round.tournament.event


@pytest.fixture
def owner(client, event):
    client.force_login(make_conductor(event))
    return client


def said(entries):
    return [tuple(getattr(entry, name) for name in WHAT_IT_SAYS) for entry in entries]


def ledger_of(client, **filters):
    return client.get(reverse("ledger", args=["winter-meet"]), filters).content.decode()


def test_what_waits_is_written_as_it_was_shown(table, event):
    play(table)
    confirming.confirm_sheet(table, 1, by=at_seat(table, 2), at=NOON + minutes(11))
    waiting = said(waiting_entries(event))
    assert [row[1:3] for row in waiting] == [
        (f"{act} hand", f"{table.round.tournament}, Round 1, Table 1, Hand 1")
        for act in ("deal", "report", "confirm")
    ]
    assert waiting[1][-1]["entered"]["points"] == [30, 12, 0, -5]
    assert waiting[2][-2:] == ({"status": "reported"}, {"status": "confirmed"})
    assert seal_all(now=timezone.now()) == 3
    assert waiting_entries(event) == []
    assert said(event.ledger.order_by("pk")) == waiting
    assert broken_seal(event) is None


def test_writing_twice_writes_once(table, event):
    play(table)
    assert [seal_all(now=NOON), seal_all(now=NOON)] == [2, 0]
    assert not SheetVersion.objects.filter(in_ledger=False).exists()


def test_a_hand_dealt_without_a_network_says_when(table, event):
    reporting.deal(table, 1, by=at_seat(table, 1), at=NOON + minutes(5), made_at=NOON)
    (entry,) = waiting_entries(event)
    assert entry.after == {"dealt_at": NOON.isoformat(), "offline": True}


def test_the_ledger_is_in_order_whatever_was_written_first(owner, table):
    play(table)
    ruling.void_hand(table, 1, by=ANNA, at=NOON + minutes(30), reason="misdeal")
    play(table, 1, at=NOON + minutes(40))
    before = ledger_of(owner)
    words = [before.index(word, before.index('id="act-')) for word in ("misdeal", "dealt a hand")]
    assert before.count('id="act-') == 5
    assert words[1] < words[0]  # dealt again after it was voided
    seal_all(now=timezone.now())
    assert [at for (at,) in LedgerEntry.objects.values_list("at")] == [
        NOON + minutes(m) for m in (50, 40, 30, 10, 0)
    ]


def test_every_page_of_a_ledger_has_each_act_once(owner, table, event):
    tournament = event.tournaments.get()
    play(table)
    for number in range(120):
        LedgerEntry.objects.create(
            event=event, at=NOON + minutes(number), verb="drop", subject=f"no. {number}.", actor="A"
        )
    pages = "".join(ledger_of(owner, page=str(page)) for page in (1, 2, 3))
    assert all(pages.count(f"no. {number}.") == 1 for number in range(120))
    assert pages.count(f"{tournament}, Round 1, Table 1, Hand 1") == 2


def test_nothing_is_written_by_looking(owner, table, event):
    play(table)
    ledger_of(owner)
    assert not event.ledger.exists()


def test_what_an_own_table_needs_is_written_at_once(table, event):
    play(table)
    user = make_conductor(event)
    clara = Actor("Clara", user=user, player=at_seat(table, 2).player)
    ruling.confirm_hand(table, 1, by=clara, at=NOON + minutes(12))
    assert LedgerEntry.objects.get().after == {"status": "confirmed", "own_table": True}
