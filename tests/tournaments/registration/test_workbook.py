"""Reading a roster from an Excel workbook."""

import io
import zipfile
from datetime import date

import openpyxl
import pytest

from tournaments.registration import errors, roster_file
from tournaments.registration.roster_file import read_roster
from tournaments.registration.rules import Person

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
        (2, Person("Zoë Müller", "zoe", "Łódź", "zoe@example.org", notes="2026-05-01")),
        (4, Person("Robert “Bob” Miller, Jr.", "1889")),
        (5, None),
    ]
    assert file.ignored == ("Shoe size",)
    # The preview sends the text back, and it means the same people.
    sent_back = read_roster(file.text.encode())
    assert [line.person for line in sent_back.lines] == [line.person for line in file.lines]


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (workbook(), errors.FileEmpty),
        (workbook(["handle"], ["ada"]), errors.NoNameColumn),
        (workbook(["name"], ["Ada"])[:-40], errors.NoWorkbook),
        (changed(SHEET, "<worksheet"), errors.NoWorkbook),
        (changed("xl/workbook.xml", "<html/>"), errors.NoWorkbook),
        (changed(STYLES, f"<styleSheet {NAMESPACE}>{'<xf/>' * 30_000}"), errors.FileTooLarge),
        (sheet("<row/>" * 800_000), errors.FileTooLarge),
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
        (b"PK\x03\x04" + bytes(roster_file.MOST_BYTES), errors.FileTooLarge),
    ],
)
def test_a_workbook_that_is_not_a_roster_is_refused(data, refusal):
    with pytest.raises(refusal):
        read_roster(data)
