"""The guides as they are read: their HTML, their headings, and their paragraphs to search in.

They are part of the release, so each is read once in the life of a process. ``docs/de`` has those
that are translated into German, with the same headings in the same order: the site gives these the
anchors of the English ones, so an address leads to the same paragraph in every language.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin

from tournaments.help.blocks import Block, Heading, mark_blocks

FOLDER = settings.BASE_DIR / "docs"
STATIC = settings.BASE_DIR / "static"
CONTENTS = "README.md"
#: A link of the contents page to a guide.
GUIDE = re.compile(r"\]\(([\w-]+)\.md\)")
ADDRESS = re.compile(r"^(?:[a-z]+:|//)")
SUFFIX = ".md"
ENGLISH = "en"
#: Languages that write no spaces.
UNSPACED = {"ja"}
#: So many tokens are the title with which each guide begins: where it opens, its words, its end.
TITLE = 3
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
MARKDOWN.use(anchors_plugin, max_level=4)


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: the name of its file, its title, the HTML below it, its headings, its paragraphs."""

    name: str
    language: str
    title: str
    html: SafeString
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]


@cache
def names() -> tuple[str, ...]:
    """The guides of the help, in the order of the contents page."""
    return tuple(dict.fromkeys(GUIDE.findall((FOLDER / CONTENTS).read_text("utf-8"))))


def guides() -> Iterator[Guide]:
    """All guides in the language of the reader, in the order of the contents page."""
    return map(guide, names())


def contents() -> Guide:
    """The page that leads to all others."""
    return read(_file(CONTENTS))


def guide(name: str) -> Guide:
    """The guide of this name in the reader's language; in English if it is not translated.

    Raises a KeyError if the help has none.
    """
    if name not in names():
        raise KeyError(name)
    return read(_file(f"{name}{SUFFIX}"))


def _file(name: str) -> Path:
    language = (get_language() or ENGLISH).partition("-")[0]
    translated = FOLDER / language / name
    return translated if translated.exists() else FOLDER / name


@cache
def read(path: Path) -> Guide:
    """The guide in this file."""
    tokens = _parsed(path)
    for heading, anchor in zip(_headings(tokens), anchors(path).values(), strict=False):
        heading.attrs["id"] = anchor
    language = path.parent.name if path.parent.parent == FOLDER else ENGLISH
    if language in UNSPACED:
        _join_lines(tokens)
    headings, blocks = mark_blocks(tokens)
    _lead(tokens, path)
    html = RendererHTML().render(list(_framed(tokens[TITLE:])), MARKDOWN.options, {})
    # Our own text, and no HTML in it passes the parser.
    text = mark_safe(html)  # noqa: S308
    return Guide(path.stem, language, headings[0].text, text, headings, blocks)


@cache
def anchors(path: Path) -> dict[str, str]:
    """The anchor that the site gives each heading of a guide, by the one that its words make."""
    english = FOLDER / path.name if path.parent.parent == FOLDER else path
    own, theirs = (_headings(_parsed(one)) for one in (path, english))
    return {
        str(one.attrs["id"]): str(other.attrs["id"])
        for one, other in zip(own, theirs, strict=False)
    }


def _parsed(path: Path) -> list[Token]:
    return MARKDOWN.parse(path.read_text("utf-8"))


def _headings(tokens: Iterable[Token]) -> list[Token]:
    """The headings that have an anchor."""
    return [token for token in tokens if token.type == "heading_open" and "id" in token.attrs]


def _join_lines(tokens: Iterable[Token]) -> None:
    """Have a line go on in the next one without a space."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "softbreak":
                child.type, child.content = "text", ""


def address_of(target: str, path: Path) -> str | None:
    """Where a link of the guide ``path`` leads on this site; None if the help lacks the file."""
    if ADDRESS.match(target):
        return target
    file, _mark, anchor = unquote(target).partition("#")
    led_to = (path.parent / file).resolve() if file else path
    is_guide = led_to.suffix == SUFFIX and led_to.parent in (FOLDER, path.parent)
    if not file:
        page = ""
    elif is_guide and led_to.name == CONTENTS:
        page = reverse("help")
    elif is_guide and led_to.stem in names():
        page = reverse("help-guide", args=[led_to.stem])
    else:
        return None
    return f"{page}#{anchors(led_to)[anchor]}" if anchor else page


def _lead(tokens: Iterable[Token], path: Path) -> None:
    """Have links and images of a guide lead to where the site has what they name."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                _show(child, path)
        links = [child for child in token.children or () if child.type.startswith("link_")]
        for opening, closing in zip(links[::2], links[1::2], strict=True):
            address = address_of(str(opening.attrs["href"]), path)
            if address is None:
                # Of the repository alone: its words stay.
                opening.tag = closing.tag = "span"
                opening.attrs = {}
            else:
                opening.attrs["href"] = address


def _show(image: Token, path: Path) -> None:
    picture = (path.parent / str(image.attrs["src"])).resolve()
    image.attrs["src"] = static(str(picture.relative_to(STATIC)))
    image.attrs["loading"] = "lazy"
    image.attrs["width"], image.attrs["height"] = _size(picture)


def _size(picture: Path) -> tuple[int, int]:
    """Width and height of a PNG, in pixels (PNG specification, 11.2.1 IHDR)."""
    with picture.open("rb") as file:
        head = file.read(24)
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _framed(tokens: Iterable[Token]) -> Iterator[Token]:
    """Have wide tables scroll by themselves, also by the keyboard; no token brings a style."""
    heading = ""
    for token in tokens:
        token.attrs.pop("style", None)
        if token.type == "heading_open":
            heading = str(token.attrs["id"])
        if token.type == "table_open":
            frame = Token("frame_open", "div", 1, block=True)
            frame.attrs = {
                "class": "table-scroll",
                "tabindex": "0",
                "role": "region",
                "aria-labelledby": heading,
            }
            yield frame
        if token.type in ("fence", "code_block"):
            token.attrs["tabindex"] = "0"
        yield token
        if token.type == "table_close":
            yield Token("frame_close", "div", -1, block=True)
