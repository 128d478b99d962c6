"""A tournament in every file that docs/api.md names."""

import io
import json
from copy import deepcopy

import pytest
import tablib
from django.urls import reverse

from tests.builders import make_entries, make_tournament
from tests.tournaments.standings.hands import play_round
from tournaments.api.reading.exports import FILES

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played_once(module_database):
    tournament = make_tournament()
    a, b, c = make_entries(tournament, 3)
    play_round(tournament, [[(a, 30), (b, 20), (c, 10)]], number=1)
    return tournament


@pytest.fixture
def tournament(played_once):
    return deepcopy(played_once)


@pytest.fixture
def export(client, tournament):
    def get(file):
        where = [tournament.event.slug, tournament.slug, file]
        return client.get(reverse("api-export", args=where))

    return get


def test_the_standings_are_the_same_in_each_kind_of_file(export):
    rows = list(tablib.Dataset().load(export("standings.csv").content.decode("utf-8-sig"), "csv"))
    assert len(rows) == 3
    book = export("standings.xlsx")
    assert book["Content-Type"].endswith("spreadsheetml.sheet")
    in_book = list(tablib.Dataset().load(io.BytesIO(book.content), "xlsx"))
    as_json = json.loads(export("standings.json").content)
    names = [row["player"] for row in as_json]
    at = list(as_json[0]).index("player")
    assert names == [row[at] for row in in_book] == [row[at] for row in rows]


#: One of each writer; the others come by the same functions.
IN_A_HURRY = {"hands.csv", "rounds.ics", "standings.xlsx", "trf-2026.txt"}


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(one, marks=[] if one in IN_A_HURRY else [pytest.mark.long])
        for one in sorted(FILES)
    ],
)
def test_each_file_is_answered_where_it_makes_sense(export, file):
    answer = export(file)
    assert answer.status_code == (404 if file.startswith("trf") else 200)  # no game for two
