"""Every screen, file and answer names a table by its number in the hall and its room."""

import csv
import re
from io import StringIO

import pytest
from django.urls import reverse

from tests.builders import (
    ANNA,
    NOON,
    make_conductor,
    make_entries,
    make_event,
    make_round,
    make_tournament,
    open_seat,
)
from tests.tournaments.timetable.hall.test_assigning import WHO, lay_out, published
from tournaments.clock.services import start_slot
from tournaments.models import HallTable, Table
from tournaments.results.calls.services import call_conductor
from tournaments.seating.roster import sitting_elsewhere

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    """A running round whose first table is Table 31, Room B, and the second Table 32."""
    event = make_event()
    lay_out(event, range(31, 33))
    tournament = make_tournament(event, first_table=31, last_table=32)
    people = make_entries(tournament, 8)
    made = make_round(tournament, [people[:4], people[4:]])
    for table, hall_table in zip(
        made.tables.order_by("number"), event.hall_tables.filter(room__isnull=False), strict=True
    ):
        Table.objects.filter(pk=table.pk).update(hall_table=hall_table)
    return made


def pages(round_):
    """The pages that name a table, each with its address."""
    event, tournament = round_.tournament.event, round_.tournament
    of_round = [event.slug, tournament.slug, round_.number]
    player = round_.seats.first().entry.player
    table = round_.tables.get(number=1)
    return {
        "now": reverse("event", args=[event.slug]),
        "round": round_.get_absolute_url(),
        "round by name": f"{round_.get_absolute_url()}?by=name",
        "table": table.get_absolute_url(),
        "find": f"{reverse('find', args=[event.slug])}?player={player.pk}",
        "board": reverse("board", args=[event.slug]),
        "search": f"{reverse('search', args=[event.slug])}?q=31",
        "clock room": reverse("clocks", args=[event.slug]),
        "desk": reverse("desk", args=[event.slug]),
        "sheets": reverse("table-sheets", args=of_round),
        "slips": reverse("result-slips", args=of_round),
        "change": reverse("round-change", args=of_round),
        "why": reverse("seat-why", args=[*of_round, round_.seats.first().entry_id]),
    }


def test_pages_say_the_number_of_the_hall_and_the_room(client, round_):
    client.force_login(make_conductor(round_.tournament.event))
    for name, address in pages(round_).items():
        page = client.get(address)
        assert page.status_code == 200, name
        text = " ".join(page.text.split())
        assert "31" in text, name
        assert "Room B" in text, name
        assert "Table 1" not in text, name
        assert "Table 2" not in text, name


def test_a_phone_says_where_its_player_sits(client, round_):
    open_seat(client, round_.seats.first())
    event = round_.tournament.event
    assert (
        "You: Table 31, Room B, seat 1" in client.get(reverse("seat-line", args=[event.slug])).text
    )
    assert "Table 31, Room B" in client.get(reverse("me", args=[event.slug])).text


def test_the_code_of_a_hall_table_leads_to_the_game_at_it(client, round_):
    code = HallTable.objects.get(number=32).code
    assert client.get(f"/at/{code}/").url == round_.tables.get(number=2).get_absolute_url()
    # Nothing stands at table 1 of the hall, though a table of the round has this position.
    code = HallTable.objects.get(number=1).code
    assert "Nothing is played at this table now." in client.get(f"/at/{code}/").text


def test_table_cards_carry_the_code_of_the_hall_table(client, round_):
    client.force_login(make_conductor(round_.tournament.event))
    page = client.get(pages(round_)["sheets"]).text
    assert all(HallTable.objects.get(number=n).code in page for n in (31, 32))


def test_a_search_finds_tables_by_their_number_in_the_hall(client, round_):
    event = round_.tournament.event
    found = client.get(f"{reverse('search', args=[event.slug])}?q=1").text
    assert round_.tables.get(number=1).get_absolute_url() not in found
    page = client.get(f"{round_.get_absolute_url()}?q=32").text
    assert "Player 005" in page
    assert "Player 001" not in page


def test_a_seating_comes_out_as_a_list_and_goes_in_again(client, round_):
    round_.status, round_.started_at = "seated", None
    type(round_).objects.filter(pk=round_.pk).update(
        status="seated", started_at=None, warning_at=None, cutoff_at=None, force_end_at=None,
        ends_at=None,
    )  # fmt: skip
    client.force_login(make_conductor(round_.tournament.event))
    of_round = [round_.tournament.event.slug, round_.tournament.slug, round_.number]
    text = client.get(reverse("round-list", args=of_round)).text.removeprefix("\ufeff")
    rows = list(csv.DictReader(StringIO(text)))
    assert {(row["table"], row["room"]) for row in rows} == {("31", "Room B"), ("32", "Room B")}
    before = list(round_.seats.order_by("entry").values_list("table__number", "position"))
    answer = client.post(reverse("round-read-list", args=of_round), {"text": text})
    assert answer.status_code == 302
    assert list(round_.seats.order_by("entry").values_list("table__number", "position")) == before
    wrong = client.post(
        reverse("round-read-list", args=of_round),
        {"text": re.sub(r"^32,", "33,", text, flags=re.MULTILINE)},
    )
    assert "there is no table 33" in wrong.text


def test_programs_read_the_hall_table_beside_the_position(client, round_):
    of_round = f"/api/v1/events/winter-meet/tournaments/express-open/rounds/{round_.number}"
    (first, _second) = client.get(f"{of_round}/tables/").json()["results"]
    assert (first["number"], first["hall_table"], first["room"]) == (1, 31, "Room B")
    table = client.get(f"/api/v1/tables/{round_.tables.get(number=2).code}/").json()
    assert (table["number"], table["hall_table"], table["room"]) == (2, 32, "Room B")


def test_a_refusal_says_where_somebody_sits(round_):
    other = make_tournament(round_.tournament.event, name="Metro")
    assert list(sitting_elsewhere(other, [round_.seats.first().entry], but=None).values()) == [
        "Player 001 (Express Open, Table 31, Room B)"
    ]


@pytest.mark.parametrize("tables", [3, 6])
@pytest.mark.long
def test_screens_need_the_same_queries_for_any_number_of_hall_tables(client, tables, same_queries):
    event = make_event()
    lay_out(event, range(31, 31 + tables))
    made = start_slot(published(event, people=4 * tables), **WHO)
    for seat in made.seats.filter(position=1):
        call_conductor(seat, "rules", words="May I?", by=ANNA, at=NOON)
    names = ["board", "clocks", "desk", "calls", "search"]
    addresses = [reverse(name, args=[event.slug]) for name in names]
    addresses[-1] += "?q=player"
    client.force_login(make_conductor(event))
    with same_queries(at_most=60):
        pages = [client.get(address) for address in [*addresses, made.get_absolute_url()]]
    assert all("Table 31, Room B" in " ".join(page.text.split()) for page in pages[1:4])
