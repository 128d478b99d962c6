"""Standings say which results they have, and a program may wait for its own write."""

import time
from contextlib import ExitStack

import pytest
from django.db.models import F
from django.urls import reverse

from tests.builders import make_entries, make_round, make_tournament
from tests.tournaments.standings.hands import report
from tournaments.models import StandingsState
from tournaments.standings.computing import throttle, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def reported():
    """A hand is reported, and no worker has computed since."""
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 3)])
    report(made.tables.get(), [130, 5, 0])
    StandingsState.objects.filter(pk=tournament.pk).update(results_version=F("results_version") + 1)
    return tournament


def standings_of(client, tournament, **sent):
    return client.get(reverse("api-standings", args=[tournament.event.slug, tournament.slug]), sent)


def test_standings_say_which_results_they_have(client, reported):
    found = standings_of(client, reported).json()
    assert found["results"] == []
    assert found["standings_version"] < found["results_version"]
    assert found["is_current"] is False


def test_a_program_waits_for_standings_with_its_own_write(client, reported):
    found = standings_of(client, reported, wait=2).json()
    assert found["is_current"] is True
    assert found["standings_version"] == found["results_version"]
    assert len(found["results"]) == 3
    assert found == standings_of(client, reported).json()


def test_waiting_ends_while_another_worker_computes(client, reported):
    with throttle.computing_lock(reported.pk) as mine:
        assert mine
        before = time.monotonic()
        found = standings_of(client, reported, wait=1).json()
    assert found["is_current"] is False
    assert 1 <= time.monotonic() - before < 20


def test_only_some_requests_wait_at_once(client, reported):
    with ExitStack() as taken:
        for _turn in range(waiting.MOST_AT_ONCE):
            taken.enter_context(waiting._turns)
        assert standings_of(client, reported, wait=5).json()["is_current"] is False


@pytest.mark.parametrize("seconds", ["6", "-1", "soon", ""])
def test_nobody_waits_longer_than_five_seconds(client, reported, seconds):
    answer = standings_of(client, reported, wait=seconds)
    assert answer.status_code == 400
    assert [one["field"] for one in answer.json()["errors"]] == ["wait"]
