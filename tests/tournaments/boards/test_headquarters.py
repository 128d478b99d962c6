"""The headquarters: the desk of an event with sessions."""

import re
from copy import deepcopy

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_event,
    make_title_tournament,
    make_tournament,
    minutes,
)
from tests.tournaments.signup.sessions import make_players, make_session, states
from tournaments.clock.services import start_slot
from tournaments.models import LedgerEntry, Round, Seat
from tournaments.pickups.services import start_at_once
from tournaments.seating.changing.forms import BEST
from tournaments.seating.services import publish_round, seat_session
from tournaments.signup import services
from tournaments.signup.moving import change_session
from tournaments.signup.promoting import release_no_shows

pytestmark = pytest.mark.django_db

AT = {"by": ANNA, "at": NOON}
SIZES = {"table_min": 3, "table_preferred": 4, "table_max": 4}


@pytest.fixture(autouse=True)
def _at_noon():
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(scope="module")
def conducted(module_database):
    made = make_event(time_zone="UTC")
    return made, make_conductor(made)


@pytest.fixture
def event(client, conducted):
    made, conductor = deepcopy(conducted)
    client.force_login(conductor)
    return made


@pytest.fixture
def session(event):
    return make_session(make_title_tournament(event, settings=SIZES), start=15)


def page(client, event) -> str:
    return client.get(reverse("hq", args=[event.slug])).content.decode()


def come(session, players):
    for player in players:
        services.check_in(session, player, conducts=True, **AT)


def walk_up(client, event, *, follow=True, **sent) -> str:
    address = reverse("hq-walk-up", args=[event.slug])
    return client.post(address, sent, follow=follow).content.decode()


def test_what_the_desk_has_under_more_is_there_while_it_stands_in_its_place(client, event, session):
    for place in (
        page(client, event),
        client.get(reverse("desk", args=[event.slug]) + "?all=1").text,
    ):
        menu = re.search(r'<details class="fold fold--menu".*?</details>', place, re.DOTALL).group()
        assert reverse("event-edit", args=[event.slug]) in menu
        assert reverse("announcements", args=[event.slug]) in menu


def test_it_stands_in_place_of_the_desk_while_there_are_sessions(client, event):
    desk = reverse("desk", args=[event.slug])
    assert client.get(desk).status_code == 200
    session = make_session(event=event)
    assert client.get(desk).url == reverse("hq", args=[event.slug])
    assert client.get(desk, {"all": 1}).status_code == 200
    session.tournament.status = session.tournament.Status.FINISHED
    session.tournament.save()
    assert client.get(desk).status_code == 200


def test_a_session_says_who_is_here_and_at_which_tables_they_would_sit(client, event, session):
    people = make_players(event, 14)
    come(session, people[:13])
    services.book(session, people[13], conducts=True, **AT)
    shown = page(client, event)
    assert "1 booked, 13 here, 0 in the queue" in shown
    assert "4-3-3-3" in shown


def test_the_first_session_that_can_be_seated_has_the_only_primary_button(client, event, session):
    later = make_session(make_tournament(event, name="Later", **SIZES), start=30)
    none_here = make_session(event=event, start=0)
    people = make_players(event, 8)
    come(session, people[:4])
    come(later, people[4:])
    forms = page(client, event).split('id="soon"')[1].split("<form")[1:]
    by_session = {
        one.pk: "button--primary" in form
        for form in forms
        for one in (session, later, none_here)
        if f'/s/{one.pk}/seat/"' in form
    }
    assert by_session == {session.pk: True, later.pk: False}  # and none is offered where nobody is


def test_a_second_heat_is_seated_by_three_clicks_while_the_first_plays(client, event, session):
    people = make_players(event, 8)
    come(session, people[:4])
    start_slot(publish_round(seat_session(session, session.tournament, **AT), **AT), **AT)
    second = make_session(session.tournament, start=30)
    come(second, people[4:])
    assert reverse("session-seat", args=[event.slug, second.pk]) in page(client, event)
    client.post(reverse("session-seat", args=[event.slug, second.pk]))
    address = Round.objects.get(session=second).get_absolute_url()
    client.post(f"{address}publish/")
    assert f"{address}start/" in page(client, event)
    client.post(f"{address}start/")
    assert set(Round.objects.values_list("status", flat=True)) == {"running"}


def test_a_walk_up_by_pin_has_a_seat_after_three_clicks(client, event, session):
    """Tap the session, open its round, seat them."""
    people = make_players(event, 4)
    people[3].pin = "4711"
    people[3].save(update_fields=["pin"])
    come(session, people[:3])
    round_ = publish_round(seat_session(session, session.tournament, **AT), **AT)
    said = walk_up(client, event, who="4711", session=session.pk)
    assert f"{people[3].name} is here for {session}." in said
    assert round_.get_absolute_url() in said
    entry = people[3].entries.get()
    assert (
        f'value="{entry.pk}"'
        in client.get(round_.get_absolute_url(), {"own": "page"}).content.decode()
    )
    client.post(f"{round_.get_absolute_url()}late/", {"who": entry.pk, "to": BEST})
    assert Seat.objects.filter(round=round_, entry=entry).exists()


def test_of_several_with_such_a_name_the_conductor_chooses(client, event, session):
    people = make_players(event, 3)
    asked = walk_up(client, event, who="guest", session=session.pk)
    assert all(player.name in asked for player in people)
    assert states(session) == {}
    walk_up(client, event, player=people[1].pk, session=session.pk, follow=False)
    assert states(session) == {people[1].name: "here"}


@pytest.mark.long
def test_a_walk_up_that_says_too_little_is_asked_and_forgets_nothing(client, event, session):
    """Also by the Enter of a scanner, which no session's button was pressed for."""
    players = make_players(event, 2)
    address = reverse("hq-walk-up", args=[event.slug])
    unnamed = client.post(address, {"who": "", "session": session.pk})
    assert unnamed.status_code == 422
    assert "Say who it is." in unnamed.content.decode()
    asked = client.post(address, {"who": "guest 001"})
    assert asked.status_code == 422
    assert "Choose the session that they come to." in asked.content.decode()
    assert 'value="guest 001"' in asked.content.decode()
    assert states(session) == {}
    walk_up(client, event, who="guest 001", session=session.pk)
    assert states(session) == {players[0].name: "here"}
    assert client.get(address).url == reverse("hq", args=[event.slug])


class TestSomebodyWhomNobodyKnows:
    NEW = "Zoë Ax"

    def sent(self, client, event, session, *, follow=False, **more):
        sent = {"who": self.NEW, "session": session.pk} | more
        return client.post(reverse("hq-walk-up", args=[event.slug]), sent, follow=follow)

    def added(self, event):
        return LedgerEntry.objects.filter(event=event, verb="add player").count()

    def test_is_offered_to_be_added_with_the_name_as_typed(self, client, event, session):
        unknown = self.sent(client, event, session)
        assert unknown.status_code == 422
        said = unknown.content.decode()
        assert "Nobody on the roster has this badge, PIN or name." in said
        assert f"and check in: {session}" in said
        add = re.search(r'href="([^"]*walk_in-name=[^"]*)"', said).group(1).replace("&amp;", "&")
        roster = client.get(add).content.decode()
        assert re.search(rf'name="walk_in-name"[^>]*value="{self.NEW}"', roster)
        assert re.search(rf'value="{session.tournament.slug}"[^>]*checked', roster)

    def test_is_on_the_roster_and_here_at_once(self, client, event, session):
        said = self.sent(client, event, session, add="new", follow=True).content.decode()
        pin = event.players.get(name=self.NEW).pin
        assert f"{self.NEW} is here for {session}. Their PIN is {pin}." in said
        assert states(session) == {self.NEW: "here"}
        assert self.added(event) == 1

    def test_is_asked_about_and_not_added_twice(self, client, event, session):
        """As when two conductors add them, or one presses twice."""
        for _press in range(2):
            asked = self.sent(client, event, session, add="new")
        assert f"Who comes to {session}?" in asked.content.decode()
        player = event.players.get(name=self.NEW)
        self.sent(client, event, session, player=player.pk)
        refused = self.sent(client, event, session, add="else")
        assert refused.status_code == 422
        assert "Nothing tells this person from the Zoë Ax" in refused.content.decode()
        assert "walk_in-name=" in refused.content.decode()
        assert (states(session), self.added(event)) == ({self.NEW: "here"}, 1)

    def test_is_no_other_of_whose_name_theirs_is_a_part(self, client, event, session):
        event.players.create(name="Zoë Axton", identity="name:zoe axton|")
        assert "Zoë Axton" in self.sent(client, event, session).content.decode()
        assert states(session) == {}
        self.sent(client, event, session, add="else")
        assert states(session) == {self.NEW: "here"}

    def test_is_not_on_the_roster_if_they_cannot_come(self, client, event, session):
        full = change_session(session, capacity=1, **AT)
        full.tournament.status = full.tournament.Status.FINISHED
        full.tournament.save()
        refused = self.sent(client, event, session, add="new")
        assert refused.status_code == 409
        assert "its tournament has ended" in refused.content.decode()
        assert not event.players.filter(name=self.NEW).exists()

    def test_has_a_name_and_not_a_code(self, client, event, session):
        for typed in ("4711", "https://example.org/b/K7QX", "?!"):
            said = self.sent(client, event, session, who=typed)
            assert said.status_code == 422, typed
            assert "and check in" not in said.content.decode(), typed


def test_while_nobody_can_come_yet_the_next_session_with_a_place_is_offered(client, event):
    make_session(make_tournament(event, name="Full"), start=120, capacity=1)
    early = make_session(make_tournament(event, name="Early"), start=180, capacity=2)
    (player, other) = make_players(event, 2)
    services.book(event.sessions.get(tournament__name="Full"), other, conducts=True, **AT)
    shown = page(client, event).split('aria-label="Comes to"')[1].split("</form>")[0]
    assert f"{early} · 2 free" in shown
    assert "Full" not in shown
    said = walk_up(client, event, who=player.name, session=early.pk)
    assert f"{player.name} has a place in {early}." in said
    assert states(early) == {player.name: "held"}


def test_nobody_comes_to_a_pick_up_game_and_the_next_session_is_offered_beside_it(client, event):
    tournament = make_tournament(event, name="Later")
    later, _latest = (make_session(tournament, start=start, capacity=8) for start in (120, 300))
    *playing, player = make_players(event, 4)
    game = start_at_once(event, "express", playing, key="one", **AT).session
    shown = page(client, event).split('aria-label="Comes to"')[1].split("</form>")[0]
    assert str(later) in shown
    assert str(game) not in shown
    said = walk_up(client, event, who=player.name, session=game.pk)
    assert "Choose the session that they come to." in said
    assert player.name not in states(game)


def test_a_refused_walk_up_reads_why_beside_what_was_typed(client, event, session):
    (player,) = make_players(event, 1)
    other = make_session(event=event, start=15)
    services.book(other, player, conducts=True, **AT)
    for sent in ({"who": player.name}, {"who": "guest", "player": player.pk}):
        refused = client.post(
            reverse("hq-walk-up", args=[event.slug]), sent | {"session": session.pk}
        )
        assert refused.status_code == 409
        said = refused.content.decode()
        assert f"{player.name} is booked for {other}" in said
        assert f'value="{sent["who"]}"' in said
    assert states(session) == {}


def test_who_booked_and_has_not_come_is_late(client, event, session):
    people = make_players(event, 2)
    services.book(session, people[0], conducts=True, **AT)
    assert "Booked and not here" not in page(client, event)
    with time_machine.travel(NOON + minutes(20), tick=False):
        shown = page(client, event)
    assert "Booked and not here" in shown
    assert people[0].name in shown
    *_others, fields = shown.split(reverse("session-place", args=[event.slug, session.pk]))
    sent = dict(re.findall(r'name="(act|hq|player)" value="([^"]*)"', fields))
    came = client.post(reverse("session-place", args=[event.slug, session.pk]), sent)
    assert came.url == reverse("hq", args=[event.slug])
    assert states(session) == {people[0].name: "here"}


@pytest.mark.long
def test_nobody_is_late_for_a_session_whose_round_is_closed(client, event, session):
    *playing, away = make_players(event, 5)
    come(session, playing)
    services.book(session, away, conducts=True, **AT)
    round_ = start_slot(publish_round(seat_session(session, session.tournament, **AT), **AT), **AT)
    with time_machine.travel(NOON + minutes(20), tick=False):
        assert away.name in page(client, event)
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.CLOSED, closed_at=NOON)
        assert away.name not in page(client, event)


def test_the_place_of_a_no_show_goes_to_the_queue_and_headquarters_says_so(client, event, session):
    session = change_session(session, capacity=2, release_minutes=5, anyway=True, **AT)
    gone, kept, waits, stranger = make_players(event, 4)
    for player in (gone, kept):
        services.book(session, player, conducts=True, **AT)
    come(session, [kept, waits])
    begun = session.starts_at + minutes(6)
    release_no_shows(session.pk, at=begun)
    assert states(session)[waits.name] == "here"
    with time_machine.travel(begun, tick=False):
        shown = page(client, event).split('id="no-shows"')[1]
    text = " ".join(strip_tags(shown).split())
    assert f"{gone.name} place released 12:21" in text
    assert f"{waits.name} got a place from the queue at 12:21. 0 places are free now." in text
    assert kept.name not in text
    assert stranger.name not in text


def test_everything_is_paused_and_resumed_from_headquarters(client, event, session):
    assert "Fire alarm" not in page(client, event)
    come(session, make_players(event, 3))
    start_slot(publish_round(seat_session(session, session.tournament, **AT), **AT), **AT)
    make_session(event=event, start=300)
    assert "Fire alarm" in page(client, event)
    client.post(reverse("clocks-all", args=[event.slug]), {"act": "pause", "reason": "fire alarm"})
    assert "Resume everything" in page(client, event)
    assert "Resume everything" in client.get(reverse("hq-live", args=[event.slug])).content.decode()


def test_tables_that_play_past_the_end_are_named(client, event, session):
    come(session, make_players(event, 3))
    start_slot(publish_round(seat_session(session, session.tournament, **AT), **AT), **AT)
    assert "Playing past the end" not in page(client, event)
    with time_machine.travel(session.ends_at + minutes(5), tick=False):
        make_session(event=event, start=300)
        assert "Playing past the end" in page(client, event)


@pytest.mark.parametrize("count", [2, 4])
def test_its_queries_do_not_grow_with_the_sessions(client, event, count, same_queries):
    for number in range(count):
        one = make_session(make_tournament(event, name=f"Open {number}"), start=15)
        come(one, make_players(event, 3))
        if number % 2:
            start_slot(publish_round(seat_session(one, one.tournament, **AT), **AT), **AT)
    with same_queries(at_most=32):
        page(client, event)


@pytest.mark.long
def test_all_sessions_of_the_next_start_are_listed_with_their_day(client, event, session):
    session.delete()
    tomorrow = 24 * 60
    made = [
        make_session(make_tournament(event, name=f"Game {number}"), start=tomorrow)
        for number in range(5)
    ]
    make_session(make_tournament(event, name="Evening game"), start=tomorrow + 240)
    shown = page(client, event)
    assert all(str(one) in shown for one in made)
    assert "Evening game" not in shown
    starts = timezone.localtime(made[0].starts_at, event.zone)
    assert f'<span class="soft">{starts:%a}</span> ' in shown
