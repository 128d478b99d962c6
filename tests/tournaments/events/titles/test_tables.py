"""Tournaments of titles: their sheets on phones, in disputes and rulings, and in the standings."""

from datetime import timedelta
from fractions import Fraction

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_title_tournament,
    minutes,
    open_seat,
)
from tests.tournaments.results.tables import at_seat
from tournaments.events import errors as event_errors
from tournaments.models import ScoreSheet, SheetLine, Standing, Table
from tournaments.results import errors
from tournaments.results.confirming.services import confirm_sheet, dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.results.ruling.services import close_round, rule_sheet
from tournaments.standings.computing.services import refresh
from tournaments.standings.deciding.services import choose_scheme
from tournaments.standings.errors import TieBreakTwice

# What a sheet of a title is worth is Python; the verbs have tests on PostgreSQL of their own.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

LATER = NOON + minutes(10)
KEY = "0123456789abcdef"
GOLF = {"name": "Golf", "counting": "fewer"}
HEARTS = {"name": "Hearts", "counting": "fewer", "sheet_per": "hand", "target": 100}
RUMMY = {"name": "Rummy", "sheet_per": "hand", "tie_break_1": "Runs"}
RACE = {"name": "Race", "counting": "places"}


def table_of(people=3, **values):
    """The only table of the running first round of a tournament of a title."""
    tournament = make_title_tournament(**values)
    round_ = make_round(tournament, [make_entries(tournament, people)])
    return round_.tables.select_related("round__tournament__event").get()


def play(table, data, number=1):
    deal_hand(table, number, by=at_seat(table, 1), at=LATER)
    report_hand(table, number, data, by=at_seat(table, 1), at=LATER)


def standings(table):
    """Place and score by the seat of the player."""
    refresh(table.round.tournament_id, at=LATER)
    rows = Standing.objects.filter(tournament=table.round.tournament)
    seats = {seat.entry_id: seat.position for seat in table.seats.all()}
    return {seats[row.entry_id]: (row.place, Fraction(row.score)) for row in rows}


def test_a_game_with_one_sheet_is_over_when_it_is_reported():
    table = table_of()
    play(table, {"points": [310, 402, 295]})
    table.refresh_from_db()
    assert (table.status, table.end_reason) == (Table.Status.FINISHED, Table.EndReason.PLAYED)
    assert standings(table) == {1: (2, Fraction(5, 2)), 2: (1, 4), 3: (3, 1)}


def test_fewer_points_win_where_fewer_are_better():
    table = table_of(**GOLF)
    play(table, {"points": [72, 68, 90]})
    assert [place for place, _score in standings(table).values()] == [1, 2, 3]
    assert standings(table)[2] == (1, 4)
    assert set(SheetLine.objects.values_list("points", flat=True)) == {-72, -68, -90}


def test_places_give_the_points_of_the_scheme():
    table = table_of(4, **RACE)
    play(table, {"places": [2, 1, 2, 4]})
    assert standings(table) == {
        1: (2, Fraction(5, 2)),
        2: (1, 4),
        3: (2, Fraction(5, 2)),
        4: (4, 1),
    }


def test_a_target_that_players_go_away_from_ends_the_game():
    table = table_of(**HEARTS)
    play(table, {"points": [60, 10, 0]})
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    play(table, {"points": [45, 20, 0]}, number=2)
    table.refresh_from_db()
    assert (table.status, table.end_reason) == (Table.Status.FINISHED, Table.EndReason.TARGET)
    assert standings(table)[3] == (1, 4)


def test_tie_breaks_of_hands_are_added_up():
    table = table_of(**RUMMY)
    play(table, {"points": [5, 5, 0], "tie_break_1": [3, 0, 0]})
    play(table, {"points": [5, 5, 0], "tie_break_1": [0, 2, 0]}, number=2)
    assert [place for place, _score in standings(table).values()] == [1, 2, 3]


def test_a_sheet_that_is_not_of_the_title_is_refused():
    table = table_of()
    deal_hand(table, 1, by=ANNA, at=LATER)
    for data in ({"points": [1, 2]}, {"places": [1, 2, 3]}, {"points": [1, 2, 10**6]}):
        with pytest.raises(errors.InvalidHand):
            report_hand(table, 1, data, by=ANNA, at=LATER)


def test_a_sheet_is_confirmed_disputed_and_ruled():
    table = table_of()
    play(table, {"points": [310, 402, 295]})
    confirm_sheet(table, 1, by=at_seat(table, 2), at=LATER)
    proposal = {"points": [310, 402, 495]}
    dispute_sheet(table, 1, by=at_seat(table, 3), at=LATER, reason="a digit", proposal=proposal)
    sheet = ScoreSheet.objects.get()
    assert sheet.status == ScoreSheet.Status.DISPUTED
    user = make_conductor(table.round.tournament.event)
    by = type(ANNA)(name="Clara", user=user)
    rule_sheet(table, 1, proposal, by=by, at=LATER, reason="four hundred")
    assert standings(table)[3] == (1, 4)


# --- Schemes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scheme", "values"), [("share", GOLF), ("close-game", GOLF), ("latto", RACE)]
)
def test_a_scheme_that_divides_points_says_that_it_does_not_fit(scheme, values):
    event = make_event()
    with pytest.raises(event_errors.TournamentRefused, match=r"divides the points") as refused:
        make_title_tournament(event, settings={"scheme": scheme}, **values)
    assert refused.value.field == "scheme"
    tournament = make_title_tournament(event, **values | {"name": "Another"})
    with pytest.raises(event_errors.TournamentRefused, match=r"divides the points"):
        choose_scheme(tournament, scheme, None, by=ANNA, at=NOON)


def test_a_tie_break_that_divides_points_says_so_too():
    tournament = make_title_tournament(**GOLF)
    with pytest.raises(event_errors.TieBreakNeedsPoints, match=r"Share of tables"):
        choose_scheme(tournament, "house", ["share"], by=ANNA, at=NOON)
    with pytest.raises(TieBreakTwice):
        choose_scheme(tournament, "house", ["wins", "wins"], by=ANNA, at=NOON)


def test_the_sum_of_game_points_ranks_fewer_first_and_leaves_out_what_divides():
    table = table_of(**GOLF)
    play(table, {"points": [72, 68, 90]})
    tournament = choose_scheme(table.round.tournament, "game-points", None, by=ANNA, at=LATER)
    assert standings(table) == {1: (2, -72), 2: (1, -68), 3: (3, -90)}
    assert tournament.chain == ("score", "wins")


def test_schemes_of_places_rank_fewer_points_and_places_alike():
    for values, data in ((GOLF, {"points": [2, 1, 3]}), (RACE, {"places": [2, 1, 3]})):
        table = table_of(event=make_event(values["name"]), **values)
        play(table, data)
        for scheme in ("four-two-one", "catan", "wbc-heats", "newport-pagnell"):
            choose_scheme(table.round.tournament, scheme, None, by=ANNA, at=LATER)
            found = standings(table)
            assert found[2][0] == 1, scheme
            assert found[1][0] <= found[3][0], scheme


# --- Pages ----------------------------------------------------------------------------------------


def html(client, table, name="table", *args):
    return client.get(reverse(name, args=[table.code, *args])).content.decode()


def test_a_table_shows_points_as_they_were_written(client):
    table = table_of(**GOLF)
    play(table, {"points": [72, 68, 90]})
    page = html(client, table)
    assert "<h3>Player 002 · 68</h3>" in page
    assert "-68" not in page


def test_a_phone_enters_a_hand_of_a_title_by_its_own_form(client):
    table = table_of(**HEARTS)
    open_seat(client, table.seats.get(position=1))
    deal_hand(table, 1, by=at_seat(table, 1), at=LATER)
    page = html(client, table, "hand-report", 1)
    assert "Fewer is better." in page
    assert "Who went out?" not in page
    typed = {"key": KEY, "points-1": "26", "points-2": "0", "points-3": "0"}
    client.post(reverse("hand-report", args=[table.code, 1]), typed)
    assert ScoreSheet.objects.get().data == {"points": [26, 0, 0]}
    page = html(client, table)
    assert "To 100" in page
    assert "26" in page


def test_wrong_places_are_said_at_their_input_and_nothing_is_lost(client):
    table = table_of(**RACE)
    open_seat(client, table.seats.get(position=1))
    deal_hand(table, 1, by=at_seat(table, 1), at=LATER)
    typed = {"key": KEY, "places-1": "1", "places-2": "3", "places-3": "3"}
    answer = client.post(reverse("hand-report", args=[table.code, 1]), typed)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "with 1 player ahead, it is place 2." in page
    assert page.count('value="3"') >= 2


def test_the_pages_say_what_the_site_cannot_do(client):
    table = table_of(**GOLF)
    tournament = table.round.tournament
    page = client.get(tournament.get_absolute_url()).content.decode()
    assert "judges no moves and prints no board" in page
    assert "is this move legal" not in page
    play(table, {"points": [72, 68, 90]})
    standings(table)
    address = reverse("standings", args=[tournament.event.slug, tournament.slug])
    assert "fewer points are better" in client.get(address).content.decode()


def test_a_round_of_a_title_closes():
    table = table_of()
    play(table, {"points": [310, 402, 295]})
    confirm_sheet(table, 1, by=at_seat(table, 2), at=LATER)
    close_round(table.round, by=ANNA, at=NOON + timedelta(hours=5))
    table.round.refresh_from_db()
    assert table.round.closed_at
