"""A hall with more tables than fit a page: a page at a time, and found by number or name."""

import pytest
from django.urls import reverse

from tests.builders import make_conductor, make_entries, make_tournament
from tests.tournaments.standings.hands import play_large_round

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_large_hall_is_shown_a_page_at_a_time_and_every_table_is_found(client):
    tournament = make_tournament()
    round_ = play_large_round(tournament, make_entries(tournament, 202), size=2)  # 101 tables
    event = tournament.event

    def rows(where, mark, **query):
        return client.get(where, query).text.count(mark)

    page, row = round_.get_absolute_url(), '<li class="board__row">'
    assert rows(page, row) == 100
    assert rows(page, row, page="2") == 1
    assert rows(page, row, page="all") == 101
    assert rows(page, row, by="name") == 200
    assert rows(page, row, by="name", page="2") == 2
    assert rows(page, row, q="7, player 202") == 2
    assert "Nothing found" in client.get(page, {"q": "nobody"}).text
    now = client.get(reverse("event", args=[event.slug])).text
    assert "101 tables, 101 of them still playing." in now
    assert "board--tables" not in now

    client.force_login(make_conductor(event))
    for name in ("desk", "clocks"):
        where, tile = reverse(name, args=[event.slug]), '<li class="tile '
        assert rows(where, tile) == 60
        assert rows(where, tile, page="2") == 41
        assert rows(where, tile, q="101, Player 001") == 2
        assert "?q=101" in client.get(where, {"q": "101"}).text  # what comes again stays found
