"""Plots as SVG pictures, made by pygal on the server. The page shows the same as a table."""

import sys
from collections.abc import Sequence
from typing import Protocol

import pygal
from django.utils.translation import gettext as _
from pygal.style import Style

from tournaments.standings.showing.history import History

# pygal leaves a finder of plug-ins that makes every later import warn on Python 3.11; we have none.
sys.meta_path[:] = [one for one in sys.meta_path if type(one).__name__ != "PluginImportFixer"]

#: More lines than these cannot be told apart; the table has everybody.
MOST_LINES = 10
#: Of the same lightness, readable on white and on black, and told apart by the colour-blind
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


def _line_chart(rounds: Sequence[str], **options) -> pygal.Line:
    chart = pygal.Line(
        style=_style(),
        js=[],
        title=None,
        width=1000,
        height=560,
        legend_at_bottom=True,
        legend_at_bottom_columns=2,
        truncate_legend=28,
        dots_size=5,
        show_minor_y_labels=True,
        no_data_text=_("No results yet"),
        no_prefix=True,
        **options,
    )
    chart.x_labels = rounds
    chart.add_xml_filter(_without_scripts)
    return chart


def _without_scripts(root):
    """The picture without what pygal would tell its own script, which we do not serve."""
    for parent in list(root.iter()):
        for child in [one for one in parent if str(one.tag).endswith("script")]:
            parent.remove(child)
    return root


def _round_names(history: History) -> list[str]:
    return [_("Round %(number)s") % {"number": number} for number in history.rounds]


def place_chart(history: History) -> bytes:
    """The places of the first players after each round, the first place at the top."""
    names = _round_names(history)
    chart = _line_chart(names, inverse_y_range=True, value_formatter=str)
    shown = history.courses[:MOST_LINES]
    for course in shown:
        chart.add(course.name, course.places)
    worst = max((place or 1 for course in shown for place in course.places), default=1)
    chart.y_labels = _steps(worst)
    return chart.render()


def _steps(worst: int) -> list[int]:
    step = max(1, worst // 8)
    return sorted({1, *range(step, worst + 1, step), worst})


def score_chart(history: History) -> bytes:
    """The scores of the first players after each round."""
    chart = _line_chart(_round_names(history), value_formatter=_two_decimals)
    for course in history.courses[:MOST_LINES]:
        values = [None if score is None else float(score) for score in course.scores]
        chart.add(course.name, values)
    return chart.render()


class RatingPoint(Protocol):
    """A rating to show, and the game after which it was so."""

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
