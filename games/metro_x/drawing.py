"""A board of Metro X with its marks: as SVG for the result page and for print, and as text.

A line is a row: its windows, its gold diamond and white square, its stations from Start Point to
End Point with the letters of the other lines that stop there. A row says all that the map says,
and can be drawn for any content pack. Only presentation attributes are used and no style sheet,
so that the drawing may stand in a page with a strict content policy; lines of the drawing have
the colour of the text around them.
"""

from __future__ import annotations

from html import escape
from typing import Any, Final

from games.metro_x.model import GOLD, OPEN, WHITE, Model
from games.metro_x.rules import Marks, State
from games.texts import T

COLOURS: Final = (
    "#c8372d",
    "#b06a00",
    "#8a7a00",
    "#2f7d32",
    "#00796b",
    "#1769aa",
    "#5546b5",
    "#9c2f8f",
    "#7a5230",
)
"""By line; the letters tell the lines apart where colours do not."""
ROW: Final = 46
STEP: Final = 34
RADIUS: Final = 11
WINDOWS_AT: Final = 52
FONT: Final = 'font-family="sans-serif" fill="currentColor" text-anchor="middle"'
BOX: Final = 'fill="none" stroke="currentColor"'


def svg(game: Model, marks: Marks | None = None, *, title: str = "", taken: int = 0) -> str:
    """A board as an SVG document; without ``marks`` an empty one, to print and play on.

    ``title`` is read out and shown above. ``taken`` has a bit for each line whose gold diamond
    somebody has: it is crossed out where this board does not have it.
    """
    marks = marks or Marks(game)
    title = title or f"Metro X, {game.board.name}"
    width = _stations_at(game) + STEP * max(map(len, game.route)) + 8
    height = 40 + ROW * len(game.route) + 52
    rows = [_row(game, marks, line, taken) for line in range(len(game.route))]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<text x="8" y="24" font-size="18" {_left()}>{escape(title)}</text>',
            *rows,
            _totals(game, marks, 40 + ROW * len(game.route)),
            "</svg>",
            "",
        ]
    )


def board_svg(state: State, player: int, *, title: str = "") -> str:
    """A player's board in a position, as ``svg``."""
    return svg(state.game, state.boards[player], title=title, taken=state.taken)


def _left() -> str:
    return FONT.replace("middle", "start")


def _stations_at(game: Model) -> int:
    """Where the stations begin, right of the windows and the points."""
    return WINDOWS_AT + 26 * max(game.windows) + 96


def _row(game: Model, marks: Marks, line: int, taken: int) -> str:
    """One line: its letter, windows, points and stations."""
    route, colour = game.board.lines[line], COLOURS[line % len(COLOURS)]
    y = 40 + ROW * line + ROW // 2
    start = _stations_at(game)
    end = start + STEP * (len(route.stations) - 1)
    shapes = [
        f'<rect x="8" y="{y - 14}" width="32" height="28" rx="6" fill="{colour}"/>',
        _word(24, y, route.id, 16, extra='font-weight="bold"').replace("currentColor", "#fff"),
        f'<path d="M{start} {y}H{end}" stroke="{colour}" stroke-width="5"/>',
    ]
    shapes += [_window(marks.written[line], window, y) for window in range(route.windows)]
    shapes += _points(game, marks, line, y, gold_gone=bool(taken >> line & 1))
    for place, station in enumerate(game.route[line]):
        shapes.append(_station(game, marks, station, line, (start + STEP * place, y)))
    return f'<g aria-label="Line {escape(route.id)}">{"".join(shapes)}</g>'


def _word(x: int, y: int, text: str, size: int, extra: str = "") -> str:
    """Words centred on a point."""
    below = y + round(size * 0.35)
    return f'<text x="{x}" y="{below}" font-size="{size}" {extra} {FONT}>{escape(text)}</text>'


def _cross(x: int, y: int, reach: int) -> str:
    near, far, up, down = x - reach, x + reach, y - reach, y + reach
    path = f"M{near} {up}L{far} {down}M{far} {up}L{near} {down}"
    return f'<path d="{path}" stroke="currentColor" stroke-width="2.5"/>'


def _window(written: tuple[int, ...], window: int, y: int) -> str:
    """A Train Car Window with its number or X, if it has one."""
    x = WINDOWS_AT + 26 * window
    box = f'<rect x="{x}" y="{y - 11}" width="22" height="22" rx="3" {BOX} stroke-width="1.5"/>'
    if window >= len(written):
        return box
    return box + _word(x + 11, y, str(written[window] or "X"), 15)


def _points(game: Model, marks: Marks, line: int, y: int, *, gold_gone: bool) -> list[str]:
    """The gold diamond and the white square: circled when won, the gold crossed out when gone."""
    route, award = game.board.lines[line], marks.award[line]
    gold, white = _stations_at(game) - 74, _stations_at(game) - 36
    diamond = f"M{gold} {y - 15}L{gold + 15} {y}L{gold} {y + 15}L{gold - 15} {y}Z"
    shapes = [
        f'<path d="{diamond}" fill="#e3b341" stroke="currentColor"/>',
        _word(gold, y, str(route.gold), 13).replace("currentColor", "#000"),
        f'<rect x="{white - 11}" y="{y - 11}" width="22" height="22" {BOX}/>',
        _word(white, y, str(route.white), 13),
    ]
    if award != OPEN:
        x = gold if award == GOLD else white
        shapes.append(f'<circle cx="{x}" cy="{y}" r="17" {BOX} stroke-width="2.5"/>')
    if award == WHITE or (award == OPEN and gold_gone):
        shapes.append(_cross(gold, y, 9))
    return shapes


def _station(game: Model, marks: Marks, station: int, line: int, at: tuple[int, int]) -> str:
    """A station, its number or cross; where lines meet, its name and the other lines there."""
    x, y = at
    name = game.stations[station]
    others = [game.board.lines[other].id for other, _ in game.stops[station] if other != line]
    width = f'stroke-width="{3 if others else 1.5}"'
    shapes = [
        f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="Canvas" stroke="currentColor" {width}/>'
    ]
    if others:
        shapes.append(_word(x, y - 17, "".join(others), 9))
        shapes.append(_word(x, y + 18, name, 8))
    if station in marks.numbers:
        shapes.append(_word(x, y, str(game.worth[station]), 13, extra='font-weight="bold"'))
    elif not marks.empty[station]:
        shapes.append(_cross(x, y, 6))
    return f"<g><title>{escape(name)}</title>{''.join(shapes)}</g>"


def _totals(game: Model, marks: Marks, top: int) -> str:
    """The spaces for the final score. Source: metro-x.txt, End of the Game."""
    blank = not any(marks.written)
    words = [f"{name} {'____' if blank else value}" for name, value in totals(game, marks)]
    text = "     ".join(words)
    return (
        f'<text x="8" y="{top + 30}" font-size="16" xml:space="preserve" {_left()}>'
        f"{escape(text)}</text>"
    )


def totals(game: Model, marks: Marks) -> list[tuple[str, int]]:
    """The spaces of a board with their numbers: completed, transfers, empty, lost, score."""
    pairs = zip(game.awards, marks.award, strict=True)
    completed = sum(points[award] for points, award in pairs)
    transfers = sum(game.worth[station] for station in marks.numbers)
    empty = sum(marks.empty)
    return [
        ("Completed", completed),
        ("Transfers", transfers),
        ("Empty", empty),
        ("Lost", -game.lost(empty)),
        ("Score", completed + transfers - game.lost(empty)),
    ]


def public(state: State) -> dict[str, Any]:
    """The public position: the card, what is left, and the spaces of every board. The boards
    themselves are drawn."""
    game, cards, view = state.game, state.game.board.cards, state.view(None)
    return {
        "card": str(cards[state.face]) if state.face >= 0 else T("face down"),
        "windows_left": state.left,
        "gold_taken": [line.id for n, line in enumerate(game.board.lines) if state.taken >> n & 1],
        "cards_face_down": sorted(str(cards[card]) for card in state.deck),
        "seats": [
            dict(totals(game, marks)) | {"this_card": T("chosen") if sealed else None}
            for marks, sealed in zip(state.boards, view["sealed"], strict=True)
        ],
    }


def show(state: State, player: int | None) -> str:
    """The boards as text, the player's own first: X filled, a number of a Transfer, . empty."""
    first = player or 0
    count = len(state.boards)
    order = [(first + step) % count for step in range(count)]
    card = state.game.board.cards[state.face] if state.face >= 0 else T("face down")
    tables = [f"Seat {seat}\n{_text(state.game, state.boards[seat])}" for seat in order]
    return f"Card: {card}; windows left: {state.left}\n" + "\n".join(tables) + "\n"


def _text(game: Model, marks: Marks) -> str:
    rows = []
    for line, route in enumerate(game.board.lines):
        written = [str(number or "X") for number in marks.written[line]]
        windows = " ".join([*written, *["_"] * marks.room[line]])
        award = {OPEN: "", WHITE: "white", GOLD: "gold"}[marks.award[line]]
        stations = " ".join(_mark(game, marks, station) for station in game.route[line])
        points = f"{route.gold}/{route.white}"
        rows.append(
            f"  {route.id} [{windows:{2 * max(game.windows) - 1}}] {points} {award:5} {stations}"
        )
    rows.append("  " + ", ".join(f"{name.lower()} {value}" for name, value in totals(game, marks)))
    return "\n".join(rows)


def _mark(game: Model, marks: Marks, station: int) -> str:
    if station in marks.numbers:
        return str(game.worth[station])
    return "." if marks.empty[station] else "X"
