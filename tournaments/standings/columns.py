"""The columns of the standings, declared once and in their order.

The table of the page (on a screen, a phone and paper), the files and the API are made from
``COLUMNS``. A new column takes three places: a field of ``models.Standing`` with its migration,
the same name in ``computing.rules`` (in ``ComputedRow`` for what scoring ranks by, in ``Tally`` for
what ``computing.sheets`` counts), and a line here.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, Flag, auto
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.measure import Measure
from tournaments.texts import say

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Shown(Flag):
    """Where a column is shown. What is shown on a phone or on paper is on the page as well."""

    PAGE = auto()
    PHONE = auto()
    PRINT = auto()
    CSV = auto()
    XLSX = auto()
    JSON = auto()
    API = auto()
    PAGES = PAGE | PHONE | PRINT
    FILES = CSV | XLSX | JSON
    EVERYWHERE = PAGES | FILES | API


class Kind(Enum):
    """How a value is written. ``showing.row_html`` has the cells, ``spreadsheets`` the files."""

    PLACE = auto()
    PLAYER = auto()
    NUMBER = auto()
    SCORE = auto()
    EXACT = auto()
    MEASURE = auto()
    YES_NO = auto()
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Column:
    """A column: ``key`` is the attribute of a row, and of ``Standing`` or, ``of_player`` or
    ``of_entry``, of that.

    ``header`` heads it on the page, where ``short`` stands in for a long one; ``heading`` heads it
    in files and ``name`` is its name in the API, both made from the key if they are empty. One
    ``of_hands`` is left out of the page of games that write down no hands.
    """

    key: str
    kind: Kind
    shown: Shown = Shown.EVERYWHERE
    header: "str | _StrPromise" = ""
    short: "str | _StrPromise" = ""
    heading: str = ""
    name: str = ""
    of_player: bool = False
    of_entry: bool = False
    of_hands: bool = False

    @property
    def in_files(self) -> str:
        return self.heading or self.key.replace("_", " ")

    @property
    def in_api(self) -> str:
        return self.name or self.key


#: On the page the cell of the place also says how a player moved; that of the player has the
#: handle, the home town, whether they play now or dropped out, and why they stand there.
COLUMNS = (
    Column("place", Kind.PLACE, header=_("Place")),
    Column("place_before", Kind.NUMBER, Shown.API),
    Column("entry_id", Kind.NUMBER, Shown.API),
    Column(
        "name", Kind.PLAYER, header=_("Player"), heading="player", name="player", of_player=True
    ),
    Column("handle", Kind.TEXT, Shown.FILES, of_player=True),
    Column("home_town", Kind.TEXT, Shown.FILES, of_player=True),
    Column("score", Kind.SCORE, header=_("Score")),
    Column("score", Kind.EXACT, Shown.FILES, heading="exact score"),
    Column("wins", Kind.NUMBER, header=_("Wins")),
    Column("game_points", Kind.NUMBER, header=_("Game points")),
    Column("games", Kind.NUMBER, header=pgettext_lazy("how many were played", "Games")),
    Column(
        "hands",
        Kind.NUMBER,
        header=pgettext_lazy("how many were played", "Hands"),
        of_hands=True,
    ),
    Column("in_progress", Kind.YES_NO, Shown.FILES | Shown.API, heading="playing now"),
    Column(
        "has_dropped",
        Kind.YES_NO,
        Shown.FILES | Shown.API,
        heading="dropped out",
        of_entry=True,
    ),
    Column("measures", Kind.MEASURE, Shown.API),
    Column("why", Kind.TEXT, Shown.FILES | Shown.API, heading="above the next because"),
)
#: Steps of a ranking that have a column above, by the keys of their measures.
DECLARED_MEASURES = frozenset({"score", "wins", "game-points"})


def columns_in(place: Shown) -> list[Column]:
    """The columns that are shown in a file or in the API, in order."""
    return [column for column in COLUMNS if place in column.shown]


def columns_of_page(measures: Iterable[Measure], *, whole_games: bool) -> list[Column]:
    """The columns of a table on the page: the declared ones, then those of its own ``measures``."""
    declared = [
        column for column in columns_in(Shown.PAGE) if not (whole_games and column.of_hands)
    ]
    return declared + [
        Column(measure.key, Kind.MEASURE, Shown.PAGES, header=say(measure.name))
        for measure in measures
    ]
