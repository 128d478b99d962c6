"""Conductors announce something: who is shown it where, from when, and until when."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    minutes,
    phone_of,
)
from tests.clocks import change_clock
from tests.routes.controls import PageForms
from tests.selecting import ON_SQLITE
from tests.tournaments.signup.sessions import make_players, make_session
from tournaments.audience import Own, own_games
from tournaments.clock import services as clock
from tournaments.errors import ChangedMeanwhile, ChangedSinceSeen
from tournaments.models import Announcement, Event, LedgerEntry
from tournaments.notifications import errors, queries, services
from tournaments.notifications.rules import State, usual_end
from tournaments.signup import services as signup

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = make_event()
    Event.objects.filter(pk=event.pk).update(ends_on="2099-12-31")
    return event


def announce(event, text="Dinner is served", *, at=NOON, minutes_long=30, **more):
    values = {"audience": "everybody", "starts_at": at, "ends_at": at + minutes(minutes_long)}
    return services.announce(event, text=text, by=ANNA, at=at, **values | more)


def test_nothing_is_announced_past_the_last_year_there_is():
    last = datetime(9999, 12, 31, 23, 45, tzinfo=UTC)
    assert usual_end(last) == last  # and so refused


@pytest.mark.each_database
class TestTheVerbs:
    def test_it_is_shown_from_its_start_to_its_end(self, event):
        announce(event, starts_at=NOON + minutes(10), ends_at=NOON + minutes(40))
        shown = {
            when: bool(queries.current(event, now=NOON + minutes(when))) for when in (9, 10, 39, 40)
        }
        assert shown == {9: False, 10: True, 39: True, 40: False}

    @ON_SQLITE
    def test_the_texts_are_tidied_and_go_into_the_ledger(self, event):
        metro = make_tournament(event, name="Metro")
        announce(event, " Round 2 \n in Room B ", audience="tournament", tournament=metro.pk)
        entry = LedgerEntry.objects.get(verb="announce")
        assert (entry.subject, entry.after["text"]) == ("Metro", "Round 2 in Room B")

    @pytest.mark.parametrize(
        ("values", "refusal"),
        [
            ({"text": " \n"}, errors.AnnouncementNeedsText),
            ({"audience": "tournament"}, errors.NoSuchAudience),
            ({"audience": "tournament", "tournament": -1}, errors.NoSuchAudience),
            ({"audience": "everybody", "session": -1}, errors.NoSuchAudience),
            ({"ends_at": NOON}, errors.EndsBeforeItIsShown),
            ({"starts_at": NOON - minutes(9), "ends_at": NOON}, errors.OverAlready),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, event, values, refusal):
        with pytest.raises(refusal):
            announce(event, **values)
        assert not Announcement.objects.exists()

    @ON_SQLITE
    def test_the_game_of_another_event_is_no_audience(self, event):
        other = make_tournament(make_event("Spring Meet"))
        with pytest.raises(errors.NoSuchAudience):
            announce(event, audience="tournament", tournament=other.pk)

    @ON_SQLITE
    def test_two_conductors_change_it_and_undo_nothing_of_each_other_s(self, event):
        made = announce(event)
        seen = {"text": made.text, "ends_at": made.ends_at}
        who = {"by": ANNA, "at": NOON + minutes(1)}
        services.change_announcement(made, **seen | {"text": "Dinner is late"}, seen=seen, **who)
        later = seen | {"ends_at": NOON + minutes(60)}
        changed = services.change_announcement(made, **later, seen=seen, **who)
        assert (changed.text, changed.ends_at) == ("Dinner is late", NOON + minutes(60))
        with pytest.raises(ChangedMeanwhile):
            services.change_announcement(made, text="No dinner", seen=seen, **who)

    @ON_SQLITE
    def test_it_is_withdrawn_once_as_it_was_seen(self, event):
        made = announce(event)
        (row,) = queries.listed(event, now=NOON)
        who = {"by": ANNA, "at": NOON + minutes(1)}
        services.change_announcement(made, text="Dinner is late", **who)
        with pytest.raises(ChangedSinceSeen):
            services.withdraw(made, seen=row.mark, **who)
        services.withdraw(made, **who)
        assert queries.current(event, now=NOON + minutes(2)) == []
        assert queries.listed(event, now=NOON)[0].state is State.WITHDRAWN
        with pytest.raises(errors.AnnouncementIsOver):
            services.withdraw(made, **who)

    def test_pages_hear_of_a_later_one_when_its_time_comes_and_once(self, event):
        announce(event, starts_at=NOON + minutes(10))
        announce(event)
        assert [services.show_due(now=NOON + minutes(when)) for when in (5, 11, 12)] == [0, 1, 0]


@pytest.mark.each_database
class TestTheAudience:
    @pytest.fixture
    def texts(self, event):
        """One for each audience; the key of the session, and of its tournament."""
        rails, metro = (make_tournament(event, name=name) for name in ("Rails", "Metro"))
        heat = make_session(metro)
        announce(event, "for all")
        announce(event, "for Rails", audience="tournament", tournament=rails.pk)
        announce(event, "for Metro", audience="tournament", tournament=metro.pk)
        announce(event, "for the heat", audience="session", session=heat.pk)
        announce(event, "for conductors", audience="conductors")
        return rails, metro, heat

    def heard(self, event, **of):
        return {one.text for one in queries.current(event, now=NOON, **of)}

    def test_each_hears_what_concerns_it(self, event, texts):
        rails, _metro, heat = texts
        assert self.heard(event, audience=frozenset()) == {"for all"}
        assert self.heard(event, audience={rails.pk}) == {"for all", "for Rails"}
        booked = self.heard(event, audience=frozenset(), sessions={heat.pk})
        assert booked == {"for all", "for Metro", "for the heat"}
        every = {"for all", "for Rails", "for Metro", "for the heat"}
        assert self.heard(event) == every
        assert self.heard(event, conducts=True) == every | {"for conductors"}

    def test_a_player_s_games_are_entries_and_sessions_in_one_query(
        self, event, texts, django_assert_num_queries
    ):
        rails, _metro, heat = texts
        (entry,) = make_entries(rails, 1)
        signup.book(heat, entry.player, by=ANNA, at=NOON - minutes(30))
        with django_assert_num_queries(1):
            own = own_games(entry.player)
        assert own == Own(frozenset({rails.pk}), frozenset({heat.pk}))
        (nobody,) = make_players(event, 1)
        assert own_games(nobody) == Own(frozenset(), frozenset())


class TestThePages:
    def address(self, client, page):
        html = client.get(page).text
        return html.split("data-notices ")[1].split('hx-get="')[1].split('"')[0]

    def notices(self, client, page):
        return client.get(self.address(client, page).replace("&amp;", "&")).text

    def test_what_is_for_conductors_reaches_nobody_else(self, client, event):
        announce(event, "Two tables are missing", audience="conductors", at=timezone.now())
        stolen = "/e/winter-meet/notices/?conducts=1"
        assert "Two tables" not in self.notices(client, "/e/winter-meet/")
        assert "Two tables" not in client.get(stolen).text
        (player,) = make_players(event, 1)
        phone_of(client, player)
        assert "Two tables" not in client.get(stolen).text
        client.force_login(make_conductor(event))
        assert "Two tables" in self.notices(client, "/e/winter-meet/desk/")
        assert "Two tables" not in client.get("/e/winter-meet/board/").text

    def test_the_phone_of_who_is_booked_hears_of_the_session(self, client, event):
        session = make_session(make_tournament(event, name="Metro"))
        (player,) = make_players(event, 1)
        text = "Heat 1 moves to the attic"
        announce(event, text, audience="session", session=session.pk, at=timezone.now())
        signup.book(session, player, by=ANNA, at=NOON - minutes(30))
        assert text not in self.notices(client, "/e/winter-meet/find/")
        phone_of(client, player)
        assert text in self.notices(client, "/e/winter-meet/me/")

    def test_the_board_shows_the_newest_two_and_an_alarm_covers_them(self, client, event):
        now = timezone.now()
        for text in ("First", "Second", "Third"):
            now += minutes(0.01)
            announce(event, f"{text} call", at=now - minutes(1))
        board = reverse("board", args=[event.slug])
        shown = client.get(board).text
        assert [f"{text} call" in shown for text in ("First", "Second", "Third")] == [
            False, True, True,
        ]  # fmt: skip
        tournament = make_tournament(event)
        round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=None)
        clock.start_slot(round_, by=ANNA, at=now)
        assert "Third call" in client.get(board).text
        change_clock(round_, "pause", by=ANNA, at=timezone.now(), reason="fire alarm")
        alarm = client.get(board).text
        assert "Fire alarm" in alarm
        assert "Third call" not in alarm

    def test_a_conductor_announces_changes_and_withdraws(self, client, event):
        client.force_login(make_conductor(event))
        page = reverse("announcements", args=[event.slug])
        until = timezone.localtime(timezone.now() + minutes(90)).strftime("%Y-%m-%dT%H:%M")
        sent = {"text": "Lost: a red scarf", "audience": "everybody", "ends_at": until}
        assert client.post(page, sent | {"audience": "tournament-0"}).status_code == 422
        assert client.post(page, sent).status_code == 302
        made = Announcement.objects.get()
        edit = reverse("announcement-edit", args=[event.slug, made.pk])
        assert "Lost: a red scarf" in client.get(edit).text
        (form,) = [one for one in PageForms(client.get(edit).text).found if "text" in one.values]
        client.post(edit, form.values)
        assert not LedgerEntry.objects.filter(verb="change announcement").exists()
        begun = timezone.localtime(made.starts_at).strftime("%Y-%m-%dT%H:%M")
        client.post(edit, sent | {"text": "Found: a red scarf", "starts_at": begun})
        assert "Found: a red scarf" in client.get(page).text
        assert "Found: a red scarf" in self.notices(client, "/e/winter-meet/")
        client.post(reverse("announcement-withdraw", args=[event.slug, made.pk]))
        assert "Found: a red scarf" not in self.notices(client, "/e/winter-meet/")

    def test_seconds_that_its_form_does_not_show_are_no_change(self, client, event):
        """A program announces at the second of its request."""
        client.force_login(make_conductor(event))
        at = (timezone.now() - minutes(1)).replace(second=37, microsecond=5)
        moments = {"starts_at": at, "ends_at": at + minutes(30)}
        made = announce(event, **moments)
        edit = reverse("announcement-edit", args=[event.slug, made.pk])
        (form,) = [one for one in PageForms(client.get(edit).text).found if "text" in one.values]
        client.post(edit, form.values | {"text": "Dinner is late"})
        made.refresh_from_db()
        assert made.text == "Dinner is late"
        assert (made.starts_at, made.ends_at) == (at, at + minutes(30))

    @pytest.mark.parametrize("year", ["9999", "0001"])
    def test_a_moment_that_some_zones_do_not_have_is_refused(self, client, event, year):
        zone = "America/New_York" if year == "9999" else "Asia/Tokyo"
        Event.objects.update(time_zone=zone)
        client.force_login(make_conductor(event))
        moments = {"starts_at": f"{year}-01-01T00:00", "ends_at": "9999-12-31T23:59"}
        answer = client.post(
            reverse("announcements", args=[event.slug]),
            {"text": "Dinner", "audience": "everybody", **moments},
        )
        assert answer.status_code == 422
        assert "Choose a moment between the years 1970 and 2100." in answer.text

    def test_the_end_of_a_line_counts_as_one_character(self, client, event):
        client.force_login(make_conductor(event))
        until = timezone.localtime(timezone.now() + minutes(90)).strftime("%Y-%m-%dT%H:%M")
        sent = {"text": f"{'a' * 139}\r\n{'b' * 140}", "audience": "everybody", "ends_at": until}
        client.post(reverse("announcements", args=[event.slug]), sent)
        assert len(Announcement.objects.get().text) == Announcement.LONGEST

    # What it lists: the first test of the pages.
    @pytest.mark.long
    @pytest.mark.parametrize("count", [2, 4])
    def test_the_page_asks_as_little_of_many_as_of_a_few(self, client, event, same_queries, count):
        client.force_login(make_conductor(event))
        metro = make_tournament(event, name="Metro")
        for _ in range(count):
            announce(event, audience="tournament", tournament=metro.pk, at=timezone.now())
        with same_queries(at_most=12):
            client.get(reverse("announcements", args=[event.slug]))
