"""The projector's page."""

import re
from copy import deepcopy

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.clocks import change_clock
from tests.tournaments.signup.sessions import make_session
from tournaments.boards.projector.queries import coming
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.services import pause_all, resume_all, start_slot
from tournaments.models import (
    Event,
    HallTable,
    Room,
    Round,
    Standing,
    StandingsState,
    Table,
    Tournament,
)
from tournaments.results.reporting.services import deal_hand
from tournaments.results.ruling.annulling import annul_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


def running(tournament, tables, *, since=60):
    people = make_entries(tournament, 4 * tables)
    groups = [people[start : start + 4] for start in range(0, len(people), 4)]
    return make_round(tournament, groups, started_at=timezone.now() - minutes(since))


def text(response):
    return " ".join(response.content.decode().split())


class TestTheProjector:
    def test_shows_the_clock_the_tables_and_what_comes_next(self, client, tournament):
        made = running(tournament, 2, since=30)
        deal_hand(made.tables.get(number=2), 1, by=ANNA, at=timezone.now())
        page = text(client.get("/e/winter-meet/board/"))
        assert "No new hand after" in page
        assert "hand 1" in page
        assert "Up next" in page
        assert page.index("Force-end") < page.index("End of the slot")

    def test_shows_a_table_s_state_only_once_its_seating_is_published(self, client, tournament):
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        Round.objects.filter(pk=made.pk).update(status=Round.Status.SEATED)
        assert "No slot is running" in text(client.get("/e/winter-meet/board/"))

    @pytest.mark.parametrize(("hours", "is_later"), [(4, False), (20, True)])
    def test_says_the_day_of_a_round_that_starts_on_another(self, hours, is_later):
        event = Event(time_zone="America/Chicago")
        start = Tournament(event=event, next_round_at=NOON + minutes(60 * hours))
        [found] = coming([], [start], now=NOON)
        assert found.is_later_day == is_later

    def test_leads_nobody_to_a_registration_that_has_closed(self, client, tournament):
        soon = timezone.now() + minutes(10)
        Tournament.objects.filter(pk=tournament.pk).update(closes_at=soon)
        assert "Join a tournament" in text(client.get("/e/winter-meet/board/"))
        with time_machine.travel(soon):
            assert "Join a tournament" not in text(client.get("/e/winter-meet/board/"))

    def test_shows_many_tables_together_by_their_state(self, client, tournament):
        made = running(tournament, 50, since=30)
        deal_hand(made.tables.get(number=2), 1, by=ANNA, at=timezone.now())
        Table.objects.filter(number=50).update(
            status=Table.Status.FINISHED, end_reason=Table.EndReason.TARGET, ended_at=timezone.now()
        )
        page = text(client.get("/e/winter-meet/board/"))
        assert "playing</span> <span>2</span>" in page
        assert "finished</span> <span>50</span>" in page
        assert "<span>1, 3\N{EN DASH}49</span>" in page

    def test_shows_when_the_next_round_starts(self, client, tournament):
        at = timezone.now() + minutes(30)
        plan_next_round(tournament, at, by=ANNA, at=timezone.now(), reason="after lunch")
        strip = text(client.get("/e/winter-meet/board/")).split('class="hall__strip"')[1]
        assert "Up next" in strip
        assert "<span>Express Open</span>" in strip

    def test_shows_seats_by_name_before_a_round_starts(self, client, tournament):
        first, *others = make_entries(tournament, 4)
        type(first.player).objects.filter(pk=first.player_id).update(name="Änne")
        made = make_round(tournament, [[first, *others]], started_at=None)
        page = text(client.get("/e/winter-meet/board/"))
        assert f"Express Open <small>{made}" in page
        assert page.index("Änne") < page.index("Player 002")
        assert "No slot is running" not in page

    def test_shows_the_standings_between_rounds_and_the_champion_at_the_end(
        self, client, tournament
    ):
        entries = make_entries(tournament, 12)
        played = {"score": "4", "wins": 0, "game_points": 9, "games": 1, "hands": 1}
        Standing.objects.bulk_create(
            Standing(
                tournament=tournament, entry=entry, rank=n, place=n, in_progress=False, **played
            )
            for n, entry in enumerate(entries, start=1)
        )
        page = text(client.get("/e/winter-meet/board/"))
        assert "Player 010" in page
        assert "Player 011" not in page
        StandingsState.objects.update_or_create(
            tournament=tournament, defaults={"champion": entries[2]}
        )
        Tournament.objects.update(status=Tournament.Status.FINISHED)
        page = text(client.get("/e/winter-meet/board/"))
        assert 'Champion</span> <strong class="champion__name">Player 003' in page

    @pytest.mark.parametrize("tables", [2, 8])
    def test_needs_the_same_queries_for_any_number_of_tables(
        self, client, tournament, tables, same_queries
    ):
        made = running(tournament, tables)
        deal_hand(made.tables.get(number=2), 1, by=ANNA, at=timezone.now())
        with same_queries(at_most=13):
            client.get("/e/winter-meet/board/")


def shown(page):
    """The parts of a board that are its pages, in order; the time decides which one is shown."""
    return page.split('class="hall__page" data-board-page')[1:]


@pytest.fixture(scope="module")
def all_games(module_database):
    event, made = make_event("Hall Meet"), {}
    for name, room, first in (("Express", "Room A", 21), ("Metro", "Room B", 31)):
        game = made[name] = make_tournament(event, name=name)
        in_room(running(game, 2, since=30), room, first)
    return made


def in_room(round_, room, first):
    """Set the tables of a round at hall tables from ``first`` on, in a room of this name."""
    event = round_.tournament.event
    place, _made = Room.objects.get_or_create(event=event, name=room)
    for number, table in enumerate(round_.tables.order_by("number"), start=first):
        table.hall_table = HallTable.objects.create(
            event=event, number=number, code=f"HT{number:04}", room=place
        )
        table.save()


class TestABoardOfManyTournaments:
    """Express and Metro play in rooms of their own; more may be added."""

    @pytest.fixture
    def hall(self, all_games):
        return deepcopy(all_games)

    @pytest.fixture
    def event(self, hall):
        return hall["Express"].event

    def test_names_the_game_and_the_room_over_the_tables_of_each_clock(self, client, hall):
        [page] = shown(text(client.get("/e/hall-meet/board/")))
        express, metro = page.split('class="hall__slot"')[1:]
        assert "Express <small>Round 1 · Room A" in express
        assert 'aria-label="Slot clock of Express"' in express
        assert "Metro <small>Round 1 · Room B" in metro
        assert [f'hall__number">{number}<' in express for number in (21, 22, 31)] == [1, 1, 0]
        assert [f'hall__number">{number}<' in metro for number in (21, 31, 32)] == [0, 1, 1]

    def test_keeps_the_seats_by_name_on_a_page_until_the_round_starts(self, client, event, hall):
        rails = make_tournament(event, name="Rails")
        made = make_round(rails, [make_entries(rails, 4)], started_at=None)
        in_room(made, "Room C", 41)
        clocks, seats = shown(text(client.get("/e/hall-meet/board/")))
        assert "Express" in clocks
        assert "Rails <small>Round 1 · Room C" in seats
        assert "<bdi>Player 017</bdi> <strong>Table 41</strong>" in seats
        start_slot(made, by=ANNA, at=timezone.now())
        [clocks] = shown(text(client.get("/e/hall-meet/board/")))
        assert clocks.count('class="hall__slot"') == 3

    def test_shows_four_clocks_a_page_and_every_one_once(self, client, event, hall):
        names = [f"Side {number:02}" for number in range(12)]
        for name in names:
            running(make_tournament(event, name=name), 1)
        pages = shown(text(client.get("/e/hall-meet/board/")))
        assert [page.count('class="hall__slot"') for page in pages] == [4, 4, 4, 2]
        for name in [*names, "Express", "Metro"]:
            assert sum(f">{name} <small>" in page for page in pages) == 1
        assert sum(page.startswith(" hidden>") for page in pages) == 3

    def test_names_the_next_starts_with_their_room_and_has_codes_to_scan(self, client, event, hall):
        rails = make_tournament(event, name="Rails")
        in_room(make_round(rails, [make_entries(rails, 4)], started_at=None), "Room C", 41)
        at = timezone.now() + minutes(30)
        plan_next_round(rails, at, by=ANNA, at=timezone.now(), reason="after lunch")
        strip = text(client.get("/e/hall-meet/board/", headers={"host": "hall.test"}))
        strip = strip.split('class="hall__strip"')[1]
        assert "<span>Rails <small>Room C</small></span>" in strip
        assert "Find my seat" in strip
        assert "Join a tournament" in strip
        Tournament.objects.update(registration=Tournament.Registration.CLOSED)
        assert "Join a tournament" not in client.get("/e/hall-meet/board/").text

    def test_names_the_champion_beside_the_clocks(self, client, event, hall):
        rails = make_tournament(event, name="Rails", status=Tournament.Status.FINISHED)
        [entry] = make_entries(rails, 1)
        StandingsState.objects.update_or_create(tournament=rails, defaults={"champion": entry})
        _clocks, champion = shown(text(client.get("/e/hall-meet/board/")))
        assert 'class="champion__name">Player 017' in champion

    def test_of_a_room_or_of_a_tournament_shows_nothing_else(self, client, hall):
        for query in ({"room": "room b"}, {"tournament": "metro"}):
            page = text(client.get("/e/hall-meet/board/", query))
            assert "Metro <small>Round 1 · Room B" in page
            assert "Express" not in page
            [name] = query
            part = f"/e/hall-meet/board/live/?{name}="
            assert f'hx-get="{part}' in page
            assert f'hx-get="/e/hall-meet/notices/?of={hall["Metro"].pk}"' in page
        for query in ({"room": "Room Z"}, {"tournament": "nothing"}):
            assert client.get("/e/hall-meet/board/", query).status_code == 404

    def test_is_filled_by_an_alarm_and_not_by_the_pause_of_one_game(self, client, event, hall):
        round_ = hall["Metro"].rounds.get()
        change_clock(round_, "pause", by=ANNA, at=timezone.now(), reason="a ruling")
        assert "Everything is paused" not in client.get("/e/hall-meet/board/").text
        pause_all(event, by=ANNA, at=timezone.now(), reason="fire alarm")
        page = text(client.get("/e/hall-meet/board/live/"))
        assert "Everything is paused" in page
        assert "Fire alarm" in page
        assert shown(page) == []
        resume_all(event, by=ANNA, at=timezone.now())
        assert len(shown(text(client.get("/e/hall-meet/board/")))) == 1

    def test_says_which_sessions_come_next_and_in_which_room(self, client, event, hall):
        room = event.rooms.get(name="Room B")
        starts_at = timezone.now().replace(minute=0, second=0, microsecond=0) + minutes(120)
        for name, where, at in (
            ("Express", None, starts_at + minutes(60)),
            ("Metro", room, starts_at),
        ):
            event.sessions.create(
                tournament=event.tournaments.get(name=name),
                number=1,
                room=where,
                starts_at=at,
                ends_at=at + minutes(60),
            )
        assert "heat 1" not in text(client.get("/e/hall-meet/board/"))
        event.sessions.update(published_at=timezone.now())
        starts = text(client.get("/e/hall-meet/board/")).split("Up next</h2>")[1]
        assert "No slot is running" not in starts
        assert "Metro, heat 1 <small>Room B" in starts
        assert starts.index("Metro, heat 1") < starts.index("Express, heat 1")
        of_room = text(client.get("/e/hall-meet/board/", {"room": "Room B"}))
        assert "Metro, heat 1" in of_room
        assert "Express, heat 1" not in of_room

    def test_has_a_page_of_what_begins_next_with_the_day_and_the_places(self, client, event, hall):
        metro = event.tournaments.get(name="Metro")
        this_hour = timezone.now().replace(minute=0, second=0, microsecond=0)
        tomorrow = this_hour + minutes(24 * 60)
        for number in range(1, 5):
            event.sessions.create(
                tournament=metro,
                number=number,
                starts_at=tomorrow + minutes(60 * number),
                ends_at=tomorrow + minutes(60 * number + 60),
                published_at=timezone.now(),
                capacity=8,
                taken=8 if number == 1 else 2,
                waiting=3 if number == 1 else 0,
            )
        page, strip = text(client.get("/e/hall-meet/board/")).split("hall__strip")
        listed = re.findall(r"<li>.*?</li>", page.split('id="begins"')[1], re.DOTALL)
        assert ["Metro, heat 1" in one for one in listed] == [True, False, False, False]
        assert f">{timezone.localtime(tomorrow + minutes(60), event.zone):%a} " in listed[0]
        assert "full, 3 in the queue" in listed[0]
        assert "6 of 8 free" in listed[1]
        assert strip.count("Metro, heat") == 3  # it stands below every page

    # test_views.py asks the board too, to the minute.
    @pytest.mark.long
    def test_still_has_a_session_that_is_late(self, client, event, hall):
        at = timezone.now().replace(minute=0, second=0, microsecond=0)
        event.sessions.create(
            tournament=event.tournaments.get(name="Metro"),
            number=1,
            starts_at=at,
            ends_at=at + minutes(180),
            published_at=at,
        )
        board = reverse("board", args=[event.slug])
        for late, is_there in ((20, True), (59, True), (61, False)):
            with time_machine.travel(at + minutes(late), tick=False):
                assert ("Metro, heat 1" in text(client.get(board))) == is_there

    @pytest.mark.parametrize("status", Tournament.ENDED)
    @pytest.mark.parametrize("page", [pytest.param("event", marks=pytest.mark.long), "board"])
    def test_has_no_session_to_come_of_a_tournament_that_has_ended(self, client, page, status):
        event = make_event("Summer Meet")
        session = make_session(event=event, start=60)
        other = make_session(event=event, kind="other", name="Auction", start=60)
        Tournament.objects.filter(pk=session.tournament_id).update(status=status)
        with time_machine.travel(NOON, tick=False):
            found = text(client.get(reverse(page, args=[event.slug])))
        assert str(other) in found
        assert str(session) not in found

    def test_has_a_session_again_whose_round_was_annulled(self, client, event, hall):
        at = timezone.now().replace(minute=0, second=0, microsecond=0)
        metro = hall["Metro"]
        session = metro.sessions.create(
            event=event, number=1, starts_at=at, ends_at=at + minutes(180), published_at=at
        )
        metro.rounds.update(session=session)
        board = reverse("board", args=[event.slug])
        with time_machine.travel(at + minutes(20), tick=False):
            assert "Metro, heat 1" not in text(client.get(board))
            annul_round(metro.rounds.get(), reason="a fire alarm", by=ANNA, at=timezone.now())
            assert "Metro, heat 1" in text(client.get(board))

    @pytest.mark.parametrize("more", [1, 12])
    @pytest.mark.long
    def test_needs_the_same_queries_for_any_number_of_tournaments(
        self, client, event, hall, more, same_queries
    ):
        for number in range(more):
            running(make_tournament(event, name=f"Side {number}"), 1)
            made = make_tournament(event, name=f"Next {number}")
            make_round(made, [make_entries(made, 4)], started_at=None)
            make_tournament(event, name=f"Idle {number}")
        with same_queries(at_most=13):
            client.get("/e/hall-meet/board/")
