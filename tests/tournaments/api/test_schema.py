"""The API does what its own schema says, whatever it is sent, for everybody who may come.

Schemathesis makes the requests from the schema. Each request is one of a visitor whom
Hypothesis draws. ``ROUNDHOUSE_API_EXAMPLES`` asks for more of them for each address (`make fuzz`).
"""

import os
from collections import Counter
from copy import deepcopy
from types import SimpleNamespace

import pytest
import schemathesis
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.api_schema import api_schema
from tests.builders import open_seat
from tests.routes.world import make_world
from tournaments.api.reading.exports import FILES
from tournaments.api.tokens import SCOPES, make_token
from tournaments.models import User

EXAMPLES = int(os.environ.get("ROUNDHOUSE_API_EXAMPLES", "3"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
TOO_MANY = 429
PLAIN = {"Accept-Encoding": "identity"}  # nobody unpacks what is packed here
#: The simplest request is one of the first: whoever may do most comes furthest.
ROLES = ("conductor", "phone", "nobody")
application = WSGIHandler()

# PostgreSQL refuses more of what is written: characters without a code, numbers out of range.
pytestmark = [pytest.mark.django_db, pytest.mark.long("sqlite")]


@pytest.fixture
def world(db):
    return make_world(timezone.now())


@pytest.fixture
def schema(world):
    """As Django's own test client does it: the connection outlives a request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    made = schemathesis.openapi.from_dict(deepcopy(api_schema()))
    made.app = application
    yield made
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
        "uid": [world.event.uid],
        "tournament": [tournament.slug for tournament in tournaments],
        "season": [world.season.slug],
        "number": [1, 2],
        "adjustment": [world.adjustment.pk, world.season_adjustment.pk],
        "game": [world.fixture_game.pk],
        "file": list(FILES),
        "player": [world.entry.player_id],
        "title": [world.title.key],
        "session": [world.session.pk],
        "ranking": [world.ranking.slug],
        "of_class": [world.ranking.classes.get().pk],
        "team": [world.ranking.teams.get().pk],
        "prize": [world.ranking.prizes.get().pk],
        "hook": [world.hook.pk],
        "delivery": [world.hook.deliveries.earliest("pk").pk],
        "room": [world.room.pk],
        "announcement": [world.announcement.pk],
        "entry": [world.entry.pk, world.late_entry.pk],
        "other": [world.stranger.player_id],
        "pickup": [world.pickup.pk],
        "letter": [world.letter.pk],
        "code": [
            world.fresh_table.code,
            world.late_table.code.lower(),
            world.disputed_table.code,
            world.voided_table.code,
        ],
    }


def test_no_request_that_can_be_made_is_an_error_of_ours(schema, world):
    headers = {role: headers_of(role, world) | PLAIN for role in ROLES}
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 10
    statuses, there = Counter(), known(world)
    for operation in operations:
        cache.clear()  # no request is throttled
        fuzz(operation, headers, there, statuses)
    assert statuses[TOO_MANY] == 0, statuses
    readable = [operation for operation in operations if operation.method == "get"]
    assert statuses[200] > len(readable) / 2, statuses


def fuzz(operation, headers, there, statuses):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
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
