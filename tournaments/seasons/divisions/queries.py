"""Linked divisions: who is promoted, who is relegated, and who starts the next season where."""

from dataclasses import dataclass, field

from scoring.divisions import movement
from tournaments.models import Season, SeasonStanding, with_shown_names


@dataclass(frozen=True, slots=True)
class Moves:
    """The names of a division's people, best first: up, staying, down; only those with a place."""

    up: list[str]
    stay: list[str]
    down: list[str]


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
    """The divisions around a season. Nine queries at most."""
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


def _moves(seasons: list[Season]) -> dict[int, Moves]:
    """The movement of each season. One query."""
    rows = SeasonStanding.objects.filter(season__in=seasons, place__isnull=False)
    placed: dict[int, list[str]] = {season.pk: [] for season in seasons}
    found = list(rows.select_related("player").order_by("season", "rank"))
    with_shown_names(found)
    for row in found:
        placed[row.season_id].append(row.shown_name)
    return {
        season.pk: Moves(*movement(placed[season.pk], season.promoted, season.relegated))
        for season in seasons
    }
