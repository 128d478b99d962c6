"""The line on top of a page that leads to all that it is in."""

import re

import pytest
from django.urls import reverse

from tests.builders import make_conductor, make_entries, make_round, make_tournament

pytestmark = pytest.mark.django_db

LINE = re.compile(r'<nav class="breadcrumbs.*?</nav>', re.DOTALL)
STEP = re.compile(r'<a href="([^"]*)"( aria-current="page")?>([^<]*)</a>')


def steps(client, address: str) -> list[tuple[str, str, str]]:
    """The steps of a page: address, mark of the current page, words."""
    lines = LINE.findall(client.get(address).text)
    assert len(lines) <= 1
    return STEP.findall(lines[0]) if lines else []


def test_each_page_below_a_tournament_leads_to_all_that_it_is_in(client):
    tournament = make_tournament()
    event = tournament.event
    round_ = make_round(tournament, [make_entries(tournament, 3)])
    table = round_.tables.get()
    above = [
        (event.get_absolute_url(), "", "Winter Meet"),
        (tournament.get_absolute_url(), "", "Express Open"),
        (round_.get_absolute_url(), "", "Round 1"),
        (table.get_absolute_url(), "", "Table 1"),
    ]
    here = [(address, ' aria-current="page"', words) for address, _mark, words in above]

    assert steps(client, above[0][0]) == []
    for depth in (1, 2, 3):
        address = above[depth][0]
        assert steps(client, address) == [*above[:depth], here[depth]]
    standings = reverse("standings", args=[event.slug, tournament.slug])
    assert steps(client, standings) == above[:2]
    client.force_login(make_conductor(event))
    assert steps(client, reverse("call", args=[table.code])) == above
    assert steps(client, reverse("roster", args=[event.slug])) == []
