"""The clock room."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.sheet import QuickHand
from tests.builders import (
    ANNA,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
)
from tests.clocks import change_clock
from tests.selecting import ON_SQLITE
from tests.tournaments.fixtures.leagues import league
from tournaments.clock.next_round import plan_next_round
from tournaments.clock.room import queries
from tournaments.clock.room.rules import Need
from tournaments.models import ClockChange, Round, Staff, Table, Tournament
from tournaments.results.reporting.services import deal_hand, report_hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament()


@pytest.fixture
def conductor(client, tournament):
    client.force_login(make_conductor(tournament.event))


def running(tournament, tables, *, since=60):
    people = make_entries(tournament, 4 * tables)
    groups = [people[start : start + 4] for start in range(0, len(people), 4)]
    return make_round(tournament, groups, started_at=timezone.now() - minutes(since))


def play(table, number, points, *, ago, took=10):
    dealt = timezone.now() - minutes(ago)
    deal_hand(table, number, by=ANNA, at=dealt)
    hand = QuickHand(dict(enumerate(points, start=1)), 1)
    key = f"key-{table.code}-{number}-0123456789"
    report_hand(table, number, hand, by=ANNA, at=dealt + minutes(took), key=key)


def text(response):
    return " ".join(response.content.decode().split())


def act(client, made, *, follow=False, **fields):
    address = f"{made.get_absolute_url()}clock/"
    return client.post(address, {"reason": "a fire alarm", **fields}, follow=follow)


def slot_of(tournament, now=None):
    (slot,) = queries.slots(tournament.event, now=now or timezone.now())
    return slot


class TestTheTiles:
    # Tables and their sheets are read on PostgreSQL by the test of pauses.
    @ON_SQLITE
    def test_stand_by_who_needs_help_first(self, tournament):
        made = running(tournament, 6, since=105)
        tables = list(made.tables.order_by("number"))
        deal_hand(tables[4], 1, by=ANNA, at=made.started_at + minutes(99))  # runs past the cutoff
        for number, take_time in ((1, 20), (3, 20)):
            change_clock(
                tables[number],
                "extra",
                amount=minutes(take_time),
                by=ANNA,
                at=timezone.now(),
                reason="a ruling",
            )
        play(tables[1], 1, [9, 9, 9, 9], ago=20)
        deal_hand(tables[3], 1, by=ANNA, at=timezone.now() - minutes(50))  # a long hand
        change_clock(tables[1], "pause", by=ANNA, at=timezone.now(), reason="a ruling")
        found = [(t.table.number, t.need) for t in slot_of(tournament).helped_first][:3]
        assert found == [(5, Need.HAND_PAST_CUTOFF), (4, Need.LONG_HAND), (2, Need.PAUSED)]

    def test_say_that_nothing_was_heard_of_a_table_for_long(self, tournament):
        made = running(tournament, 2, since=40)
        play(made.tables.get(number=1), 1, [9, 9, 9, 9], ago=20)
        assert [t.need for t in slot_of(tournament).tiles] == [Need.NOTHING, Need.QUIET]

    @ON_SQLITE
    def test_show_the_median_hand_of_the_table_and_of_the_room_and_the_forecast(self, tournament):
        made = running(tournament, 2, since=60)
        first, second = made.tables.order_by("number")
        for number, ago in ((1, 55), (2, 40), (3, 25)):
            play(first, number, [30, 0, 0, 0], ago=ago)
        play(second, 1, [5, 5, 5, 5], ago=30, took=20)
        one, other = (tile.outlook for tile in slot_of(tournament).tiles)
        assert round(one.median_hand / minutes(1)) == 15  # from deal to deal
        assert round(one.room_median / minutes(1), 1) == 15
        assert round(other.median_hand / minutes(1)) == 20
        assert 0 < other.chance < one.chance < 1
        assert other.hands_left <= one.hands_left

    def test_count_no_pause_as_part_of_a_hand(self, tournament):
        made = running(tournament, 1, since=60)
        table = made.tables.get()
        now = timezone.now()
        deal_hand(table, 1, by=ANNA, at=now - minutes(50))
        change_clock(made, "pause", by=ANNA, at=now - minutes(45), reason="a fire alarm")
        change_clock(made, "resume", by=ANNA, at=now - minutes(25), reason="it was none")
        report_hand(
            table, 1, QuickHand({1: 9, 2: 9, 3: 9, 4: 9}, 1), by=ANNA, at=now - minutes(20),
            key="0123456789abcdef",
        )  # fmt: skip
        (cycle,) = slot_of(tournament).tiles[0].cycles()
        assert cycle == minutes(10)


NONSENSE = (
    ({"act": "pause", "scope": "chosen"}, "Select a table, or choose the whole round."),
    ({"act": "extra", "scope": "round"}, "Enter the number of minutes."),
    ({"act": "extra", "scope": "round", "minutes": "soon"}, "Enter a whole number."),
    ({"act": "extra", "scope": "round", "minutes": "-5"}, "more than 0 minutes"),
    ({"act": "pause", "scope": "round", "reason": ""}, "Give a reason"),
    ({"act": "cutoff", "scope": "round", "minutes": "-60"}, "into the past"),
    ({"act": "explode", "scope": "round"}, "explode is not one of the available choices"),
    ({"act": "resume", "scope": "round"}, "This clock is not paused by itself"),
    ({"act": "rules", "scope": "round", "cutoff": "5"}, "These times do not fit"),
    ({"act": "pause", "scope": "chosen", "tables": "999999"}, "not one of the available"),
)


@pytest.mark.usefixtures("conductor")
class TestTheClockRoom:
    def test_shows_each_running_slot_and_the_forecast_of_each_table(self, client, tournament):
        made = running(tournament, 2)
        play(made.tables.get(number=1), 1, [40, 0, 0, 0], ago=30)
        page = text(client.get("/e/winter-meet/clocks/"))
        assert "Round 1" in page
        assert "Median hand" in page
        assert "Will reach the target" in page

    def test_without_a_slot_says_so(self, client, tournament):
        assert "No slot is open" in text(client.get("/e/winter-meet/clocks/"))

    def test_pauses_the_whole_round(self, client, tournament):
        made = running(tournament, 2)
        page = text(act(client, made, follow=True, act="pause", scope="round"))
        assert "Clock changed for the whole round." in page
        assert "Paused since" in page
        assert Round.objects.get().paused_at

    def test_says_of_a_table_that_was_paused_by_itself_that_it_is_although_it_is_silent_too(
        self, client, tournament
    ):
        made = running(tournament, 1)
        key = made.tables.get().pk
        act(client, made, act="pause", scope="chosen", tables=[key])
        assert slot_of(tournament).tiles[0].need == Need.QUIET
        page = client.get("/e/winter-meet/clocks/").text
        own_clock = re.search(r'<span class="tile__own".*?</li>', page, re.DOTALL)[0]
        assert "paused" in re.sub(r"<[^>]*>", "", own_clock)

    @pytest.mark.parametrize(
        ("backend", "sentence"),
        [("locmem", "E-mail warnings are on."), ("dummy", "This site cannot send mail.")],
    )
    def test_promises_letters_only_where_the_site_sends_mail(
        self, client, settings, backend, sentence
    ):
        settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
        answer = client.post("/e/winter-meet/clocks/mail/", {"mail": "on"}, follow=True)
        assert sentence in text(answer)
        assert Staff.objects.get().mail_warnings is (backend == "locmem")

    def test_changes_many_tables_at_once(self, client, tournament):
        made = running(tournament, 3)
        keys = [table.pk for table in made.tables.filter(number__in=[1, 3])]
        more = {"act": "extra", "scope": "chosen", "minutes": 5, "tables": keys}
        page = text(act(client, made, follow=True, **more))
        assert "Clock changed at 2 tables." in page
        own = Table.objects.exclude(ends_at=None).order_by("number")
        assert [table.number for table in own] == [1, 3]

    def test_names_the_tables_that_could_not_be_changed(self, client, tournament):
        made = running(tournament, 2)
        keys = [table.pk for table in made.tables.all()]
        change_clock(
            made.tables.get(number=1), "pause", by=ANNA, at=timezone.now(), reason="a ruling"
        )
        page = text(act(client, made, follow=True, act="pause", scope="chosen", tables=keys))
        assert "Clock changed at 1 table." in page
        assert "Table 1: The clock is already paused." in page

    def test_nonsense_gets_a_sentence_and_keeps_what_was_typed(self, client, tournament):
        self.is_refused(client, tournament, *NONSENSE[::2])

    # The sentences come from the same form, and from services with tests of their own.
    @pytest.mark.long
    def test_other_nonsense_does_too(self, client, tournament):
        self.is_refused(client, tournament, *NONSENSE[1::2])

    def is_refused(self, client, tournament, *nonsense):
        made = running(tournament, 2)
        for fields, sentence in nonsense:
            answer = act(client, made, **{"reason": "as agreed", **fields})
            assert answer.status_code == 422, fields
            assert sentence in text(answer)
            if fields.get("reason") != "":
                assert 'value="as agreed"' in text(answer)
        assert not ClockChange.objects.exclude(act="start").exists()

    def test_undoes_an_act_of_the_history(self, client, tournament):
        made = running(tournament, 2)
        act(client, made, act="extra", scope="round", minutes=5)
        change = ClockChange.objects.get(act="extra")
        fields = {"change": change.pk, "reason": "by mistake"}
        page = text(client.post("/e/winter-meet/clocks/undo/", fields, follow=True))
        assert "Undone." in page
        assert Round.objects.get().ends_at == made.ends_at

    @pytest.mark.long
    def test_undoing_by_the_button_keeps_a_reason_in_the_language_of_the_site(
        self, client, tournament
    ):
        made = running(tournament, 2)
        act(client, made, act="extra", scope="round", minutes=5)
        german = {"accept-language": "de"}
        page = client.get("/e/winter-meet/clocks/", headers=german).text
        forms = re.findall(r'<form[^>]*action="[^"]*/clocks/undo/".*?</form>', page, re.DOTALL)
        sent = [dict(re.findall(r'name="(change|reason)" value="([^"]*)"', one)) for one in forms]
        change = ClockChange.objects.get(act="extra")
        fields = next(one for one in sent if one["change"] == str(change.pk))
        client.post("/e/winter-meet/clocks/undo/", fields, headers=german)
        assert ClockChange.objects.get(act="undo").reason == "undone in the clock room"

    def test_each_button_of_the_history_says_which_act_it_undoes(self, client, tournament):
        made = running(tournament, 2)
        act(client, made, act="extra", scope="round", minutes=5)
        table = made.tables.get(number=2)
        act(client, made, act="pause", scope="chosen", tables=[table.pk])
        page = client.get("/e/winter-meet/clocks/").text
        assert 'aria-label="Undo: extra time given, Round 1"' in page
        assert 'aria-label="Undo: clock paused, Table 2"' in page

    def test_undoes_the_last_change_of_the_tables_that_are_ticked(self, client, tournament):
        made = running(tournament, 2)
        one, other = made.tables.order_by("number")
        act(client, made, act="extra", scope="chosen", minutes=5, tables=[one.pk])
        both = [one.pk, other.pk]
        page = text(act(client, made, follow=True, act="undo", scope="chosen", tables=both))
        assert "Table 2: There is nothing to undo." in page
        assert not Table.objects.exclude(ends_at=None).exists()

    @pytest.mark.parametrize("scope", [pytest.param("round", marks=pytest.mark.long), "chosen"])
    @pytest.mark.parametrize(
        "fields",
        [pytest.param({"act": "extra", "minutes": 10}, marks=pytest.mark.long), {"act": "undo"}],
    )
    def test_what_is_sent_twice_is_done_once(self, client, tournament, scope, fields):
        made = running(tournament, 2)
        one = made.tables.get(number=1)
        for _twice in range(2):
            act(client, made, act="extra", scope=scope, minutes=5, tables=[one.pk])
        page = client.get("/e/winter-meet/clocks/").text
        (seen,) = re.findall(r'name="seen" value="(\d+)"', page)
        sent = {**fields, "scope": scope, "tables": [one.pk], "seen": seen}
        act(client, made, **sent)
        known = ClockChange.objects.count()
        again = text(act(client, made, follow=True, **sent))
        assert "This clock has been changed since you opened the page." in again
        assert ClockChange.objects.count() == known

    def test_a_change_at_another_table_is_in_nobody_s_way(self, client, tournament):
        made = running(tournament, 2)
        one, other = made.tables.order_by("number")
        sent = {"act": "extra", "scope": "chosen", "minutes": 5, "seen": 0}
        for table in (one, other):
            page = text(act(client, made, follow=True, **sent, tables=[table.pk]))
            assert "Clock changed at 1 table." in page

    def test_another_event_s_history_is_not_found(self, client, tournament):
        other = make_tournament(make_event("Other Meet"))
        made = running(other, 1)
        row = change_clock(made, "extra", amount=minutes(5), by=ANNA, at=timezone.now(), reason="x")
        answer = client.post("/e/winter-meet/clocks/undo/", {"change": row.pk, "reason": "y"})
        assert answer.status_code == 404

    def test_plans_the_start_of_the_next_round_in_the_event_s_time(self, client, tournament):
        tournament.event.time_zone = "Asia/Tokyo"
        tournament.event.save()
        day = (timezone.now() + timedelta(days=2)).date()
        fields = {"starts_at": f"{day}T14:00", "reason": "after lunch"}
        client.post("/e/winter-meet/t/express-open/next/", fields)
        assert f"{Tournament.objects.get().next_round_at:%H:%M}" == "05:00"

    def test_a_start_in_the_past_is_refused_in_words(self, client, tournament):
        fields = {"starts_at": "2020-01-01T14:00", "reason": "after lunch"}
        answer = client.post("/e/winter-meet/t/express-open/next/", fields)
        assert answer.status_code == 422
        assert "The next round cannot start in the past." in text(answer)

    def test_takes_back_the_start_of_the_next_round_that_is_announced(self, client, tournament):
        at = timezone.now()
        for hours in (2, 3):
            plan_next_round(
                tournament, at + timedelta(hours=hours), by=ANNA, at=at, reason=f"plan {hours}"
            )
        for expected in ("plan 3", "plan 2"):
            page = text(client.get("/e/winter-meet/clocks/"))
            (key,) = re.findall(r'name="change" value="(\d+)"', page)
            assert f"start planned · Express Open · {expected}" in page
            client.post("/e/winter-meet/clocks/undo/", {"change": key})
        assert Tournament.objects.get().next_round_at is None
        assert "start planned" not in text(client.get("/e/winter-meet/clocks/"))

    def test_announces_no_round_of_a_league(self, client, tournament):
        weeks = league(4, event=tournament.event)
        shown = text(client.get("/e/winter-meet/clocks/"))
        assert reverse("next-round", args=["winter-meet", tournament.slug]) in shown
        address = reverse("next-round", args=["winter-meet", weeks.slug])
        assert address not in shown
        day = timezone.localdate() + timedelta(days=2)
        answer = client.post(address, {"starts_at": f"{day}T10:00", "reason": "soon"})
        assert answer.status_code == 422
        assert "so it has no rounds to seat" in text(answer)

    @pytest.mark.parametrize("tables", [2, 20])
    @pytest.mark.long
    def test_needs_the_same_queries_for_any_number_of_tables(
        self, client, tournament, tables, same_queries
    ):
        made = running(tournament, tables)
        act(client, made, act="extra", scope="chosen", minutes=5,
            tables=[table.pk for table in made.tables.all()])  # fmt: skip
        play(made.tables.get(number=1), 1, [40, 0, 0, 0], ago=30)
        with same_queries(at_most=18):
            client.get("/e/winter-meet/clocks/")

    def test_its_changing_part_needs_few_queries(
        self, client, tournament, django_assert_max_num_queries
    ):
        made = running(tournament, 8)
        play(made.tables.get(number=1), 1, [40, 0, 0, 0], ago=30)
        with django_assert_max_num_queries(14):
            client.get(f"{made.get_absolute_url()}clock/live/")
