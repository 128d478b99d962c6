"""Draw ``docs/images/architecture.svg`` from the imports of the code: ``make picture``.

One row a package, in the order in which imports may run; one arc for each pair of packages of which
the upper imports the lower, thicker with the number of modules that do. An arc to the left would be
an import that runs uphill: ``make lint`` refuses those, so there is none.
"""

import ast
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from xml.sax.saxutils import escape

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "images" / "architecture.svg"
ABOVE, BELOW = ("config",), ("pairing", "scoring", "games", "server")
APP = "tournaments"

WIDTH, TOP, ROW = 940, 56, 27
NAME, ABOUT, LINES, SPINE = 20, 138, 640, 660
INK, QUIET, DOWN, UP = "#1c2430", "#5b6675", "#1f5fa8", "#c0262d"


@dataclass(frozen=True)
class Package:
    """A row of the picture: a package, what it is for, and how many lines of Python it has."""

    name: str
    about: str
    lines: int

    @property
    def label(self) -> str:
        return self.name.removeprefix(f"{APP}.")


def main() -> None:
    """Write the picture; with ``--check`` only say whether the stored one is still true."""
    names = [*ABOVE, *_packages_of_the_app(), *BELOW]
    drawn = draw([_described(name) for name in names], _imports(names))
    if "--check" not in sys.argv:
        PICTURE.write_text(drawn)
    elif _arcs(PICTURE.read_text()) != _arcs(drawn):
        sys.exit("docs/images/architecture.svg is out of date: run make picture.")


def _packages_of_the_app() -> list[str]:
    """The packages of the app from the top down, by the layers that ``make lint`` holds."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(c["layers"] for c in settings["contracts"] if c.get("containers") == [APP])
    modules = chain.from_iterable(layer.split(" | ") for layer in layers)
    return [
        f"{APP}.{module.strip()}"
        for module in modules
        if (ROOT / APP / module.strip()).is_dir() and module.strip() != "migrations"
    ]


def _imports(names: list[str]) -> Counter[tuple[str, str]]:
    """For each pair of packages, how many modules of the one import the other."""
    roots = sorted({name.split(".")[0] for name in names})
    graph = grimp.build_graph(*roots, cache_dir=None)
    found: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        used = {
            _package(target, names) for target in graph.find_modules_directly_imported_by(module)
        }
        importer = _package(module, names)
        found.update((importer, target) for target in used if importer and target)
    return Counter({pair: n for pair, n in found.items() if pair[0] != pair[1]})


def _package(module: str, names: list[str]) -> str:
    return next((n for n in names if module == n or module.startswith(f"{n}.")), "")


def _described(name: str) -> Package:
    folder = ROOT / name.replace(".", "/")
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    lines = sum(len(file.read_text().splitlines()) for file in folder.rglob("*.py"))
    return Package(name, docstring.split("\n")[0].split(". ")[0].rstrip("."), lines)


def draw(packages: list[Package], imports: Counter[tuple[str, str]]) -> str:
    """The picture as SVG."""
    places = {package.name: TOP + ROW * number for number, package in enumerate(packages)}
    height = TOP + ROW * len(packages) + 24
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'font-family="system-ui, sans-serif" font-size="14">'
    )
    return "\n".join(
        [
            head,
            "<title>The packages of Roundhouse and what they import</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
            f'<text x="{NAME}" y="28" font-weight="600" fill="{INK}">package</text>',
            f'<text x="{LINES}" y="28" text-anchor="end" fill="{QUIET}">lines</text>',
            f'<text x="{SPINE + 24}" y="28" fill="{QUIET}">imports, always downward</text>',
            *(
                _arc(places[importer], places[target], number, f"{importer} → {target}")
                for (importer, target), number in sorted(imports.items())
            ),
            *(_row(package, places[package.name]) for package in packages),
            "</svg>\n",
        ]
    )


def _arc(start: int, end: int, number: int, title: str) -> str:
    way = 1 if end > start else -1
    bulge = 16 + abs(end - start) * 0.62
    width = min(1 + number / 8, 5)
    return (
        f'<path d="M {SPINE} {start} C {SPINE + way * bulge:.0f} {start}, '
        f'{SPINE + way * bulge:.0f} {end}, {SPINE} {end}" fill="none" '
        f'stroke="{DOWN if way > 0 else UP}" stroke-opacity="0.45" stroke-width="{width:.1f}">'
        f"<title>{title}: {number} modules</title></path>"
    )


def _row(package: Package, place: int) -> str:
    weight = "600" if package.name in {*ABOVE, *BELOW} else "400"
    base = place + 5
    return (
        f'<circle cx="{SPINE}" cy="{place}" r="4.5" fill="{INK}"/>'
        f'<text x="{NAME}" y="{base}" font-weight="{weight}" fill="{INK}">{package.label}</text>'
        f'<text x="{ABOUT}" y="{base}" font-size="13" fill="{QUIET}">{escape(package.about)}</text>'
        f'<text x="{LINES}" y="{base}" text-anchor="end" font-size="12" '
        f'fill="{QUIET}">{package.lines:,}</text>'
    )


def _arcs(picture: str) -> set[str]:
    """The pairs that a picture shows, without their numbers: those may grow."""
    titles = (part.split("</title>")[0] for part in picture.split("<title>")[2:])
    return {title.split(":")[0] for title in titles}


if __name__ == "__main__":
    main()
