"""The API does what its own schema says, whatever it is sent, for everybody who may come.

Schemathesis makes the requests from the schema. Each request is one of a visitor whom
Hypothesis draws. ``ROUNDHOUSE_API_EXAMPLES`` asks for more of them for each address (`make fuzz`).
"""

import os
from collections import Counter
from copy import deepcopy
from itertools import islice, product
from types import SimpleNamespace

import pytest
import schemathesis
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api_schema import api_schema
from tests.builders import ANNA, open_seat
from tests.examples import ALL
from tests.routes.visitors import rolled_back_later
from tests.routes.world import make_world
from tests.tournaments.signup.sessions import make_session
from tournaments.api.reading.exports import FILES
from tournaments.api.tokens import SCOPES, make_token
from tournaments.models import Entry, User
from tournaments.seating.constraints.services import keep_apart

EXAMPLES = int(os.environ.get("ROUNDHOUSE_API_EXAMPLES", "3" if ALL else "2"))
#: Every so many-th operation is sent anything in `make test`, and all of them in a long run.
STEP = 1 if ALL else 16
#: Every so many-th is asked there about something that exists.
STEP_OF_KNOWN = 1 if ALL else 8
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
NOT_FOUND, TOO_MANY = 404, 429
#: So many addresses of things that exist are tried for an operation: each round of each tournament.
MOST_ADDRESSES = 60
PLAIN = {"Accept-Encoding": "identity"}  # nobody unpacks what is packed here
#: The simplest request is one of the first: whoever may do most comes furthest.
ROLES = ("conductor", "phone", "nobody")
application = WSGIHandler()

# PostgreSQL refuses more of what is written: characters without a code, numbers out of range.
pytestmark = [pytest.mark.django_db, pytest.mark.long("sqlite")]


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker):
    """Created once; what a test changes is rolled back."""
    with django_db_blocker.unblock(), rolled_back_later():
        found = make_world(timezone.now())
        found.kept_apart = keep_apart(
            found.event, found.entry.player, found.late_entry.player, by=ANNA, at=timezone.now()
        )
        found.heat = make_session(found.idle)
        yield found
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def operations():
    made = schemathesis.openapi.from_dict(deepcopy(api_schema()))
    made.app = application
    return [found.ok() for found in made.get_all_operations()]


@pytest.fixture(autouse=True)
def _connection_stays():
    """As Django's own test client does it: the connection outlives a request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def headers_of(role: str, world: SimpleNamespace) -> dict[str, str]:
    if role == "conductor":
        owner = User.objects.get(email="olga@example.org")
        secret = make_token(owner, "fuzz", SCOPES, at=timezone.now())[1]
        return {"Authorization": f"Bearer {secret}"}
    if role == "phone":
        phone = SimpleNamespace(cookies={})
        open_seat(phone, world.late_table.seats.order_by("position")[1])
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in phone.cookies.items())}
    return {}  # nobody


def known(world: SimpleNamespace) -> dict[str, list]:
    """Values for the parts of an address that exist."""
    tournaments = [world.idle, world.drafted, world.published, world.late, world.played]
    tournaments += [world.league, world.new_league, world.knockout, world.robin, world.over]
    return {
        "event": [world.event.slug],
        "uid": [str(world.event.uid)],
        "tournament": [tournament.slug for tournament in tournaments],
        "season": [world.season.slug],
        "number": [1, 2],
        "adjustment": [world.adjustment.pk, world.season_adjustment.pk],
        "game": [world.fixture_game.pk, "express"],
        "file": list(FILES),
        "player": [world.entry.player_id],
        "title": [world.title.key],
        "session": [world.session.pk, world.heat.pk],
        "ranking": [world.ranking.slug],
        "of_class": [world.ranking.classes.get().pk],
        "team": [world.ranking.teams.get().pk],
        "prize": [world.ranking.prizes.get().pk],
        "pair": [world.kept_apart.pk],
        "hook": [world.hook.pk],
        "delivery": [world.hook.deliveries.earliest("pk").pk],
        "room": [world.room.pk],
        "announcement": [world.announcement.pk],
        "entry": [world.entry.pk, world.late_entry.pk],
        "other": [world.stranger.player_id, world.late_entry.player_id],
        "pickup": [world.pickup.pk],
        "letter": [world.letter.pk],
        "code": [
            world.fresh_table.code,
            world.late_table.code.lower(),
            world.disputed_table.code,
            world.voided_table.code,
        ],
    }


def test_no_request_that_can_be_made_is_an_error_of_ours(operations, world):
    headers = {role: headers_of(role, world) | PLAIN for role in ROLES}
    operations = operations[::STEP]
    assert len(operations) > 10
    statuses, there = Counter(), known(world)
    for operation in operations:
        cache.clear()  # no request is throttled
        fuzz(operation, headers, there, statuses)
    assert statuses[TOO_MANY] == 0, statuses
    readable = [operation for operation in operations if operation.method == "get"]
    assert statuses[200] > len(readable) / 2, statuses


def test_every_operation_is_answered_about_something_that_exists(operations, world):
    headers, there = headers_of("conductor", world) | PLAIN, known(world)
    not_found = []
    for operation in operations[::STEP_OF_KNOWN]:
        cache.clear()  # no request is throttled
        if statuses_of(operation, headers, there)[-1:] == [NOT_FOUND]:
            not_found.append(operation.label)
    assert not not_found, "\n".join(not_found)


def statuses_of(operation, headers, there):
    """The statuses of a request about one thing after another, until one is there."""
    found, names = [], [parameter.name for parameter in operation.path_parameters]

    # To find a seed of its own, Hypothesis would read the source of this test for each operation.
    @seed(1)
    @settings(
        max_examples=1,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(path_parameters=dict.fromkeys(names, "1")))
    def ask(case):
        for values in islice(product(*(there[name] for name in names)), MOST_ADDRESSES):
            case.path_parameters = dict(zip(names, values, strict=True))
            if isinstance(case.body, dict):
                ids = people_of(case.path_parameters.get("tournament"))
                case.body |= {key: ids[key] for key in case.body.keys() & ids.keys()}
            with transaction.atomic():  # each request finds the world as it was
                answer = case.call(headers=headers)
                transaction.set_rollback(True)
            case.validate_response(answer, checks=CHECKS)
            found.append(answer.status_code)
            if answer.status_code != NOT_FOUND:
                break

    ask()
    return found


def people_of(slug):
    """Two people of a tournament by the names that bodies have for them, and the tournament."""
    entries = Entry.objects.order_by("pk")
    of_one = list(entries.filter(tournament__slug=slug)) or list(entries)
    first, second = of_one[0], of_one[1]
    return {
        "entry_id": first.pk,
        "with_entry_id": second.pk,
        "opponent_id": second.pk,
        "winner_id": first.pk,
        "player_id": first.player_id,
        "table": 1,
        "one": first.player_id,
        "other": second.player_id,
        "event": first.tournament.event.slug,
        "tournament": first.tournament.slug,
    }


def fuzz(operation, headers, there, statuses):
    @seed(1)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), data=st.data())
    def ask(case, data):
        role = data.draw(st.sampled_from(ROLES))
        for name in case.path_parameters or {}:
            if there.get(name) and data.draw(st.sampled_from([True, False])):
                case.path_parameters[name] = data.draw(st.sampled_from(there[name]))
        with transaction.atomic():  # each request finds the world as it was
            answer = case.call(headers=headers[role])
            statuses[answer.status_code] += 1
            case.validate_response(answer, checks=CHECKS)
            transaction.set_rollback(True)

    ask()
