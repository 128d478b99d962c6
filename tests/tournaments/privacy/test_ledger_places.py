"""Each verb of the ledger says where its entries name people, and nothing else is erased."""

import pytest

from tournaments.models import LedgerEntry
from tournaments.person_fields import PERSON_FIELDS
from tournaments.privacy.ledger_places import PLACES, clean
from tournaments.privacy.rules import Eraser
from tournaments.verbs import Verb

ANN = Eraser({"Ann Lee"}, "Player 17")


def test_every_verb_says_where_it_names_people():
    assert [verb for verb in Verb if verb not in PLACES] == []


def said(verb, subject="", before=None, after=None):
    entry = LedgerEntry(verb=verb, subject=subject, before=before or {}, after=after or {})
    return clean(entry, ANN)


@pytest.mark.parametrize("field", PERSON_FIELDS, ids=lambda field: field.key)
def test_every_declared_field_is_emptied_where_the_person_was_added_or_changed(field):
    left = "Player 17" if field.key == "name" else ""
    value = "Ann Lee" if field.key == "name" else "anything"
    assert said("add player", "Ann Lee", after={field.key: value})["after"] == {field.key: left}
    changed = said("edit player", "Ann Lee", {field.key: value}, {field.key: value})
    assert changed["before"] == changed["after"] == {field.key: left}


def test_what_is_said_of_others_stays():
    other = {"name": "Bo", "home_town": "Ann Lee"}
    assert said("add player", "Bo", after=other) == {}
    assert said("set team", "Bo", {"was": ""}, {"is": "Ann Lee"}) == {}
    assert said("set team", "Ann Lee", {"was": "Reds"}, {"is": "Blues"}) == {
        "subject": "Player 17",
        "before": {"was": ""},
        "after": {"is": ""},
    }


@pytest.mark.parametrize(
    ("verb", "values", "cleaned"),
    [
        ("check in many", {"checked_in": ["Ann Lee: Open", "Bo: Ann Lee"]},
         {"checked_in": ["Player 17: Open", "Bo: Ann Lee"]}),
        ("enter many", {"tournament": "Ann Lee", "names": ["Bo", "Ann Lee"]},
         {"tournament": "Ann Lee", "names": ["Bo", "Player 17"]}),
        ("move seat", {"Ann Lee": "Ann Lee", "Bo": "Table 2"},
         {"Player 17": "Ann Lee", "Bo": "Table 2"}),
        ("open table", {"table": 3, "people": ["Ann Lee"]}, {"table": 3, "people": ["Player 17"]}),
        ("repair seating", {"gone": ["Ann Lee"], "tables": [[1]]},
         {"gone": ["Player 17"], "tables": [[1]]}),
        ("seat next in line", {"Ann Lee": "Table 1", "Bo": ""}, {"Player 17": "Table 1", "Bo": ""}),
        ("decide match", {"winner": "Ann Lee", "reason": "as Ann Lee said"},
         {"winner": "Player 17", "reason": "as Player 17 said"}),
        ("drop", {"status": "Ann Lee", "reason": "Ann Lee is ill"},
         {"status": "Ann Lee", "reason": "Player 17 is ill"}),
        ("call conductor", {"words": "Ann Lee sleeps", "Ann Lee": 1},
         {"words": "Player 17 sleeps", "Ann Lee": 1}),
        ("a verb of another release", {"x": ["Ann Lee", {"Ann Lee": "Ann Lee, Bo"}]},
         {"x": ["Player 17", {"Ann Lee": "Ann Lee, Bo"}]}),
    ],
)  # fmt: skip
def test_a_value_is_changed_where_its_verb_names_people(verb, values, cleaned):
    assert said(verb, after=values) == {"after": cleaned}
    assert said(verb, before=values) == {"before": cleaned}


@pytest.mark.parametrize(
    ("verb", "subject", "cleaned"),
    [
        ("check in", "Ann Lee", "Player 17"),
        ("keep apart", "Ann Lee | Bo", "Player 17 | Bo"),
        ("merge people", "Bo = Ann Lee", "Bo = Player 17"),
        ("report fixture", "Week 3: Bo, Ann Lee", "Week 3: Bo, Player 17"),
        ("agree to play on", "Open, Table 3, Ann Lee", "Open, Table 3, Player 17"),
        ("adjust", "Open, penalty: Ann Lee", "Open, penalty: Player 17"),
        ("decide tie in season", "League: Ann Lee", "League: Player 17"),
        ("a verb of another release", "Ann Lee", "Player 17"),
    ],
)  # fmt: skip
def test_a_subject_is_changed_where_its_verb_names_people(verb, subject, cleaned):
    assert said(verb, subject) == {"subject": cleaned}


@pytest.mark.parametrize("verb", ["close round", "create tournament", "report hand", "add staff"])
def test_a_tournament_or_an_account_may_be_called_like_a_person(verb):
    assert said(verb, "Ann Lee", {"name": "Ann Lee"}, {"Ann Lee": "Ann Lee"}) == {}
