"""A sheet with rows of numbers, optional fields, and computed ones, entered on a phone."""

import pytest

from games import catalogue
from games.catalogue import Setup
from games.sheet import Field, FieldSheet, ScoreLine
from tests.builders import open_seat
from tests.tournaments.results.reporting.test_games import KEY, begin, table_of
from tournaments.models import ScoreSheet
from tournaments.results.sheet_forms import kinds
from tournaments.results.sheet_forms.pages import hand_at

pytestmark = pytest.mark.django_db


class RouteSheet(FieldSheet):
    """Up to four routes a player, each with its points and, if there was one, its lease."""

    fields = (
        Field(
            "routes",
            "Routes",
            "rows",
            high=4,
            fields=(
                Field("points", "Points", high=9),
                Field("lease", "Lease", low=-9, high=0, required=False),
            ),
        ),
        Field("spare", "Spare", high=9, required=False),
        Field("rival", "Rival", high=9, per="table", players=range(3, 4), required=False),
        Field("total", "Route total", computed=True),
        Field("table_total", "Total of the table", per="table", computed=True),
    )

    def keys(self, data, player):
        rows = data["routes"][player]
        return (sum(row["points"] + (row.get("lease") or 0) for row in rows),)

    def lines(self, data, players):
        return [
            ScoreLine(seat, f"routes.{seat}", "Routes", self.keys(data, seat)[0])
            for seat in range(players)
        ]

    def computed(self, data, players):
        totals = [self.keys(data, seat)[0] for seat in range(players)]
        return {"total": totals, "table_total": sum(totals)}


@pytest.fixture
def table(monkeypatch):
    """A table of Metro X that writes down routes."""
    setup = Setup(catalogue.game("metro_x"), {"totals": RouteSheet()}, {})
    monkeypatch.setattr("tournaments.models.tournaments.setup", lambda *_chosen: setup)
    found = table_of("metro_x")
    begin(found)
    return found


TYPED = {
    "key": KEY,
    "sheet": "",
    "routes-1-1-points": "5",
    "routes-1-1-lease": "\N{MINUS SIGN}4",
    "routes-1-3-points": "0",
    "routes-2-2-points": "7",
}


def send(client, table, **changed):
    open_seat(client, table.seats.first())
    return client.post(f"{table.get_absolute_url()}hands/1/", TYPED | changed)


def test_empty_rows_are_none_and_a_zero_that_was_typed_is_one(client, table):
    send(client, table)
    sheet = ScoreSheet.objects.get(table=table)
    first = [{"points": 5, "lease": -4}, {"points": 0, "lease": None}]
    assert sheet.data == {
        "routes": [first, [{"points": 7, "lease": None}]],
        "spare": [None, None],
    }
    assert [line.points for line in sheet.lines.order_by("seat__position")] == [1, 7]


def test_what_is_missing_in_a_row_is_said_at_its_input_and_nothing_is_lost(client, table):
    answer = send(client, table, **{"routes-1-1-points": ""})
    form = answer.context["form"]
    assert answer.status_code == 422
    assert form.errors == {"routes-1-1-points": ["Points is missing."]}
    assert 'value="\N{MINUS SIGN}4"' in answer.content.decode()


def test_the_form_asks_for_no_computed_field_and_none_of_other_numbers_of_players(client, table):
    open_seat(client, table.seats.first())
    fields = client.get(f"{table.get_absolute_url()}hands/1/").context["form"].fields
    assert {name for name in fields if name.startswith(("total", "table_total", "rival"))} == set()
    assert fields["routes-1-1-lease"].widget.attrs["inputmode"] == "text"
    assert fields["routes-1-1-points"].widget.attrs["inputmode"] == "numeric"


def test_computed_values_are_shown_while_one_types_and_in_the_result(client, table):
    open_seat(client, table.seats.first())
    live = client.post(f"{table.get_absolute_url()}hands/1/score/", TYPED).content.decode()
    assert "Total of the table</dt><dd>8</dd>" in live
    assert "Route total</dt><dd>7</dd>" in live
    below = TYPED | {"routes-1-1-lease": "-9"}
    live = client.post(f"{table.get_absolute_url()}hands/1/score/", below).content.decode()
    assert "Route total</dt><dd>\N{MINUS SIGN}4</dd>" in live
    send(client, table)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "Total of the table</dt><dd>8</dd>" in page


def test_a_program_reads_computed_values_and_may_not_send_them(client, table):
    open_seat(client, table.seats.first())
    send(client, table)
    seen = client.get(f"/api/v1/tables/{table.code}/").json()
    assert seen["hands"][0]["computed"] == {"total": [1, 7], "table_total": 8}
    declared = {field["name"]: field for field in seen["sheet"]}
    assert "rival" not in declared
    assert declared["total"]["computed"]
    assert not declared["spare"]["required"]


def test_the_rows_that_were_entered_fill_the_form_that_corrects_them(client, table):
    send(client, table)
    state, sheet = hand_at(table, 1)
    values = kinds.initial_of(state, sheet.data)
    assert {name: values[name] for name in TYPED if name.startswith("routes-1-1")} == {
        "routes-1-1-points": 5,
        "routes-1-1-lease": -4,
    }
    assert values["routes-1-2-points"] == 0
    form = kinds.form_for(state, sheet, kind="", begins_with=sheet.data)
    of_seats = [group for part in form.seats for group in part["groups"]]
    groups = [group for group in of_seats if group["field"].name == "routes"]
    assert [len(rows["rows"]) for group in groups for rows in group["seats"]] == [2, 2]
    assert all(group["is_grid"] for group in groups)
