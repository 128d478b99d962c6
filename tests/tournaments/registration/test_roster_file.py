"""Parsing roster files from spreadsheets."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pairing.head_to_head import read_report
from tests.pairing.head_to_head.test_trf import FILES, text_of
from tournaments import text_files
from tournaments.errors import Refused
from tournaments.registration import errors, roster_file, roster_matching
from tournaments.registration.roster_file import read_roster
from tournaments.registration.roster_rows import Why
from tournaments.registration.rules import Person, Roster
from tournaments.workbooks.errors import NoWorkbook, TooManyLines

#: The machine that runs the tests may be busy.
UNHURRIED = settings(deadline=None)
PLAIN = "name,handle,home town\nZoë Müller,zoe,Łódź\nSeán O'Brien,,Galway\n"
PEOPLE = [
    Person(name="Zoë Müller", handle="zoe", home_town="Łódź"),
    Person(name="Seán O'Brien", home_town="Galway"),
]


def people(data) -> list[Person | None]:
    return [line.person for line in read_roster(as_bytes(data)).lines]


def as_bytes(data) -> bytes:
    return data.encode() if isinstance(data, str) else data


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_players_of_a_report_for_fide_are_a_roster(file):
    """Their names as people say them, their ratings, and their numbers as seeds."""
    found = people(file.read_bytes())
    said = read_report(text_of(file)).players
    assert [(one.rating, one.federation, one.seed) for one in found] == [
        (str(one.rating or ""), one.federation, str(one.number)) for one in said
    ]
    assert all("," not in one.name for one in found)
    assert found[-1].name in ("Édith Roy", "Bo Øster", "Ify Eze", "Pia Lund")


def test_a_line_of_a_report_that_cannot_be_read_is_named():
    file = next(file for file in FILES if file.stem == "swiss_2016")
    lines = file.read_text().splitlines()
    wrong = [line.replace(" 3 w 1 ", " 3 w ? ") for line in lines]
    with pytest.raises(errors.NoReport, match="Line 13, column 99 "):
        read_roster("\n".join(wrong).encode())


def problems(data) -> list[tuple[int, str]]:
    lines = read_roster(as_bytes(data)).lines
    return [(line.number, " ".join(map(str, line.reasons))) for line in lines if line.reasons]


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (PLAIN.encode(), "UTF-8"),
        (PLAIN.encode("utf-8-sig"), "UTF-8"),
        (PLAIN.encode("utf-16"), "UTF-16"),
        (PLAIN.replace("\n", "\r\n").encode(), "UTF-8"),
        (PLAIN.replace("\n", "\r").encode(), "UTF-8"),
        (PLAIN.replace(",", ";").encode(), "UTF-8"),
        (PLAIN.replace(",", "\t").encode(), "UTF-8"),
        (b"sep=,\n" + PLAIN.encode(), "UTF-8"),
        (b"\n  \n\n" + PLAIN.encode() + b"\n\n", "UTF-8"),
        (PLAIN.replace(",", ", ").encode(), "UTF-8"),
        (PLAIN.rstrip("\n").encode(), "UTF-8"),
    ],
)
def test_each_kind_of_file_means_the_same_people(data, encoding):
    assert people(data) == PEOPLE
    assert read_roster(data).encoding == encoding


def test_an_old_windows_file_is_read():
    data = "Name;Schuhe;City\nJörg Größmann;x;Würzburg „Süd“\n".encode("cp1252")
    file = read_roster(data)
    assert [line.person for line in file.lines] == [
        Person(name="Jörg Größmann", home_town="Würzburg „Süd“")
    ]
    assert (file.encoding, file.separator_name, file.ignored) == (
        "Windows-1252",
        "semicolon",
        ("Schuhe",),
    )


def test_undecodable_bytes_spoil_only_their_line():
    assert problems(b"name\nAda\nB\x81b\xff\nEva\n") == [
        (3, "This has characters that cannot be shown.")
    ]


def test_columns_come_in_any_order_and_under_many_names():
    headings = "Remarks,E-MAIL Address,Player Name, Nick-Name ,TOWN,Family\n"
    data = headings + "hi,a@example.org,Ada,a,Oslo,B\n"
    assert people(data) == [
        Person(
            name="Ada",
            handle="a",
            home_town="Oslo",
            email="a@example.org",
            household="B",
            notes="hi",
        )
    ]


def test_first_and_last_name_make_a_name():
    assert people("Surname,First name\nLindqvist,Ada\n,Bob\n") == [
        Person(name="Ada Lindqvist"),
        Person(name="Bob"),
    ]


def test_a_column_that_says_who_does_not_come_is_not_called_unused():
    file = read_roster(b"Name,Town,Status,Shoes\nAda,Oslo,yes,41\nBo,Ede,cancelled,42\n")
    assert [one.why for one in file.left_out] == [Why.CANCELLED]
    assert file.ignored == ("Shoes",)


def test_unknown_and_repeated_columns_are_named():
    file = read_roster(b"name,shoe size,town,city,,name\nAda,41,Oslo,Rome,,Eva\n")
    assert file.ignored == ("shoe size", "city", "name")
    assert [line.person for line in file.lines] == [Person(name="Ada", home_town="Oslo")]


def test_a_separator_inside_quotes_separates_nothing():
    data = 'name;notes\nAda;"likes; semicolons, and ""quotes"""\n'
    assert people(data) == [Person(name="Ada", notes='likes; semicolons, and "quotes"')]


def test_lines_are_counted_as_an_editor_counts_them():
    data = 'name,notes\nAda,"one\ntwo\nthree"\n\n,x\nEva,\n'
    assert problems(data) == [(6, "The name is missing.")]
    assert [line.number for line in read_roster(data.encode()).lines] == [2, 6, 7]


def test_a_quotation_mark_that_never_closes_spoils_only_its_line():
    data = 'name,notes\nAda,"oops\nBob,fine\nEva,fine\n'
    assert problems(data) == [(2, "The quotation marks in this line do not match up.")]
    assert people(data)[1:] == [Person(name="Bob", notes="fine"), Person(name="Eva", notes="fine")]


def test_a_quotation_mark_within_a_name_is_a_letter():
    assert people('name\nBob "The Train" Miller\n') == [Person(name='Bob "The Train" Miller')]


#: No roster has them; whoever sends one must not keep the site busy for minutes.
LONG = 130_000
LONG_CELLS = (
    f'name,town\nAnn,\n"={"1" * LONG}\nx",Galway\n',
    f"name,town\nAnn,\na{'@' * LONG},Galway\n",
    f"name{' ' * LONG}called\nAnn\n",
)


@pytest.mark.timeout(10)
@pytest.mark.parametrize("text", LONG_CELLS, ids=["formula", "address", "spaces"])
def test_a_cell_of_any_length_is_read_at_once(text):
    assert people(text)[0] == Person(name="Ann")


def test_short_lines_are_filled_and_long_ones_refused():
    data = "name,handle\nAda\nBob,b,extra\nEva,e,,\n"
    assert problems(data) == [(3, "This line has 3 values for 2 columns.")]
    assert people(data)[0] == Person(name="Ada")
    assert people(data)[2] == Person(name="Eva", handle="e")


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (b"", errors.FileEmpty),
        (b"\xef\xbb\xbf", errors.FileEmpty),
        (b"  \n \r\n", errors.FileEmpty),
        (b"sep=;\n", errors.FileEmpty),
        (b"\x00\x01\x02", text_files.NoTextFile),
        (b"name\nA\x00da\n", text_files.NoTextFile),
        (b"PK\x03\x04" + bytes(range(256)), NoWorkbook),
        (bytes(range(1, 32)) * 40, text_files.NoTextFile),
        (b"handle,town\nada,Oslo\n", errors.NoNameColumn),
        (b'"name\nAda\n', errors.NoNameColumn),
        (b"x" * (roster_file.MOST_BYTES + 1), text_files.FileTooLarge),
        (("name\n" + "é" * 300_000).encode("cp1252"), text_files.FileTooLarge),
        (b"name\n" + b"A\n" * roster_file.MOST_LINES, TooManyLines),
    ],
)
def test_a_file_that_is_not_a_roster_is_refused(data, refusal):
    with pytest.raises(refusal):
        read_roster(data)


def test_a_file_of_names_alone_has_no_people():
    assert read_roster(b"name,handle\n").lines == ()


# --- What a file means for a roster ---------------------------------------------------------------


def outcomes(data: str, roster=None) -> list[str]:
    file = read_roster(data.encode())
    return [line.outcome.value for line in roster_matching.match_lines(file, roster or Roster())]


def test_lines_are_new_known_repeated_or_refused():
    roster = Roster([(7, Person(name="Ada", handle="ada"))])
    data = "name,handle\nBob,\nAda,ada\nBOB,\nAda,\n,x\nCarl,ada\n"
    assert outcomes(data, roster) == [
        "added",
        "known",
        "repeated",
        "repeated",
        "refused",
        "refused",
    ]


def test_a_report_describes_each_line():
    file = read_roster(b"name,shoe,nick\nAda,1,\nada,2,\n,3,x\nTotal,4,\n,5,\n")
    roster = Roster()
    lines = roster_matching.match_lines(file, roster)
    report = roster_matching.ImportReport(file=file, lines=lines, roster=roster, dry_run=True)
    counts = "1 new, 0 already on the roster, 1 duplicates, 1 with errors; 0 registered."
    assert roster_matching.describe(report) == [
        "Left out as no people: lines 5-6.",
        "Unused columns: shoe.",
        "line 3: ada: same person as in line 2.",
        "line 4: The name is missing.",
        f"Dry run, nothing saved: {counts}",
    ]


# --- Whatever is thrown at it ---------------------------------------------------------------------

ROSTER_LIKE = st.lists(
    st.sampled_from(
        ["name", "Ada", "Bob", "ada", "@", ",", ";", "\t", "\n", "\r", '"', '""', " ", "é", "\x00"]
    ),
    max_size=60,
).map("".join)


def read_all(data: bytes) -> None:
    """Read a file and match its lines; it may only raise a FileRefused."""
    try:
        file = read_roster(data)
    except text_files.FileRefused:
        return
    roster = Roster()
    lines = roster_matching.match_lines(file, roster)
    report = roster_matching.ImportReport(file=file, lines=lines, roster=roster, dry_run=True)
    assert all(str(reason) for line in lines for reason in line.reasons)
    assert [line.number for line in lines] == sorted({line.number for line in lines})
    assert sum(report.counts().values()) == len(lines)
    assert roster_matching.describe(report)
    new = report.new_people().values()
    assert len({person.identity for person in new}) == len(report.added)


@UNHURRIED
@given(st.binary(max_size=400))
@example(b"name\n\xff\xfe")
@example(b"\xff\xfe\x00\xd8")
def test_random_bytes_never_raise(data):
    read_all(data)


@UNHURRIED
@given(st.binary(max_size=300))
def test_random_bytes_below_good_headings_never_raise(data):
    read_all(b"name,handle,e-mail,notes\n" + data)


@UNHURRIED
@given(ROSTER_LIKE, st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))
def test_lines_that_look_like_a_roster_never_raise(text, codec):
    read_all(text.encode(codec))
    read_all(("name,handle\n" + text).encode(codec))


@UNHURRIED
@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30)), max_size=8))
def test_reading_the_lines_of_a_file_again_finds_the_same_people(rows):
    data = "name\tnotes\n" + "".join(f"{name}\t{notes}\n" for name, notes in rows)
    try:
        file = read_roster(data.encode())
    except Refused:
        return
    again = read_roster(file.text.encode())
    assert again.lines == file.lines or [x.person for x in again.lines] == [
        x.person for x in file.lines
    ]
