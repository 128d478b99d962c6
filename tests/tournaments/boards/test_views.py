"""The pages that stay open: the event now, a tournament, the desk, and the clock's notices."""

import re

import pytest
import time_machine
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.tournaments.results.tables import OTHER, at_seat
from tests.tournaments.signup.sessions import make_session
from tournaments.clock.services import start_slot
from tournaments.clock.warnings.services import fire_due_warnings
from tournaments.events.services import change_tournament
from tournaments.ledger import Actor, record
from tournaments.models import Entry, Round, Standing, StandingsState, Tournament
from tournaments.results.calls.services import call_conductor
from tournaments.results.confirming.services import dispute_sheet
from tournaments.results.reporting.services import deal_hand, report_hand
from tournaments.standings.computing.services import refresh
from tournaments.templatetags.standings import scores_decide
from tournaments.verbs import Verb

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


def running(tournament, tables, at=None):
    people = make_entries(tournament, 4 * tables)
    groups = [people[start : start + 4] for start in range(0, len(people), 4)]
    return make_round(tournament, groups, started_at=at or timezone.now())


def play(table, points):
    now = table.round.started_at
    deal_hand(table, 1, by=ANNA, at=now)
    hand = QuickHand(dict(enumerate(points, start=1)), went_out=1)
    report_hand(table, 1, hand, by=ANNA, at=now, key=f"key-{table.code}-0123456789")


def text(response):
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize("query", ["?own=parts", "?own=page"])
def test_conductors_find_a_draft_from_the_page_of_its_tournament(client, tournament, query):
    made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
    Round.objects.update(status=Round.Status.SEATED)
    link = f'<a href="{made.get_absolute_url()}">Round 1</a>'
    assert link not in text(client.get(tournament.get_absolute_url() + query))
    client.force_login(make_conductor(tournament.event))
    page = text(client.get(tournament.get_absolute_url() + query))
    assert f"{link}. Only conductors see this seating." in page


def test_the_page_of_a_tournament_tells_nobody_else_of_a_draft(client, tournament):
    make_entries(tournament, 4)
    before = text(client.get(tournament.get_absolute_url()))
    make_round(tournament, [list(tournament.entries.all())], started_at=None)
    Round.objects.update(status=Round.Status.SEATED)
    assert "No round has been published yet." in before
    page = text(client.get(tournament.get_absolute_url()))
    main, main_before = (one.split("<main")[1].split("</main>")[0] for one in (page, before))
    assert main == main_before


class TestTheEventNow:
    def test_names_the_sessions_that_begin_next(self, client):
        event = make_event(time_zone="UTC")
        make_session(event=event, kind="other", name="Earlier", start=-600)
        make_session(event=event, kind="other", name="Seminar", start=120, capacity=9)
        make_session(event=event, kind="other", name="Auction", start=1440)
        make_session(event=event, kind="other", name="Secret", start=180, published=False)
        with time_machine.travel(NOON, tick=False):
            page = text(client.get("/e/winter-meet/")).split("Next sessions")[1]
        assert page.index("Saturday, 21 November") < page.index("Seminar")
        assert page.index("9 of 9 free") < page.index("Sunday, 22 November") < page.index("Auction")
        assert "Earlier" not in page
        assert "Secret" not in page

    @pytest.mark.parametrize(
        ("minutes_late", "is_there"),
        [pytest.param(20, True, marks=pytest.mark.long), (59, True), (61, False)],
    )
    def test_names_a_session_that_is_late_as_the_board_does(
        self, client, tournament, minutes_late, is_there
    ):
        late = make_session(tournament, name="Heat 1", start=0)
        at = late.starts_at + minutes(minutes_late)
        with time_machine.travel(at, tick=False):
            assert ("Heat 1" in text(client.get("/e/winter-meet/"))) is is_there
            assert ("Heat 1" in text(client.get("/e/winter-meet/board/"))) is is_there

    def test_a_meeting_that_has_begun_is_not_late(self, client):
        meeting = make_session(event=make_event(), kind="other", name="Seminar", start=0)
        with time_machine.travel(meeting.starts_at + minutes(5), tick=False):
            assert "Seminar" not in text(client.get("/e/winter-meet/"))
            assert "Seminar" not in text(client.get("/e/winter-meet/board/"))

    def test_shows_the_clock_the_tables_and_who_leads(self, client, tournament):
        made = running(tournament, 2)
        play(made.tables.get(number=1), [40, 10, 0, 0])
        refresh(tournament.pk, at=NOON)
        page = text(client.get("/e/winter-meet/"))
        assert "No new hand after" in page
        assert "Player 001 leads with 40" in page
        assert "Player 005, Player 006, Player 007, Player 008" in page

    @pytest.mark.parametrize("address", ["/e/winter-meet/", "/e/winter-meet/t/express-open/"])
    def test_says_that_there_is_more_below_the_top(self, client, tournament, address):
        play(running(tournament, 1).tables.get(), [40, 10, 0, 0])
        refresh(tournament.pk, at=NOON)
        assert "Full standings" in text(client.get(address))
        change_tournament(tournament, by=ANNA, at=NOON, standings_shown="top", standings_top=2)
        page = text(client.get(address))
        assert "Full standings" not in page
        assert "Players do not see all standings before the end." in page

    def test_offers_no_seat_and_nothing_to_join_once_all_is_over(self, client, tournament):
        ways = ("Find my seat", "Join a tournament", ">Board<")
        assert all(way in text(client.get("/e/winter-meet/")) for way in ways)
        Tournament.objects.update(status=Tournament.Status.FINISHED)
        page = text(client.get("/e/winter-meet/"))
        assert [way for way in ways if way in page] == []
        joining = text(client.get("/e/winter-meet/join/"))
        assert "It is over" in joining
        assert 'name="name"' not in joining

    def test_goes_on_while_a_session_is_to_begin(self, client, tournament):
        Tournament.objects.update(status=Tournament.Status.FINISHED)
        make_session(event=tournament.event, kind="other", name="Auction", start=60)
        with time_machine.travel(NOON, tick=False):
            assert "Join a tournament" in text(client.get("/e/winter-meet/"))
            assert "It is over" not in text(client.get("/e/winter-meet/join/"))

    def test_lists_all_tournaments_open_once_all_are_over(self, client, tournament):
        for number in range(2):
            make_tournament(tournament.event, name=f"Cup {number}")
        Tournament.objects.filter(name="Cup 0").update(status=Tournament.Status.FINISHED)
        assert '<details class="fold" id="ended" data-remember>' in text(
            client.get("/e/winter-meet/")
        )
        Tournament.objects.update(status=Tournament.Status.FINISHED)
        page = text(client.get("/e/winter-meet/"))
        assert '<details class="fold" id="ended" data-remember open>' in page
        assert page.count('id="standings"') == 1

    def test_hides_a_seating_that_is_not_published(self, client, tournament):
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        made.status = Round.Status.SEATED
        made.save()
        assert "Player 001" not in text(client.get("/e/winter-meet/"))

    def test_without_a_tournament_says_so(self, client):
        make_event()
        assert "No tournament yet" in text(client.get("/e/winter-meet/"))

    def test_of_an_unknown_event_is_not_found(self, client):
        assert client.get("/e/nowhere/").status_code == 404

    def test_tells_the_browser_where_to_listen(self, client, tournament):
        page = text(client.get("/e/winter-meet/"))
        assert 'data-stream="/stream/?event=' in page

    @pytest.mark.parametrize("tables", [2, 8])
    def test_needs_the_same_queries_for_any_number_of_tables(
        self, client, tournament, tables, same_queries
    ):
        running(tournament, tables)
        with same_queries(at_most=11):
            client.get("/e/winter-meet/")


class TestTheDesk:
    @pytest.fixture(autouse=True)
    def conductor(self, client, tournament):
        client.force_login(make_conductor(tournament.event))

    @pytest.mark.parametrize(
        ("people", "words"),
        [(2, "Add players to the roster"), (3, "Seat round 1")],
    )
    def test_names_the_next_step(self, client, tournament, people, words):
        make_entries(tournament, people)
        assert words in text(client.get("/e/winter-meet/desk/"))

    def test_offers_to_close_a_round_whose_tables_have_finished(self, client, tournament):
        made = running(tournament, 1)
        assert "Close Round 1" not in text(client.get("/e/winter-meet/desk/"))
        play(made.tables.get(), [120, 0, 0, 0])
        assert "Close Round 1" in text(client.get("/e/winter-meet/desk/"))

    def test_puts_the_tables_that_need_help_first(self, client, tournament):
        made = running(tournament, 3, at=timezone.now() - minutes(90))
        long_hand = made.tables.get(number=3)
        deal_hand(long_hand, 1, by=ANNA, at=timezone.now() - minutes(60))
        page = text(client.get("/e/winter-meet/desk/"))
        assert "long hand" in page
        assert page.index("Table 3") < page.index("Table 1")

    def test_puts_a_table_that_called_before_one_that_does_not_agree(self, client, tournament):
        disputed, calling = running(tournament, 2).tables.order_by("number")
        play(disputed, [30, 12, 0, -5])
        dispute_sheet(disputed, 1, OTHER, by=at_seat(disputed, 2), at=timezone.now())
        seat = calling.seats.get(position=1)
        call_conductor(seat, "rules", by=at_seat(calling, 1), at=timezone.now())
        page = client.get("/e/winter-meet/desk/").text
        shown = re.findall(r'class="tile__name"[^>]*>(Table \d)<', page)
        assert shown == ["Table 2", "Table 1"]

    def test_names_among_the_recent_changes_none_that_the_site_made(self, client, tournament):
        people = [(Actor(name="Roundhouse"), "Hand 1"), (ANNA, "Hand 2")]
        for actor, hand in people:
            record(tournament.event, Verb.CONFIRM_HAND, hand, by=actor, at=timezone.now())
        page = text(client.get("/e/winter-meet/desk/"))
        assert "agreed to a hand · Hand 2" in page
        assert "agreed to a hand · Hand 1" not in page

    @pytest.mark.parametrize("tables", [2, 8])
    def test_needs_the_same_queries_for_any_number_of_tables(
        self, client, tournament, tables, same_queries
    ):
        running(tournament, tables)
        with same_queries(at_most=18):
            client.get("/e/winter-meet/desk/")


@pytest.mark.parametrize(
    ("scores", "decide"), [((), True), (("8", "15/2", "7"), True), (("7", "8"), False)]
)
def test_scores_that_contradict_the_places_of_a_final_are_not_shown(scores, decide):
    assert scores_decide([Standing(score=score) for score in scores]) is decide


class TestTheChecklist:
    """Every state from the empty event to the first round, each with one next step."""

    @pytest.fixture(autouse=True)
    def conductor(self, client):
        event = make_event()
        client.force_login(make_conductor(event))
        return event

    def step(self, client):
        page = text(client.get("/e/winter-meet/desk/"))
        (row,) = re.findall(r'aria-current="step"(.*?)</li>', page)
        link = re.search(r'(?:<a [^>]*href|action)="([^"]+)"', row)[1]
        assert page.count("button--primary") == 1
        return link

    def test_leads_from_the_empty_event_to_the_first_round(self, client, conductor):
        assert self.step(client) == "/e/winter-meet/tournaments/new/"
        tournament = make_tournament(conductor)
        here = "/e/winter-meet/t/express-open/"
        assert self.step(client) == "/e/winter-meet/roster/"
        entries = make_entries(tournament, 4, status=Entry.Status.ENTERED)
        assert self.step(client) == "/e/winter-meet/roster/"
        Entry.objects.update(status=Entry.Status.CHECKED_IN)
        assert self.step(client) == f"{here}rounds/seat/"
        made = make_round(tournament, [entries], started_at=None)
        Round.objects.update(status=Round.Status.SEATED)
        assert self.step(client) == f"{here}rounds/1/"
        Round.objects.update(status=Round.Status.PUBLISHED)
        assert self.step(client) == f"{here}rounds/1/start/"
        made.refresh_from_db()
        start_slot(made, by=ANNA, at=timezone.now())
        assert "steps to round 1" not in client.get("/e/winter-meet/desk/").text


@pytest.mark.parametrize("path", ["desk/", "desk/live/"])
def test_the_desk_is_for_conductors_of_the_event(client, tournament, path):
    answer = client.get(f"/e/winter-meet/{path}")
    assert (answer.status_code, answer.url.split("?")[0]) == (302, "/sign-in/")
    client.force_login(make_conductor(make_event("Other Meet"), "other@example.org"))
    assert client.get(f"/e/winter-meet/{path}").status_code == 403


def test_a_tournament_shows_its_rounds_and_exports(client, tournament):
    running(tournament, 1)
    page = text(client.get("/e/winter-meet/t/express-open/"))
    assert "Round 1" in page
    assert "/e/winter-meet/t/express-open/hands.csv" in page


@pytest.mark.parametrize("tables", [2, 8])
def test_a_tournament_s_page_needs_the_same_queries_for_any_number_of_tables(
    client, tournament, tables, same_queries
):
    running(tournament, tables)
    with same_queries(at_most=12):
        client.get("/e/winter-meet/t/express-open/")


class TestTheNotices:
    @pytest.fixture
    def round_(self, tournament):
        made = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        return start_slot(made, by=ANNA, at=timezone.now() - minutes(101))

    def test_say_what_the_clock_said_in_the_time_of_the_event(self, client, round_):
        event = round_.tournament.event
        event.time_zone = "Asia/Tokyo"
        event.save()
        fire_due_warnings(now=timezone.now())
        cutoff = round_.cutoff_at.astimezone(event.zone)
        page = text(client.get("/e/winter-meet/notices/"))
        assert f"No new hands since {cutoff:%H:%M}" in page

    def test_are_none_before_anything_was_said(self, client, round_):
        assert text(client.get("/e/winter-meet/notices/")) == ""

    def test_need_few_queries(self, client, round_, django_assert_max_num_queries):
        fire_due_warnings(now=timezone.now())
        # The event, its tournaments, its announcements, warnings and pauses.
        with django_assert_max_num_queries(5):
            client.get("/e/winter-meet/notices/")


def test_the_part_of_a_tournament_that_changes_names_the_champion(client, tournament):
    [entry] = make_entries(tournament, 1)
    live = "/e/winter-meet/t/express-open/live/"
    assert f'hx-get="{live}"' in client.get("/e/winter-meet/t/express-open/").text
    assert "Champion" not in text(client.get(live))
    StandingsState.objects.filter(pk=tournament.pk).update(champion=entry)
    page = client.get(live)
    assert "Champion" in page.text
    assert "Player 001" in page.text
    assert "<html" not in page.text
