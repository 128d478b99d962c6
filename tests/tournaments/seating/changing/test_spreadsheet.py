"""A seating read from a list: any file of any spreadsheet is read, or refused with its line."""

import io
import zipfile

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.translation import gettext, override
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.builders import make_entries, make_tournament
from tests.examples import ALL
from tournaments.errors import Refused
from tournaments.models import Player
from tournaments.names import loose
from tournaments.seating.changing import spreadsheet
from tournaments.seating.changing.forms import ListForm
from tournaments.seating.changing.headings import HEAD, HEADINGS, WORDS, sits_out
from tournaments.seating.changing.listed import Listed

# A list is read in Python; ../test_pages.py seats from one, and names are found in it by rows.
pytestmark = [pytest.mark.django_db, pytest.mark.once]

#: `make fuzz` reads more.
EXAMPLES = 50 if ALL else 15
CELLS = st.sampled_from(
    ["1", "2", "99999", "²", "-1", "Zoë Müller", "Player 002", '"', '""', "\r", "\n", "\0", "", "x"]
)
ROWS = st.lists(st.lists(CELLS, max_size=4), max_size=6)


@pytest.fixture
def tournament():
    tournament = make_tournament()
    make_entries(tournament, 3)
    Player.objects.filter(name="Player 001").update(name="Zoë Müller")
    return tournament


def read(data, tournament):
    """The round of an uploaded list, or None if it was refused."""
    form = ListForm({}, {"file": SimpleUploadedFile("list.csv", data)})
    if not form.is_valid():
        return None
    try:
        return spreadsheet.from_csv(form.cleaned_data["text"], tournament)
    except Refused:
        return None


@pytest.mark.each_database
def test_a_list_is_read_however_a_spreadsheet_wrote_it(tournament):
    lines = ["table;player", "1;Zoë Müller", "1;Player 002", "2;Player 003"]
    one, two, three = tournament.entries.order_by("pk").values_list("pk", flat=True)
    for codec in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        for end in ("\n", "\r\n", "\r"):
            found = read(end.join(lines).encode(codec), tournament)
            assert found == Listed([[one, two], [three]], []), (codec, end)


def test_who_sits_out_has_the_word_bye_for_a_table(tournament):
    one, two, three = tournament.entries.order_by("pk").values_list("pk", flat=True)
    text = f"table,seat,entry\nBye,,{two}\n1,2,{one}\n1,1,{three}\n"
    assert spreadsheet.from_csv(text, tournament) == Listed([[three, one]], [two])


def test_a_number_of_another_program_names_nobody_beside_a_name(tournament):
    one, two, three = tournament.entries.order_by("pk").values_list("pk", flat=True)
    lines = ("table,player,registration", f"1,Player 003,{one}", f"1,Player 002,{two}", f"1,,{one}")
    assert spreadsheet.from_csv("\n".join(lines), tournament) == Listed([[three, two, one]], [])


@pytest.mark.parametrize("language", [code for code, _name in site.LANGUAGES])
def test_the_words_of_the_site_are_known_in_each_language(language):
    with override(language):
        labels = [gettext(word) for word in ("Table", "seat", "Player")]
        bye = gettext("bye")
    assert HEADINGS.fields(labels) == ["table", "seat", "player"]
    assert sits_out(bye)


def test_what_the_site_writes_is_known_as_it_is_and_no_heading_names_two_columns():
    assert HEADINGS.fields(HEAD) == list(HEAD)
    found = [(loose(word), of) for of, words in WORDS.items() for word in words.split(", ")]
    assert len(dict(found)) == len(set(found))


@pytest.mark.parametrize(
    ("head", "bye"),
    [
        ("Tisch;Platz;Spieler;Raum", "Freilos"),
        ("Table;Place;Joueur;Salle", "exempt"),
        ("卓;席;プレイヤー;部屋", "抜け番"),
    ],
)
def test_a_list_of_another_language_is_read(tournament, head, bye):
    one, two, three = tournament.entries.order_by("pk").values_list("pk", flat=True)
    lines = (head, "1;2;Zoë Müller;A", "1;1;Player 003;A", f"{bye};;Player 002;")
    assert spreadsheet.from_csv("\n".join(lines), tournament) == Listed([[three, one]], [two])


def test_what_is_no_list_is_refused(tournament):
    for data in (
        b"table,player\n1," + b"x" * 200_000,
        b'table,player\n1,"' + b"x" * 200_000,
        b"table,player\n1,\0",
        b"table",
        b"\xff\xfe",
        b"x" * 2_000_001,
    ):
        assert read(data, tournament) is None, data[:20]


def test_a_workbook_is_refused_before_it_is_unpacked(tournament):
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("xl/sharedStrings.xml", b"<a>" * 10_000_000)
    assert len(bomb.getvalue()) < 2**16
    form = ListForm({}, {"file": SimpleUploadedFile("list.xlsx", bomb.getvalue())})
    assert "CSV" in form.errors["file"][0]


@settings(
    max_examples=EXAMPLES,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.binary(max_size=200), ROWS, st.sampled_from([",", ";", "\t"]))
@example(b'"', [], ",")
def test_anything_below_good_headings_is_read_or_refused(tournament, junk, rows, separator):
    text = "\n".join(separator.join(row) for row in [["table", "seat", "player"], *rows])
    found = read(text.encode() + junk, tournament)
    assert found is None or all(isinstance(entry, int) for entry in found.named)
