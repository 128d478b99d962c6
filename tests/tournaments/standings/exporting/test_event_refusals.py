"""An event file that was changed, or is none, is refused and leaves nothing."""

import copy

import pytest

from tests.builders import ANNA, NOON, make_tournament, minutes
from tests.tournaments.signup.sessions import make_players, make_session
from tests.tournaments.standings.exporting.event_files import (
    LATER,
    decided_event,
    forgotten,
    written,
)
from tournaments.ledger import Actor
from tournaments.models import Event
from tournaments.signup import services as signup
from tournaments.standings import errors
from tournaments.standings.exporting import event_reader

# A file is checked in Python before anything is stored.
pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def file(django_db_setup, redis_server, django_db_blocker):
    with forgotten(django_db_blocker):
        return written(decided_event())


def broken(data, *path, value):
    data = copy.deepcopy(data)
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return data


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), "other"),
        (("version",), 99),
        (("event", "starts_on"), "yesterday"),
        (("event", "time_zone"), "Mars/Olympus"),
        (("players",), None),
        (("players", 0, "name"), ""),
        (("entries", 0, "player_id"), 987_654),
        (("entries", 0, "status"), "lost"),
        (("seats", 1, "position"), 1),
        (("lines", 0, "points"), "many"),
        (("tournaments", 0, "slot"), -5),
        (("tournaments", 0, "table_min"), 9),
        (("ledger", 0, "at"), "noon"),
    ],
)
def test_a_file_that_was_changed_is_refused_and_leaves_nothing(file, path, value):
    data = broken(file, *path, value=value)
    with pytest.raises(errors.NotAnEventFile):
        event_reader.load(data, by=ANNA, at=LATER)
    assert not Event.objects.exists()


@pytest.mark.parametrize("data", [None, [], 5, {}, {"format": "roundhouse-event", "version": 1}])
def test_anything_but_an_event_file_is_refused(data):
    with pytest.raises(errors.NotAnEventFile):
        event_reader.load(data, by=Actor("Zoë"), at=LATER)


@pytest.mark.each_database  # what the booked time takes is compared when it is stored
def test_a_file_with_one_person_in_two_places_is_refused():
    event = decided_event()
    heats = make_tournament(event, name="Heats")
    sessions = [make_session(heats), make_session(heats)]
    players = make_players(event, 2)
    for session, player in zip(sessions, players, strict=True):
        signup.book(session, player, by=ANNA, at=NOON - minutes(30))
    data = written(event)
    data["bookings"][1]["player_id"] = data["bookings"][0]["player_id"]
    with pytest.raises(errors.NotAnEventFile):
        event_reader.load(data, by=ANNA, at=LATER)


@pytest.mark.parametrize(("name", "column"), [("adjustments", "points"), ("standings", "score")])
def test_a_number_that_takes_seconds_to_read_is_refused_with_the_file(file, name, column):
    data = broken(file, name, 0, column, value="1e3000000")
    with pytest.raises(errors.NotAnEventFile):
        event_reader.load(data, by=ANNA, at=LATER)
    assert not Event.objects.exists()
