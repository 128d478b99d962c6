"""A tournament keeps results back until it has ended; who sees them all the same."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    open_seat,
)
from tests.tournaments.standings.hands import play_round, report
from tournaments.access.shown_results import EVERYTHING, shown_results
from tournaments.events.errors import FormatHidesNothing
from tournaments.events.services import change_tournament
from tournaments.models import Role, Seat, Tournament
from tournaments.seating.finishing.services import finish_tournament, reopen_tournament
from tournaments.standings.computing.services import refresh
from tournaments.standings.showing.queries import rows

pytestmark = [pytest.mark.django_db, pytest.mark.once]
WHO = {"by": ANNA, "at": NOON + minutes(200)}


def played(**fields):
    """Two rounds of three people: the second turns the order of the first round."""
    tournament = make_tournament(rounds_planned=2, **fields)
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 90), (b, 60), (c, 30)]], number=1)
    play_round(tournament, [[(a, 10), (b, 60), (c, 130)]], number=2)
    Tournament.objects.filter(pk=tournament.pk).update(status="running")
    refresh(tournament.pk, at=NOON)
    return Tournament.objects.get(pk=tournament.pk)


def seen_by_players(tournament):
    return rows(tournament, shown_results(tournament, conducts=False))


def points(shown):
    return [(row.name, row.game_points) for row in shown]


def test_players_see_everything_unless_something_is_kept_back():
    assert shown_results(played(), conducts=False) == EVERYTHING


def test_players_see_only_the_places_at_the_top():
    tournament = played(standings_shown="top", standings_top=1)
    assert points(seen_by_players(tournament)) == [("Player 003", 160)]


def test_the_last_row_that_is_shown_does_not_say_how_the_next_one_differs():
    everybody = rows(played(), EVERYTHING)
    assert "against 100" in everybody[0].why
    tournament = Tournament.objects.get()
    tournament.standings_shown, tournament.standings_top = "top", 1
    assert [row.why for row in seen_by_players(tournament)] == [""]


def test_people_who_share_the_last_place_that_is_shown_are_shown():
    tournament = make_tournament(standings_shown="top", standings_top=1)
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 60), (b, 60), (c, 30)]], number=1)
    refresh(tournament.pk, at=NOON)
    assert [row.name for row in seen_by_players(tournament)] == ["Player 001", "Player 002"]


def test_silent_rounds_leave_the_standings_as_they_were_before_them():
    tournament = played(silent_rounds=1)
    expected = [("Player 001", 90), ("Player 002", 60), ("Player 003", 30)]
    assert points(seen_by_players(tournament)) == expected


def test_conductors_see_everything():
    tournament = played(standings_shown="end")
    assert seen_by_players(tournament) == []
    assert len(rows(tournament, shown_results(tournament, conducts=True))) == 3


def test_everybody_sees_everything_once_it_has_ended_and_no_longer_when_it_is_reopened():
    tournament = finish_tournament(played(standings_shown="end"), **WHO)
    assert len(seen_by_players(tournament)) == 3
    assert seen_by_players(reopen_tournament(tournament, **WHO)) == []


def address(name, tournament):
    return reverse(name, args=[tournament.event.slug, tournament.slug])


def test_a_conductor_finds_the_whole_table_marked_as_hidden(client):
    tournament = played(standings_shown="end")
    client.force_login(make_conductor(tournament.event))
    page = address("standings", tournament)
    assert f"{page}?own=page" in client.get(page, {"own": "parts"}).text
    whole = client.get(page, {"own": "page"}).text
    assert "Hidden from players until the tournament has ended" in whole
    assert "Player 003" in whole
    assert f"{address('standings-live', tournament)}?own=page" in whole


def test_a_scorekeeper_sees_the_standings_as_players_do(client):
    tournament = played(standings_shown="end")
    client.force_login(make_conductor(tournament.event, role=Role.SCOREKEEPER))
    page = client.get(address("standings", tournament), {"own": "page"}).text
    assert "The standings are shown when the tournament has ended." in page
    assert "Player 003" not in page


@pytest.fixture
def two_tables():
    tournament = make_tournament(standings_shown="end")
    entries = make_entries(tournament, 6)
    made = make_round(tournament, [entries[:3], entries[3:]])
    for table, gained in zip(made.tables.order_by("number"), ((61, 0, 0), (67, 0, 0)), strict=True):
        report(table, gained)
    return list(made.tables.order_by("number"))


def test_players_see_the_hands_of_their_own_table_and_of_no_other(client, two_tables):
    own, other = two_tables
    open_seat(client, Seat.objects.get(table=own, position=1))
    assert "<strong>61</strong>" in client.get(own.get_absolute_url()).text
    page = client.get(other.get_absolute_url()).text
    assert "<strong>67</strong>" not in page
    assert "<h2>Points</h2>" not in page
    assert "The points of this table are shown when the tournament has ended." in page
    history = [client.get(reverse("hand-history", args=[one.code, 1])) for one in two_tables]
    assert [one.status_code for one in history] == [200, 403]


def test_a_program_without_a_seat_gets_no_points(client, two_tables):
    seat = client.get(reverse("api-table", args=[two_tables[0].code])).json()["seats"][0]
    assert (seat["total"], seat["to_target"]) == (None, None)


def test_fide_report_and_statistics_say_that_they_come_at_the_end(client):
    tournament = played(silent_rounds=1)
    response = client.get(address("statistics", tournament))
    assert response.status_code == 403
    assert "This is shown when the tournament has ended." in response.text


def test_an_elimination_hides_nothing():
    tournament = played()
    two = {"game": "expect_delays", "target": 0, "pairing": "single", "table_min": 2}
    Tournament.objects.filter(pk=tournament.pk).update(
        **two, table_preferred=2, table_max=2, finalists=2
    )
    tournament.refresh_from_db()
    with pytest.raises(FormatHidesNothing):
        change_tournament(tournament, silent_rounds=1, **WHO)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(standings_shown="end")


def test_a_change_of_what_is_shown_lets_rankings_and_seasons_be_computed_again():
    tournament = played()
    before = tournament.results_version
    changed = change_tournament(tournament, standings_shown="end", **WHO)
    changed.standings_state.refresh_from_db()
    assert changed.results_version == before + 1
