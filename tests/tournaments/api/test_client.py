"""A client generated from the schema runs a whole tournament, and uses nothing but the API.

It is made by openapi-python-client, as other people's programs would make theirs. It talks to the
site in this process: no socket. That PostgreSQL takes each of these requests, test_schema.py shows.
"""

import csv
import importlib
import io
import json
import re
import subprocess
import sys
from copy import deepcopy
from datetime import date
from http import HTTPStatus
from types import SimpleNamespace

import httpx
import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils import timezone
from openapi_spec_validator import validate

from tests.api_schema import api_schema
from tournaments.api.tokens import SCOPES, make_token
from tournaments.models import ScoreSheet, Tournament, User
from tournaments.standings.computing.services import refresh

PEOPLE = 40
EVENT, TOURNAMENT = "winter-meet", "express-open"


@pytest.fixture(scope="module")
def schema():
    """The schema as it is sent: JSON and nothing else."""
    return deepcopy(api_schema())


@pytest.mark.once
def test_the_schema_is_valid_openapi(schema):
    validate(schema)


@pytest.fixture(scope="module")
def package(schema, tmp_path_factory):
    """The generated client: a function that imports a module of it."""
    folder = tmp_path_factory.mktemp("generated")
    (folder / "schema.json").write_text(json.dumps(schema))
    (folder / "config.yml").write_text("post_hooks: []\n")
    command = ["generate", "--path", "schema.json", "--config", "config.yml", "--meta", "none"]
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "openapi_python_client",
            *command,
            "--output-path",
            "roundhouse_client",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stdout, done.stdout
    sys.path.insert(0, str(folder))
    yield lambda name: importlib.import_module(f"roundhouse_client.{name}")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.startswith("roundhouse_client")]:
        del sys.modules[name]


@pytest.fixture
def api(package, db):
    """``api.rounds_seat(…)`` calls an operation, and returns what it answers."""
    for signal in (request_started, request_finished):  # the connection outlives a request
        signal.disconnect(close_old_connections)
    user = User.objects.create_user("olga@example.org", name="Olga")
    secret = make_token(user, "a program", SCOPES, at=timezone.now())[1]
    transport = httpx.WSGITransport(app=WSGIHandler())
    client = package("client").AuthenticatedClient(
        base_url="http://testserver",
        token=secret,
        httpx_args={"transport": transport},
        raise_on_unexpected_status=True,
    )
    with client:
        yield Api(package, client)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


class Api:
    """The operations of the generated client by their names, and its models."""

    def __init__(self, package, client):
        self._client, self._package = client, package
        self.models = package("models")
        self.keys = 0

    def __getattr__(self, name):
        folder = next(
            folder
            for folder in ("events", "tables", "seasons", "schemes")
            if importlib.util.find_spec(f"roundhouse_client.api.{folder}.{name}")
        )
        operation = self._package(f"api.{folder}.{name}").sync_detailed

        def call(*address, **more):
            answer = operation(*address, client=self._client, **more)
            assert answer.status_code < HTTPStatus.BAD_REQUEST, answer.content
            return answer.parsed

        return call

    def key(self) -> str:
        """A new Idempotency-Key."""
        self.keys += 1
        return f"key-of-a-program-{self.keys:04}"


def everything(page):
    """All rows of a list that has one page."""
    assert page.count == len(page.results)
    return page.results


@pytest.mark.long
@pytest.mark.once
@pytest.mark.django_db
def test_a_program_runs_a_whole_tournament(api):
    m = api.models
    days = {"starts_on": date(2026, 11, 21), "ends_on": date(2026, 11, 22)}
    event = api.events_create(body=m.NewEvent("Winter Meet", **days), idempotency_key=api.key())
    assert event.slug == EVENT
    new = m.NewTournament("Express Open", "express", rounds_planned=2)
    made = api.tournaments_create(EVENT, body=new, idempotency_key=api.key())
    assert (made.slug, made.target) == (TOURNAMENT, 120)

    people = [m.NewEntry(name=f"Player {number:02}") for number in range(1, PEOPLE + 1)]
    entered = api.entries_create(EVENT, TOURNAMENT, body=m.NewEntries(people)).entries
    assert len(entered) == PEOPLE
    here = m.CheckIn([row.entry_id for row in entered])
    assert api.entries_check_in(EVENT, TOURNAMENT, body=here).checked_in == PEOPLE

    for number in (1, 2):
        assert play_round(api, number).kind == m.RoundKind.PRELIMINARY
    best = standings(api)[0]
    fined = m.NewAdjustment(best.entry_id, m.AdjustmentKind.WARNING, reason="slow")
    api.adjustments_create(EVENT, TOURNAMENT, body=fined, idempotency_key=api.key())
    assert play_round(api, 3).kind == m.RoundKind.FINAL

    rows = standings(api)
    assert len(rows) == PEOPLE
    assert rows[0].place == 1
    ended = api.events_tournaments_retrieve(EVENT, TOURNAMENT)
    assert (ended.status, ended.champion) == (m.TournamentStatus.FINISHED, rows[0].player)
    final = everything(api.events_tournaments_rounds_tables_list(EVENT, TOURNAMENT, 3))
    assert rows[0].player in {seat.player for table in final for seat in table.seats}
    counted = ScoreSheet.objects.exclude(status=ScoreSheet.Status.VOIDED).count()
    assert counted == sum(len(hands) for hands in (range(10), range(10), range(1)))

    exported = list(csv.DictReader(io.StringIO(export(api, "standings.csv"))))
    assert [row["player"] for row in exported] == [row.player for row in rows]
    assert len(export(api, "hands.csv").splitlines()) == 1 + 10 * 4 * 2 + 4
    assert export(api, "rounds.ics").count("BEGIN:VEVENT") == 3


def export(api, file):
    """A file of the tournament, as text without the mark that spreadsheets need."""
    return api.tournaments_export(EVENT, TOURNAMENT, file).removeprefix("\ufeff")


def play_round(api, number):
    """Seat a round, publish and start it, play a game at each table, and close it."""
    seated = api.rounds_seat(EVENT, TOURNAMENT, body=api.models.Seat(), idempotency_key=api.key())
    assert seated.number == number
    api.rounds_publish(EVENT, TOURNAMENT, number)
    api.rounds_start(EVENT, TOURNAMENT, number)
    for table in everything(api.events_tournaments_rounds_tables_list(EVENT, TOURNAMENT, number)):
        play_game(api, table)
    api.rounds_close(EVENT, TOURNAMENT, number, idempotency_key=api.key())
    refresh(Tournament.objects.get().pk, at=timezone.now())  # what a worker does meanwhile
    return api.events_tournaments_rounds_retrieve(EVENT, TOURNAMENT, number)


def play_game(api, table):
    """Deal and report one hand with which the first seat reaches the target.

    Points come from the number in a player's name: no two totals are equal, however people were
    seated, so that no tie at the cut stops the program.
    """
    m = api.models
    dealt = api.hands_deal(table.code, body=m.Deal(number=1), idempotency_key=api.key())
    first = table.seats[0].position
    points = [
        m.Points(seat.position, int(seat.player.split()[-1]) + 120 * (seat.position == first))
        for seat in table.seats
    ]
    report = api.hands_report(
        table.code,
        body=m.Hand(points=points, went_out=first, number=1),
        idempotency_key=api.key(),
        if_match=f'"{dealt.receipt.version}"',
    )
    assert report.receipt.status == m.HandStatus.REPORTED
    assert report.table.status == m.TableStatus.FINISHED


def standings(api):
    return everything(api.events_tournaments_standings_list(EVENT, TOURNAMENT))


@pytest.mark.long
@pytest.mark.once
@pytest.mark.django_db
def test_a_refusal_is_a_problem_that_the_client_can_read(package, api):
    call = package("api.events.rounds_seat").sync_detailed
    answer = call("none", "none", client=api._client, body=api.models.Seat())
    assert (answer.status_code, answer.parsed.code) == (404, "not-found")


@pytest.mark.once
def test_every_operation_has_a_name_and_every_answer_a_type(schema):
    names = SimpleNamespace(seen=set())
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert operation["operationId"] not in names.seen
            names.seen.add(operation["operationId"])
            if operation is methods.get("post"):
                headers = {one["name"] for one in operation["parameters"] if one["in"] == "header"}
                assert "Idempotency-Key" in headers, operation["operationId"]
            for status, answer in operation["responses"].items():
                for media, content in answer.get("content", {}).items():
                    assert content["schema"] not in ({}, {"type": "object"}), operation
                    expected = "application/problem+json" if status >= "4" else media
                    assert media == expected


@pytest.mark.once
def test_every_member_has_a_type_and_no_bounds_of_a_database(schema):
    of_any_type = set()
    for name, component in schema["components"]["schemas"].items():
        for member, value in component.get("properties", {}).items():
            if not value.keys() & {"type", "$ref", "allOf", "anyOf", "oneOf"}:
                of_any_type.add((name, member))
            assert not {2**31 - 1, 2**63 - 1} & {value.get("maximum")}, (name, member)
    assert of_any_type == {("DecidingStep", "mine"), ("DecidingStep", "theirs")}


@pytest.mark.once
def test_the_parts_of_an_address_are_in_its_order(schema):
    for address, methods in schema["paths"].items():
        for operation in methods.values():
            parts = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"]
            assert parts == re.findall(r"{(\w+)}", address), address


@pytest.mark.once
def test_a_body_is_needed_where_each_of_its_kinds_has_members_that_are(schema):
    reported = schema["paths"]["/api/v1/tables/{code}/hands/"]["post"]["requestBody"]
    assert reported["required"] is True


@pytest.mark.once
def test_no_component_has_a_name_of_the_languages_of_clients(schema):
    assert not {"File", "Object", "Pair", "String", "Void"} & schema["components"]["schemas"].keys()


@pytest.mark.once
def test_sheets_are_typed_for_each_game_with_an_example(schema):
    components = schema["components"]["schemas"]
    sheets = {name: found for name, found in components.items() if name.endswith("Sheet")}
    declared = {name: found for name, found in sheets.items() if "example" in found}
    assert declared.keys() >= {"ExpressQuickSheet", "ExpressFullSheet", "MetroXBoardSheet"}
    assert all(found["additionalProperties"] is False for found in declared.values())
    points = components["ExpressQuickSheet"]["properties"]["points"]
    assert (points["minItems"], points["maxItems"], points["items"]["maximum"]) == (3, 6, 999)
    # The rows of an event file have a schema of their own, docs/event-file.schema.json.
    others = {name: one for name, one in components.items() if name != "EventFile"}
    text = json.dumps([schema["paths"], others])
    assert '"additionalProperties": {}' not in text
