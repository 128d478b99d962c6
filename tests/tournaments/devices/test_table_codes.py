"""The code on a table of the hall stays the same, and leads to what is played there now."""

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
    open_seat,
)
from tournaments.models import HallTable, Round
from tournaments.seating.changing.late import open_table
from tournaments.seating.services import publish_round
from tournaments.standings.next_round.services import seat_next_round

pytestmark = pytest.mark.django_db
CLOSED = dict.fromkeys(
    ("started_at", "warning_at", "cutoff_at", "force_end_at", "ends_at", "closed_at"), NOON
) | {"status": "closed"}
WHO = {"by": ANNA, "at": NOON}


def code_of(number):
    return HallTable.objects.get(number=number).code


def close(round_):
    Round.objects.filter(pk=round_.pk).update(**CLOSED)


def test_a_code_leads_to_the_current_round_and_codes_of_rounds_stay(client):
    tournament = make_tournament()
    make_entries(tournament, 8)
    first = publish_round(seat_next_round(tournament, **WHO), **WHO)
    code = code_of(2)
    old = first.tables.get(number=2)
    assert client.get(f"/at/{code}/").url == old.get_absolute_url()
    close(first)
    nothing = client.get(f"/at/{code.lower()}/")
    assert "Nothing is played at this table now." in nothing.text
    second = seat_next_round(tournament, final=False, **WHO)
    assert client.get(f"/at/{code}/").status_code == 200  # a draft is not shown
    publish_round(second, **WHO)
    assert code_of(2) == code
    assert client.get(f"/at/{code}/").url == second.tables.get(number=2).get_absolute_url()
    assert client.get(old.get_absolute_url()).status_code == 200


def test_a_code_that_is_typed_leads_there_too(client):
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entries(tournament, 4)])
    code = code_of(1)
    answer = client.get(reverse("table-find"), {"code": f"{code[:3]} {code[3:].lower()}"})
    assert answer.url == f"/at/{code}/"
    table = round_.tables.get()
    assert client.get(reverse("table-find"), {"code": table.code}).url == table.get_absolute_url()


@pytest.mark.parametrize("code", ["AAAAAA", "0", "9" * 40])
def test_nobody_has_made_this_code(client, code):
    assert client.get(f"/at/{code}/").status_code == 404


def test_where_two_tournaments_use_a_number_the_phone_decides_or_the_visitor_chooses(client):
    event = make_event()
    tables = []
    for name in ("Morning", "Noon"):
        tournament = make_tournament(event, name=name)
        tables.append(make_round(tournament, [make_entries(tournament, 4)]).tables.get())
    page = client.get(f"/at/{code_of(1)}/")
    assert all(table.get_absolute_url() in page.text for table in tables)
    open_seat(client, tables[1].seats.first())
    assert client.get(f"/at/{code_of(1)}/").url == tables[1].get_absolute_url()


def test_a_table_that_is_opened_later_has_its_code(client):
    tournament = make_tournament()
    round_ = make_round(tournament, [make_entries(tournament, 4)], started_at=timezone.now())
    table = open_table(round_, make_entries(tournament, 3), **WHO)
    assert client.get(f"/at/{code_of(2)}/").url == table.get_absolute_url()


def test_sheets_of_two_rounds_have_the_same_codes(client):
    tournament = make_tournament()
    people = make_entries(tournament, 8)
    client.force_login(make_conductor(tournament.event))
    for number in (1, 2):
        round_ = make_round(tournament, [people[:4], people[4:]], number=number)
        page = client.get(f"/e/winter-meet/t/express-open/rounds/{number}/sheets/").text
        assert all(code_of(n) in page for n in (1, 2))
        assert not any(table.code in page for table in round_.tables.all())
        close(round_)
