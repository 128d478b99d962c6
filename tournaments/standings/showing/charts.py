"""Plots as SVG pictures, drawn on the server by pygal. The page shows the same data as a table.

pygal is imported where a picture is drawn: importing it takes 0.2 s, and most processes draw none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from xml.etree.ElementTree import Element

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from tournaments.punctuation import signed
from tournaments.standings.showing.history import History

if TYPE_CHECKING:
    from pygal import Line
    from pygal.style import Style

#: More lines than these cannot be distinguished; the table has everybody.
MOST_LINES = 10
#: The widths of lines in pixels, and of the line of the reader.
STROKE, OWN_STROKE = 3, 7
#: Of similar lightness, readable on white and on black, and distinguishable by colour-blind people
#: together with the markers of the legend. After Okabe and Ito.
COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#b8860b",
    "#56b4e9",
    "#8c564b",
    "#7f7f7f",
    "#6a51a3",
    "#17806d",
    # Of the reader, who may stand below the others.
    "#d6336c",
)
#: Words and axes on light and on dark paper. A browser that asks the system for the theme, and not
#: the page, may take the wrong one: each has a contrast of 3 on the other paper.
INK, INK_ON_DARK = "#66707a", "#8b949e"
FONT = "system-ui, sans-serif"
LOOK = """
.axis .guide.line {{ stroke-opacity: 0.4 }}
text.label {{
  fill: {ink} !important; font-size: {words}px !important; transform: translate(0, -{lift}px)
}}
@media (prefers-color-scheme: dark) {{
  text, text.label {{ fill: {ink_on_dark} !important }}
  .axis .line {{ stroke: {ink_on_dark} !important }}
}}
"""


@dataclass(frozen=True)
class Canvas:
    """The size of a picture in pixels, and of what is on it.

    ``words`` is the height of letters, ``place`` the height of a place of a bump chart,
    ``name`` the most characters of a name, ``steps`` the most numbers below a line, and
    ``words_below`` the most rounds there with their word.
    """

    width: int
    height: int
    words: int
    place: int
    name: int
    steps: int
    words_below: int
    legend_columns: int

    def cut(self, name: str) -> str:
        """A name as long as this picture has room for."""
        return Truncator(name).chars(self.name)


WIDE = Canvas(
    width=1000, height=440, words=16, place=36, name=28, steps=20, words_below=8, legend_columns=2
)
#: As wide as the window of a phone leaves it, so that words are as large as those of the page.
PHONE = Canvas(
    width=326, height=300, words=13, place=26, name=18, steps=8, words_below=0, legend_columns=1
)


def canvas_of(question: Mapping[str, str]) -> Canvas:
    """Return the canvas that the address asks for: ``phone=1``, or else a page."""
    return PHONE if question.get("phone") == "1" else WIDE


def _style(canvas: Canvas) -> Style:
    from pygal.style import Style  # noqa: PLC0415 - see the top

    return Style(
        background="transparent",
        plot_background="transparent",
        foreground=INK,
        foreground_strong=INK,
        foreground_subtle=INK,
        colors=COLOURS,
        font_family=FONT,
        label_font_size=canvas.words,
        major_label_font_size=canvas.words,
        legend_font_size=canvas.words,
        stroke_width=STROKE,
    )


def _line_chart(canvas: Canvas, steps: Sequence[str], **options: Any) -> Line:
    from pygal import Line  # noqa: PLC0415 - see the top

    usual: dict[str, Any] = {
        "width": canvas.width,
        "height": canvas.height,
        "legend_at_bottom": True,
    }
    chart = Line(
        style=_style(canvas),
        js=[],
        title=None,
        legend_at_bottom_columns=canvas.legend_columns,
        truncate_legend=canvas.name,
        truncate_label=-1,
        dots_size=5,
        show_minor_y_labels=True,
        no_data_text=_("No results yet"),
        no_prefix=True,
        **usual | options,
    )
    chart.x_labels = steps
    chart.config.x_labels_major_every = math.ceil(len(steps) / canvas.steps)
    chart.config.show_minor_x_labels = False
    # pygal writes a label 19 px below its point: these stand beside it, with their middle.
    lift = 19 - canvas.words // 3
    look = LOOK.format(ink=INK, ink_on_dark=INK_ON_DARK, words=canvas.words, lift=lift)
    chart.config.css.append(f"inline:{look}")
    chart.add_xml_filter(_without_scripts)
    return chart


def _without_scripts(root: Element) -> Element:
    """The picture without the settings of pygal's own script, which the site does not serve."""
    for parent in list(root.iter()):
        for child in [one for one in parent if str(one.tag).endswith("script")]:
            parent.remove(child)
    return root


def _round_names(history: History, canvas: Canvas) -> list[str]:
    if len(history.rounds) > canvas.words_below:
        return [str(number) for number in history.rounds]
    return [canvas.cut(name) for name in history.names]


def place_chart(history: History, own_entry: int | None = None, canvas: Canvas = WIDE) -> bytes:
    """A bump chart: the places of the first players after each round, the first place at the top.

    Each line has its player's name at its end. Where several share a place, the names stand one
    below the other, after "=", in the rows of the places that nobody has. Places below all that are
    held at the end share the lowest line, so that nobody who came from far down presses the top
    together. The player of ``own_entry`` has a thick line among the others, wherever they stand.
    """
    own = next((one for one in history.players if one.entry_id == own_entry), None)
    shown = list(history.players[:MOST_LINES])
    if own and own not in shown:
        shown.append(own)
    names = [_("You") if player is own else canvas.cut(player.name) for player in shown]
    rows = _name_rows([player.places[-1] or 1 for player in shown])
    lowest = max(rows, default=1)
    below = any((place or 0) > lowest for player in shown for place in player.places)
    lines = lowest + below
    chart = _line_chart(
        canvas,
        _round_names(history, canvas),
        show_legend=False,
        show_y_guides=False,
        print_labels=True,
        range=(-lines, -1),
        height=_bump_height(lines, canvas),
        margin_right=_room_for(names, canvas),
    )
    beside = []
    for player, name, row in zip(shown, names, rows, strict=True):
        # Upwards is better: pygal counts from the bottom.
        *before, last = (place and -min(place, lines) for place in player.places)
        is_there = last is None or last == -row
        chart.add(name, [*before, {"value": last, "label": name if is_there else ""}])
        if not is_there:
            beside.append({"value": -row, "label": f"= {name}", "node": {"r": 0}})
    for label in beside:
        chart.add(None, [None] * (len(history.rounds) - 1) + [label], stroke=False)
    if own:
        line = f".serie-{shown.index(own)} .line"
        chart.config.css.append(f"inline:{line} {{stroke-width: {OWN_STROKE}px !important}}")
    labels = [{"label": str(place), "value": -place} for place in range(1, lowest + 1)]
    if below:
        labels.append({"label": _("lower"), "value": -lines})
    chart.y_labels = labels
    return bytes(chart.render())


def _name_rows(places: Sequence[int]) -> list[int]:
    """The rows of names at the end of a bump chart, for places that only grow: each has its own."""
    rows: list[int] = []
    for place in places:
        rows.append(max(place, rows[-1] + 1 if rows else 1))
    return rows


def _bump_height(places: int, canvas: Canvas) -> int:
    """The height of a bump chart in pixels: many places have room for their names, and no more."""
    least = canvas.words + 8
    return 5 * canvas.words + places * (canvas.place if places <= MOST_LINES + 1 else least)


def _room_for(names: Sequence[str], canvas: Canvas) -> int:
    """The pixels that names take beside the last round: a letter is 0.6 as wide as it is high."""
    return 10 + max((len(name) for name in names), default=0) * canvas.words * 6 // 10


def score_chart(history: History, canvas: Canvas = WIDE) -> bytes:
    """The scores of the first players after each round."""
    shown = history.players[:MOST_LINES]
    chart = _line_chart(
        canvas,
        _round_names(history, canvas),
        value_formatter=_two_decimals,
        height=canvas.height + _legend_height(len(shown), canvas),
    )
    for player in shown:
        values = [None if score is None else float(score) for score in player.scores]
        chart.add(player.name, values)
    return bytes(chart.render())


def _legend_height(names: int, canvas: Canvas) -> int:
    """The pixels of a legend below a picture."""
    return math.ceil(names / canvas.legend_columns) * (canvas.words + 10)


class RatingPoint(Protocol):
    """A rating to show, and the game after which it held."""

    @property
    def shown(self) -> int: ...

    @property
    def label(self) -> str: ...


def rating_chart(name: str, points: Sequence[RatingPoint], canvas: Canvas = WIDE) -> bytes:
    """A player's rating after each game, oldest first."""
    numbers = [str(number) for number in range(1, len(points) + 1)]
    chart = _line_chart(canvas, numbers, value_formatter=_two_decimals, show_legend=False)
    chart.add(name, [{"value": point.shown, "label": point.label} for point in points])
    return bytes(chart.render())


def _two_decimals(value: float) -> str:
    return signed(f"{value:.2f}".rstrip("0").rstrip("."))
