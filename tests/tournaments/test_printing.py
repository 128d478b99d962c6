"""Whatever is meant for paper has a button for it, and says what its codes are for."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from tests.builders import make_conductor, make_entries, make_round, make_tournament

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FOR_PAPER = re.compile(r"Print this page|print them now")


def for_paper() -> list[Path]:
    return [one for one in TEMPLATES.rglob("*.html") if FOR_PAPER.search(one.read_text())]


@pytest.mark.parametrize("path", for_paper(), ids=lambda path: path.stem)
def test_a_page_that_asks_to_be_printed_has_the_button(path):
    text = path.read_text()
    assert "components/print.html" in text
    assert "js/print.js" in text


@pytest.mark.django_db
def test_a_table_sheet_says_what_its_code_is_for(client):
    tournament = make_tournament()
    make_round(tournament, [make_entries(tournament, 4)])
    client.force_login(make_conductor(tournament.event))
    address = reverse("table-sheets", args=[tournament.event.slug, tournament.slug, 1])
    sheet = client.get(address).text.partition('<section class="table-sheet"')[2]
    assert "Scan the code to see the clock and to enter results." in sheet
