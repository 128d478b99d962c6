"""A program, or a phone, agrees to play past the end of the slot."""

import pytest
import time_machine
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tests.tournaments.signup.sessions import make_session
from tournaments.api.tokens import make_token
from tournaments.models import Consent, LedgerEntry
from tournaments.signup import services as signup

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _after_the_warning():
    with time_machine.travel(NOON + minutes(95), tick=False):
        yield


@pytest.fixture
def table():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 3)]).tables.get()


@pytest.fixture
def say(client, table):
    def say(seat, *, agrees=True, **headers):
        body = {"seat": seat, "agrees": agrees}
        where = f"/api/v1/tables/{table.code}/play-on/"
        return client.post(where, body, content_type="application/json", headers=headers)

    return say


def who_agrees(answer):
    return [one["seat"] for one in answer.json()["seats"] if one["agrees"]]


def test_a_scorekeeper_s_program_notes_who_agrees_and_who_takes_it_back(say, table):
    account = make_conductor(table.round.tournament.event)
    token = make_token(account, "s", ["results"], at=timezone.now())[1]
    said = {"Authorization": f"Bearer {token}"}
    assert who_agrees(say(1, **said)) == [1]
    assert who_agrees(say(1, **said)) == [1]
    assert not say(2, **said).json()["everyone"]
    everybody = say(3, **said)
    assert everybody.json()["everyone"]
    assert who_agrees(everybody) == [1, 2, 3]
    assert who_agrees(say(2, agrees=False, **said)) == [1, 3]
    assert Consent.objects.count() == 3
    assert LedgerEntry.objects.filter(verb="agree to play on").count() == 3
    assert (say(9, **said).status_code, say(9, **said).json()["code"]) == (
        422,
        "nobody-in-that-seat",
    )


def test_a_phone_agrees_for_its_own_seat_alone(client, say, table):
    assert say(2).status_code == 403
    open_seat(client, table.seats.get(position=2))
    assert say(1).status_code == 403
    assert who_agrees(say(2)) == [2]


def test_the_answer_names_the_place_that_somebody_loses(client, say, table):
    seat = table.seats.select_related("entry__player").get(position=1)
    event, player = table.round.tournament.event, seat.entry.player
    seminar = {"kind": "other", "name": "Seminar", "start": 120, "length": 60}
    session = make_session(event=event, **seminar)
    signup.book(session, player, by=ANNA, at=NOON, conducts=True)
    open_seat(client, seat)
    own, *others = say(1).json()["seats"]
    assert (own["player"], own["loses"]) == (player.shown_name, ["Seminar"])
    assert [one["loses"] for one in others] == [[], []]


def test_what_is_sent_again_with_its_key_is_answered_as_it_was(say, table):
    account = make_conductor(table.round.tournament.event)
    token = make_token(account, "s", ["results"], at=timezone.now())[1]
    said = {"Authorization": f"Bearer {token}"}
    key = {"Idempotency-Key": "the-first-time-that-it-was-said"}
    first = say(1, **said, **key)
    say(1, agrees=False, **said)
    again = say(1, **said, **key)
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    assert Consent.objects.filter(withdrawn_at=None).count() == 0
