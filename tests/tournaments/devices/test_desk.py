"""The check-in desk of conductors: table sheets, phones."""

import json
import re

import pytest
from django.utils import timezone

from tests.builders import make_conductor, make_entries, make_round, make_tournament, open_seat
from tournaments.ledger import Actor
from tournaments.models import Player
from tournaments.standings.exporting import event_reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    tournament = make_tournament()
    entries = make_entries(tournament, 4)
    return make_round(tournament, [entries], started_at=timezone.now()).tables.get()


@pytest.fixture
def conductor(client, table):
    user = make_conductor(table.round.tournament.event)
    client.force_login(user)
    return user


def spoken(player):
    return f"{player.pin[:3]} {player.pin[3:]}"


@pytest.mark.parametrize("name", ["localhost", pytest.param("127.0.0.1", marks=pytest.mark.long)])
def test_a_page_of_codes_warns_if_only_this_machine_can_reach_its_address(
    client, conductor, table, settings, name
):
    settings.PUBLIC_URL = ""
    for page in ("badges/", "t/express-open/rounds/1/sheets/"):
        address = f"/e/winter-meet/{page}"
        assert "only this computer can" in client.get(address, SERVER_NAME=name).content.decode()
        assert "only this computer can" not in client.get(address).content.decode()


def test_a_sheet_for_each_table_has_its_code_its_people_and_an_empty_grid(client, conductor, table):
    page = client.get("/e/winter-meet/t/express-open/rounds/1/sheets/").content.decode()
    (sign,) = table.round.tournament.event.hall_tables.all()
    assert sign.code in page
    assert f"http://testserver/at/{sign.code}/" in page
    assert all(player.name in page for player in Player.objects.all())
    assert page.count("<td></td>") == 4 * 11  # ten hands and the total


def test_a_game_with_one_sheet_has_rows_of_its_own(client, table):
    event = table.round.tournament.event
    other = make_tournament(event, name="Metro", game="metro_x", target=0)
    make_round(other, [make_entries(other, 3)], number=2)
    client.force_login(make_conductor(event))
    page = client.get("/e/winter-meet/t/metro/rounds/2/sheets/").content.decode()
    assert page.count("<td></td>") == 3 * 4  # completed, transfers, empty, and the total


def test_a_slip_for_each_hand_has_a_line_for_each_player_to_sign(client, conductor, table):
    slips = "/e/winter-meet/t/express-open/rounds/1/slips/"
    page = client.get(slips).content.decode()
    assert [f"Table 1 · Hand {hand}" in page for hand in (1, 4, 5)] == [True, True, False]
    assert page.count("<td></td>") == 4 * 4 * 3  # points, went out, signature
    page = client.get(slips, {"hands": "2"}).content.decode()
    assert page.count("<td></td>") == 2 * 4 * 3


@pytest.mark.parametrize("hands", ["0", "11", "many"])
def test_a_wrong_number_of_slips_is_said_and_prints_the_usual_number(
    client, conductor, table, hands
):
    slips = "/e/winter-meet/t/express-open/rounds/1/slips/"
    page = client.get(slips, {"hands": hands}).content.decode()
    assert 'class="errorlist"' in page
    assert page.count("<td></td>") == 4 * 4 * 3


def test_a_game_with_one_sheet_has_one_slip(client, table):
    event = table.round.tournament.event
    other = make_tournament(event, name="Metro", game="metro_x", target=0)
    make_round(other, [make_entries(other, 3)], number=2)
    client.force_login(make_conductor(event))
    page = client.get("/e/winter-meet/t/metro/rounds/2/slips/").content.decode()
    assert page.count("<td></td>") == 3 * 2  # the result and a signature
    assert "Slips per table" not in page


def test_the_page_of_a_player_lists_the_phones(client, conductor, table):
    seat = table.seats.get(position=1)
    phone = open_seat(client, seat)
    player = seat.entry.player
    page = client.get(f"/e/winter-meet/roster/players/{player.pk}/").content.decode()
    assert spoken(player) in page
    assert f"/e/winter-meet/phones/{phone.pk}/throw-out/" in page
    client.post(f"/e/winter-meet/phones/{phone.pk}/throw-out/")
    page = client.get(f"/e/winter-meet/roster/players/{player.pk}/").content.decode()
    assert "closed by Clara Conductor" in page


@pytest.mark.parametrize("people", [3, 30])
@pytest.mark.long
def test_printing_takes_the_same_number_of_queries_for_any_number_of_people(
    client, table, same_queries, people
):
    tournament = make_tournament(table.round.tournament.event, name="More")
    groups = [make_entries(tournament, 3) for _ in range(people // 3)]
    make_round(tournament, groups, number=2)
    client.force_login(make_conductor(tournament.event))
    with same_queries(at_most=7):  # session, account, event, role; players
        client.get("/e/winter-meet/badges/")
    with same_queries(at_most=9):  # session, account, round, role; codes, tables, seats
        client.get("/e/winter-meet/t/more/rounds/2/sheets/")


# --- Secrets stay inside --------------------------------------------------------------------------


def test_no_export_and_no_page_for_others_has_a_pin_or_a_badge(client, conductor, table):
    player = Player.objects.first()
    secrets = re.compile(f"{player.pin}|{re.escape(player.badge)}|{spoken(player)}")
    addresses = [
        "/e/winter-meet/event.json",
        "/e/winter-meet/t/express-open/standings.csv",
        "/e/winter-meet/t/express-open/hands.csv",
        "/api/v1/events/winter-meet/players/",
        f"/api/v1/tables/{table.code}/",
        "/e/winter-meet/roster/",
        f"/e/winter-meet/players/{player.pk}/",
        table.get_absolute_url(),
        "/e/winter-meet/find/?q=Player",
    ]
    for address in addresses:
        answer = client.get(address)
        content = b"".join(answer) if answer.streaming else answer.content
        assert answer.status_code in (200, 404), address
        assert not secrets.search(content.decode()), address


def test_an_imported_event_gives_every_player_a_new_pin_and_badge(client, conductor, table):
    file = b"".join(client.get("/e/winter-meet/event.json"))
    brought = event_reader.load(json.loads(file), by=Actor(name="Ines"), at=timezone.now())
    players = brought.players.all()
    assert len({player.pin for player in players}) == len({p.badge for p in players}) == 4
    old = set(table.round.tournament.event.players.values_list("badge", flat=True))
    assert not old & set(players.values_list("badge", flat=True))
