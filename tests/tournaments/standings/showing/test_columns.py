"""The columns of the standings: on the page, in files, in the API and its schema, byte for byte.

The expected texts are in ``columns/``; ``ROUNDHOUSE_WRITE_DOCS=1`` writes them again. What a column
may ask for, and none does yet, is tested at the end.
"""

import io
import json
import os
import re
import zipfile
from dataclasses import fields
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse

from tests.api_schema import api_schema
from tests.builders import ANNA, NOON, make_entries, make_round, make_tournament, minutes
from tests.tournaments.standings.hands import play_round, report
from tournaments.models import Player, Tournament
from tournaments.standings.columns import COLUMNS, Column, Kind, Shown, columns_in
from tournaments.standings.computing import services
from tournaments.standings.computing.rules import ComputedRow
from tournaments.standings.deciding import services as rulings
from tournaments.standings.showing.queries import ShownRow
from tournaments.standings.showing.row_html import RowWriter
from tournaments.standings.showing.tables import heading

# Databases differ in the largest integer of the schema, and in the order of keys in JSON.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

EXPECTED = Path(__file__).with_name("columns")
LATER = NOON + minutes(30)
PEOPLE = (
    {"name": "Zoë O'Brien", "handle": "zo", "home_town": "Košice"},
    {"name": "=Formula <b>", "handle": "", "home_town": "+1"},
)


def hands_of_three_rounds() -> Tournament:
    """Two closed rounds of six players, a shared place, and one table of a third that plays."""
    tournament = make_tournament()
    a, b, c, d, e, f = make_entries(tournament, 6)
    for entry, facts in zip((a, d), PEOPLE, strict=True):
        Player.objects.filter(pk=entry.player_id).update(**facts)
    first = [[(a, 120), (b, 90), (c, 60)], [(d, 50), (e, 90), (f, 50)]]
    play_round(tournament, first, number=1)
    play_round(tournament, [[(a, 0), (b, 90), (e, 60)], [(d, 70), (c, 9), (f, 70)]], number=2)
    report(make_round(tournament, [[a, b, c]], number=3).tables.get(), [30, 20, -10])
    services.refresh(tournament.pk, at=LATER)
    return tournament


def whole_games() -> Tournament:
    """A game that writes one sheet for all of it, and another scheme with tie-breaks chosen."""
    tournament = make_tournament(game="night_express", target=0)
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 60), (b, 50), (c, 40)]], number=1)
    chosen = ["strength", "share", "margin"]
    tournament = rulings.choose_scheme(tournament, "newport-pagnell", chosen, by=ANNA, at=LATER)
    services.refresh(tournament.pk, at=LATER)
    return tournament


SITUATIONS = {"hands": hands_of_three_rounds, "whole-games": whole_games}


def table(client, tournament, query):
    response = client.get(_address("standings", tournament), query)
    (found,) = re.findall(r'<div class="table-scroll".*?</table>\n</div>', response.text, re.DOTALL)
    for row in tournament.entries.select_related("player"):
        number = row.player.name[-3:]
        found = found.replace(f"entry-{row.pk}", f"entry-{number}")
        found = found.replace(f"why-{row.pk}", f"why-{number}")
        found = found.replace(f"why/{row.pk}/", f"why/{number}/")
        found = found.replace(f"players/{row.player_id}/", f"players/{number}/")
    return found


def as_csv(client, tournament):
    return client.get(_address("standings-csv", tournament)).content.decode()


def as_json(client, tournament):
    return client.get(_address("standings-file", tournament, "json")).text


def as_xlsx(client, tournament):
    content = client.get(_address("standings-file", tournament, "xlsx")).content
    book = zipfile.ZipFile(io.BytesIO(content))
    texts = {name: book.read(name).decode() for name in book.namelist() if "xl/" in name}
    return "\n".join(texts[name] for name in sorted(texts) if "sheet1" in name or "Str" in name)


def in_api(client, tournament):
    where = f"/api/v1/events/{tournament.event.slug}/tournaments/{tournament.slug}/standings/"
    answer = client.get(where).json()["results"]
    numbers = dict(tournament.entries.values_list("pk", "player__name"))
    for row in answer:
        row["entry_id"] = numbers[row["entry_id"]]
    return json.dumps(answer, ensure_ascii=False, indent=1)


def _address(name, tournament, *more):
    return reverse(name, args=[tournament.event.slug, tournament.slug, *more])


def is_as_expected(name, found):
    """Compare a text with the file of that name; with ROUNDHOUSE_WRITE_DOCS write it."""
    file = EXPECTED / name
    if os.environ.get("ROUNDHOUSE_WRITE_DOCS"):
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(found.encode())
    return found == file.read_bytes().decode()


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("now", {}),
        ("after", {"after": "1"}),
        ("sorted", {"sort": "-game_points"}),
        ("playing", {"show": "playing"}),
    ],
)
def test_the_table_of_a_page(client, name, query):
    found = table(client, hands_of_three_rounds(), query)
    assert is_as_expected(f"hands-{name}.html", found)


@pytest.mark.parametrize("query", [{}, {"sort": "share"}, {"sort": "hands"}])
def test_the_table_of_whole_games_has_no_column_of_hands(client, query):
    found = table(client, whole_games(), query)
    assert is_as_expected(f"whole-games-{query.get('sort', 'now')}.html", found)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize(
    ("write", "ending"),
    [(as_csv, "csv"), (as_json, "json"), (as_xlsx, "xlsx.xml"), (in_api, "api.json")],
)
def test_files_and_the_api(client, situation, write, ending):
    found = write(client, SITUATIONS[situation]())
    assert is_as_expected(f"{situation}.{ending}", found)


@pytest.mark.long
def test_the_schema_of_a_row():
    found = json.dumps(api_schema()["components"]["schemas"]["Standing"], indent=1)
    assert is_as_expected("schema.json", found)


def test_all_that_is_computed_is_declared():
    """The rank is the order of the rows, and shown nowhere."""
    declared = {column.key for column in COLUMNS if not (column.of_player or column.of_entry)}
    assert declared == {field.name for field in fields(ComputedRow)} - {"rank"}


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (Shown.PAGE, "key"),
        (Shown.PAGE, "header"),
        (Shown.CSV, "in_files"),
        (Shown.XLSX, "in_files"),
        (Shown.JSON, "in_files"),
        (Shown.API, "in_api"),
    ],
)
def test_no_two_columns_of_a_place_have_the_same_name(place, name):
    names = [str(getattr(column, name)) for column in columns_in(place)]
    assert len(set(names)) == len(names)


def test_the_third_column_of_the_page_is_the_score_as_its_style_says():
    assert columns_in(Shown.PAGE)[2].kind is Kind.SCORE


ROW = ShownRow(
    entry_id=7,
    rank=1,
    place=1,
    place_before=None,
    score=Fraction(7, 2),
    wins=1,
    game_points=-5,
    games=1,
    hands=3,
    in_progress=True,
    measures={"share": Fraction(1, 3)},
    why="<b>More points.",
    player_id=8,
    name="Anna",
    handle="",
    home_town="",
)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        (Column("hands", Kind.NUMBER), "<td>3</td>"),
        (Column("hands", Kind.NUMBER, Shown.PAGE), '<td class="no-phone no-print">3</td>'),
        (Column("hands", Kind.NUMBER, Shown.PAGE | Shown.PHONE), '<td class="no-print">3</td>'),
        (Column("score", Kind.SCORE), '<td><span title="3 1/2">3.5</span></td>'),
        (Column("score", Kind.EXACT), "<td>3 1/2</td>"),
        (Column("game_points", Kind.NUMBER), "<td>\N{MINUS SIGN}5</td>"),
        (Column("share", Kind.MEASURE), "<td>33.33 %</td>"),
        (Column("in_progress", Kind.YES_NO), "<td>yes</td>"),
        (Column("why", Kind.TEXT), '<td class="text">&lt;b&gt;More points.</td>'),
    ],
)
def test_a_cell_is_written_by_its_kind_and_by_where_it_is_shown(column, cell):
    writer = RowWriter([column], shared=(), people="/players/", query="")
    assert writer.rows([ROW]) == f'<tr id="entry-7">{cell}</tr>\n'


def test_a_short_header_says_the_long_one_as_well():
    column = Column("hands", Kind.NUMBER, Shown.PAGE, header="Hands won", short="Won")
    head = heading(column)
    assert head.header == '<abbr title="Hands won">Won</abbr>'
    assert head.attrs["th"]["class"] == "number no-phone no-print"
