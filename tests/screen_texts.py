"""Every text that a person may read: what goes through gettext, what the rules of games, scoring
and pairing say (refusals, checks of sheets, reasons), and the guides."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
#: Those of the help. The glossary lists words that nothing else says, and Windows has its own.
LISTED = re.findall(r"\]\(([\w-]+\.md)\)", (ROOT / "docs" / "README.md").read_text("utf-8"))
NOT_READ = {"glossary.md", "windows.md"}
GUIDES = ("README.md", *(f"docs/{name}" for name in LISTED if name not in NOT_READ))
#: The functions of gettext, and which of their arguments are texts.
TEXTS = {"_": [0], "gettext": [0], "ngettext": [0, 1], "pgettext": [1], "npgettext": [1, 2]}
FUNCTIONS = TEXTS | {f"{name}_lazy": which for name, which in TEXTS.items()}
#: A module that calls none of them need not be parsed.
CALLED = re.compile(rf"\b(?:{'|'.join(FUNCTIONS)})\s*\(")
TEMPLATE_TEXT = re.compile(
    r"""\{%\s*translate\s+"(?P<line>[^"]*)"|\{%\s*blocktranslate.*?%\}(?P<block>.*?)\{%\s*endblocktranslate"""
    r"""|_\("(?P<argument>[^"]*)"\)""",
    re.DOTALL,
)
PLACEHOLDER = re.compile(r"\{\w+\}|%\(\w+\)s|\{\{.*?\}\}|\{%.*?%\}|`[^`]*`")


class Text(NamedTuple):
    """A text and the file it is in; ``glue`` says how it is put together, if it is."""

    path: str
    text: str
    glue: str = ""

    @property
    def words(self) -> str:
        """The text without what is filled in, and without code."""
        return " ".join(PLACEHOLDER.sub(" ", self.text).lower().split())


@cache
def texts() -> list[Text]:
    """All of them; the guides as one text each."""
    guides = (Text(name, (ROOT / name).read_text("utf-8")) for name in GUIDES)
    return [*of_code(ROOT), *of_templates(ROOT), *of_rules(ROOT), *guides]


def of_code(root: Path) -> Iterator[Text]:
    for folder in ("tournaments", "config"):
        for path in (root / folder).rglob("*.py"):
            name, source = str(path.relative_to(root)), path.read_text("utf-8")
            if "/migrations/" not in name and CALLED.search(source):
                yield from _of_module(name, ast.parse(source))


def _of_module(name: str, module: ast.Module) -> Iterator[Text]:
    for node in ast.walk(module):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            for side in filter(_is_gettext, (node.left, node.right)):
                yield Text(name, ast.unparse(side), "added to another text")
        if _is_gettext(node):
            for argument in _texts_of(node):
                is_plain = isinstance(argument, ast.Constant)
                text = argument.value if is_plain else ast.unparse(argument)
                yield Text(name, text, "" if is_plain else "not a plain string")


def _is_gettext(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS
    )


def _texts_of(call: ast.Call) -> list[ast.expr]:
    return [call.args[n] for n in FUNCTIONS[call.func.id]]


def of_rules(root: Path) -> Iterator[Text]:
    """The sentences of the pure packages: strings of three words or more that are no docstrings,
    and what the files of points schemes and seasons say of themselves."""
    for folder in ("games", "scoring", "pairing"):
        for path in (root / folder).rglob("*.py"):
            name, module = str(path.relative_to(root)), ast.parse(path.read_text("utf-8"))
            yield from (Text(name, text) for text in _strings_of(module) if _is_sentence(text))
    for path in (root / "scoring").rglob("*.toml"):
        about = tomllib.loads(path.read_text("utf-8"))
        for text in (about["about"], *about.get("ours", [])):
            yield Text(str(path.relative_to(root)), text)


def _is_sentence(text: str) -> bool:
    return len(re.findall(r"[A-Za-z]{2,}", text)) > 2


def _strings_of(module: ast.AST) -> Iterator[str]:
    """The strings in a piece of code, with names in place of what is filled in."""
    waiting = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr):
            parts = (
                part.value if isinstance(part, ast.Constant) else "%(value)s"
                for part in node.values
            )
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node.value
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            waiting.extend(ast.iter_child_nodes(node))


def of_templates(root: Path) -> Iterator[Text]:
    for path in (root / "templates").rglob("*.*"):
        name, source = str(path.relative_to(root)), path.read_text("utf-8")
        for found in TEMPLATE_TEXT.finditer(source):
            yield Text(name, next(filter(None, found.groups()), ""))
        yield from (Text(name, found[0], "glued") for found in GLUED.finditer(source))


#: A text that goes on in the next one, or in a value: not every language has that order. A label
#: with its value behind a colon, and one sentence after another, are no such texts.
GLUED = re.compile(
    r"""(?:\{%\s*translate\s+"[^"]*[^".:?!]"|[^\s.:?!%}]\{%\s*endblocktranslate)\s*%\}[ ]*
        (?:\{\{|\{%\s*(?:translate\s+"[^"]*"|blocktranslate(?!.*?\basvar\b)[^%]*)\s*%\})""",
    re.VERBOSE,
)
