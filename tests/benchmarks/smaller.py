"""How large scripts and style sheets are, packed: as written, as served, as minifiers make them.

``python -m tests.benchmarks.smaller``; the last column needs `pip install rjsmin rcssmin`.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import brotli

from server.supervisor.terminal import say
from server.web import bundles, smaller

STATIC = Path(__file__).resolve().parents[2] / "static"
NAMES = ("page.js", "table.js", "site.css", "hands.css")

Change = Callable[[str], str]


def packed(script: Change, style_sheet: Change) -> list[int]:
    """Bytes of each of NAMES, with brotli, when comments and spaces are taken out in this way."""
    smaller.script, smaller.style_sheet = script, style_sheet
    page = bundles.Bundle(lambda name: (STATIC / "js" / f"{name}.js").read_text(), "page")
    table = bundles.Bundle(lambda name: (STATIC / "js" / f"{name}.js").read_text(), "table", page)
    sheets = [
        bundles.bundled_styles(lambda name: (STATIC / "css" / f"{name}.css").read_text(), each)
        for each in ("site", "hands")
    ]
    return [len(brotli.compress(text.encode())) for text in (str(page), str(table), *sheets)]


def main() -> None:
    """Print the table of docs/decisions/0016."""
    ours = packed(smaller.script, smaller.style_sheet)
    rows = {"nothing": packed(str, str), "as served": ours}
    try:
        minifiers = import_module("rjsmin").jsmin, import_module("rcssmin").cssmin
    except ImportError:
        pass
    else:
        rows["rjsmin, rcssmin"] = packed(*minifiers)
    say(f"{'':<16}" + "".join(f"{name:>12}" for name in NAMES))
    for label, sizes in rows.items():
        say(f"{label:<16}" + "".join(f"{size:>12,}" for size in sizes))


if __name__ == "__main__":
    main()
