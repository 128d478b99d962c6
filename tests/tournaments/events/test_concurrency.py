"""Two conductors at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from threading import Barrier

import pytest
from django.db import connection

from tests.builders import ANNA, NOON, make_event, make_tournament, minutes
from tournaments.errors import ChangedMeanwhile
from tournaments.events import services
from tournaments.events.queries import tournament_values
from tournaments.events.settings.declaring import values_of
from tournaments.events.settings.of_event import OF_EVENT
from tournaments.events.settings.of_tournament import OF_TOURNAMENT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long("sqlite")]  # one writer

CONDUCTORS = 6
#: What the form of a tournament changes.
ALL = ("name", *(key for key, one in OF_TOURNAMENT.items() if not one.only_at_first))


def test_events_of_one_name_created_at_once_get_different_slugs():
    together = Barrier(CONDUCTORS)
    day = date(2026, 11, 21)

    def create(_number):
        try:
            together.wait(60)
            return services.create_event(
                name="Winter Meet", starts_on=day, ends_on=day, by=ANNA, at=NOON
            ).slug
        finally:
            connection.close()

    with ThreadPoolExecutor(CONDUCTORS) as pool:
        slugs = sorted(pool.map(create, range(CONDUCTORS)))
    assert slugs == ["winter-meet", *(f"winter-meet-{n}" for n in range(2, CONDUCTORS + 1))]


def at_once(number, act):
    """The results or refusals of ``act``, done by ``number`` people at the same moment."""
    together = Barrier(number)

    def one(who):
        try:
            together.wait(60)
            return act(who)
        except ChangedMeanwhile as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def test_people_who_change_different_settings_at_once_lose_nothing():
    tournament = make_tournament()
    seen = tournament_values(tournament)
    changes = [
        {"name": "Night"},
        {"target": 150},
        {"slot": minutes(200)},
        {"rounds_planned": 4},
        {"qualifying_games": 1},
        {"objection_minutes": 9},
    ]
    sent = [{key: seen[key] for key in ALL} | change for change in changes]
    by = {"by": ANNA, "at": NOON, "seen": seen}
    at_once(len(sent), lambda who: services.change_tournament(tournament, **by, **sent[who]))
    tournament.refresh_from_db()
    now = tournament_values(tournament)
    assert {key: now[key] for key in ALL} == {key: seen[key] for key in ALL} | {
        key: value for change in changes for key, value in change.items()
    }


def test_of_people_who_change_one_setting_at_once_only_the_first_does():
    event = make_event()
    seen = values_of(event, OF_EVENT)

    def rename(who):
        return services.change_event(event, by=ANNA, at=NOON, seen=seen, name=f"Meet {who}").name

    done = at_once(CONDUCTORS, rename)
    event.refresh_from_db()
    names = [one for one in done if isinstance(one, str)]
    assert names == [event.name]
    assert len(done) - len(names) == CONDUCTORS - 1
