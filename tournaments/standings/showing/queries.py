"""Reads for the pages of the standings; the size of the field changes no number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from django.db.models import Q, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.measures import MEASURES
from scoring.schemes import Scheme
from tournaments.models import Adjustment, Entry, Round, ScoreSheet, Seat, Standing, Tournament
from tournaments.names import loose
from tournaments.standings.computing import rules
from tournaments.standings.computing.adjusted import STARTED
from tournaments.standings.computing.sheets import results_of

#: Steps of a ranking that have a column of their own in every table.
OWN_COLUMNS = ("score", "wins", "game-points")


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row with the public facts about its player. ``measures`` are exact, by key."""

    entry_id: int
    player_id: int
    place: int
    place_before: int | None
    name: str
    handle: str
    home_town: str
    score: Fraction
    wins: int
    game_points: int
    games: int
    hands: int
    in_progress: bool
    measures: Mapping[str, Fraction]
    why: str

    @property
    def sort_name(self) -> str:
        return loose(self.name)

    @property
    def moved(self) -> int:
        """How many places up since the last round; 0 also without an earlier place."""
        return (self.place_before or self.place) - self.place

    @property
    def movement(self) -> str:
        if self.place_before is None:
            return ""
        return f"▲{self.moved}" if self.moved > 0 else f"▼{-self.moved}" if self.moved else "="

    @property
    def movement_in_words(self) -> str:
        count = abs(self.moved)
        if self.moved > 0:
            text = ngettext("up %(count)s place", "up %(count)s places", count)
        elif self.moved:
            text = ngettext("down %(count)s place", "down %(count)s places", count)
        else:
            return _("the same place as before")
        return text % {"count": count}


def extra_columns(tournament: Tournament) -> list[str]:
    """The steps of the ranking that need a column in the table, in order."""
    return [
        key for key in tournament.chain if key not in OWN_COLUMNS and not MEASURES[key].in_group
    ]


FIELDS = tuple(field.name for field in fields(ShownRow))
#: The columns that the fields of a row come from, in the same order.
COLUMNS = (
    "entry_id",
    "entry__player_id",
    "place",
    "place_before",
    "entry__player__name",
    "entry__player__handle",
    "entry__player__home_town",
    "score",
    "wins",
    "game_points",
    "games",
    "hands",
    "in_progress",
    "measures",
    "why",
)


def rows(tournament: Tournament, *, after: int | None = None) -> list[ShownRow]:
    """The stored rows of a tournament, best first; one query.

    With ``after`` the rows as they were after that round, computed now; five queries.
    """
    if after is not None:
        return _rows_after(tournament, after)
    stored = Standing.objects.filter(tournament=tournament).order_by("rank").values_list(*COLUMNS)
    return [_shown(*row) for row in stored]


def _shown(*row: Any) -> ShownRow:
    """A row from the values of COLUMNS."""
    values = dict(zip(FIELDS, row, strict=True))
    values["score"] = Fraction(values["score"])
    values["measures"] = {key: Fraction(value) for key, value in values["measures"].items()}
    return ShownRow(**values)


def _rows_after(tournament: Tournament, number: int) -> list[ShownRow]:
    played = results_of(tournament)
    chosen = (tournament.points_scheme, tournament.tie_breaks)
    people = Entry.objects.filter(tournament=tournament).values_list(
        "pk", "player_id", "player__name", "player__handle", "player__home_town"
    )
    public = {pk: facts for pk, *facts in people}
    return [
        _shown(
            line.entry_id,
            public[line.entry_id][0],
            line.place,
            line.place_before,
            *public[line.entry_id][1:],
            line.score,
            line.wins,
            line.game_points,
            line.games,
            line.hands,
            line.in_progress,
            line.measures,
            line.why,
        )
        for line in rules.computed_rows_after(played, *chosen, number)
    ]


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A row as another scheme would have it. ``place_now`` is the stored place, if there is one."""

    place: int
    place_now: int | None
    name: str
    score: Fraction
    why: str


def preview(
    tournament: Tournament, scheme: Scheme, tie_breaks: Sequence[str] | None
) -> list[PreviewRow]:
    """The standings as ``scheme`` would have them, from the results so far; five queries."""
    played = results_of(tournament)
    stored = Standing.objects.filter(tournament=tournament)
    now = dict(stored.order_by().values_list("entry_id", "place"))
    return [
        PreviewRow(
            place=row.place,
            place_now=now.get(row.player),
            name=played.names[row.player],
            score=row.score,
            why=row.why.sentence if row.why else "",
        )
        for row in rules.ranked(played, scheme, tie_breaks)
    ]


def round_numbers(tournament: Tournament) -> list[int]:
    """The preliminary rounds that have started, in order; one query."""
    rounds = tournament.rounds.filter(status__in=STARTED, kind=Round.Kind.PRELIMINARY)
    return list(rounds.order_by("number").values_list("number", flat=True))


def adjustments(tournament: Tournament, *, taken_back: bool = False) -> list[Adjustment]:
    """The conductors' adjustments of the results, in order, with the players; one query."""
    found = Adjustment.objects.filter(entry__tournament=tournament)
    if not taken_back:
        found = found.filter(taken_back_at=None)
    return list(found.select_related("entry__player").order_by("given_at", "pk"))


def open_sheets(tournament: Tournament) -> int:
    """How many counted sheets nobody has confirmed yet, or somebody disputes; one query."""
    sheets = ScoreSheet.objects.filter(table__round__tournament=tournament)
    return sheets.filter(status__in=ScoreSheet.OPEN).count()


def top(tournament: Tournament, count: int) -> list[Standing]:
    """The best ``count`` rows of a tournament, each with its player; one query."""
    best = Standing.objects.filter(tournament=tournament).select_related("entry__player")
    return list(best.order_by("rank")[:count])


def final_points(tournament: Tournament) -> list[tuple[int, str, int]]:
    """Place, name and points of those who play the final, best first; one query.

    Empty until the first hand of the final is reported.
    """
    reported = Q(lines__sheet__status__in=ScoreSheet.COUNTED)
    seats = Seat.objects.filter(
        round__tournament_id=tournament.pk,
        round__kind=Round.Kind.FINAL,
        round__status__in=STARTED,
    )
    rows = (
        seats.annotate(points=Sum("lines__points", filter=reported))
        .filter(points__isnull=False)
        .order_by("entry__standings__rank")
        .values_list("entry__standings__place", "entry__player__name", "points")
    )
    return [(place, name, tournament.info.as_written(points)) for place, name, points in rows]
