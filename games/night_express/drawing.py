"""The table of Night Express, drawn: the route map, with routes and service points of all players.

A seat has a letter and a colour, so that nobody needs the colours. Only presentation attributes are
used and no style sheet, so that the drawing may stand in a page with a strict content policy; lines
and words have the colour of the text around them, which suits a light and a dark page.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Any, Final

from games.night_express.pack import ROUNDS, City
from games.night_express.rules import State
from games.night_express.showing import route_words
from games.night_express.viewing import view
from games.numbers import many

COLOURS: Final = ("#c8372d", "#1769aa", "#2f7d32", "#b06a00", "#7b4fb5", "#00796b")
"""By seat."""
MARGIN: Final = 40
LEGEND: Final = 26
FONT: Final = 'font-family="sans-serif" fill="currentColor"'


def public(state: State) -> dict[str, Any]:
    """The public position in words: each route with what is on it."""
    seen = view(state, None)
    for seat in seen["seats"]:
        routes = enumerate(seat["routes"], 1)
        seat["routes"] = [
            {"route": f"S{n} {one['route']}", "has": route_words(one)} for n, one in routes
        ]
    del seen["goals_dealt"]
    return seen


def table_svg(state: State, *, title: str = "") -> str:
    """The route map of a position as an SVG document. ``title`` is read out."""
    cities = state.model.pack.cities
    width = max(city.x for city in cities) + 2 * MARGIN
    height = max(city.y for city in cities) + MARGIN
    below = height + LEGEND * state.players
    shapes = [_network(state), *_routes(state), *_cities(state), *_legend(state, height)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {below}" role="img">',
            f"<title>{escape(title or 'Night Express, the route map')}</title>",
            *shapes,
            "</svg>",
            "",
        ]
    )


def _network(state: State) -> str:
    """All sections: a thin line, with dashes where there is no high-speed track."""
    pack, found = state.model.pack, []
    for section in pack.sections:
        first, other = (pack.cities[end] for end in section.ends)
        dash = "" if section.hsp else ' stroke-dasharray="4 4"'
        found.append(f'<path d="{_line(first, other, 0)}"{dash}/>')
    lines = "".join(found)
    return f'<g fill="none" stroke="currentColor" stroke-opacity="0.45">{lines}</g>'


def _line(first: City, other: City, aside: float) -> str:
    """From city to city, moved a little to the side so that shared sections lie apart."""
    dx, dy = other.x - first.x, other.y - first.y
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    ox, oy = MARGIN - dy / length * aside, MARGIN / 2 + dx / length * aside
    start, end = (first.x + ox, first.y + oy), (other.x + ox, other.y + oy)
    return f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"


def _routes(state: State) -> list[str]:
    """The routes of each seat as thick lines in its colour."""
    pack, found = state.model.pack, []
    for where, route in enumerate(state.route):
        if route < 0:
            continue
        seat = where // ROUNDS
        aside = 3.5 * (seat - (state.players - 1) / 2)
        card = pack.routes[route]
        path = "".join(
            _line(pack.cities[min(pair)], pack.cities[max(pair)], aside)
            for pair in pairwise(card.cities)
        )
        name = escape(f"{_letter(seat)}, S{where % ROUNDS + 1}: {card.id}")
        found.append(
            f'<path d="{path}" fill="none" stroke="{COLOURS[seat]}" stroke-width="3">'
            f"<title>{name}</title></path>"
        )
    return found


def _cities(state: State) -> list[str]:
    """Each city with its name; the letters of those who have a service point there beneath it."""
    found = []
    for number, city in enumerate(state.model.pack.cities):
        x, y = city.x + MARGIN, city.y + MARGIN // 2
        found.append(
            f'<circle cx="{x}" cy="{y}" r="6" fill="Canvas" stroke="currentColor"/>'
            f'<text x="{x}" y="{y - 10}" font-size="11" text-anchor="middle" {FONT}>'
            f"{escape(city.id.title())}</text>"
        )
        owners = [seat for seat in range(state.players) if state.posts[seat] >> number & 1]
        for place, seat in enumerate(owners):
            plus = "+" if state.plus[seat] >> number & 1 else ""
            found.append(_post(x + 12 + 24 * place, y + 1, seat, plus))
    return found


def _post(x: int, y: int, seat: int, plus: str) -> str:
    """A service point: the seat's letter on its colour, with a "+" when it is upgraded."""
    return (
        f'<rect x="{x}" y="{y}" width="22" height="16" rx="3" fill="{COLOURS[seat]}"/>'
        f'<text x="{x + 11}" y="{y + 12}" font-size="11" font-weight="bold" text-anchor="middle" '
        f'font-family="sans-serif" fill="#fff">{_letter(seat)}{plus}</text>'
    )


def _legend(state: State, top: int) -> list[str]:
    """A line for each seat: its letter, colour, points and money."""
    found = []
    for seat in range(state.players):
        y = top + LEGEND * seat
        words = f"Seat {seat}: {many(state.points[seat], 'point')}, {state.money[seat]} MONEY"
        found.append(_post(8, y, seat, ""))
        found.append(f'<text x="38" y="{y + 13}" font-size="14" {FONT}>{escape(words)}</text>')
    return found


def _letter(seat: int) -> str:
    return "ABCDEF"[seat]
