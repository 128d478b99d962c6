"""The formats: each is found, and stands for itself."""

import pytest

from tournaments.models import Tournament
from tournaments.seating.formats.registry import FORMATS, format_of

PAIRING = Tournament.Pairing


@pytest.mark.parametrize("pairing", PAIRING)
def test_every_format_that_a_tournament_may_have_is_there(pairing):
    assert format_of(Tournament(pairing=pairing)).key == pairing


def test_there_is_no_format_that_no_tournament_may_have():
    assert set(FORMATS) == set(PAIRING)


def test_one_swiss_stands_in_for_the_other_and_for_nothing_else():
    assert format_of(Tournament(pairing=PAIRING.DUTCH), "field").key == PAIRING.FIELD
    assert format_of(Tournament(pairing=PAIRING.FIELD), "dutch").key == PAIRING.DUTCH
    assert format_of(Tournament(pairing=PAIRING.FIELD), "robin").key == PAIRING.FIELD
    assert format_of(Tournament(pairing=PAIRING.TABLES), "dutch").key == PAIRING.TABLES
    assert format_of(Tournament(pairing=PAIRING.TABLES), "social").key == PAIRING.TABLES
