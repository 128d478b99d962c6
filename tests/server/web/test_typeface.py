"""The typeface: the files of the style sheet, each letter in one of them, and a licence."""

import re
from pathlib import Path

STATIC = Path(__file__).parents[3] / "static"
FACE = re.compile(r"fonts/([\w-]+\.woff2).*?unicode-range:([^;]*);", re.DOTALL)
SIGNATURE = b"wOF2"


def ranges_by_file() -> dict[str, list[range]]:
    """The code points of each file, as the style sheet has them."""
    sheet = (STATIC / "css/typeface.css").read_text()
    return {
        name: [
            range(int(first, 16), int(last or first, 16) + 1)
            for first, last in re.findall(r"U\+(\w+)(?:-(\w+))?", ranges)
        ]
        for name, ranges in FACE.findall(sheet)
    }


def test_each_file_of_the_style_sheet_is_there_and_no_other():
    files = {path.name: path.read_bytes() for path in (STATIC / "fonts").glob("*.woff2")}
    assert set(files) == set(ranges_by_file())
    assert all(content.startswith(SIGNATURE) for content in files.values())


def test_no_two_files_have_the_same_letter():
    letters = [letter for ranges in ranges_by_file().values() for each in ranges for letter in each]
    assert len(letters) == len(set(letters))


def test_the_first_file_has_what_english_needs():
    first = next(iter(ranges_by_file().values()))
    for letter in "Table 24, Room B: no new hand after 01:16 \N{EN DASH} “Go!” ✓":
        assert any(ord(letter) in each for each in first), letter


def test_its_licence_is_beside_it():
    assert "SIL Open Font License" in (STATIC / "fonts/inter-license.txt").read_text()
