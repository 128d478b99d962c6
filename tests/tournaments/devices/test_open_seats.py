"""Opening a seat on a phone: by badge, by PIN, by registering; and closing it."""

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

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
    open_seat,
    phone_of,
)
from tests.tournaments.signup.sessions import make_players
from tournaments import qr
from tournaments.access.phones import phone_cookie
from tournaments.devices import rules
from tournaments.devices.errors import WrongPin
from tournaments.devices.services import open_by_pin
from tournaments.models import Attempt, Event, LedgerEntry, Phone, Player, Role, ScoreSheet, Table
from tournaments.rate_limit.visitors import Visitor
from tournaments.registration.roster_import import import_roster
from tournaments.registration.services import walk_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    tournament = make_tournament()
    entries = make_entries(tournament, 3)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@pytest.fixture
def seat(table):
    return table.seats.get(position=1)


def deal(client, table, **more):
    return client.post(f"/table/{table.code}/deal/", {"number": "1"} | more)


# --- Badges and PINs ------------------------------------------------------------------------------


def test_every_player_of_an_event_has_a_unique_pin_and_a_badge(table):
    players = Player.objects.all()
    assert all(re.fullmatch(r"\d{6}", player.pin) for player in players)
    assert len({player.pin for player in players}) == len({p.badge for p in players}) == 3


def test_a_thousand_people_get_a_thousand_pins():
    event = make_event()
    Player.objects.bulk_create(
        Player(event=event, name=f"Nr {n}", identity=str(n)) for n in range(1000)
    )
    assert len(set(event.players.values_list("pin", flat=True))) == 1000


def test_walk_ins_and_imported_players_have_a_pin_and_a_badge_too(table):
    tournament = table.round.tournament
    facts = {"by": ANNA, "at": timezone.now()}
    walk_in(tournament.event, [tournament], name="Wendy", **facts)
    import_roster(tournament.event, b"name\nIda\nOla\n", tournament=tournament, **facts)
    players = Player.objects.filter(name__in=["Wendy", "Ida", "Ola"])
    assert len({player.pin for player in players}) == len({p.badge for p in players}) == 3
    assert all(len(player.pin) == 6 for player in players)


def test_looking_at_a_badge_opens_nothing(client, seat):
    page = client.get(f"/b/{seat.entry.player.badge}/")
    assert f"I am {seat.entry.player.name}" in page.content.decode()
    assert not Phone.objects.exists()
    assert page["Cache-Control"].count("no-store")


def test_a_badge_opens_the_seat_and_leads_to_the_table(client, table, seat):
    answer = client.post(f"/b/{seat.entry.player.badge}/")
    assert answer["Location"] == table.get_absolute_url()
    assert deal(client, table).status_code == 302
    assert ScoreSheet.objects.exists()
    assert LedgerEntry.objects.filter(verb="open seat", after={"via": "badge"}).exists()


def test_an_unknown_badge_is_not_found(client, table):
    assert client.post("/b/whatever/").status_code == 404


def test_only_the_digest_of_a_phones_token_is_stored(client, seat):
    client.post(f"/b/{seat.entry.player.badge}/")
    cookie = client.cookies[phone_cookie(seat.entry.player.event)]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie.value not in Phone.objects.get().token_hash


def test_a_pin_opens_the_seat_of_the_name_that_was_chosen(client, table, seat):
    pin = seat.entry.player.pin
    typed = f"{pin[:3]} {pin[3:]}"
    sent = {"player": seat.entry.player_id, "pin": typed}
    answer = client.post(f"/table/{table.code}/open/", sent)
    assert answer["Location"] == table.get_absolute_url()
    page = client.get(table.get_absolute_url()).content.decode()
    assert f"You are {seat.entry.player.name}, seat 1." in page
    assert deal(client, table).status_code == 302


def test_who_has_no_table_yet_opens_their_phone_by_pin_on_the_days_of_the_event(
    client, time_machine
):
    (player,) = make_players(make_event(), 1)  # from 21 to 22 November
    find, address = (
        f"/e/winter-meet/find/?player={player.pk}",
        f"/e/winter-meet/me/open/{player.pk}/",
    )
    time_machine.move_to(datetime(2026, 11, 20, 12, tzinfo=UTC))
    assert address not in client.get(find).text
    right = {"player": player.pk, "pin": player.pin}
    assert "on the days of the event alone" in client.post(address, right).text
    time_machine.move_to(datetime(2026, 11, 21, 12, tzinfo=UTC))
    assert address in client.get(find).text
    wrong = "000001" if player.pin == "000000" else "000000"
    assert "That is not" in client.post(address, right | {"pin": wrong}).text
    assert Attempt.objects.get().subject == f"player {player.pk}"  # it counts as one at a table
    assert client.post(address, right).url == "/e/winter-meet/me/"
    assert Phone.objects.get().player == player


def test_the_pin_of_another_player_does_not_open_the_seat(client, table, seat):
    pin = table.seats.get(position=2).entry.player.pin
    sent = {"player": seat.entry.player_id, "pin": pin}
    page = client.post(f"/table/{table.code}/open/", sent)
    assert page.status_code == 422
    assert "That is not" in page.content.decode()
    assert not Phone.objects.exists()


def test_a_wrong_pin_counts_against_the_name_that_was_chosen_though_seats_were_swapped(table, seat):
    chosen, other = seat.entry.player, table.seats.get(position=2)
    table.seats.filter(pk=seat.pk).update(position=9)
    table.seats.filter(pk=other.pk).update(position=1)
    wrong = "000001" if chosen.pin == "000000" else "000000"
    with pytest.raises(WrongPin, match=chosen.name):
        open_by_pin(table, chosen.pk, wrong, visitor=Visitor("phone", "hall"), at=timezone.now())
    assert Attempt.objects.get().subject == f"player {chosen.pk}"


@pytest.mark.parametrize("sent", [{}, {"player": "0", "pin": "123456"}, {"pin": "123456"}])
def test_an_incomplete_form_says_what_is_missing(client, table, sent):
    page = client.post(f"/table/{table.code}/open/", sent)
    assert page.status_code == 422
    assert "errorlist" in page.content.decode()


# --- What an open seat may do ---------------------------------------------------------------------


def test_the_code_of_a_table_lets_one_look_and_explains_how_to_open_a_seat(client, table):
    assert client.get(table.get_absolute_url()).status_code == 200
    page = deal(client, table)
    assert page.status_code == 403
    assert "This is me" in page.content.decode()
    assert not ScoreSheet.objects.exists()


def test_a_seat_at_another_table_may_not_write_here(client, table):
    other = make_round(
        make_tournament(table.round.tournament.event, name="Other"),
        [make_entries(make_tournament(table.round.tournament.event, name="Third"), 3)],
        started_at=timezone.now(),
    ).tables.get()
    open_seat(client, other.seats.first())
    assert deal(client, table).status_code == 403


def test_a_scorekeeper_may_deal_at_any_table(client, table):
    user = make_conductor(table.round.tournament.event, role=Role.SCOREKEEPER)
    client.force_login(user)
    assert deal(client, table).status_code == 302
    assert ScoreSheet.objects.exists()


def test_an_open_seat_of_another_event_gives_no_access(client, table):
    stranger = make_entries(make_tournament(make_event("Elsewhere")), 1)[0].player
    phone_of(client, stranger)
    assert deal(client, table).status_code == 403


def test_a_form_of_one_player_s_page_does_nothing_once_the_phone_is_another_s(client, table, seat):
    open_seat(client, seat)
    field = f'name="made_for" value="{seat.entry.player_id}"'
    assert field in client.get(table.get_absolute_url()).text
    open_seat(client, table.seats.get(position=2))
    answer = deal(client, table, made_for=seat.entry.player_id)
    assert answer.status_code == 403
    assert "It belongs to Player 002 now, so nothing was saved." in answer.text
    assert not ScoreSheet.objects.exists()
    mine = table.seats.get(position=2).entry.player_id
    assert deal(client, table, made_for=mine).status_code == 302


# --- Closing --------------------------------------------------------------------------------------


def test_another_player_can_close_the_seat_on_a_phone(client, table, seat):
    open_seat(client, seat)
    client.post("/e/winter-meet/me/close/")
    phone = Phone.objects.get()
    assert phone.closed_by == seat.entry.player.name
    assert deal(client, table).status_code == 403


def test_opening_another_seat_closes_the_first(client, table, seat):
    open_seat(client, seat)
    other = table.seats.get(position=2).entry.player
    client.post(f"/b/{other.badge}/")
    assert Phone.objects.get(closed_at=None).player == other


def test_a_conductor_throws_out_a_phone(client, table, seat):
    phone = open_seat(client, seat)
    laptop = Client()
    laptop.force_login(make_conductor(table.round.tournament.event))
    laptop.post(f"/e/winter-meet/phones/{phone.pk}/throw-out/")
    assert Phone.objects.get().closed_by == "Clara Conductor"
    assert deal(client, table).status_code == 403
    page = client.get(table.get_absolute_url()).content.decode()
    assert "This is me" in page
    assert f"You are {seat.entry.player.name}" not in page


def test_a_new_badge_throws_out_all_phones_and_the_old_pin(client, table, seat):
    open_seat(client, seat)
    player = seat.entry.player
    client.force_login(make_conductor(player.event))
    client.post(f"/e/winter-meet/players/{player.pk}/badge/")
    changed = Player.objects.get(pk=player.pk)
    assert (changed.badge, changed.pin) != (player.badge, player.pin)
    assert client.get(f"/b/{player.badge}/").status_code == 404
    assert not Phone.objects.filter(closed_at=None).exists()
    assert player.pin not in str(list(LedgerEntry.objects.values("before", "after")))


# --- For how long ---------------------------------------------------------------------------------


def test_a_seat_stays_open_until_a_day_after_the_event_in_its_own_zone():
    zone = ZoneInfo("America/New_York")
    event = make_event(time_zone="America/New_York")
    now = datetime(2026, 11, 21, 17, 0, tzinfo=UTC)  # noon in New York
    assert rules.open_for(event.ends_on, zone, now) == timedelta(days=2, hours=12)


def test_after_the_event_a_seat_stays_open_for_a_day():
    event = make_event()
    now = datetime(2027, 1, 1, tzinfo=UTC)
    assert rules.open_for(event.ends_on, event.zone, now) == timedelta(days=1)


def test_an_event_at_the_end_of_the_calendar_can_be_joined(client):
    event = make_event(time_zone="Pacific/Kiritimati")
    make_tournament(event)
    Event.objects.update(starts_on=date(9999, 12, 31), ends_on=date(9999, 12, 31))
    assert client.get("/e/winter-meet/join/").status_code == 200
    answer = client.post("/e/winter-meet/join/", {"name": "Ada", "tournaments": "express-open"})
    assert answer.status_code == 302
    assert int(client.cookies[phone_cookie(event)]["max-age"]) == 400 * 24 * 3600


def test_the_cookie_outlives_a_closed_browser(client, seat):
    client.post(f"/b/{seat.entry.player.badge}/")
    cookie = client.cookies[phone_cookie(seat.entry.player.event)]
    assert int(cookie["max-age"]) >= 24 * 3600


# --- Registering ----------------------------------------------------------------------------------


def join(client, name):
    sent = {"name": name, "tournaments": "express-open"}
    return client.post("/e/winter-meet/join/", sent, follow=True).content.decode()


def test_registering_opens_the_seat_on_the_phone_and_shows_the_badge(client, table):
    page = join(client, "Zoë New")
    player = Player.objects.get(name="Zoë New")
    assert Phone.objects.get().player == player
    assert f"{player.pin[:3]} {player.pin[3:]}" in page
    assert 'class="qr"' in page


def test_the_name_of_a_player_on_the_roster_opens_nothing(client, table, seat):
    player = seat.entry.player
    page = join(client, player.name)
    assert f"Are you the {player.name} who is on the roster already?" in page
    assert f"{player.pin[:3]} {player.pin[3:]}" not in page
    assert not Phone.objects.exists()


def test_a_phone_with_an_open_seat_can_register_another_player_and_keeps_its_seat(
    client, table, seat
):
    open_seat(client, seat)
    page = join(client, "Little Brother")
    brother = Player.objects.get(name="Little Brother")
    assert f"{brother.pin[:3]} {brother.pin[3:]}" not in page
    assert Phone.objects.get().player == seat.entry.player


def test_the_page_of_a_phone_shows_the_badge_to_its_player_only(client, table, seat):
    player = seat.entry.player
    spoken = f"{player.pin[:3]} {player.pin[3:]}"
    assert spoken not in client.get("/e/winter-meet/me/").content.decode()
    open_seat(client, seat)
    page = client.get("/e/winter-meet/me/").content.decode()
    assert spoken in page
    assert qr.picture(f"http://testserver/b/{player.badge}/") in page


# --- Codes ----------------------------------------------------------------------------------------


def test_a_code_typed_in_any_way_finds_its_table(client, table):
    typed = f" {table.code[:3].lower()}-{table.code[3:]} "
    answer = client.get("/table/", {"code": typed})
    assert answer["Location"] == table.get_absolute_url()


def test_an_unknown_code_is_reported(client, table):
    assert "No table has this code" in client.get("/table/", {"code": "ZZZZZZ"}).content.decode()


# The last has the wide digits of an East Asian keyboard.
@pytest.mark.parametrize("typed", ["{pin}", "000 000", "999-999", "０１２３４５"])  # noqa: RUF001
def test_a_pin_in_place_of_a_code_is_sent_to_where_it_belongs_whether_somebody_has_it_or_not(
    client, seat, typed
):
    pin = seat.entry.player.pin
    page = client.get("/table/", {"code": typed.format(pin=pin)}).text
    assert "No table has this code." in page
    assert "This looks like a PIN. Enter it on the page of your table or your game" in page
    assert seat.entry.player.name not in page


@pytest.mark.parametrize("typed", ["ZZZZZZ", "12345", "1234567", "12345A"])
def test_what_is_no_pin_is_not_taken_for_one(client, table, typed):
    page = client.get("/table/", {"code": typed}).text
    assert "No table has this code." in page
    assert "looks like a PIN" not in page


def test_a_code_of_digits_alone_leads_to_its_table(client, table):
    Table.objects.filter(pk=table.pk).update(code="346796")
    assert client.get("/table/", {"code": "346796"})["Location"] == "/table/346796/"


# --- The number of queries ------------------------------------------------------------------------


def test_the_pages_of_phones_take_a_known_number_of_queries(
    client, table, seat, django_assert_max_num_queries
):
    badge = seat.entry.player.badge
    with django_assert_max_num_queries(2):
        client.get(f"/b/{badge}/")
    with django_assert_max_num_queries(3):
        client.get(f"/table/{table.code}/open/")
    with django_assert_max_num_queries(3):
        client.get("/e/winter-meet/me/")
    open_seat(client, seat)
    with django_assert_max_num_queries(8):
        client.get("/e/winter-meet/me/")
