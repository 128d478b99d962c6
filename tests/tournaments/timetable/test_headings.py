"""The headings of a timetable's file in every language of the site."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, override

from tests.builders import make_conductor, make_event, make_tournament
from tests.tournaments.signup.sessions import WHO
from tournaments.models import Session
from tournaments.names import loose
from tournaments.timetable import headings
from tournaments.timetable.forms import SessionForm
from tournaments.timetable.headings import CHOICES, COLUMNS, GAME, HEAD, HEADINGS
from tournaments.timetable.importing import import_timetable
from tournaments.timetable.spreadsheet import IN_WORDS

OFFERED = [code for code, _name in settings.LANGUAGES]
#: The columns by the fields of the form of a session.
COLUMN_OF = {
    "time": "start",
    "length": "minutes",
    "capacity": "places",
    "release_minutes": "release after",
    "first_table": "first table",
    "last_table": "last table",
    "joins": "sign-up",
    "opens_at": "opens",
    "closes_at": "closes",
}


@pytest.mark.parametrize("language", OFFERED)
def test_the_labels_of_a_session_are_known_as_headings(language):
    with override(language):
        labels = [str(one.label) for one in SessionForm.base_fields.values()]
        more = [gettext("Game"), gettext("Number")]
    expected = [COLUMN_OF.get(name, name) for name in SessionForm.base_fields]
    assert HEADINGS.fields([*labels, *more]) == [*expected, GAME, "number"]


def test_what_the_site_writes_is_known_as_it_is():
    assert HEADINGS.fields(COLUMNS) == list(COLUMNS)
    assert set(HEAD) | {GAME} == set(headings.WORDS)


def test_no_heading_names_two_columns():
    found = [
        (loose(word), of) for of, words in headings.WORDS.items() for word in words.split(", ")
    ]
    assert len(dict(found)) == len(set(found))


@pytest.mark.parametrize("language", OFFERED)
@pytest.mark.parametrize(
    ("column", "choices"), [("kind", Session.Kind), ("sign-up", Session.Joins)]
)
def test_a_choice_is_known_by_its_label_and_as_the_site_writes_it(language, column, choices):
    for one in set(choices) - {Session.Kind.PICK_UP}:  # which is started and not planned
        with override(language):
            label = str(one.label)
        assert CHOICES[column].field(label) == CHOICES[column].field(str(one.value)) == one


@pytest.mark.parametrize("language", OFFERED)
def test_what_a_file_says_in_a_language_is_read_back(language):
    known = [*headings.KINDS, *headings.JOINS]
    with override(language):
        said = [str(IN_WORDS[one]) for one in known]
    assert [CHOICES["kind"].field(word) for word in said[:4]] == known[:4]
    assert [CHOICES["sign-up"].field(word) for word in said[4:]] == known[4:]


def test_no_word_names_two_choices():
    for words in (headings.KINDS, headings.JOINS):
        found = [(loose(word), of) for of, said in words.items() for word in said.split(", ")]
        assert len(dict(found)) == len(set(found))


@pytest.mark.django_db
def test_the_kind_and_the_sign_up_of_a_session_are_read_and_written_in_a_language(client):
    event = make_event()
    make_tournament(event, name="Rails")
    text = (
        "Turnier;Art;Tag;Beginn;Minuten;Eintragung\n"
        "Rails;Halbfinale;2026-11-21;9:00;60;nur die Turnierleitung vergibt Plätze\n"
    )
    (planned,) = import_timetable(event, text, **WHO).planned
    assert (planned.kind, planned.joins) == (Session.Kind.SEMIFINAL, Session.Joins.NONE)
    client.force_login(make_conductor(event))
    address = reverse("timetable-file", args=[event.slug])
    with override("de"):
        line = client.get(address).text.splitlines()[1]
    assert ",Halbfinale," in line
    assert ",keine," in line
    line = client.get(address).text.splitlines()[1]
    assert ",semifinal," in line
    assert ",none," in line


@pytest.mark.django_db
@pytest.mark.parametrize(
    "head",
    [
        "Name;Tag;Beginn;Dauer (in Minuten);Bemerkung;Plätze",
        "Nom;Jour;Début;Durée, en minutes;Remarque;Places",
        "名前;日付;開始;長さ（分）;備考;定員",
    ],
)
def test_a_timetable_of_another_language_is_planned(head):
    event = make_event()
    (planned,) = import_timetable(event, f"{head}\nTea;2026-11-21;9:00;60;hot;12\n", **WHO).planned
    assert (planned.name, planned.capacity) == ("Tea", 12)
    assert planned.starts_at == datetime(2026, 11, 21, 9, tzinfo=UTC)
