"""Linked divisions: who is promoted, who is relegated, and who starts the next season where."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter

from scoring.divisions import at_cut, movement
from scoring.seasons import Decided, is_decided
from tournaments.models import Season, SeasonAdjustment, SeasonStanding, with_shown_names
from tournaments.seasons.queries import decisions


@dataclass(frozen=True, slots=True)
class Moves:
    """The people of a division, best first: up, staying, down; only those with a place.

    Who is equal to others of whom only some would move does neither, until that is decided:
    ``undecided`` has these groups.
    """

    rows_up: list[SeasonStanding]
    rows_staying: list[SeasonStanding]
    rows_down: list[SeasonStanding]
    undecided: list[list[SeasonStanding]]

    @property
    def up(self) -> list[str]:
        return [row.shown_name for row in self.rows_up]

    @property
    def stay(self) -> list[str]:
        return [row.shown_name for row in self.rows_staying]

    @property
    def down(self) -> list[str]:
        return [row.shown_name for row in self.rows_down]

    @property
    def words(self) -> dict[int, str]:
        """Where those go who do not stay, by the key of their row."""
        found = {row.pk: "up" for row in self.rows_up} | {row.pk: "down" for row in self.rows_down}
        return found | {row.pk: "undecided" for group in self.undecided for row in group}


@dataclass(frozen=True, slots=True)
class Divisions:
    """A season among the divisions around it.

    ``comes_up`` and ``comes_down`` will join it from below and above. ``next_line_up`` has those
    who will start the next season, ``line_up`` those who started this one, if it follows another.
    """

    above: Season | None
    below: list[Season]
    moves: Moves
    comes_up: list[tuple[Season, list[str]]] = field(default_factory=list)
    comes_down: list[str] = field(default_factory=list)
    next_line_up: list[str] = field(default_factory=list)
    line_up: list[str] = field(default_factory=list)
    followed_by: Season | None = None

    @property
    def are_linked(self) -> bool:
        return bool(self.above or self.below)


def divisions(season: Season) -> Divisions:
    """The divisions around a season. Ten queries at most."""
    above, below = season.above, list(season.below.order_by("name", "pk"))
    around = [season, *below, *filter(None, [above])]
    moves = _moves(around)
    before = season.follows
    return Divisions(
        above=above,
        below=below,
        moves=moves[season.pk],
        comes_up=[(lower, moves[lower.pk].up) for lower in below],
        comes_down=moves[above.pk].down if above else [],
        next_line_up=_line_up(season, moves),
        line_up=_began(before) if before else [],
        followed_by=Season.objects.filter(follows=season).first(),
    )


def linkable(season: Season) -> list[Season]:
    """The other seasons of the same owner, which may be divisions of one league; one query."""
    return list(Season.objects.filter(owner=season.owner_id).exclude(pk=season.pk))


def _began(before: Season) -> list[str]:
    """Those who start the season after ``before`` in its division."""
    around = [before, *before.below.all(), *filter(None, [before.above])]
    return _line_up(before, _moves(around))


def _line_up(season: Season, moves: dict[int, Moves]) -> list[str]:
    """Those who come down, stay, and come up, in the order of their places.

    Without a division above nobody goes up; without one below nobody goes down.
    """
    mine = moves[season.pk]
    lower = [found for pk, found in moves.items() if pk not in (season.pk, season.above_id)]
    return [
        *(moves[season.above_id].down if season.above_id else mine.up),
        *mine.stay,
        *(name for found in lower for name in found.up),
        *([] if lower else mine.down),
    ]


def moves_of(season: Season) -> Moves:
    """Who moves from one season. Two queries."""
    return _moves([season])[season.pk]


def _moves(seasons: list[Season]) -> dict[int, Moves]:
    """The movement of each season. Two queries."""
    rows = SeasonStanding.objects.filter(season__in=seasons, place__isnull=False)
    found = list(rows.select_related("player").order_by("season", "rank"))
    with_shown_names(found)
    placed: dict[int, list[SeasonStanding]] = {season.pk: [] for season in seasons}
    for row in found:
        placed[row.season_id].append(row)
    given: dict[int, list[SeasonAdjustment]] = {season.pk: [] for season in seasons}
    orders = SeasonAdjustment.objects.filter(
        season__in=seasons, kind__in=SeasonAdjustment.ORDER, taken_back_at=None
    )
    for adjustment in orders.select_related("player"):
        given[adjustment.season_id].append(adjustment)
    return {
        season.pk: _moves_of(season, placed[season.pk], decisions(given[season.pk]))
        for season in seasons
    }


def _moves_of(season: Season, placed: list[SeasonStanding], order: Mapping[str, Decided]) -> Moves:
    equals: list[list[SeasonStanding]] = []
    for _place, rows in groupby(placed, key=attrgetter("place")):
        group = list(rows)
        is_one = not is_decided(order, [row.who for row in group])
        equals += [group] if is_one else [[row] for row in group]
    undecided = [list(group) for group in at_cut(equals, season.promoted, season.relegated)]
    open_ = {row.pk for group in undecided for row in group}
    up, stay, down = (
        [row for row in rows if row.pk not in open_]
        for rows in movement(placed, season.promoted, season.relegated)
    )
    return Moves(up, stay, down, undecided)
