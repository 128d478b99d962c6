"""The City of Terminus as SVG, with everything that lies in it; for the result page and for print.

Only presentation attributes are used and no style sheet, so that the drawing may stand in a page
with a strict content policy. Lines and words have the colour of the text around them, so it reads
in both themes; a player's pieces carry the seat's number beside the colour.
"""

from __future__ import annotations

from html import escape
from typing import Final

from games.terminus.game import Terminus
from games.terminus.model import NOWHERE, Model
from games.terminus.pack import TYPES, Block, Link
from games.terminus.rules import State

COLOURS: Final = ("#c8372d", "#1769aa", "#2f7d32", "#9c2f8f", "#a15c00", "#5a5a5a")
"""By seat; the Automa's is the last. White words can be read on each of them."""
AUTOMA: Final = "A"
STEP: Final = 84
MARGIN: Final = 34
TOP: Final = 52
FONT: Final = 'font-family="sans-serif" text-anchor="middle"'
INK: Final = 'font-family="sans-serif" fill="currentColor"'


def svg(game: Terminus, *, title: str = "") -> str:
    """The empty City, to look at or to print."""
    return _drawn(game.model, None, title or f"Terminus, {game.model.pack.title}")


def table_svg(state: State, *, title: str = "") -> str:
    """The City in a position; the Termini of the player in turn are ringed."""
    return _drawn(state.model, state, title or state.model.pack.title, state.turn)


def _drawn(model: Model, state: State | None, title: str, player: int = NOWHERE) -> str:
    city = model.pack.city
    width = 2 * MARGIN + STEP * max(plot.at[0] for plot in city.plots)
    height = TOP + MARGIN + STEP * max(plot.at[1] for plot in city.plots)
    shapes = [_link(model, state, number) for number in range(len(city.links))]
    shapes += [_block(model, state, number) for number in range(len(city.blocks))]
    shapes += [_plot(model, state, number, player) for number in range(len(city.plots))]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<text x="8" y="20" font-size="15" {INK}>{escape(title)}</text>',
            *shapes,
            "</svg>",
            "",
        ]
    )


def _at(model: Model, plot: int) -> tuple[int, int]:
    x, y = model.pack.city.plots[plot].at
    return MARGIN + STEP * x, TOP + STEP * y


def _word(x: int, y: int, text: str, size: int, colour: str = "currentColor") -> str:
    return (
        f'<text x="{x}" y="{y + round(size * 0.35)}" font-size="{size}" {FONT} fill="{colour}">'
        f"{escape(text)}</text>"
    )


def _block(model: Model, state: State | None, number: int) -> str:
    """A Block: its name, its zoning by letters, and the Development in it."""
    block = model.pack.city.blocks[number]
    corners = [_at(model, plot) for plot in block.corners]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    side = max(x for x, _ in corners) - left
    x, y = left + side // 2, top + side // 2
    zones = "".join(TYPES[kind][0].upper() for kind in block.zones)
    shapes = [_word(left + 21, top + 20, block.id, 9), _word(left + side - 20, top + 20, zones, 9)]
    tile = state.site.index(number) if state and number in state.site else NOWHERE
    if state is not None and tile != NOWHERE:
        shapes.append(_tile(state, tile, (x, y)))
    return f"<g><title>{escape(_named(model, block))}</title>{''.join(shapes)}</g>"


def _named(model: Model, block: Block) -> str:
    zones = ", ".join(TYPES[kind] for kind in block.zones)
    return f"{block.id}, {model.pack.city.districts[block.district][1]}: {zones}"


def _tile(state: State, tile: int, at: tuple[int, int]) -> str:
    """A Development with its number, its Demand and the seats of its Lobbyists."""
    x, y = at
    pack = state.model.pack
    key = pack.city.districts[state.token[tile]][0] if state.token[tile] != NOWHERE else ""
    there = [str(seat) for seat in range(state.players) if state.lobbied[tile] >> seat & 1]
    box = (
        f'<rect x="{x - 25}" y="{y - 17}" width="50" height="34" rx="4" fill="Canvas"'
        ' stroke="currentColor" stroke-width="1.5"/>'
    )
    letter = TYPES[pack.developments[tile].type][0].upper()
    top = _word(x, y - 7, f"{letter} {pack.developments[tile].id} {key}".strip(), 10)
    return box + top + _word(x, y + 8, f"L {' '.join(there)}" if there else "", 10)


def _link(model: Model, state: State | None, number: int) -> str:
    """The Rail spaces between two Plots, one line or two parallel ones; Rails over them."""
    link = model.pack.city.links[number]
    shapes = [_line(model, link, offset, "currentColor", rails=False) for offset in _tracks(link)]
    if state is not None:
        users = [seat for seat in range(state.players + 1) if state.track[number] >> seat & 1]
        for seat, offset in zip(users, _tracks(link), strict=False):
            shapes.append(_line(model, link, offset, _colour(state, seat), rails=True))
    return "".join(shapes)


def _tracks(link: Link) -> tuple[int, ...]:
    return (-4, 4) if link.double else (0,)


def _line(model: Model, link: Link, offset: int, colour: str, *, rails: bool) -> str:
    (x, y), (u, v) = (_at(model, plot) for plot in link.ends)
    across, down = (offset, 0) if x == u else (0, offset)
    look = 'stroke-width="5"' if rails else _dashes(link, x, y, u, v)
    path = f"M{x + across} {y + down}L{u + across} {v + down}"
    return f'<path d="{path}" stroke="{colour}" {look}/>'


def _dashes(link: Link, x: int, y: int, u: int, v: int) -> str:
    """As many dashes as there are Rail spaces."""
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    dash = round(length / link.spaces, 1)
    return f'stroke-width="1.5" stroke-opacity="0.5" stroke-dasharray="{dash - 6} 6"'


def _colour(state: State, seat: int) -> str:
    return COLOURS[-1] if seat == state.players else COLOURS[seat]


def _plot(model: Model, state: State | None, number: int, player: int) -> str:
    """A Plot with its name; a Stop with its owner's number, a Hub with two rings."""
    x, y = _at(model, number)
    name = model.pack.city.plots[number].id
    owner = state.owner[number] if state else NOWHERE
    if state is None or owner == NOWHERE:
        circle = (
            f'<circle cx="{x}" cy="{y}" r="10" fill="Canvas" stroke="currentColor"'
            ' stroke-width="1.5"/>'
        )
        return f"<g>{circle}{_word(x, y, name, 9)}</g>"
    colour = _colour(state, owner)
    hub = owner == state.players or state.hubs[owner] >> number & 1
    shapes = [f'<circle cx="{x}" cy="{y}" r="11" fill="{colour}" stroke="Canvas"/>']
    if hub and (owner < state.players or number == _automa_prime(state)):
        shapes.append(_ring(x, y, 14, colour))
    if 0 <= player < state.players and number in state.termini[2 * player : 2 * player + 2]:
        shapes.append(_ring(x, y, 18, "currentColor"))
    said = AUTOMA if owner == state.players else str(owner)
    shapes += [_word(x, y, said, 12, "#fff"), _word(x + 19, y - 13, name, 8)]
    who = "the Automa" if owner == state.players else f"seat {owner}"
    return f"<g><title>{escape(name)}, {who}</title>{''.join(shapes)}</g>"


def _automa_prime(state: State) -> int:
    return state.model.pack.sides[state.automa_side].plot


def _ring(x: int, y: int, radius: int, colour: str) -> str:
    return (
        f'<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="2.5"/>'
    )
