"""Each act on a seating in words: on the button that undoes it, and beside what was before it."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from tests.builders import NOON, make_entries, make_round, make_tournament
from tournaments import seating
from tournaments.models import EarlierSeating
from tournaments.seating.changing.acts_in_words import (
    BEFORE,
    UNDO,
    before_in_words,
    undo_in_words,
)

# What an act is called follows from the rows that test_services.py makes on each database.
pytestmark = [pytest.mark.django_db, pytest.mark.long("postgresql")]


@pytest.fixture
def round_():
    tournament = make_tournament()
    return make_round(tournament, [make_entries(tournament, 4)], started_at=None)


def before(round_, verb, tables=()):
    return EarlierSeating.objects.create(round=round_, verb=verb, at=NOON, seed=1, tables=tables)


def test_every_act_that_keeps_the_seating_before_it_has_its_words():
    code = "".join(file.read_text("utf-8") for file in Path(seating.__path__[0]).rglob("*.py"))
    kept = set(re.findall(r"\bsnapshot\(\w+, Verb\.(\w+)", code))
    kept |= set(re.findall(r"\breplace_tables\(\w+, \w+, Verb\.(\w+)", code))
    assert {"SWAP_SEATS", "READ_SEATING_IN"} < kept
    assert {verb.name for verb in UNDO} == {verb.name for verb in BEFORE} == kept


def test_the_button_says_what_it_undoes(round_):
    assert undo_in_words(round_, None) == ""
    assert undo_in_words(round_, before(round_, "swap seats")) == "Undo the swap of two seats"


def test_the_one_person_who_was_taken_out_is_named(round_):
    gone = round_.seats.last()
    earlier = before(
        round_, "take out of seating", [list(round_.seats.values_list("entry", flat=True))]
    )
    assert undo_in_words(round_, earlier) == "Undo the removal of a player"
    name = gone.entry.player.shown_name
    gone.delete()
    assert undo_in_words(round_, earlier) == f"Undo the removal of {name}"


def test_an_act_of_another_release_is_the_last_change(round_):
    of_old, unknown = before(round_, "mend seating"), before(round_, "shake the tables")
    assert undo_in_words(round_, of_old) == "Undo the repair of the seating"
    assert undo_in_words(round_, unknown) == "Undo the last change"
    assert before_in_words(unknown) == "12:00, before a change"


def test_an_earlier_seating_says_what_replaced_it(round_):
    earlier = before(round_, "reseat round")
    assert before_in_words(earlier) == "12:00, before the round was reseated"
    assert before_in_words(earlier, seconds=True) == "12:00:00, before the round was reseated"


@pytest.mark.parametrize("language", ["de", "fr", "ja"])
def test_each_language_has_its_own_words_for_each_act(round_, language):
    for verb in UNDO:
        earlier = before(round_, verb)
        english = {undo_in_words(round_, earlier), before_in_words(earlier)}
        with override(language):
            assert english.isdisjoint({undo_in_words(round_, earlier), before_in_words(earlier)})
