"""Reading a sheet of an Excel workbook, and a roster from one."""

import csv
import io
import zipfile
from datetime import date, datetime, timedelta

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.registration import roster_file
from tournaments.registration.errors import FileEmpty, NoNameColumn
from tournaments.registration.roster_file import read_roster
from tournaments.registration.rules import Person
from tournaments.text_files import FileTooLarge
from tournaments.workbooks import errors
from tournaments.workbooks.reading import LINE_IN_CELL, read_workbook

SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"
NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(*rows) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.create_sheet("Other").append(["name", "of another sheet"])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def changed(part: str, content: str) -> bytes:
    """A workbook in which one part was replaced."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook(["name"], ["Ada"]))) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            new.writestr(name, content if name == part else old.read(name))
    return file.getvalue()


def packed(way: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", way) as made:
        made.writestr("_rels/.rels", "<Relationships/>")
    return file.getvalue()


def sheet(rows: str, before: str = "") -> bytes:
    return changed(
        SHEET, f"{before}<worksheet {NAMESPACE}><sheetData>{rows}</sheetData></worksheet>"
    )


def test_the_first_sheet_is_read_with_columns_in_any_order_and_by_other_names():
    file = read_roster(
        workbook(
            ["Nick", "Town", "Shoe size", "Last name", "First name", "E-Mail", "Remark", None],
            ["zoe", "Łódź", 42.0, "Müller", "Zoë", "zoe@example.org", date(2026, 5, 1), None],
            [],
            [1889, None, None, "“Bob”\nMiller, Jr.", " Robert "],
            ["nobody"],
        )
    )
    assert [(line.number, line.person) for line in file.lines] == [
        (
            2,
            Person(
                name="Zoë Müller",
                handle="zoe",
                home_town="Łódź",
                email="zoe@example.org",
                notes="2026-05-01",
            ),
        ),
        (4, Person(name="Robert “Bob” Miller, Jr.", handle="1889")),
        (5, None),
    ]
    assert file.ignored == ("Shoe size",)
    # The preview sends the text back, and it means the same people.
    sent_back = read_roster(file.text.encode())
    assert [line.person for line in sent_back.lines] == [line.person for line in file.lines]


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (workbook(), FileEmpty),
        (workbook(["handle"], ["ada"]), NoNameColumn),
        (workbook(["name"], ["Ada"])[:-40], errors.NoWorkbook),
        (changed(SHEET, "<worksheet"), errors.NoWorkbook),
        (changed("xl/workbook.xml", "<html/>"), errors.NoWorkbook),
        (
            changed(STYLES, f"<styleSheet {NAMESPACE}>{'<xf/>' * 1_000_000}"),
            FileTooLarge,
        ),
        (sheet("<row/>" * 800_000), FileTooLarge),
        (sheet(f"<row>{'<c/>' * 500_000}</row>"), FileTooLarge),
        (sheet("<row><c/>" * 30 + "</row>" * 30), errors.NoWorkbook),
        (sheet('<row><c t="s"><v>0</v></c></row>'), errors.NoWorkbook),
        (sheet(f'<row r="{"9" * 5000}"/>'), errors.NoWorkbook),
        (packed(zipfile.ZIP_LZMA), errors.NoWorkbook),
        (
            sheet('<row r="1048576"><c t="inlineStr"><is><t>x</t></is></c></row>'),
            errors.TooManyLines,
        ),
        (
            sheet(
                '<row><c t="inlineStr"><is><t>&b;</t></is></c></row>',
                f'<!DOCTYPE a [<!ENTITY a "{"x" * 9999}"><!ENTITY b "{"&a;" * 9999}">]>',
            ),
            errors.NoWorkbook,
        ),
        (b"PK\x03\x04" + bytes(roster_file.MOST_BYTES), FileTooLarge),
    ],
)
def test_a_workbook_that_is_not_a_roster_is_refused(data, refusal):
    with pytest.raises(refusal):
        read_roster(data)


@pytest.mark.long
def test_as_many_lines_as_a_roster_may_have_are_read():
    people = [["name", "home town"], *([f"Player {n}", f"Town {n}"] for n in range(9_999))]
    assert len(read_roster(workbook(*people)).lines) == 9_999


def test_a_long_text_that_many_cells_show_is_counted_for_each_of_them(monkeypatch):
    monkeypatch.setattr(roster_file, "MOST_BYTES", roster_file.MOST_BYTES // 8)
    people = [["name"], *[[" ".join(["Ada"] * 250)] for _ in range(70)]]
    with pytest.raises(FileTooLarge):
        read_roster(workbook(*people))
    assert len(read_roster(workbook(*people[:60])).lines) == 59


def to_the_second(value):
    """Spreadsheets store a fraction of a day, which is exact to about a second."""
    if isinstance(value, timedelta):
        return timedelta(seconds=int(value.total_seconds()))
    return value.replace(microsecond=0)


CELLS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**14), 10**14),
    st.floats(-1e9, 1e9).map(lambda value: round(value, 6)),
    st.dates(date(1900, 3, 1), date(2100, 1, 1)),
    st.datetimes(*map(datetime.fromisoformat, ["1901-01-01", "2100-01-01"])).map(to_the_second),
    st.timedeltas(timedelta(days=1), timedelta(days=99)).map(to_the_second),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=9),
)


def shown(value: object) -> str:
    """A cell as openpyxl reads it, in the text that we make of it."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    lines = str(value).removesuffix(" 00:00:00").splitlines()
    return LINE_IN_CELL.join(" ".join(line.split()) for line in lines).strip(LINE_IN_CELL)


@given(st.lists(st.lists(CELLS, max_size=4), max_size=5))
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_workbook_is_read_as_openpyxl_reads_it(rows):
    data = workbook(*rows)
    theirs = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    expected = [[shown(value) for value in row] for row in theirs.iter_rows(values_only=True)]
    ours = read_workbook(data, most_bytes=10**6, most_lines=100, most_columns=100)
    found = list(csv.reader(io.StringIO(ours)))
    for row in expected:
        while row and not row[-1]:
            row.pop()
    while expected and not expected[-1]:
        expected.pop()
    assert found == expected


STRICT = "http://purl.oclc.org/ooxml"
PARTS = {
    "_rels/.rels": f"""<Relationships xmlns="{STRICT}/package/relationships">
        <Relationship Id="a" Type="{STRICT}/officeDocument" Target="/Book/Main.xml"/>
        </Relationships>""",
    "book/_rels/main.xml.rels": """<Relationships>
        <Relationship Id="c" Type="x/chartsheet" Target="c.xml"/>
        <Relationship Id="b" Type="x/worksheet" Target="../pages/one.xml"/>
        <Relationship Id="s" Type="x/sharedStrings" Target="strings.xml"/>
        <Relationship Id="f" Type="x/styles" Target="styles.xml"/></Relationships>""",
    "book/main.xml": f"""<x:workbook xmlns:x="{STRICT}/spreadsheetml" xmlns:r="urn:r">
        <x:workbookPr date1904="1"/><x:sheets><x:sheet name="Chart" sheetId="1" r:id="c"/>
        <x:sheet name="People" sheetId="2" r:id="b"/></x:sheets></x:workbook>""",
    "book/strings.xml": """<sst><si><t>name</t></si>
        <si><r><t>A</t></r><r><t xml:space="preserve">da </t></r><rPh><t>hint</t></rPh></si>
        <si><t>a_x000D_b _x005F_c</t></si></sst>""",
    "book/styles.xml": """<styleSheet><numFmts><numFmt numFmtId="14" formatCode="0.00"/>
        <numFmt numFmtId="200" formatCode="yyyy&quot;y&quot;"/></numFmts>
        <cellStyleXfs><xf numFmtId="15"/></cellStyleXfs>
        <cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="200"/></cellXfs></styleSheet>""",
    "pages/one.xml": """<worksheet><dimension ref="A1:B1"/><sheetData>
        <row r="2"><c r="B2" t="s"><v>0</v></c><c t="s"><v>2</v></c></row>
        <row r="4"><c r="B4" t="s"><v>1</v></c><c s="1"><v>12</v></c><c s="2"><v>12</v></c>
        <c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>said</v></c>
        <c t="d"><v>2026-05-01T00:00:00Z</v></c></row>
        </sheetData></worksheet>""",
}


def test_what_other_programs_write_is_read():
    """Other prefixes, strict names, cells without an address, runs of text, days from 1904 on."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in PARTS.items():
            made.writestr(name, content)
    text = read_workbook(file.getvalue(), most_bytes=10**6, most_lines=100, most_columns=7)
    assert text.split("\r\n")[:-1] == [
        "",
        f",name,a{LINE_IN_CELL}b _c",
        "",
        ",Ada,12,1904-01-13,True,#N/A,said",
    ]
