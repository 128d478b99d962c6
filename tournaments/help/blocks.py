"""The paragraphs of a guide: what a search finds, each with an anchor of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from markdown_it.token import Token

#: What counts as one paragraph, also if it is made of several.
BLOCKS = {"paragraph_open", "list_item_open", "tr_open", "fence", "code_block"}
CELLS = " · "
#: The texts that a line is made of.
TEXTS = {"text", "code_inline"}
BREAKS = {"softbreak", "hardbreak"}


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: 1 for the title to 4, its anchor and its words."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: its anchor, the heading that it stands under, and its words."""

    anchor: str
    heading: Heading
    text: str


@dataclass(slots=True)
class _Open:
    """A paragraph that is being read; ``level`` is that of the token that began it."""

    anchor: str
    level: int
    between: str
    texts: list[str] = field(default_factory=list)


def plain(token: Token) -> str:
    """The words of a line, without its marks."""
    return "".join(_texts(token.children or ()))


def _texts(children: Iterable[Token]) -> Iterator[str]:
    for child in children:
        if child.type in TEXTS:
            yield child.content
        elif child.type in BREAKS:
            yield " "


def mark_blocks(tokens: list[Token]) -> tuple[tuple[Heading, ...], tuple[Block, ...]]:
    """Give each paragraph the anchor of its heading with a number: "badges.2"."""
    headings: list[Heading] = []
    blocks: list[Block] = []
    reading: _Open | None = None
    number = 0
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following:
            anchor = str(token.attrs.get("id", ""))
            headings.append(Heading(int(token.tag[1:]), anchor, plain(following)))
            number = 0
        elif reading is None and headings and token.type in BLOCKS:
            number += 1
            between = CELLS if token.type == "tr_open" else " "
            reading = _Open(f"{headings[-1].anchor}.{number}", token.level, between)
            token.attrs["id"] = reading.anchor
        if reading is None:
            continue
        if token.type == "inline":
            reading.texts.append(plain(token))
        elif token.nesting == 0:
            reading.texts.append(token.content)
        if token.level == reading.level and token.nesting <= 0:
            text = reading.between.join(filter(None, reading.texts))
            if text:  # a picture has none
                blocks.append(Block(reading.anchor, headings[-1], text))
            reading = None
    return tuple(headings), tuple(blocks)
