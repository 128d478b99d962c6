"""Makes one file of the modules, or the style sheets, that a file imports.

Browsers read the single files as they are, so development needs no build step. What is served is
bundled when static files are collected: a phone on a bad network waits for each of many files.

A module becomes a function that is called once and returns what the module exports. So its names
stay its own, and an import is a constant made from what another function has returned. All our
exports are functions, so nothing that is exported changes later.
"""

import re
from collections.abc import Callable, Container

from server.web import smaller

Read = Callable[[str], str]

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+)\.js";.*\n', re.MULTILINE)
_EXPORTED = re.compile(r"^export ((?:async )?function (\w+))", re.MULTILINE)
_EXPORTS = re.compile(r"^export \{([^}]*)\};\n", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_SHEET = re.compile(r'^@import "(\w+)\.css"( print)?;\n', re.MULTILINE)


def bundled_styles(read: Read, name: str) -> str:
    """The style sheet ``name`` with those that it imports, in its order, made small.

    ``read`` gives the text of a style sheet by its name without the ending.
    """

    def sheet(found: re.Match[str]) -> str:
        text = bundled_styles(read, found[1])
        return f"@media print {{\n{text}\n}}\n" if found[2] else f"{text}\n"

    return smaller.style_sheet(_SHEET.sub(sheet, read(name)))


class Bundle:
    """A module and all that it imports, in the order in which a browser would run them.

    ``base`` is a bundle that is loaded before this one: what it has is taken from there.
    """

    def __init__(self, read: Read, name: str, base: "Bundle | None" = None) -> None:
        self._read = read
        self._base = base
        self._inside: Container[str] = base.modules if base else ()
        self.name = name
        self.modules: dict[str, str] = {}
        self._opened: set[str] = set()
        self._taken: set[str] = set()
        self._add(name)

    def __str__(self) -> str:
        lines = list(self.modules.values())
        if self._base and self._taken:
            taken = ", ".join(f"{name}_js" for name in sorted(self._taken))
            lines.insert(0, f'import {{ {taken} }} from "./{self._base.name}.js";\n')
        lines.append(f"export {{ {', '.join(f'{name}_js' for name in self.modules)} }};\n")
        return smaller.script("".join(lines))

    def _add(self, name: str) -> None:
        """Put a module behind those that it imports. Raises ValueError if they import it."""
        if name in self.modules:
            return
        if name in self._inside:
            self._taken.add(name)
            return
        if name in self._opened:
            raise ValueError(f"{name}.js imports itself, through others.")
        self._opened.add(name)
        text = self._read(name)
        for _names, other in _IMPORT.findall(text):
            self._add(other)
        self.modules[name] = _as_function(name, text)


def _as_function(name: str, text: str) -> str:
    """A module as a constant, ``press_js`` of press.js, that holds what it exports."""
    exports = [(exported, exported) for _function, exported in _EXPORTED.findall(text)]
    for group in _EXPORTS.findall(text):
        for one in group.split(","):
            inner, _as, outer = one.strip().partition(" as ")
            exports.append((outer or inner, inner))
    text = _EXPORTED.sub(r"\1", _EXPORTS.sub("", _IMPORT.sub(_as_constant, text)))
    if left := _LEFT.search(text):
        raise ValueError(f"{name}.js has a line that cannot be bundled: {left[0]}")
    returned = ", ".join(f"{outer}: {inner}" for outer, inner in exports)
    return f"const {name}_js = (() => {{\n{text}\nreturn {{ {returned} }};\n}})();\n"


def _as_constant(found: re.Match[str]) -> str:
    names = found[1]
    return f"const {{{names.replace(' as ', ': ')}}} = {found[2]}_js;\n" if names else ""
