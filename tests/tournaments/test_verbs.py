"""The verbs of the ledger: each has a sentence, each is used, and no other is written."""

import re
from pathlib import Path

import pytest

from tests.builders import ANNA, NOON
from tournaments import ledger, verbs
from tournaments.models import ClockChange, LedgerEntry, SheetVersion
from tournaments.verbs import EARLIER, Verb, spellings_of, verb_in_words

SOURCES = Path(verbs.__file__).parent

#: Verbs that are put together from the name of what was done to a clock, or by a player to a sheet.
MADE = {f"clock: {act}" for act in ClockChange.Act} | {
    f"{act} hand"
    for act in (SheetVersion.Act.DEAL, SheetVersion.Act.REPORT, SheetVersion.Act.CONFIRM)
}


def test_every_verb_has_a_sentence_and_fits_its_column():
    longest = LedgerEntry._meta.get_field("verb").max_length
    assert [verb for verb in Verb if verb_in_words(verb.value) in {"", verb.value}] == []
    assert [verb for verb in Verb if len(verb.value) > longest] == []


def test_every_verb_is_used_by_the_code_that_does_it():
    code = "\n".join(
        path.read_text("utf-8") for path in SOURCES.rglob("*.py") if path.name != "verbs.py"
    )
    used = {Verb[name] for name in re.findall(r"\bVerb\.([A-Z_]+)\b", code)}
    assert set(Verb) - used - {Verb(made) for made in MADE} == set()


def test_no_two_verbs_share_a_spelling():
    assert not set(EARLIER) & set(Verb.values)


def test_what_earlier_releases_wrote_reads_as_its_successor():
    for stored, now in EARLIER.items():
        assert verb_in_words(stored) == str(now.label)
        assert stored in spellings_of(now.value) == spellings_of(stored)


def test_every_change_of_a_clock_is_also_known_in_the_words_of_its_page():
    for act in ClockChange.Act:
        assert verb_in_words(f"clock: {act.value}") == verb_in_words(f"clock: {act.label}")
        assert "clock:" not in verb_in_words(f"clock: {act.value}"), act


def test_a_verb_of_a_later_release_is_shown_as_it_is_stored():
    assert verb_in_words("shuffle") == "shuffle"
    assert spellings_of("shuffle") == ["shuffle"]


@pytest.mark.parametrize("verb", ["drop", "shuffle"])
def test_the_ledger_takes_no_verb_by_its_spelling(verb):
    with pytest.raises(TypeError, match=verb):
        ledger.record(1, verb, "somebody", by=ANNA, at=NOON)
