"""The typeface of the pages, Inter, made small enough for a phone in a hall.

Inter comes as a package with one variable font of 900 KB. What pages need of it is made once, into
a folder beside the code: the weights from 400 to 700, one optical size, and a file for each group
of letters, which a browser fetches when a page has such a letter. ``python -m server.web.typeface``
makes it ahead of time; else the first collecting of static files does.
"""

import os
import tempfile
from collections.abc import Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseStorageFinder
from django.core.files.storage import FileSystemStorage

BESIDE_THE_CODE = Path(__file__).parents[2] / "static-built"
#: The groups of letters by the name of their file; static/css/typeface.css names the same ranges.
#: The first is all that most pages have: what English needs, and the signs between words.
LETTERS = {
    "inter-basic": [
        (0x20, 0x5B), (0x5D, 0x5D), (0x5F, 0x5F), (0x61, 0x7A), (0x7C, 0x7C), (0xA0, 0xA0),
        (0xB7, 0xB7), (0xD7, 0xD7), (0x2013, 0x2014), (0x2019, 0x2019), (0x201C, 0x201D),
        (0x2026, 0x2026), (0x203A, 0x203A), (0x2192, 0x2192), (0x2212, 0x2212), (0x25B2, 0x25B2),
        (0x25BC, 0x25BC), (0x2713, 0x2713),
    ],
    "inter-latin": [
        (0x5C, 0x5C), (0x5E, 0x5E), (0x60, 0x60), (0x7B, 0x7B), (0x7D, 0x7E), (0xA1, 0xB6),
        (0xB8, 0xD6), (0xD8, 0x17F), (0x2018, 0x2018), (0x201A, 0x201A), (0x201E, 0x201E),
        (0x20AC, 0x20AC),
    ],
    "inter-latin-more": [
        (0x180, 0x24F), (0x1E00, 0x1EFF), (0x2010, 0x2012), (0x2015, 0x2017), (0x201B, 0x201B),
        (0x201F, 0x2025), (0x2027, 0x2039), (0x203B, 0x205F), (0x2190, 0x2191), (0x2193, 0x2193),
        (0x25B3, 0x25BB),
    ],
    "inter-greek-cyrillic": [(0x370, 0x3FF), (0x400, 0x52F)],
}  # fmt: skip
LIGHTEST, BOLDEST, TEXT_SIZE = 400, 700, 14


def made_folder() -> Path:
    """The folder beside the code; with the data, if it is not there and the code is read-only."""
    if BESIDE_THE_CODE.exists() or os.access(BESIDE_THE_CODE.parent, os.W_OK):
        return BESIDE_THE_CODE
    return Path(settings.VAR_DIR) / "static-built"


def build() -> None:
    """Make the files that are missing; some seconds for the first time, nothing after that."""
    folder = made_folder() / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    package = files("fontpkg_inter")
    for name, ranges in LETTERS.items():
        if not (folder / f"{name}.woff2").exists():
            _write(folder / f"{name}.woff2", _made(package, ranges))
    if not (folder / "inter-license.txt").exists():
        _write(folder / "inter-license.txt", (package / "LICENSE").read_bytes())


def _made(package: Traversable, ranges: list[tuple[int, int]]) -> bytes:
    from server.web import font_subset  # noqa: PLC0415 - needed once in the life of a site

    with (package / "files" / "Inter[opsz,wght].ttf").open("rb") as file:
        return font_subset.woff2(file, ranges, weights=(LIGHTEST, BOLDEST), size=TEXT_SIZE)


def _write(path: Path, content: bytes) -> None:
    """Write a file as a whole: another process may be making the same one."""
    number, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(number, "wb") as file:
        file.write(content)
    Path(name).chmod(0o644)
    Path(name).replace(path)


class TypefaceFinder(BaseStorageFinder):
    """Finds the typeface among the static files, and makes it first if it is not there yet."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(FileSystemStorage(location=made_folder()), *arguments, **options)

    def find(self, path: str, *arguments: Any, **options: Any) -> Any:
        if path.startswith("fonts/inter"):
            build()
        return super().find(path, *arguments, **options)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        build()
        return super().list(ignore_patterns)


if __name__ == "__main__":
    build()
