"""A read right after a write that was answered has that write in it."""

import pytest

from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.selecting import ON_SQLITE
from tests.tournaments.seating.head_to_head.playing import head_to_head, play, seat
from tests.tournaments.standings.hands import finish, report
from tournaments.access.shown_results import EVERYTHING
from tournaments.models import StandingsState, Tournament
from tournaments.registration.services import drop
from tournaments.results.ruling.services import close_round
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.services import adjust
from tournaments.standings.exporting import spreadsheets, trf

pytestmark = pytest.mark.django_db
NOW = {"by": ANNA, "at": NOON + minutes(130)}


def is_current(tournament):
    return StandingsState.objects.get(pk=tournament.pk).is_current


@pytest.fixture
def round_():
    tournament = make_tournament()
    made = make_round(tournament, [make_entries(tournament, 3)])
    report(made.tables.get(), [130, 5, 0])
    finish(made.tables.get())
    return made


def test_the_standings_are_current_when_a_close_is_answered(
    round_, django_capture_on_commit_callbacks
):
    tournament = round_.tournament
    with django_capture_on_commit_callbacks(execute=True):
        close_round(round_, **NOW)
    assert is_current(tournament)
    assert [row.entry.player.name for row in tournament.standings.order_by("rank")][:1] == [
        "Player 001"
    ]


# The first test computes on PostgreSQL before it answers.
@ON_SQLITE
def test_they_are_current_when_a_penalty_is_answered(round_, django_capture_on_commit_callbacks):
    close_round(round_, **NOW)
    entry = round_.tournament.entries.first()
    with django_capture_on_commit_callbacks(execute=True):
        adjust(entry, "disqualified", reason="left", **NOW)
    assert is_current(round_.tournament)


def test_while_a_round_runs_a_worker_computes(round_, django_capture_on_commit_callbacks):
    refresh(round_.tournament_id, at=NOON)
    with django_capture_on_commit_callbacks(execute=True):
        adjust(round_.tournament.entries.first(), "warning", reason="slow", **NOW)
    assert not is_current(round_.tournament)


@ON_SQLITE
def test_a_file_has_the_results_as_they_are_while_the_stored_rows_are_older(round_):
    tournament = round_.tournament
    refresh(tournament.pk, at=NOON)
    report(round_.tables.get(), [0, 0, 140])
    assert not is_current(tournament)
    rows = spreadsheets.standings_data(tournament, "json", EVERYTHING).dict
    assert [row["player"] for row in rows][:1] == ["Player 003"]


@pytest.mark.long
def test_a_trf_file_has_points_and_ranks_of_the_same_results():
    tournament = head_to_head(Tournament.Pairing.DUTCH, 4)
    play(seat(tournament))
    refresh(tournament.pk, at=NOON)
    before = trf.write(tournament, edition=2026)
    StandingsState.objects.filter(pk=tournament.pk).update(standings_version=0)
    tournament.standings.all().delete()
    assert trf.write(tournament, edition=2026) == before


def test_who_dropped_out_is_marked_on_the_page_in_files_and_in_the_api(client, round_):
    tournament = round_.tournament
    close_round(round_, **NOW)
    drop(tournament.entries.order_by("pk").last(), **NOW)
    refresh(tournament.pk, at=NOON)
    base = tournament.get_absolute_url()
    assert client.get(f"{base}standings/").text.count("dropped out") == 1
    for kind in ("csv", "xlsx", "json"):
        rows = spreadsheets.standings_data(tournament, kind, EVERYTHING).dict
        assert [row["dropped out"] for row in rows] == ["no", "no", "yes"]
    where = f"/api/v1/events/{tournament.event.slug}/tournaments/{tournament.slug}/standings/"
    found = client.get(where).json()["results"]
    assert [row["has_dropped"] for row in found] == [False, False, True]
