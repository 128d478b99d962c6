"""The guides as they are read: their HTML, their headings, and their paragraphs to search in.

They are part of the release, so each is read once in the life of a process.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
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
#: So many tokens are the title with which each guide begins: where it opens, its words, its end.
TITLE = 3


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: the name of its file, its title, the HTML below it, its headings, its paragraphs."""

    name: str
    title: str
    html: SafeString
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...]


@cache
def names() -> tuple[str, ...]:
    """The guides of the help, in the order of the contents page."""
    return tuple(dict.fromkeys(GUIDE.findall((FOLDER / CONTENTS).read_text("utf-8"))))


def guides() -> Iterator[Guide]:
    """All guides, in the order of the contents page."""
    return map(guide, names())


def contents() -> Guide:
    """The page that leads to all others."""
    return read(FOLDER / CONTENTS)


def guide(name: str) -> Guide:
    """The guide of this name. Raises a KeyError if the help has none."""
    if name not in names():
        raise KeyError(name)
    return read(FOLDER / f"{name}{SUFFIX}")


@cache
def read(path: Path) -> Guide:
    """The guide in this file."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(anchors_plugin, max_level=4)
    tokens = markdown.parse(path.read_text("utf-8"))
    headings, blocks = mark_blocks(tokens)
    _lead(tokens)
    html = RendererHTML().render(list(_framed(tokens[TITLE:])), markdown.options, {})
    # Our own text, and no HTML in it passes the parser.
    return Guide(path.stem, headings[0].text, mark_safe(html), headings, blocks)  # noqa: S308


def address_of(target: str) -> str | None:
    """Where a link of a guide leads on this site; None if the help does not have the file."""
    if ADDRESS.match(target) or target.startswith("#"):
        return target
    file, _mark, anchor = target.partition("#")
    place = f"#{anchor}" if anchor else ""
    if file == CONTENTS:
        return reverse("help") + place
    name = file.removesuffix(SUFFIX)
    if file.endswith(SUFFIX) and name in names():
        return reverse("help-guide", args=[name]) + place
    return None


def _lead(tokens: Iterable[Token]) -> None:
    """Have links and images lead to where the site has what they name."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                _show(child)
        links = [child for child in token.children or () if child.type.startswith("link_")]
        for opening, closing in zip(links[::2], links[1::2], strict=True):
            address = address_of(str(opening.attrs["href"]))
            if address is None:
                # Of the repository alone: its words stay.
                opening.tag = closing.tag = "span"
                opening.attrs = {}
            else:
                opening.attrs["href"] = address


def _show(image: Token) -> None:
    path = (FOLDER / str(image.attrs["src"])).resolve()
    image.attrs["src"] = static(str(path.relative_to(STATIC)))
    image.attrs["loading"] = "lazy"
    image.attrs["width"], image.attrs["height"] = _size(path)


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
