"""Plots as SVG pictures, drawn on the server by pygal. The page shows the same data as a table.

pygal is imported where a picture is drawn: importing it takes 0.2 s, and most processes draw none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from tournaments.standings.showing.history import History

if TYPE_CHECKING:
    from pygal import Line
    from pygal.style import Style

#: More lines than these cannot be distinguished; the table has everybody.
MOST_LINES = 10
#: Pixels for each place of a bump chart, with few places and with many.
MOST_HEIGHT, LEAST_HEIGHT = 44, 26
#: The widths of lines, and of the line of the reader.
STROKE, OWN_STROKE = {"width": 3}, {"width": 7}
#: Beside the last point, where pygal writes below it; the size of the other words.
NAMES_AT_THE_END = (
    "text.label {fill: %s !important; font-size: 16px !important; transform: translate(0, -13px)}"
)
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
)
INK = "#767f89"
FONT = "system-ui, sans-serif"


def _style() -> Style:
    from pygal.style import Style  # noqa: PLC0415 - see the top

    return Style(
        background="transparent",
        plot_background="transparent",
        foreground=INK,
        foreground_strong=INK,
        foreground_subtle=INK,
        colors=COLOURS,
        font_family=FONT,
        label_font_size=16,
        major_label_font_size=16,
        legend_font_size=16,
        stroke_width=3,
    )


def _line_chart(rounds: Sequence[str], **options: Any) -> Line:
    from pygal import Line  # noqa: PLC0415 - see the top

    usual: dict[str, Any] = {"width": 1000, "height": 560, "legend_at_bottom": True}
    chart = Line(
        style=_style(),
        js=[],
        title=None,
        legend_at_bottom_columns=2,
        truncate_legend=28,
        dots_size=5,
        show_minor_y_labels=True,
        no_data_text=_("No results yet"),
        no_prefix=True,
        **usual | options,
    )
    chart.x_labels = rounds
    chart.add_xml_filter(_without_scripts)
    return chart


def _without_scripts(root: Element) -> Element:
    """The picture without the settings of pygal's own script, which the site does not serve."""
    for parent in list(root.iter()):
        for child in [one for one in parent if str(one.tag).endswith("script")]:
            parent.remove(child)
    return root


def _round_names(history: History) -> list[str]:
    return [_("Round %(number)s") % {"number": number} for number in history.rounds]


def place_chart(history: History, own_entry: int | None = None) -> bytes:
    """A bump chart: the places of the first players after each round, the first place at the top.

    Each line has its player's name at its end. Places below all that are held at the end share the
    lowest line, so that nobody who came from far down presses the top together. The player of
    ``own_entry`` has a thick line among the others, wherever they stand.
    """
    own = next((one for one in history.players if one.entry_id == own_entry), None)
    shown = list(history.players[:MOST_LINES])
    if own and own not in shown:
        shown.append(own)
    lowest = max((player.places[-1] or 1 for player in shown), default=1)
    below = any((place or 0) > lowest for player in shown for place in player.places)
    lines = lowest + below
    chart = _line_chart(
        [*_round_names(history), ""],
        show_legend=False,
        show_y_guides=False,
        print_labels=True,
        range=(-lines, -1),
        height=_bump_height(lines),
    )
    chart.config.css.append(f"inline:{NAMES_AT_THE_END % INK}")
    for player in shown:
        # Upwards is better: pygal counts from the bottom.
        *before, last = (place and -min(place, lines) for place in player.places)
        name = _("You") if player is own else player.name
        stroke = OWN_STROKE if player is own else STROKE
        chart.add(name, [*before, {"value": last, "label": name}, None], stroke_style=stroke)
    labels = [{"label": str(place), "value": -place} for place in range(1, lowest + 1)]
    if below:
        labels.append({"label": _("lower"), "value": -lines})
    chart.y_labels = labels
    return chart.render()


def _bump_height(lowest: int) -> int:
    """The height of a bump chart in pixels: names of 16 px fit beneath one another."""
    return 120 + lowest * (MOST_HEIGHT if lowest <= MOST_LINES else LEAST_HEIGHT)


def score_chart(history: History) -> bytes:
    """The scores of the first players after each round."""
    chart = _line_chart(_round_names(history), value_formatter=_two_decimals)
    for player in history.players[:MOST_LINES]:
        values = [None if score is None else float(score) for score in player.scores]
        chart.add(player.name, values)
    return chart.render()


class RatingPoint(Protocol):
    """A rating to show, and the game after which it held."""

    @property
    def shown(self) -> int: ...

    @property
    def label(self) -> str: ...


def rating_chart(name: str, points: Sequence[RatingPoint]) -> bytes:
    """A player's rating after each game, oldest first."""
    numbers = [str(number) for number in range(1, len(points) + 1)]
    chart = _line_chart(numbers, value_formatter=_two_decimals, show_legend=False)
    chart.config.x_labels_major_every = max(1, len(points) // MOST_LINES)
    chart.config.show_minor_x_labels = False
    chart.add(name, [{"value": point.shown, "label": point.label} for point in points])
    return chart.render()


def _two_decimals(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
