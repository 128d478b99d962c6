"""The typeface: made once from its package, with figures of one width and its licence beside it."""

import re
from pathlib import Path

from fontTools.ttLib import TTFont

from server.web import typeface


def made_files():
    typeface.build()
    return {path.name: path for path in (typeface.made_folder() / "fonts").iterdir()}


def in_figures(font: TTFont) -> dict[str, str]:
    """Which shape stands for which where figures are tabular."""
    table = font["GSUB"].table
    lookups = {
        number
        for record in table.FeatureList.FeatureRecord
        if record.FeatureTag == "tnum"
        for number in record.Feature.LookupListIndex
    }
    parts = [part for number in lookups for part in table.LookupList.Lookup[number].SubTable]
    return {
        old: new
        for part in parts
        for old, new in getattr(part, "ExtSubTable", part).mapping.items()
    }


def test_pages_fetch_each_file_for_the_letters_that_it_has():
    sheet = (Path(typeface.BESIDE_THE_CODE).parent / "static/css/typeface.css").read_text()
    named = re.findall(r"fonts/([\w-]+)\.woff2.*?unicode-range:([^;]*);", sheet, re.DOTALL)
    ranges = {
        name: [
            (int(first, 16), int(last or first, 16))
            for first, last in re.findall(r"U\+(\w+)(?:-(\w+))?", found)
        ]
        for name, found in named
    }
    assert ranges == typeface.LETTERS


def test_no_two_files_have_the_same_letter():
    signs = [
        sign
        for ranges in typeface.LETTERS.values()
        for first, last in ranges
        for sign in range(first, last + 1)
    ]
    assert len(signs) == len(set(signs))


def test_it_is_made_once():
    made = {name: path.stat().st_mtime_ns for name, path in made_files().items()}
    assert {name: path.stat().st_mtime_ns for name, path in made_files().items()} == made


def test_its_licence_is_beside_it():
    files = made_files()
    assert set(files) >= {f"{name}.woff2" for name in typeface.LETTERS}
    assert "SIL Open Font License" in files["inter-license.txt"].read_text()


def test_tabular_figures_have_one_width_at_each_weight_and_a_hyphen_stays_narrow():
    font = TTFont(made_files()["inter-basic.woff2"])
    shape_of, figures = font.getBestCmap(), in_figures(font)
    for weight in (typeface.LIGHTEST, 600, typeface.BOLDEST):
        widths = font.getGlyphSet(location={"wght": weight})
        of_digits = {widths[figures[shape_of[ord(digit)]]].width for digit in "0123456789"}
        assert len(of_digits) == 1
        assert widths[shape_of[ord("1")]].width not in of_digits
    assert shape_of[ord("-")] not in figures
