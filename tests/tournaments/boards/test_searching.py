"""Searching an event for a player, a table or a page."""

from copy import deepcopy

import pytest

from tests.builders import (
    make_conductor,
    make_entries,
    make_round,
    make_title_tournament,
    make_tournament,
)
from tests.selecting import ON_SQLITE
from tournaments.boards.searching.queries import search
from tournaments.models import Player, Role, Round, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def playing(module_database):
    made = make_tournament()
    people = make_entries(made, 12)
    make_round(made, [people[:4], people[4:8], people[8:]])
    return made


@pytest.fixture
def tournament(playing):
    return deepcopy(playing)


@pytest.fixture
def event(tournament):
    return tournament.event


def names(found):
    return [page.name for page in found.pages]


class TestPlayers:
    def test_are_found_without_accents_with_the_seat_they_have_now(self, event):
        Player.objects.filter(name="Player 006").update(name="Zoë Brien")
        (one,) = search(event, "zoe", role="").players
        (seat,) = one.seats
        assert (seat.table.number, seat.position) == (2, 2)

    @pytest.mark.each_database  # which finds and orders names
    def test_lead_to_where_they_sit(self, client, event):
        (one,) = search(event, "player 006", role="").players
        assert "Table 2, seat 2" in client.get(one.address).text

    def test_are_found_by_their_badge_so_a_scanner_may_type_it(self, event):
        player = event.players.get(name="Player 003")
        (one,) = search(event, f"https://play.example.org/b/{player.badge}/", role="").players
        assert one.player == player

    def test_more_than_fit_are_said_to_be_more(self, event, tournament):
        make_entries(tournament, 20)
        found = search(event, "player", role="")
        assert len(found.players) == 20
        assert found.more


class TestTables:
    def test_are_found_by_their_number(self, event):
        for sought in ("2", "table 2", "T2", "2 express", "round 1 table 2"):
            (one,) = search(event, sought, role="").tables
            assert one.table.number == 2, sought
            assert one.names == [f"Player {n:03}" for n in (5, 6, 7, 8)]

    def test_of_open_rounds_come_before_those_of_rounds_that_are_over(self, event, tournament):
        first = tournament.rounds.get()
        Round.objects.filter(pk=first.pk).update(status="closed", closed_at=first.ends_at)
        second = make_round(tournament, [make_entries(tournament, 3)], number=2)
        found = search(event, "table 1", role="").tables
        assert [one.table.round for one in found] == [second, first]

    def test_of_a_draft_are_found_by_conductors_only(self, event, tournament):
        tournament.rounds.update(status="seated", started_at=None)
        assert not search(event, "table 2", role="").tables
        assert not search(event, "table 2", role=Role.SCOREKEEPER).tables
        assert search(event, "table 2", role=Role.CONDUCTOR).tables


class TestPages:
    def test_without_words_all_that_the_reader_may_open_are_listed(self, event):
        assert {"Now", "Standings", "Round 1"} <= set(names(search(event, "", role="")))
        assert "Desk" not in names(search(event, "", role=""))
        assert "Staff" not in names(search(event, "", role=Role.CONDUCTOR))
        assert {"Desk", "Staff"} <= set(names(search(event, "", role=Role.OWNER)))

    def test_are_found_by_their_name_and_their_tournament(self, event):
        make_tournament(event, name="Night Cup")
        (one,) = search(event, "stand night", role="").pages
        assert (one.name, one.of) == ("Standings", "Night Cup")

    def test_of_a_draft_are_shown_to_conductors_only(self, event, tournament):
        tournament.rounds.update(status="seated", started_at=None)
        assert "Round 1" not in names(search(event, "", role=""))
        assert "Round 1" in names(search(event, "", role=Role.CONDUCTOR))

    @pytest.mark.parametrize(
        "pairing",
        [
            *("tables", "single"),
            *(pytest.param(one, marks=pytest.mark.long) for one in ("robin", "fixtures", "dutch")),
        ],
    )
    def test_each_opens_for_the_reader_to_whom_it_is_shown(self, client, event, pairing):
        two = {"players_min": 2, "players_max": 2}
        made = make_title_tournament(event, **two)
        sizes = (
            {} if pairing == "tables" else {"table_min": 2, "table_preferred": 2, "table_max": 2}
        )
        Tournament.objects.filter(pk=made.pk).update(pairing=pairing, **sizes)
        opened = set()
        for role, user in (("", None), (Role.OWNER, make_conductor(event))):
            if user:
                client.force_login(user)
            for page in search(event, "", role=role).pages:
                # Those of the event are the same, whatever its tournaments are, and an owner may
                # open what everybody may.
                if pairing == "tables" or page.of == made.name:
                    if page.address not in opened:
                        assert client.get(page.address).status_code == 200, page
                    opened.add(page.address)


@pytest.mark.each_database
class TestThePage:
    def test_has_the_field_and_the_results_without_any_script(self, client, event):
        page = client.get("/e/winter-meet/search/", {"q": "player 006"}).text
        assert 'value="player 006"' in page
        assert "Table 2, seat 2" in page

    # The page asks PostgreSQL for what the first of these tests finds.
    @ON_SQLITE
    def test_says_when_nothing_fits_and_keeps_the_words(self, client, event):
        page = client.get("/e/winter-meet/search/", {"q": "nobody\0 <b>"}).text
        assert "Nothing matches “nobody &lt;b&gt;”" in page

    @ON_SQLITE
    def test_gives_the_dialog_only_the_results(self, client, event):
        part = client.get("/e/winter-meet/search/", {"q": "006"}, HTTP_HX_REQUEST="true").text
        assert "Player 006" in part
        assert "<html" not in part

    @ON_SQLITE
    def test_costs_as_many_queries_for_any_number_of_people(
        self, client, event, tournament, django_assert_max_num_queries
    ):
        people = make_entries(tournament, 30)
        tables = [people[start : start + 5] for start in range(0, 30, 5)]
        make_round(make_tournament(event, name="Second"), tables)
        client.get("/e/winter-meet/search/")
        with django_assert_max_num_queries(8):
            client.get("/e/winter-meet/search/", {"q": "1"})
