"""Every operation refuses parameters and fields that its schema does not have, by their names.

The sender is known first: a request counts towards the limits, and strangers are refused as such.
"""

import re
from functools import cache
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.api_schema import api_schema
from tests.builders import (
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_title,
    make_tournament,
)
from tests.examples import ALL
from tests.routes.world import make_world
from tests.tournaments.seasons.gatherings import make_season
from tournaments.api import known
from tournaments.api.problems import MEDIA_TYPE
from tournaments.api.tokens import SCOPES, EachThrottle, make_token
from tournaments.models import Role, User

# Fields are known from the schema: no test here asks for SQL that others do not ask PostgreSQL for.
pytestmark = pytest.mark.once
GET = "get"


@cache
def operations():
    """Each with its method and its path. Not at import: to render the schema takes seconds."""
    return [
        (method, path, operation)
        for path, operations in api_schema()["paths"].items()
        for method, operation in operations.items()
    ]


def writes():
    return [one for one in operations() if one[0] != GET]


def address(path):
    return re.sub(r"\{\w+\}", "1", path.replace("{uid}", str(UUID(int=1))))


def view_of(path):
    return resolve(address(path)).func.cls


def faults(answer):
    assert answer.status_code == 400
    assert answer["Content-Type"] == MEDIA_TYPE
    return [(one["field"], one["code"]) for one in answer.json()["errors"]]


def program_of(user):
    """A client with a token of this account for everything."""
    secret = make_token(user, "script", SCOPES, at=timezone.now())[1]
    return Client(headers={"Authorization": f"Bearer {secret}"})


@pytest.mark.django_db
def test_reading_refuses_an_unknown_parameter(client):
    for _method, path, operation in (one for one in operations() if one[0] == GET):
        here = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
        assert (path, known.parameters_of(view_of(path), "GET")) == (path, here)
        answer = client.get(f"{address(path)}?surprise=1")
        assert (path, faults(answer)) == (path, [("surprise", "unknown")])


def _tournament(path, world):
    if path.endswith("/bracket/"):
        return getattr(world, "knockout", world.played)
    return world.league if "{game}" in path else world.played


def where(path, world):
    """The address of something that exists."""
    values = {
        "event": lambda: world.event.slug,
        "uid": lambda: world.event.uid,
        "tournament": lambda: _tournament(path, world).slug,
        "season": lambda: world.season.slug,
        "number": lambda: world.sign.number if "hall-tables" in path else 1,
        "adjustment": lambda: (
            (world.season_adjustment if "season" in path else world.adjustment).pk
        ),
        "game": lambda: world.fixture_game.pk,
        "entry": lambda: world.entry.pk,
        "player": lambda: world.entry.player_id,
        "title": lambda: world.title.key,
        "session": lambda: world.session.pk,
        "pickup": lambda: world.pickup.pk,
        "room": lambda: world.room.pk,
        "announcement": lambda: world.announcement.pk,
        "letter": lambda: world.letter.pk,
        "code": lambda: world.fresh_table.code,
        "ranking": lambda: world.ranking.slug,
        "of_class": lambda: world.ranking.classes.get().pk,
        "team": lambda: world.ranking.teams.get().pk,
        "prize": lambda: world.ranking.prizes.get().pk,
        "hook": lambda: world.hook.pk,
        "delivery": lambda: world.hook.deliveries.earliest("pk").pk,
        "pair": lambda: 1,
    }
    return path.format(**{name: values[name]() for name in names_in(path)})


#: The parts of an address that the small world has.
SMALL = {"event", "uid", "tournament", "season", "number", "entry", "player", "code", "title"}


def make_small_world():
    """An event with what most addresses name, and a season of the same owner."""
    owner = make_conductor(event := make_event(), "olga@example.org")
    tournament = make_tournament(event)
    entries = make_entries(tournament, 3)
    table = make_round(tournament, [entries]).tables.get()
    return SimpleNamespace(
        event=event,
        played=tournament,
        season=make_season(owner, name="League", rule="laurels"),
        entry=entries[0],
        fresh_table=table,
        title=make_title(event),
    )


def names_in(path):
    return re.findall(r"\{(\w+)\}", path)


def is_small(path):
    """Whether the small world has what an address names."""
    return set(names_in(path)) <= SMALL and "hall-tables" not in path


@pytest.mark.django_db
def test_only_those_who_may_write_are_told_which_parameters_and_fields_are_unknown():
    world = make_world(timezone.now()) if ALL else make_small_world()
    program = program_of(User.objects.get(email="olga@example.org"))
    found = writes() if ALL else [one for one in writes() if is_small(one[1])][::6]
    assert len(found) > 9
    for method, path, operation in found:  # they share the code
        send, name = getattr(program, method), operation["operationId"]
        answer = send(f"{where(path, world)}?surprise=1", content_type="application/json")
        assert (name, faults(answer)) == (name, [("surprise", "unknown")])
        answer = send(where(path, world), {"surprise": 1}, content_type="application/json")
        assert (name, faults(answer)) == (name, [("surprise", "unknown")])
        said = getattr(Client(), method)(
            where(path, world), {"surprise": 1}, content_type="application/json"
        )
        assert (name, said.status_code in (401, 403)) == (name, True), said.content


@pytest.mark.django_db
def test_a_wrong_token_is_said_before_a_wrong_parameter():
    stranger = Client(headers={"Authorization": "Bearer rh_of-nobody"})
    assert stranger.get("/api/v1/events/?surprise=1").status_code == 401


@pytest.mark.django_db
def test_what_is_refused_as_unknown_counts_towards_the_limit(monkeypatch, within_a_minute):
    program = program_of(make_conductor(make_event(), "clara@example.org", Role.CONDUCTOR))
    monkeypatch.setitem(EachThrottle.THROTTLE_RATES, "each", "2/min")
    asked = [program.get("/api/v1/events/?surprise=1").status_code for _time in range(3)]
    assert asked == [400, 400, 429]


def fields_in_schema(operation):
    """The fields of a body, with those of the objects inside it."""
    body = operation.get("requestBody", {"content": {"application/json": {"schema": {}}}})
    return of_schema(body["content"]["application/json"]["schema"])


def of_schema(schema):
    schema = resolved(schema)
    if schema.get("type") == "array":
        return of_schema(schema["items"])
    if choices := schema.get("oneOf") or schema.get("allOf") or schema.get("anyOf"):
        return {name: below for one in choices for name, below in (of_schema(one) or {}).items()}
    if "properties" not in schema:
        return None
    return {name: of_schema(one) for name, one in schema["properties"].items()
            if not one.get("readOnly")}  # fmt: skip


def resolved(schema):
    while "$ref" in schema:
        schema = api_schema()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def test_the_fields_that_are_read_are_those_of_the_schema():
    for method, path, operation in writes():
        found = known.fields_of(view_of(path), method.upper())
        assert (path, set(found)) == (path, set(fields_in_schema(operation) or {}))


@pytest.mark.django_db
def test_a_field_inside_a_row_is_named_with_its_row():
    tournament = make_tournament()
    client = program_of(make_conductor(tournament.event, "clara@example.org", Role.CONDUCTOR))
    at = f"/api/v1/events/{tournament.event.slug}/tournaments/{tournament.slug}/entries/"
    sent = {"entries": [{"name": "Ada"}, {"nmae": "Bob", "name": "Bob"}]}
    answer = client.post(at, sent, content_type="application/json")
    assert faults(answer) == [("entries.1.nmae", "unknown")]


@pytest.mark.django_db
def test_a_filter_with_a_slip_shows_no_rows(client):
    make_event()
    assert faults(client.get("/api/v1/events/?update_since=2026-11-21T12:00:00Z")) == [
        ("update_since", "unknown")
    ]
    assert client.get("/api/v1/events/?v=3&page=1").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("body", [b"", b"null", b"[]", b"{", b"[" * 5000])
def test_what_is_no_object_has_no_unknown_field(body):
    client = program_of(make_conductor(make_event(), "clara@example.org", Role.CONDUCTOR))
    answer = client.post("/api/v1/events/", body, content_type="application/json")
    assert answer.status_code == 400
    assert b"unknown" not in answer.content
