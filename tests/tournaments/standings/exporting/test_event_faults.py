"""An event file is checked whole before anything is written; each fault is named by its path."""

import copy
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.builders import ANNA, NOON, make_entries, make_tournament, minutes
from tests.tournaments.demo.test_services import let_time_pass
from tests.tournaments.seating.head_to_head.playing import head_to_head, play, seat
from tests.tournaments.standings.exporting.event_files import forgotten
from tests.tournaments.standings.hands import play_round
from tournaments import ledger
from tournaments.demo import services as demo
from tournaments.models import Event, Round, ScoreSheet, User
from tournaments.standings import errors
from tournaments.standings.computing import services
from tournaments.standings.exporting import event_reader, event_text, event_writer
from tournaments.verbs import Verb

# A file is checked in Python. What a database has a part in is marked.
pytestmark = [pytest.mark.django_db, pytest.mark.once]
LATER = NOON + minutes(30)
HUGE = "7" * 100_000


def with_a_closed_round():
    """An event with a closed round, whose sheet has its lines alone."""
    tournament = make_tournament()
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 40), (b, 30), (c, 20)]], number=1)
    services.refresh(tournament.pk, at=LATER)
    ledger.record(tournament.event, Verb.CREATE_EVENT, tournament.event, by=ANNA, at=NOON)
    return tournament.event


@pytest.fixture(scope="module")
def file(django_db_setup, redis_server, django_db_blocker):
    """Its file, written once for all tests."""
    with forgotten(django_db_blocker):
        return written(with_a_closed_round())


@pytest.fixture
def data(file):
    """The file, for a test to change."""
    return copy.deepcopy(file)


def written(event):
    with event_writer.write(event, at=LATER) as file:
        return event_text.parse(file.read())


def unused(rows):
    """An id that none of these rows has: primary keys go on from test to test."""
    return max(row["id"] for row in rows) + 1


def with_value(data, path, value):
    """The file with another value at a path such as ("tables", 0, "code")."""
    data = copy.deepcopy(data)
    inside = data
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return data


def faults(data):
    with pytest.raises(errors.NotAnEventFile) as refusal:
        event_reader.load(data, by=ANNA, at=LATER)
    return [str(fault) for fault in refusal.value.faults]


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("tables", 0, "code"), "<script>", "this must be written like GTAP39."),
        (("tables", 0, "code"), "AB\n", "this must be written like GTAP39."),
        (("tournaments", 0, "game"), "ludo", "This site does not have the game “ludo”."),
        (("tournaments", 0, "scheme"), "ours", "This site does not have the points scheme “ours”."),
        (
            ("tournaments", 0, "tie_breaks"),
            ["luck"],
            "This site does not have the tie-break “luck”.",
        ),
        (("tournaments", 0, "slug"), "a/b", "this must be written like express-open."),
        (("tournaments", 0, "target"), 10**9, "The target must be between 1 and 10000 points."),
        (("standings", 0, "score"), "1/0", "this must be written like 7/2."),
        (("standings", 0, "score"), HUGE, None),
        (("standings", 0, "measures"), {"wins": "many"}, None),
        (("ledger", 0, "after"), ["a"], "this must be an object."),
        (("ledger", 0, "after"), None, "this must be an object."),
        (("lines", 0, "points"), 10**9, "this must be at most 100000."),
        (("lines", 0, "points"), int("7" * 4000), "this number cannot be stored."),
        (("lines", 0, "points"), float("nan"), "this number cannot be stored."),
        (("lines", 0, "points"), True, "this must be a whole number."),
        (("lines", 0, "tie_breaks"), [1, "a"], None),
        (("players", 0, "name"), "\0", "this has characters that cannot be stored."),
        (("players", 0, "name"), "\ud800", "this has characters that cannot be stored."),
        (("players", 0, "name"), "\u202eevil", "This has characters that cannot be shown."),
        (("players", 0, "email"), "here", "“here” is not an e-mail address."),
        (("players", 0, "strange"), 1, "this does not belong in an event file."),
        (("players", 0), None, "this must be an object."),
        (("event", "ends_on"), "9999-12-31", None),
        (("event", "ends_on"), "2026-02-31", "there is no such date or time."),
        (("event", "time_zone"), "Mars/Olympus", None),
        (("rounds", 0, "ends_at"), "2026-11-21T12:00:60+00:00", None),
        (("rounds", 0, "number"), 7, "these numbers count from 1; number 1 is missing."),
        (("entries", 0, "seed"), 30_000, "these numbers count from 1; number 1 is missing."),
        (("sheets", 0, "entered"), {"points": "x"}, None),
        (("tables", 0, "status"), "playing", None),
        (("tables", 0, "ends_at"), "2026-11-21T14:00:00+00:00", None),
        (("rounds", 0, "warning_at"), None, None),
        (("sheets", 0, "reported_at"), None, None),
    ],
)
def test_what_no_page_can_show_is_refused_by_its_path(data, path, value, fault):
    found = faults(with_value(data, path, value))

    where = event_text.path_of(path)
    row = f"{path[0]}[{path[1]}]" if path[0] != "event" else "event"
    assert any(one.startswith((where, f"{row}: this breaks the rule")) for one in found), found
    if fault:
        assert found == [f"{where}: {fault}"]
    assert not Event.objects.exists()


@pytest.mark.each_database
@pytest.mark.parametrize(
    ("model", "column"),
    [(Round, "started_at"), (Round, "warning_at"), (Round, "ends_at"), (ScoreSheet, "reported_at")],
)
def test_the_database_refuses_such_a_gap_as_well(model, column):
    with_a_closed_round()
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**{column: None})


def test_every_fault_is_named(data):
    data = with_value(data, ("tables", 0, "code"), "<script>")
    data = with_value(data, ("standings", 2, "score"), "1/0")
    data["seats"][1].pop("position")

    assert [fault.partition(":")[0] for fault in faults(data)] == [
        "tables[0].code",
        "seats[1].position",
        "standings[2].score",
    ]


def test_rows_that_do_not_fit_together_are_named_too(data):
    data["seats"][1]["position"] = 1
    data["rounds"][0]["cutoff_at"] = data["rounds"][0]["started_at"]
    data["tournaments"][0]["finalists"] = 9
    again = {"id": unused(data["standings"]), "rank": 9}
    data["standings"].append(data["standings"][0] | again)

    assert faults(data) == [
        "tournaments[0].finalists: Each table of the final seats 3 to 6 players.",
        "tournaments[0]: this breaks the rule “finalists fit the tables of the final”.",
        "rounds[0]: this breaks the rule “deadlines in order once started”.",
        "seats[1]: this breaks the rule “one player per seat”.",
        "standings[3]: this breaks the rule “one standing per entry”.",
    ]


def test_a_row_that_names_none_or_one_of_another_tournament_is_named():
    other = make_tournament(with_a_closed_round(), name="Other")
    make_entries(other, 1)
    data = written(other.event)
    nowhere = unused(data["rounds"])
    data["byes"].append({"id": 1, "round_id": nowhere, "entry_id": data["entries"][0]["id"]})
    assert faults(data) == ["byes[0].round_id: “rounds” has no such row."]

    stranger = data["entries"][3]["id"]
    data["byes"][0] = {"id": 1, "round_id": data["rounds"][0]["id"], "entry_id": stranger}
    assert faults(data) == [
        "byes[0].entry_id: this belongs to another table or tournament than its row."
    ]


def with_bye_beside_a_seat(data):
    (round_,), entry = data["rounds"], data["entries"][0]
    data["byes"].append({"id": 1, "round_id": round_["id"], "entry_id": entry["id"]})
    return data


def test_somebody_with_a_seat_and_a_bye_in_a_round_is_named(data):
    assert faults(with_bye_beside_a_seat(data)) == [
        "byes[0]: this breaks the rule “seat or bye but not both”."
    ]


@pytest.mark.each_database
def test_in_a_file_of_an_older_release_the_seat_goes_before_the_bye(data):
    older = with_bye_beside_a_seat(data) | {"version": 1}
    event = event_reader.load(older, by=ANNA, at=LATER)
    round_ = Round.objects.get(tournament__event=event)
    assert (round_.seats.count(), round_.byes.count()) == (3, 0)


def test_a_file_with_ever_so_many_faults_lists_the_first_hundred(data):
    data["players"] = [{}] * 500
    with pytest.raises(errors.NotAnEventFile) as refusal:
        event_reader.load(data, by=ANNA, at=LATER)
    assert len(refusal.value.faults) == event_reader.MOST_FAULTS
    assert not refusal.value.are_all


def test_the_lines_of_a_sheet_are_what_is_entered_on_it():
    tournament = head_to_head("dutch", 2)
    play(seat(tournament))
    data = written(tournament.event)
    event_reader.checked(data)
    data["sheets"][0]["entered"] = {"nonsense": 1}
    assert faults(data)[0] == "sheets[0].entered.nonsense: This sheet has no field 'nonsense'."


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\x00" * 10,
        "\ufeff{".encode(),
    ],
)
def test_what_is_no_json_is_refused(content):
    with pytest.raises(errors.NoJsonFile):
        event_text.parse(content)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f'{{"version": {HUGE}}}', "version: this number cannot be stored."),
        ('{"version": NaN}', "version: this number cannot be stored."),
        ('{"version": -Infinity}', "version: this number cannot be stored."),
        ('{"version": 1e999}', "version: this number cannot be stored."),
        ('{"format": "\\u0000"}', "format: this has characters that cannot be stored."),
        ('{"format": "\\ud83d"}', "format: this has characters that cannot be stored."),
        ('{"a b": {"\\ud83d": 1}}', '["a b"]: a name in it has characters that cannot be stored.'),
        ('{"a": [{"b": 1, "b": 2}]}', "a[0]: “b” is listed twice."),
        ('{"a":' * 50 + "1" + "}" * 50, ".".join("a" * 25) + ": this is nested too deeply."),
    ],
)
def test_what_json_leaves_open_is_refused_by_its_path(text, fault):
    assert [str(one) for one in event_text.faults_of_text(event_text.parse(text.encode()))] == [
        fault
    ]


def test_the_page_lists_the_faults_and_stores_nothing(client, data):
    client.force_login(User.objects.create_user("bringer@example.org", "a long password"))
    data = with_value(data, ("tables", 0, "code"), "<script>")
    data = with_value(data, ("players", 1, "email"), "here")
    file = SimpleUploadedFile("event.json", json.dumps(data).encode())
    text = client.post(reverse("event-bring"), {"file": file}).content.decode()
    assert "Nothing was saved." in text
    assert "<code>tables[0].code</code>" in text
    assert "<script>" not in text.partition("<main")[2]
    assert not Event.objects.exists()


def test_the_file_of_the_demo_is_valid(monkeypatch, tmp_path):
    few = tmp_path / "roster.csv"  # 16 people play as more do
    few.write_bytes(b"".join(demo.ROSTER.read_bytes().splitlines(keepends=True)[:17]))
    monkeypatch.setattr(demo, "ROSTER", few)
    made = demo.create_demo(speed=120, password="a password", at=NOON)
    let_time_pass(NOON, 30, each=5)
    event_reader.checked(written(made.event))
