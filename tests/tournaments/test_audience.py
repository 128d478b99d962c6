"""Who hears which notices: the rule, and the notices that it leaves of an event with many games."""

from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.clocks import change_clock
from tournaments.audience import (
    EVERYBODY,
    as_parameter,
    from_parameter,
    of_page,
    without,
)
from tournaments.clock import services
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.models import Entry, Event, Tournament


class TestTheRule:
    def test_conductors_hear_everything(self):
        assert of_page(conducts=True, own={3}, here=4) is EVERYBODY

    def test_a_phone_hears_of_its_own_games_on_every_page(self):
        assert of_page(conducts=False, own={3, 7}, here=4) == {3, 7}

    def test_the_page_of_a_tournament_hears_of_that_one(self):
        assert of_page(conducts=False, own=None, here=4) == {4}

    def test_a_page_of_the_event_hears_what_is_for_all(self):
        assert of_page(conducts=False, own=None, here=None) == set()
        assert of_page(conducts=False, own=set(), here=None) == set()

    def test_a_page_of_the_event_hears_of_the_only_game_that_has_not_ended(self):
        assert from_parameter("", unfinished=[5]) == {5}
        assert from_parameter("", unfinished=[5, 6]) == set()

    def test_without_the_parameter_it_is_everything(self):
        assert from_parameter(None, unfinished=[5, 6]) is EVERYBODY

    def test_an_audience_is_always_spelled_alike(self):
        assert as_parameter({12, 3}) == "3-12"
        assert from_parameter("3-12", unfinished=[3]) == {3, 12}
        assert from_parameter(as_parameter(set()), unfinished=[1, 2]) == set()

    @pytest.mark.parametrize("typed", ["x", "3-", "-", "3-x", "9" * 30, "٣", "3," * 200])
    def test_what_is_no_number_is_nobody_s_game(self, typed):
        assert (from_parameter(typed, unfinished=[1, 2]) or set()) <= {3}

    def test_what_a_conductor_switched_off_is_left_out(self):
        assert without(EVERYBODY, "", of_event=[1, 2]) is EVERYBODY
        assert without(EVERYBODY, "2", of_event=[1, 2, 3]) == {1, 3}
        assert without({2, 3}, "2", of_event=[1, 2, 3]) == {3}


@pytest.fixture(scope="module")
def made_once(module_database):
    """An event and three of its tournaments; what a test does with them is rolled back."""
    event = make_event()
    Event.objects.filter(pk=event.pk).update(ends_on="2099-12-31")
    games = [make_tournament(event, name=name) for name in ("Express", "Metro", "Rails")]
    since = timezone.now() - minutes(101)
    for game in games:
        made = make_round(game, [make_entries(game, 4)], started_at=None)
        services.start_slot(made, by=ANNA, at=since)
    fire_due_warnings(now=timezone.now())
    make_tournament(event, name="Streetcar", status=Tournament.Status.CANCELLED)
    return event, games


@pytest.mark.django_db
class TestTheNoticesOfManyTournaments:
    """Three run, and are past their cutoff; a fourth is cancelled."""

    @pytest.fixture
    def made(self, made_once):
        return deepcopy(made_once)

    @pytest.fixture
    def event(self, made):
        return made[0]

    @pytest.fixture
    def games(self, made):
        return made[1]

    def heard(self, client, page):
        """The games of which the notices of a page speak, and whether one of them is cancelled."""
        html = client.get(page).text
        address = html.split("data-notices ")[1].split('hx-get="')[1].split('"')[0]
        notices = client.get(address.replace("&amp;", "&")).text
        names = ("Express", "Metro", "Rails", "Streetcar")
        return {name for name in names if name in notices}

    def test_a_page_of_the_event_hears_of_none(self, client, event, games):
        assert self.heard(client, "/e/winter-meet/") == set()
        assert self.heard(client, "/e/winter-meet/find/") == set()

    def test_a_page_of_a_tournament_hears_of_that_one(self, client, event, games):
        assert self.heard(client, "/e/winter-meet/t/metro/") == {"Metro"}
        assert self.heard(client, "/e/winter-meet/t/metro/standings/") == {"Metro"}
        assert self.heard(client, "/e/winter-meet/t/streetcar/") == {"Streetcar"}

    def test_a_phone_hears_of_its_own_games(self, client, event, games):
        seat = games[1].rounds.get().tables.get().seats.first()
        phone_of(client, seat.entry.player)
        cancelled = event.tournaments.get(slug="streetcar")
        now = timezone.now()
        Entry.objects.create(
            tournament=cancelled, player=seat.entry.player, entered_at=now, status_at=now
        )
        for page in ("/e/winter-meet/me/", f"/table/{seat.table.code}/"):
            assert self.heard(client, page) == {"Metro", "Streetcar"}, page
        # A shared page is the same for all; what is the phone's own comes beside it.
        parts = client.get("/e/winter-meet/?own=parts").text
        assert f'data-audience="of={games[1].pk}-{cancelled.pk}"' in parts

    def test_a_phone_whose_game_was_left_hears_no_more_of_it(self, client, event, games):
        seat = games[1].rounds.get().tables.get().seats.first()
        phone_of(client, seat.entry.player)
        Entry.objects.filter(pk=seat.entry_id).update(status=Entry.Status.DROPPED)
        assert self.heard(client, "/e/winter-meet/me/") == set()

    def test_a_table_hears_of_its_own_tournament(self, games):
        table = games[2].rounds.get().tables.get()
        assert self.heard(Client(), f"/table/{table.code}/") == {"Rails"}

    def test_a_conductor_hears_everything(self, client, event, games):
        client.force_login(make_conductor(event))
        assert self.heard(client, "/e/winter-meet/desk/") == {
            "Express", "Metro", "Rails", "Streetcar",
        }  # fmt: skip
        assert (
            'data-audience="conducts=1" data-chooses'
            in client.get("/e/winter-meet/?own=parts").text
        )

    def test_an_alarm_is_for_all_and_a_pause_of_one_game_is_not(self, client, event, games):
        services.pause_all(event, by=ANNA, at=timezone.now(), reason="fire alarm")
        assert "fire alarm" in client.get("/e/winter-meet/notices/?of=").text
        services.resume_all(event, by=ANNA, at=timezone.now())
        round_ = games[0].rounds.get()
        change_clock(round_, "pause", by=ANNA, at=timezone.now(), reason="a ruling")
        assert "a ruling" not in client.get("/e/winter-meet/notices/?of=").text
        assert "a ruling" not in client.get(f"/e/winter-meet/notices/?of={games[1].pk}").text
        assert "a ruling" in client.get(f"/e/winter-meet/notices/?of={games[0].pk}").text

    def test_the_number_of_queries_is_that_of_one(
        self, client, event, games, django_assert_max_num_queries
    ):
        with django_assert_max_num_queries(5):
            client.get("/e/winter-meet/notices/")
