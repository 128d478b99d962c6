"""Rosters as clubs and conventions write them: each gives its people, and nobody else."""

import io
from datetime import date

import openpyxl
import pytest

from tournaments.registration.roster_file import read_roster
from tournaments.registration.roster_rows import Choice, Why

ADA, EVA = "Ada Lind", "Eva Berg"
BOTH = [(ADA, "Oslo"), (EVA, "Rome")]
NAMES = [(ADA, ""), (EVA, "")]


def found(data: bytes | str, choice=None) -> list[tuple[str, str]]:
    """The name and the town of everybody in a file."""
    file = read_roster(data.encode() if isinstance(data, str) else data, choice)
    assert not [line for line in file.lines if line.person is None], "nobody is refused"
    return [(line.person.name, line.person.home_town) for line in file.lines]


def lines(*rows: str) -> str:
    return "\n".join(rows) + "\n"


TEXTS = {
    "english": lines("Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome"),
    "english, name and surname": lines("Name,Surname,City", "Ada,Lind,Oslo", "Eva,Berg,Rome"),
    "english, first name and name": lines("First name,Name,City", "Ada,Lind,Oslo", "Eva,Berg,Rome"),
    "german": lines("Name;Wohnort", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "german, two columns": lines("Name;Vorname;Ort", "Lind;Ada;Oslo", "Berg;Eva;Rome"),
    "german, last name": lines("Vorname;Nachname;Stadt", "Ada;Lind;Oslo", "Eva;Berg;Rome"),
    "german, participant": lines("Nr.;Teilnehmer;Ort", "1;Ada Lind;Oslo", "2;Eva Berg;Rome"),
    "french": lines("Nom;Prénom;Ville", "Lind;Ada;Oslo", "Berg;Eva;Rome"),
    "french, one column": lines("Prénom et nom;Localité", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "spanish": lines("Nombre,Apellidos,Ciudad", "Ada,Lind,Oslo", "Eva,Berg,Rome"),
    "spanish, one column": lines("Nombre completo,Población", "Ada Lind,Oslo", "Eva Berg,Rome"),
    "italian": lines("Cognome;Nome;Città", "Lind;Ada;Oslo", "Berg;Eva;Rome"),
    "italian, one column": lines("Nominativo;Comune", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "dutch": lines("Naam;Woonplaats", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "dutch, two columns": lines("Voornaam;Achternaam;Plaats", "Ada;Lind;Oslo", "Eva;Berg;Rome"),
    "polish": lines("Imię i nazwisko;Miasto", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "polish, two columns": lines("Nazwisko;Imię;Miejscowość", "Lind;Ada;Oslo", "Berg;Eva;Rome"),
    "russian": lines("ФИО;Город", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "russian, two columns": lines("Фамилия;Имя;Город", "Lind;Ada;Oslo", "Berg;Eva;Rome"),
    "japanese": lines("氏名,市", "Ada Lind,Oslo", "Eva Berg,Rome"),
    "japanese, participants": lines("参加者,出身地", "Ada Lind,Oslo", "Eva Berg,Rome"),
    "titles above": lines(
        "Winter Meet 2026,", "as of Friday,", ",", "Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome"
    ),
    "a title that is wider": lines(
        "Players, in order", "Name;Town", "Ada Lind;Oslo", "Eva Berg;Rome"
    ),
    "a total": lines("Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome", "Total,2"),
    "a total with its number": lines("Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome", "Total: 2,"),
    "a total in the first column": lines(
        "No,Name,Town", "1,Ada Lind,Oslo", "2,Eva Berg,Rome", "Total,,2"
    ),
    "a german sum": lines("Name;Ort", "Ada Lind;Oslo", "Eva Berg;Rome", "Summe;2"),
    "a russian sum": lines("ФИО;Город", "Ada Lind;Oslo", "Eva Berg;Rome", "Итого: 2;"),
    "a japanese sum": lines("氏名,市", "Ada Lind,Oslo", "Eva Berg,Rome", "合計,2"),
    "failed formulas": lines("Name,Town", "Ada Lind,Oslo", "#N/A,#N/A", "Eva Berg,Rome", "#REF!,"),
    "german errors": lines("Name;Ort", "Ada Lind;Oslo", "#NV;#BEZUG!", "Eva Berg;Rome"),
    "a hint of the separator": lines("sep=;", "Name;Town", "Ada Lind;Oslo", "Eva Berg;Rome"),
    "tabs": lines("Player\tCity", "Ada Lind\tOslo", "Eva Berg\tRome"),
    "quotes": lines('"Name","Town"', '"Ada Lind","Oslo"', '"Eva Berg","Rome"'),
    "a mark of the order of bytes": "\ufeff" + lines("Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome"),
    "lines of an old Mac": "Name,Town\rAda Lind,Oslo\rEva Berg,Rome\r",
    "empty columns": lines(",Name,,Town,,", ",Ada Lind,,Oslo,,", ",Eva Berg,,Rome,,"),
    "empty rows of commas": lines("Name,Town", "Ada Lind,Oslo", ",", "Eva Berg,Rome", ",", ","),
    "the last name first": lines("Name;Town", "Lind, Ada;Oslo", "Berg, Eva;Rome"),
    "german, the last name first": lines("Name, Vorname;Ort", "Lind, Ada;Oslo", "Berg, Eva;Rome"),
    "english, the last name first": lines(
        '"Last name, first name",City', '"Lind, Ada",Oslo', '"Berg, Eva",Rome'
    ),
    "italian, the last name first": lines(
        "Cognome, Nome;Città", "Lind, Ada;Oslo", "Berg, Eva;Rome"
    ),
    "portuguese": lines("Nome;Sobrenome;Cidade", "Ada;Lind;Oslo", "Eva;Berg;Rome"),
    "numbers of players": lines("Player,Name,Town", "1,Ada Lind,Oslo", "2,Eva Berg,Rome"),
    "numbers of players, two columns": lines(
        "Player #,First name,Last name,Town", "1,Ada,Lind,Oslo", "2,Eva,Berg,Rome"
    ),
    "a short name beside the full one": lines(
        "Name,Full name,Town", "Ada,Ada Lind,Oslo", "Eva,Eva Berg,Rome"
    ),
    "headings once more": lines("Name,Town", "Ada Lind,Oslo", "Name,Town", "Eva Berg,Rome"),
    "a waiting list": lines("Name,Town", "Ada Lind,Oslo", "Waiting list,", "Eva Berg,Rome"),
    "remarks below": lines(
        "Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome", ",", "* = has paid,", "As of 4 May 2026,"
    ),
    "places that nobody has": lines(
        "Name,Town", "Ada Lind,Oslo", "TBD,", "Eva Berg,Rome", "n/a,n/a", "-,-", "?,"
    ),
    "guests without a name": lines("Name,Town", "Ada Lind,Oslo", "+1,", "Eva Berg,Rome"),
    "a number and a day in place of a name": lines(
        "Name,Town", "Ada Lind,Oslo", "4711,Bern", "2026-05-04,Bern", "Eva Berg,Rome"
    ),
    "an address in place of a name": lines(
        "Name,Town", "Ada Lind,Oslo", "eva@example.org,Rome", "Eva Berg,Rome"
    ),
    "formulas saved as text": lines("Name,Town", "=A9&B9,Bern", "Ada Lind,Oslo", "Eva Berg,Rome"),
    "those who cancelled": lines(
        "Name,Town,Status", "Ada Lind,Oslo,yes", "Bo Ek,Ede,cancelled", "Eva Berg,Rome,yes"
    ),
    "germans who cancelled": lines(
        "Name;Ort;Status", "Ada Lind;Oslo;", "Bo Ek;Ede;abgesagt", "Eva Berg;Rome;bezahlt"
    ),
    "a number of players": lines(
        "Name,Town", "Ada Lind,Oslo", "Eva Berg,Rome", "Number of players: 2,", "2 registered,"
    ),
    "a german number": lines("Name;Ort", "Ada Lind;Oslo", "Eva Berg;Rome", "Anzahl Teilnehmer;2"),
    "a french number": lines(
        "Nom;Ville", "Ada Lind;Oslo", "Eva Berg;Rome", "Nombre de joueurs : 2;"
    ),
    "a japanese number": lines("氏名,市", "Ada Lind,Oslo", "Eva Berg,Rome", "参加者数,2"),
    "whole lines in quotes": lines('"Name;Town"', '"Ada Lind;Oslo"', '"Eva Berg;Rome"'),
    "bars": lines("Name | Town", "Ada Lind | Oslo", "Eva Berg | Rome"),
    "columns of spaces": lines("Name      Town", "Ada Lind  Oslo", "Eva Berg  Rome"),
    "letters of the web": lines("Name,Town", "Ada&nbsp;Lind,Oslo", "Eva&#32;Berg,Rome"),
}
LISTS = {
    "a bare list": lines(ADA, EVA),
    "a bare list with its title": lines("Players", ADA, EVA),
    "a numbered list": lines("1. Ada Lind", "2) Eva Berg"),
    "a list with dashes": lines("- Ada Lind", "• Eva Berg"),
    "an error in place of a town": lines("Name,Town", "Ada Lind,#N/A", "Eva Berg,#REF!"),
    "nothing in place of a town": lines("Name,Town,Mail", "Ada Lind,n/a,none", "Eva Berg,-,-"),
    "a list that begins with its label": lines("Signed up:", ADA, EVA),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_roster_gives_its_people_and_nobody_else(name):
    assert found(TEXTS[name]) == BOTH


@pytest.mark.parametrize("name", LISTS)
def test_a_list_of_names_needs_no_headings(name):
    assert found(LISTS[name]) == NAMES


# --- Workbooks ------------------------------------------------------------------------------------


def book(*sheets, hidden=(), hidden_rows=()) -> bytes:
    """A workbook with these sheets, each a list of rows; ``hidden`` are positions."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for at, rows in enumerate(sheets):
        sheet = made.create_sheet(f"Sheet {at}")
        for row in rows:
            sheet.append(row)
        if at in hidden:
            sheet.sheet_state = "veryHidden" if at % 2 else "hidden"
        for row in hidden_rows:
            sheet.row_dimensions[row].hidden = True
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


PEOPLE = [["Name", "Town"], [ADA, "Oslo"], [EVA, "Rome"]]
LOOKUP = [["Name"], ["Gold"], ["#N/A"], ["#REF!"]]
BOOKS = {
    "a hidden sheet first": book(LOOKUP, PEOPLE, hidden=[0]),
    "two hidden sheets first": book(LOOKUP, LOOKUP, PEOPLE, hidden=[0, 1]),
    "a cover first": book([["Winter Meet"], ["Read me"]], PEOPLE),
    "a cover and prices first": book([["Winter Meet"]], [["Item", "Price"], ["Badge", 5]], PEOPLE),
    "titles above": book([["Winter Meet"], [], *PEOPLE]),
    "a total below": book([*PEOPLE, [], ["Total", 2]]),
    "a total beside a number": book(
        [["No", *PEOPLE[0]], *([n, *row] for n, row in enumerate(PEOPLE[1:])), ["Total", None, 2]]
    ),
    "errors": book([*PEOPLE, ["#N/A", "#N/A"]]),
    "filtered rows": book([*PEOPLE, ["Gone Home", "Bern"]], hidden_rows=[4]),
    "numbers between": book(
        [["No", "Name", "Paid", "Town"], [1, ADA, 20, "Oslo"], [2, EVA, 20, "Rome"]]
    ),
    "first and last": book([["Last name", "First name", "City"], ["Lind", "Ada", "Oslo"],
                            ["Berg", "Eva", "Rome"]]),
    "text in one column": book([["Name,Town"], ["Ada Lind,Oslo"], ["Eva Berg,Rome"]]),
    "empty columns": book([[None, "Name", None, "Town"], [None, ADA, None, "Oslo"],
                           [None, EVA, None, "Rome"]]),
    "a book numbered to its end": book(
        [["No", *PEOPLE[0]], [1, ADA, "Oslo"], [2, EVA, "Rome"], [3, None, None]]
    ),
    "a number and a day in place of a name": book(
        [*PEOPLE, [4711, "Bern"], [date(2026, 5, 4), "Bern"]]
    ),
    "formulas that nobody computed": book([["No", *PEOPLE[0]], *([f"=ROW()-{n}", *row] for n, row
                                           in enumerate(PEOPLE[1:]))]),
    "a second sheet of people": book(PEOPLE, [["Name", "Town"], ["Bo Ek", "Ede"]]),
    "german": book([["Anmeldungen"], ["Nachname", "Vorname", "Ort"], ["Lind", "Ada", "Oslo"],
                    ["Berg", "Eva", "Rome"], ["Gesamt", 2]]),
}  # fmt: skip


@pytest.mark.parametrize("name", BOOKS)
def test_a_workbook_gives_its_people_and_nobody_else(name):
    assert found(BOOKS[name]) == BOTH


def test_a_title_over_merged_cells_is_passed_over():
    made = openpyxl.load_workbook(io.BytesIO(book([["Winter Meet", None], *PEOPLE])))
    made.active.merge_cells("A1:B1")
    file = io.BytesIO()
    made.save(file)
    assert found(file.getvalue()) == BOTH


def test_what_is_left_out_is_named_with_its_reason():
    rows = [["Winter Meet"], *PEOPLE, ["Gone Home", "Bern"], ["#N/A"], ["Total", 2]]
    file = read_roster(book(rows, hidden_rows=[5]))
    assert [(one.number, one.why) for one in file.left_out] == [
        (1, Why.TITLE), (5, Why.HIDDEN), (6, Why.ERROR), (7, Why.TOTAL)
    ]  # fmt: skip


# --- Encodings ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("codec", "rows"),
    [
        ("cp1252", ("Name;Ort", "Jörg Größmann;Köln", "Chloé Marchand;Québec")),
        ("cp1250", ("Imię i nazwisko;Miasto", "Łukasz Wiśniewski;Łódź", "Zdeněk Růžička;Brno")),
        ("cp1251", ("ФИО;Город", "Иван Петров;Москва", "Анна Ким;Пермь")),
        ("cp932", ("氏名,市", "山田 太郎,東京", "鈴木 花子,大阪")),
        ("utf-16", ("Naam;Plaats", "Jürgen Ö;Ede", "Ada;Oslo")),
    ],
)
def test_an_old_encoding_is_recognised_by_its_names(codec, rows):
    expected = [tuple(row.replace(";", ",").split(",")) for row in rows[1:]]
    assert found(lines(*rows).encode(codec)) == expected


# --- The parts of a name --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "name"),
    [
        (("Voornaam;Tussenvoegsel;Achternaam", "Jan;van der;Berg"), "Jan van der Berg"),
        (("Voornaam;Tussenvoegsel;Achternaam", "Jan;;Berg"), "Jan Berg"),
        (("姓,名", "山田,太郎"), "山田 太郎"),
        (("姓,名", "Lind,Ada"), "Ada Lind"),
        (("Name,Town", '"John Smith, Jr.",Oslo'), "John Smith, Jr."),
        (("Name,Town", '"Lind, Ada, M.A.",Oslo'), "Lind, Ada, M.A."),
        (("Name,Status", "Na,no idea"), "Na"),
        (("Name,Nick", "Nick,nick"), "Nick"),
        (("Name,Town", "Total Recall,Oslo"), "Total Recall"),
        (("Name,Town", "Player 2001,Oslo"), "Player 2001"),
        (("Name,Town", "Ada | Lind,Oslo"), "Ada | Lind"),
    ],
)
def test_a_name_is_read_as_people_say_it(rows, name):
    assert [one for one, _town in found(lines(*rows))] == [name]


# --- What a conductor says instead ----------------------------------------------------------------


def test_a_choice_says_the_sheet_the_headings_the_columns_and_the_rows():
    data = book(PEOPLE, [["Who", "From"], ["Ada Lind", "Oslo"], ["x", ""], ["Eva Berg", "Rome"]])
    choice = Choice(
        sheet=1, heading=1, columns={0: "name", 1: "home_town"}, left_out=frozenset({3})
    )
    assert found(data, choice) == BOTH


def test_a_person_called_total_can_be_taken_in():
    data = lines("Name,Town", "Ada Lind,Oslo", "Total,Rome")
    assert found(data, Choice(left_out=frozenset())) == [(ADA, "Oslo"), ("Total", "Rome")]


def test_a_chosen_encoding_is_kept_to():
    data = lines("Name", "Chloé Roy").encode("mac_roman")
    assert found(data, Choice(encoding="Mac Roman")) == [("Chloé Roy", "")]
