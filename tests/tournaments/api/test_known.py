"""Every operation refuses parameters and fields that its schema does not have, by their names."""

import re

import pytest
from django.urls import resolve

from tests.api_schema import api_schema
from tests.builders import make_event, make_tournament
from tournaments.api import known
from tournaments.api.problems import MEDIA_TYPE

OPERATIONS = [
    (method, path, operation)
    for path, operations in api_schema()["paths"].items()
    for method, operation in operations.items()
]
WRITES = [one for one in OPERATIONS if one[0] != "get"]


def names(operations):
    return [operation["operationId"] for _method, _path, operation in operations]


def address(path):
    return re.sub(r"\{\w+\}", "1", path)


def view_of(path):
    return resolve(address(path)).func.cls


def faults(answer):
    assert answer.status_code == 400
    assert answer["Content-Type"] == MEDIA_TYPE
    return [(one["field"], one["code"]) for one in answer.json()["errors"]]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path", "operation"), OPERATIONS, ids=names(OPERATIONS))
def test_an_unknown_parameter_is_refused(client, method, path, operation):
    known_here = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
    assert known.parameters_of(view_of(path), method.upper()) == known_here
    answer = getattr(client, method)(f"{address(path)}?surprise=1")
    assert faults(answer) == [("surprise", "unknown")]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path", "operation"), WRITES, ids=names(WRITES))
def test_an_unknown_field_is_refused(client, method, path, operation):
    sent = {"surprise": 1}
    answer = getattr(client, method)(address(path), sent, content_type="application/json")
    assert faults(answer) == [("surprise", "unknown")]


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


@pytest.mark.parametrize(("method", "path", "operation"), WRITES, ids=names(WRITES))
def test_the_fields_that_are_read_are_those_of_the_schema(method, path, operation):
    found = known.fields_of(view_of(path), method.upper())
    assert set(found) == set(fields_in_schema(operation) or {})


@pytest.mark.django_db
def test_a_field_inside_a_row_is_named_with_its_row(client):
    tournament = make_tournament()
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
def test_what_is_no_object_has_no_unknown_field(client, body):
    answer = client.post("/api/v1/events/", body, content_type="application/json")
    assert answer.status_code in (400, 401)
    assert b"unknown" not in answer.content
