"""All texts of the site that can be translated, and the files that say them."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.utils.translation.template import templatize

from scoring.texts_of_data import texts_of_data
from server.paths import BASE_DIR

FOLDERS = ("config", "games", "pairing", "scoring", "server", "tournaments")
TEXT, PLURAL, CONTEXT = "text", "plural", "context"
#: What each argument is of the functions that take a text: those of gettext and games/texts.py.
KEYWORDS = {
    "_": (TEXT,),
    "gettext": (TEXT,),
    "ngettext": (TEXT, PLURAL),
    "pgettext": (CONTEXT, TEXT),
    "npgettext": (CONTEXT, TEXT, PLURAL),
    "T": (TEXT,),
    "TN": (TEXT, PLURAL),
    "unfilled": (TEXT,),
}
LAZY = "_lazy"
#: A module has the name of one of these functions, if only where it imports it under another.
NAMED = re.compile(rf"\b(?:{'|'.join(name for name in KEYWORDS if name != '_')})(?:{LAZY})?\b")
#: A text in a template as Django's parser leaves it: a call of Python among blanked characters.
CALL = re.compile(r"\b(?:_|n?p?gettext)\(")


class Message(NamedTuple):
    """A text to translate, as gettext tells one from another: by its context and its singular."""

    text: str
    plural: str = ""
    context: str = ""


@cache
def messages() -> dict[Message, list[str]]:
    """Every message, and the files that say it, in the order of these files."""
    found: dict[Message, list[str]] = defaultdict(list)
    for path, message in (*_of_code(), *_of_templates(), *_of_data()):
        if path not in found[message]:
            found[message].append(path)
    return _merged(found)


def _merged(found: dict[Message, list[str]]) -> dict[Message, list[str]]:
    """A text that is somewhere about a number and elsewhere not is one message, as in gettext.

    Raises ValueError for a text with two plurals.
    """
    plurals = {(one.context, one.text): one for one in found if one.plural}
    merged: dict[Message, list[str]] = {}
    for message, paths in found.items():
        whole = plurals.get((message.context, message.text), message)
        if message.plural and message != whole:
            raise ValueError(f"{message.text!r} has two plurals: {message.plural!r} in {paths}")
        merged[whole] = sorted({*merged.get(whole, []), *paths})
    return merged


def _of_code() -> Iterator[tuple[str, Message]]:
    for folder in FOLDERS:
        for path in sorted((BASE_DIR / folder).rglob("*.py")):
            name = _name_of(path)
            if "/migrations/" not in name:
                yield from ((name, one) for one in of_module(path.read_text("utf-8")))


def _of_templates() -> Iterator[tuple[str, Message]]:
    for path in sorted((BASE_DIR / "templates").rglob("*.*")):
        name = _name_of(path)
        yield from ((name, one) for one in of_template(path.read_text("utf-8"), name))


def _of_data() -> Iterator[tuple[str, Message]]:
    yield from ((file, Message(text)) for text, file in texts_of_data())


def _name_of(path: Path) -> str:
    return path.relative_to(BASE_DIR).as_posix()


def of_module(source: str) -> Iterator[Message]:
    """The messages of a module of Python."""
    if not NAMED.search(source):
        return  # six of ten, which need not be parsed
    nodes = list(ast.walk(ast.parse(source)))
    aliases = dict(_aliases(nodes))
    for node in nodes:
        if isinstance(node, ast.Call):
            yield from _of_call(node, aliases)


def _aliases(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The names under which a module imports the functions, each with its own name."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield from ((name.asname, name.name) for name in node.names if name.asname)


def _of_call(call: ast.Call, aliases: dict[str, str]) -> Iterator[Message]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    wanted = KEYWORDS.get(aliases.get(name, name).removesuffix(LAZY), ())
    given = [_constant(argument) for argument in call.args[: len(wanted)]]
    # ``gettext(text.template)`` says again what was found elsewhere, and "" is the header of a
    # catalogue.
    if wanted and len(given) == len(wanted) and all(given):
        yield Message(**dict(zip(wanted, given, strict=True)))


def _constant(argument: ast.expr) -> str:
    is_text = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    return argument.value if is_text else ""


def of_template(source: str, name: str) -> Iterator[Message]:
    """The messages of a template."""
    for line in templatize(source, origin=name).splitlines():
        for found in CALL.finditer(line):
            yield from _of_call(_first_call(line[found.start() :]), {})


def _first_call(code: str) -> ast.Call:
    """The call that a piece of code begins with, whatever follows it."""
    for end in (found.end() for found in re.finditer(r"\)", code)):
        try:
            return ast.parse(code[:end], mode="eval").body
        except SyntaxError:
            continue  # the bracket stands in its text
    raise ValueError(f"no call: {code}")
