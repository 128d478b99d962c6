"""Calls for a conductor: from a seat, answered, closed; conduct is read by owners alone."""

from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import (
    NOON,
    make_conductor,
    make_entries,
    make_round,
    make_tournament,
    minutes,
    open_seat,
    phone_of,
)
from tournaments.ledger import Actor
from tournaments.models import Adjustment, Call, Entry, LedgerEntry, Player, Role, Seat
from tournaments.results.calls import errors as call_errors
from tournaments.results.calls import services as calls
from tournaments.seating.changing import takeovers
from tournaments.standings.answering.services import close_with

# Calls are rows like others: tests/faults and the matrix of addresses write them on PostgreSQL.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]
CLARA = Actor(name="Clara")


@pytest.fixture(scope="module")
def seated_once(module_database):
    tournament = make_tournament()
    entries = make_entries(tournament, 3)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@pytest.fixture
def table(seated_once):
    return deepcopy(seated_once)


@pytest.fixture
def seat(table):
    return table.seats.select_related("entry__player").get(position=1)


@pytest.fixture
def phone(client, seat):
    open_seat(client, seat)
    return client


def laptop(table, role):
    client = Client()
    client.force_login(make_conductor(table.round.tournament.event, f"{role}@example.org", role))
    return client


def call(seat, kind="rules", **more):
    by = Actor(name=seat.entry.player.name, player=seat.entry.player)
    return calls.call_conductor(seat, kind, **({"by": by, "at": NOON} | more))


def desk(client):
    return client.get("/e/winter-meet/desk/").content.decode()


# --- Calling --------------------------------------------------------------------------------------


def test_a_player_calls_and_the_desk_shows_it(phone, table):
    page = phone.post(f"/table/{table.code}/call/", {"kind": "rules", "words": "May I?"})
    assert page.status_code == 302
    shown = desk(laptop(table, Role.CONDUCTOR))
    assert "May I?" in shown
    assert "conductor called" in shown


def test_the_table_that_called_stands_first_also_in_the_clock_room(table, seat):
    call(seat)
    page = laptop(table, Role.CONDUCTOR).get("/e/winter-meet/clocks/").content.decode()
    assert "tile--called" in page
    assert "1 call for a conductor" in page


def test_the_hall_is_not_shown_who_called(client, table, seat):
    call(seat, "slow", silent=True)
    for page in ("", "board/", "t/express-open/", "live/"):
        shown = client.get(f"/e/winter-meet/{page}").content.decode()
        assert "conductor called" not in shown, page
        assert "tile--called" not in shown, page


def test_calling_twice_is_one_call(seat):
    assert call(seat) == call(seat, at=NOON + minutes(1))


@pytest.mark.parametrize("kind", ["conduct", "other"])
def test_some_calls_need_words(seat, kind):
    with pytest.raises(call_errors.WordsMissing):
        call(seat, kind, words="  ")


def test_an_unknown_kind_is_refused(seat):
    with pytest.raises(call_errors.NoSuchKind):
        call(seat, "tea")


def test_who_has_no_seat_at_the_table_cannot_call(client, table):
    assert client.get(f"/table/{table.code}/call/").status_code == 403
    assert client.post(f"/table/{table.code}/call/", {"kind": "rules"}).status_code == 403


def test_the_table_sees_that_somebody_called_and_who_comes(client, table, seat):
    made = call(seat)
    address = f"/table/{table.code}/calls/"
    assert "rules question, called at" in client.get(address).content.decode()
    calls.answer(made, by=CLARA, at=NOON + minutes(1))
    assert "Clara answered at" in client.get(address).content.decode()


def test_a_quiet_call_is_shown_to_nobody_else_at_the_table(client, table, seat):
    call(seat, "slow", silent=True)
    address = f"/table/{table.code}/calls/"
    assert "slow play" not in client.get(address).content.decode()
    open_seat(client, table.seats.get(position=2))
    assert "slow play" not in client.get(address).content.decode()
    open_seat(client, seat)
    assert "slow play" in client.get(address).content.decode()


# --- Answering and closing ------------------------------------------------------------------------


def test_who_answers_first_is_coming(seat):
    made = call(seat)
    calls.answer(made, by=CLARA, at=NOON + minutes(1))
    calls.answer(made, by=Actor(name="Cem"), at=NOON + minutes(2))
    assert Call.objects.get().answered_by == "Clara"


def test_a_conductor_answers_and_closes_on_the_pages(table, seat):
    made = call(seat)
    clara = laptop(table, Role.CONDUCTOR)
    clara.post(f"/e/winter-meet/calls/{made.pk}/answer/")
    clara.post(f"/e/winter-meet/calls/{made.pk}/close/", {"remark": "Explained rule 4."})
    made.refresh_from_db()
    assert (made.note, made.closed_by) == ("Explained rule 4.", "Clara Conductor")
    verbs = list(LedgerEntry.objects.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["call conductor", "answer call", "close call"]
    assert "Explained rule 4." in clara.get("/e/winter-meet/calls/").content.decode()


def test_a_closed_call_is_not_closed_again(seat):
    made = calls.close(call(seat), by=CLARA, at=NOON + minutes(1))
    with pytest.raises(call_errors.CallClosed):
        calls.close(made, by=CLARA, at=NOON + minutes(2))


def test_a_call_may_end_in_a_penalty_that_the_standings_show(table, seat):
    made = call(seat, "slow")
    clara = laptop(table, Role.CONDUCTOR)
    sent = {"kind": "penalty", "entry": seat.entry_id, "points": "1/2", "reason": "slow play"}
    clara.post(f"/e/winter-meet/calls/{made.pk}/close/", sent)
    made.refresh_from_db()
    assert made.adjustment == Adjustment.objects.get(entry=seat.entry, points="1/2")


def test_without_a_reason_neither_the_penalty_nor_the_closing_is_done(table, seat):
    made = call(seat, "slow")
    sent = {"kind": "warning", "entry": seat.entry_id}
    page = laptop(table, Role.CONDUCTOR).post(f"/e/winter-meet/calls/{made.pk}/close/", sent)
    assert page.status_code == 422
    made.refresh_from_db()
    assert made.closed_at is None
    assert not Adjustment.objects.exists()


def test_a_penalty_for_nobody_is_refused(table, seat):
    made = call(seat, "slow")
    sent = {"kind": "warning", "reason": "slow"}
    page = laptop(table, Role.CONDUCTOR).post(f"/e/winter-meet/calls/{made.pk}/close/", sent)
    assert "Choose who gets the penalty." in page.content.decode()


def test_closing_with_nothing_is_just_closing(seat):
    assert close_with(call(seat), remark="", by=CLARA, at=NOON).adjustment is None


# --- Conduct --------------------------------------------------------------------------------------

SECRET = "He threatened me"


def test_a_report_about_conduct_is_shown_to_owners_and_to_no_other_conductor(table, seat):
    made = call(seat, "conduct", words=SECRET)
    olga, clara = laptop(table, Role.OWNER), laptop(table, Role.CONDUCTOR)
    assert SECRET in desk(olga)
    assert SECRET in olga.get("/e/winter-meet/calls/").content.decode()
    for page in ("desk", "desk/live", "calls", "calls/live", "clocks"):
        shown = clara.get(f"/e/winter-meet/{page}/").content.decode()
        assert SECRET not in shown, page
        assert "tile--called" not in shown, page
    for act in ("answer", "close"):
        answer = clara.post(f"/e/winter-meet/calls/{made.pk}/{act}/", {"remark": "x"})
        assert answer.status_code == 404


def test_the_ledger_does_not_tell_who_reported_what_about_conduct(table, seat):
    made = call(seat, "conduct", words=SECRET)
    calls.close(made, by=CLARA, at=NOON + minutes(1), remark="Talked to him")
    written = str(list(LedgerEntry.objects.values()))
    for secret in (SECRET, "Talked to him", seat.entry.player.name, str(table)):
        assert secret not in written
    assert LedgerEntry.objects.filter(subject="a conduct report").count() == 2


def test_the_table_sees_nothing_of_a_report_about_conduct(client, table, seat):
    call(seat, "conduct", words=SECRET)
    open_seat(client, table.seats.get(position=2))
    assert "conduct" not in client.get(f"/table/{table.code}/calls/").content.decode()


def test_the_code_of_conduct_is_one_tap_away_from_the_table(client, table):
    olga = laptop(table, Role.OWNER)
    olga.post("/e/winter-meet/conduct/edit/", {"text": "Be kind.\n\nShake hands."})
    page = client.get(table.get_absolute_url()).content.decode()
    assert 'href="/e/winter-meet/conduct/"' in page
    shown = client.get("/e/winter-meet/conduct/").content.decode()
    assert "<p>Be kind.</p>" in shown
    assert "<p>Shake hands.</p>" in shown


def test_the_pages_of_calls_take_few_queries(table, seat, django_assert_max_num_queries):
    call(seat)
    call(table.seats.select_related("entry__player").get(position=2), "slow")
    clara = laptop(table, Role.CONDUCTOR)
    with django_assert_max_num_queries(7):  # session, account, event, role; calls
        clara.get("/e/winter-meet/calls/live/")
    with django_assert_max_num_queries(3):  # table, calls
        Client().get(f"/table/{table.code}/calls/")


# --- A seat that somebody took over ---------------------------------------------------------------


@pytest.fixture
def hal(table):
    event = table.round.tournament.event
    return Player.objects.create(event=event, name="Hal", identity="hal")


def takes_over(table, seat, player, counts_for="began"):
    why = {"reason": "had to catch a train", "by": CLARA, "at": timezone.now()}
    takeovers.take_over(table.round, seat.entry, player, counts_for=counts_for, **why)


def test_owners_read_who_reported_and_not_whose_seat_it_was(client, table, seat, hal):
    takes_over(table, seat, hal)
    phone_of(client, hal)
    client.post(f"/table/{table.code}/call/", {"kind": "conduct", "words": SECRET})
    olga = laptop(table, Role.OWNER)
    made = Call.objects.get()
    for page in ("desk", "calls", f"calls/{made.pk}/close"):
        shown = olga.get(f"/e/winter-meet/{page}/").text
        assert "<bdi>Hal</bdi>" in shown, page
        assert f"<bdi>{seat.entry}</bdi>" not in shown, page
    calls.close(made, by=CLARA, at=timezone.now())
    assert "conduct · <bdi>Hal</bdi>" in olga.get("/e/winter-meet/calls/").text


@pytest.mark.parametrize(
    "counts_for",
    # Whose result it is has no say in who reads calls.
    [
        pytest.param(one, marks=() if one == takeovers.CountsFor.BEGAN else pytest.mark.long)
        for one in takeovers.CountsFor
    ],
)
def test_whoever_takes_a_seat_over_sees_nothing_of_what_was_called_quietly_before(
    client, table, seat, hal, counts_for
):
    Entry.objects.create(
        tournament=table.round.tournament,
        player=hal,
        status="checked_in",
        entered_at=NOON,
        status_at=NOON,
    )
    call(seat, "conduct", words=SECRET)
    call(seat, "slow", silent=True)
    takes_over(table, seat, hal, counts_for)
    phone_of(client, hal)
    for page in ("calls", "call"):
        shown = client.get(f"/table/{table.code}/{page}/").text
        assert "onduct, called" not in shown
        assert "slow play, called" not in shown
    assert call(Seat.objects.get(pk=seat.pk), "conduct", words=SECRET).player == hal
    phone_of(client, seat.entry.player)
    assert "conduct, called" in client.get(f"/table/{table.code}/calls/").text


def test_a_call_of_before_it_said_who_called_is_that_of_who_began(client, table, seat, hal):
    made = call(seat, "conduct", words=SECRET)
    Call.objects.update(player=None)
    open_seat(client, seat)
    assert "conduct, called" in client.get(f"/table/{table.code}/calls/").text
    takes_over(table, seat, hal)
    made = Call.objects.visible_to(table.round.tournament.event, Role.OWNER).get(pk=made.pk)
    assert made.caller == seat.entry.player
    phone_of(client, hal)
    assert "conduct, called" not in client.get(f"/table/{table.code}/calls/").text
