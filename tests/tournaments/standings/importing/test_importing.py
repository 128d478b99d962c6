"""A tournament that another program ran becomes one here, from its report, with every result."""

import os
import random
from dataclasses import replace
from fractions import Fraction

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pairing.head_to_head import EDITIONS, Record, Report, read_report, report
from tests.builders import ANNA, NOON, make_conductor, make_event
from tests.pairing.head_to_head.test_trf import FILES, random_round, text_of
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import nobody, play, seat
from tournaments.api.tokens import make_token
from tournaments.models import Event, Tournament
from tournaments.registration.errors import NoReport
from tournaments.registration.roster_report import as_spoken
from tournaments.standings.computing.services import differences, refresh
from tournaments.standings.exporting import trf
from tournaments.standings.importing.services import import_report, read

pytestmark = pytest.mark.django_db


PAGE = "report-bring"
REPORTS = int(os.environ.get("ROUNDHOUSE_ROUND_TRIPS", "2"))
SWISS = next(file for file in FILES if file.stem == "swiss_2016")
LATE = next(file for file in FILES if file.stem == "late_and_half_2016")


def brought(data, game="Chess"):
    return import_report(read(data, game), by=ANNA, at=NOON).tournaments.get()


def changed(file, old, new):
    data = file.read_bytes()
    assert old in data
    return data.replace(old, new, 1)


def in_line(number, at, text):
    """The Swiss with other signs from a column of a line on, both from 1."""
    lines = SWISS.read_text().splitlines()
    line = lines[number - 1].ljust(at - 1)
    lines[number - 1] = line[: at - 1] + text + line[at - 1 + len(text) :]
    return "\n".join(lines).encode()


def as_ranked(pair):
    """By rank; those who share one by name."""
    _number, one = pair
    return one.rank, as_spoken(one.name)


def as_compared(report):
    """The players without what differs by design: names as spoken, numbers without gaps, and the
    side where nobody played."""
    order = {one.number: n for n, one in enumerate(report.players, 1)}
    return [
        (
            order[one.number], as_spoken(one.name), one.rating, one.federation, one.points,
            [
                replace(what, opponent=order.get(what.opponent), side=what.side * what.is_game)
                for what in one.past
            ],
        )
        for one in report.players
    ]  # fmt: skip


@ON_SQLITE
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_standings_are_those_that_the_report_states_and_it_goes_out_as_it_came_in(file):
    report = read_report(text_of(file))
    tournament = brought(file.read_bytes())
    assert tournament.status == Tournament.Status.FINISHED
    rows = tournament.standings.order_by("rank").values_list("entry__seed", "score")
    people = sorted(enumerate(report.players, 1), key=as_ranked)
    assert [(seed, Fraction(score) * 2) for seed, score in rows] == [
        (seed, one.points) for seed, one in people
    ]
    assert differences(tournament) == []
    again = read_report(trf.write(tournament, edition=2026))
    assert as_compared(again) == as_compared(report)
    assert [one.rank for one in again.players] == [one.rank for one in report.players]


@pytest.mark.once
@settings(
    max_examples=REPORTS,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(
    people=st.integers(1, 12),
    rounds=st.integers(1, 7),
    seed=st.integers(0, 2**32),
    edition=st.sampled_from(EDITIONS),
)
def test_a_report_of_any_rounds_goes_out_as_it_came_in(people, rounds, seed, edition):
    rng = random.Random(seed)
    keys = list(range(1, people + 1))
    played = [random_round(keys, rng) for _round in range(rounds)]
    before = [Record(key, key, tuple(one[key] for one in played)) for key in keys]
    order = sorted(before, key=lambda one: (-one.score, rng.random()))
    about = Report(
        name="Meet",
        rounds=rounds,
        names={key: f"Person {key}" for key in keys},
        ratings={key: rng.choice((0, 1, 1500, 9999)) for key in keys},
        federations={key: rng.choice(("", "GER", "USA")) for key in keys},
        ranks={one.key: rank for rank, one in enumerate(order, 1)},
    )
    text = report(before, about, edition=edition)
    again = read_report(trf.write(brought(text.encode()), edition=edition))
    assert as_compared(again) == as_compared(read_report(text))
    assert {one.number: one.rank for one in again.players} == about.ranks


@ON_SQLITE
def test_the_champion_is_who_has_the_first_rank():
    tournament = brought(SWISS.read_bytes())
    assert str(tournament.champion) == "Maja Angstrom"
    assert tournament.event.name == "Spring Open"
    assert (tournament.event.venue, str(tournament.event.starts_on)) == ("Malmo", "2016-03-04")
    days = [round_.started_at.day for round_ in tournament.rounds.order_by("number")]
    assert days == [4, 5, 5, 6]


@ON_SQLITE
def test_two_of_one_name_are_told_apart_by_their_numbers():
    file = next(file for file in FILES if file.stem == "numbers_with_a_gap_2016")
    players = brought(file.read_bytes()).event.players.filter(name="John Smith")
    assert sorted(players.values_list("handle", flat=True)) == ["3", "6"]


def test_a_tournament_with_rounds_to_come_goes_on_here():
    tournament = brought(changed(LATE, b"XXR 3", b"XXR 4"))
    assert (tournament.status, tournament.rounds_planned) == ("running", 4)
    next_round = seat(tournament)
    assert next_round.number == 4
    assert next_round.tables.count() == 3
    play(next_round, nobody)
    refresh(tournament.pk, at=NOON)
    scores = dict(tournament.standings.values_list("entry__seed", "score"))
    assert Fraction(scores[3]) == 3


@ON_SQLITE
def test_a_list_of_players_is_a_tournament_before_its_first_round():
    lines = [line[:89] for line in SWISS.read_text().splitlines() if line[:3] in ("001", "012")]
    text = "\n".join(line.replace(" 3.5 ", " 0.0 ").replace(" 1.0 ", " 0.0 ")
                     .replace(" 2.0 ", " 0.0 ").replace(" 1.5 ", " 0.0 ").replace(" 2.5 ", " 0.0 ")
                     for line in lines)  # fmt: skip
    tournament = brought(text.encode())
    assert (tournament.status, tournament.first_round) == ("open", "seed")
    first = seat(tournament)
    assert first.tables.count() == 2
    assert list(tournament.entries.order_by("pk").values_list("seed", flat=True)) == [1, 2, 3, 4, 5]


@ON_SQLITE
def test_ranks_that_do_not_follow_the_points_leave_the_end_to_a_conductor():
    tournament = brought(in_line(13, 86, "   5"))
    assert tournament.status == "running"
    assert tournament.standings.get(entry__seed=1).place == 1


@pytest.mark.once  # no database is asked
@pytest.mark.parametrize(
    ("line", "column", "text", "why"),
    [
        (13, 5, " one", "columns 5 to 8"),
        (13, 15, " " * 33, "has no name"),
        (13, 49, "21o5", "columns 49 to 52"),
        (13, 81, " 3.x", "columns 81 to 84"),
        (13, 81, " 9.0", "points are 9.0, and the rounds add up to 3.5"),
        (13, 86, "   i", "columns 86 to 89"),
        (13, 92, "  99", "does not have the same game"),
        (13, 97, "x", "w or b"),
        (13, 99, "?", "no such result"),
        (13, 99, "0", "add up to one point"),
        (14, 5, "   1", "has the same number"),
        (13, 15, "Angstr\x7fm", "characters that cannot be shown"),
        (13, 392, "0000 - Z", "at most 30 rounds"),
    ],
)
def test_what_cannot_be_read_is_named_by_line_and_column(line, column, text, why):
    with pytest.raises(NoReport) as refusal:
        read(in_line(line, column, text), "Chess")
    assert str(refusal.value).startswith(f"Line {line}, column {column} of this tournament report")
    assert why in str(refusal.value)


@pytest.fixture
def user():
    return make_conductor(make_event())


def send(client, **more):
    sent = SimpleUploadedFile(SWISS.name, SWISS.read_bytes())
    return client.post(reverse(PAGE), {"file": sent, "game": "Chess"} | more)


def test_the_page_shows_what_it_read_and_then_makes_an_event_of_it(client, user):
    client.force_login(user)
    shown = send(client)
    assert shown.status_code == 200
    text = shown.content.decode()
    assert "Maja Angstrom" in text
    assert "Half-point bye" in text
    assert Event.objects.count() == 1
    kept = {"data": shown.context["data"], "game": "Chess", "act": "load"}
    answer = client.post(reverse(PAGE), kept)
    tournament = Tournament.objects.get(name="Spring Open")
    assert answer.url.startswith(tournament.get_absolute_url())
    assert tournament.event.staff.get().user == user
    assert tournament.event.ledger.filter(verb="bring event").exists()


def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(client, user):
    client.force_login(user)
    for more, why in (
        ({"game": ""}, "required"),
        ({"game": "Metro X"}, "Metro X"),
        ({"file": ""}, "Choose a file."),
        ({"file": SimpleUploadedFile("x.trf", b"001")}, "Line 1, column 5 of this"),
        ({"file": SimpleUploadedFile("x.trf", b"")}, "Line 1, column 1 of this"),
        ({"file": SimpleUploadedFile("x.trf", b"%PDF-1.4 ")}, "not a text file"),
    ):
        answer = send(client, **more)
        assert answer.status_code == 422, why
        assert why in answer.content.decode()
    assert Event.objects.count() == 1


@ON_SQLITE
def test_a_program_reads_a_report_and_then_imports_it(user):
    secret = make_token(user, "script", ["organize"], at=timezone.now())[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    sent = {"text": SWISS.read_text(), "game": "Chess"}
    tried = program.post("/api/v1/reports/", sent | {"dry_run": True}, "application/json")
    assert (tried.status_code, tried.json()["event"]) == (200, None)
    assert Event.objects.count() == 1
    said = program.post("/api/v1/reports/", sent, "application/json").json()
    assert said == tried.json() | {"event": "spring-open", "tournament": "spring-open"}
    assert (said["games"], said["byes_and_forfeits"], said["is_finished"]) == (7, 6, True)
    where = f"/api/v1/events/{said['event']}/tournaments/{said['tournament']}/standings/"
    first = program.get(where).json()["results"][0]
    assert (first["player"], first["score"]) == ("Maja Angstrom", "7/2")


@ON_SQLITE
def test_a_program_is_refused_with_line_and_column(user):
    secret = make_token(user, "script", ["organize"], at=timezone.now())[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    sent = {"text": in_line(13, 99, "?").decode(), "game": "Chess"}
    refused = program.post("/api/v1/reports/", sent, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "no-report")
    assert "Line 13, column 99" in refused.json()["detail"]


def test_a_report_is_kept_while_the_game_is_missing(client):
    client.force_login(make_conductor(make_event()))
    address = reverse(PAGE)
    file = SimpleUploadedFile("report.trf", SWISS.read_bytes())
    refused = client.post(address, {"file": file, "game": ""})
    assert refused.status_code == 422
    assert "Your file is kept." in refused.text
    kept = refused.context["data"]
    shown = client.post(address, {"data": kept, "game": "Chess"})
    assert shown.status_code == 200
    assert shown.context["imported"].report.players
