"""Reads for the standings, each with a number of SQL queries that the field's size leaves alone."""

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from django.db.models import Count, Q, Sum

from scoring.placement import Merit
from tournaments.models import Round, ScoreSheet, Seat, SheetLine, Standing, Table
from tournaments.registration.rules import loose

STARTED = (Round.Status.RUNNING, Round.Status.CLOSED)


@dataclass(slots=True)
class Results:
    """What the sheets of a tournament say so far.

    ``names`` has everybody who was seated in a round that started. ``games`` has, for each table of
    the preliminary rounds with a reported hand, what its players ended with by entry, ``hands`` the
    number of reported hands by entry in them. ``final`` has the same of the finalists; it is empty
    until the first hand of the final.
    """

    names: dict[int, str] = field(default_factory=dict)
    games: list[dict[int, Merit]] = field(default_factory=list)
    hands: dict[int, int] = field(default_factory=dict)
    final: dict[int, Merit] = field(default_factory=dict)
    final_closed: bool = False
    in_progress: set[int] = field(default_factory=set)


def results(tournament_id: int) -> Results:
    """Read the results of a tournament in three queries.

    Hands that were reported count at once, also at tables still playing; voided ones never count.
    A seat without a line in any of them has played nothing and takes no place at its table.
    """
    points = _points_by_seat(tournament_id)
    tie_breaks = _tie_breaks_by_seat(tournament_id)
    found = Results()
    for _table_id, seats in groupby(_seats(tournament_id), key=lambda seat: seat[0]):
        _add_table(found, list(seats), points, tie_breaks)
    return found


def _seats(tournament_id: int):
    """Who sat where: table, seat, entry, name, kind and status of the round, then of the table."""
    return (
        Seat.objects.filter(
            round__tournament_id=tournament_id,
            round__status__in=STARTED,
        )
        .order_by("table_id", "position")
        .values_list(
            "table_id",
            "pk",
            "entry_id",
            "entry__player__name",
            "round__kind",
            "round__status",
            "table__status",
        )
    )


def _points_by_seat(tournament_id: int) -> dict[int, tuple[int, int]]:
    """The points and the number of reported hands of each seat that has any."""
    rows = (
        SheetLine.objects.filter(
            sheet__table__round__tournament_id=tournament_id,
            sheet__status=ScoreSheet.Status.REPORTED,
        )
        .order_by()
        .values_list("seat_id")
        .annotate(Sum("points"), Count("pk"))
    )
    return {seat_id: (points, hands) for seat_id, points, hands in rows}


def _tie_breaks_by_seat(tournament_id: int) -> dict[int, list[int]]:
    """What breaks ties at a table, of each seat, in games that have such a rule of their own.

    They write one sheet for the whole game, so there is one line for each seat.
    """
    rows = SheetLine.objects.filter(
        sheet__table__round__tournament_id=tournament_id,
        sheet__status=ScoreSheet.Status.REPORTED,
        tie_breaks__isnull=False,
    )
    return dict(rows.order_by().values_list("seat_id", "tie_breaks"))


def _add_table(
    found: Results,
    seats: list[tuple],
    points: dict[int, tuple[int, int]],
    tie_breaks: dict[int, list[int]],
) -> None:
    _table, _seat, _entry, _name, kind, round_status, table_status = seats[0]
    found.names.update((seat[2], seat[3]) for seat in seats)
    if round_status == Round.Status.RUNNING and table_status != Table.Status.FINISHED:
        found.in_progress.update(seat[2] for seat in seats)
    played = {seat[2]: seat[1] for seat in seats if seat[1] in points}
    totals = {entry: (points[seat][0], *tie_breaks.get(seat, ())) for entry, seat in played.items()}
    if kind == Round.Kind.FINAL:
        found.final.update(totals)
        found.final_closed = round_status == Round.Status.CLOSED
        return
    if totals:
        found.games.append(totals)
    for entry, seat in played.items():
        found.hands[entry] = found.hands.get(entry, 0) + points[seat][1]


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A stored row with what the public may know of its player."""

    entry_id: int
    place: int
    name: str
    handle: str
    home_town: str
    score: Fraction
    wins: int
    game_points: int
    games: int
    hands: int
    in_progress: bool

    @property
    def sort_name(self) -> str:
        return loose(self.name)


def rows(tournament_id: int) -> list[ShownRow]:
    """The stored rows of a tournament, best first; one query."""
    stored = (
        Standing.objects.filter(tournament_id=tournament_id)
        .order_by("rank")
        .values_list(
            "entry_id",
            "place",
            "entry__player__name",
            "entry__player__handle",
            "entry__player__home_town",
            "score",
            "wins",
            "game_points",
            "games",
            "hands",
            "in_progress",
        )
    )
    return [ShownRow(*row[:5], Fraction(row[5]), *row[6:]) for row in stored]


def top(tournament, count: int) -> list[Standing]:
    """The best ``count`` rows of a tournament, each with its player; one query."""
    best = Standing.objects.filter(tournament=tournament).select_related("entry__player")
    return list(best.order_by("rank")[:count])


def final_points(tournament_id: int) -> list[tuple[int, str, int]]:
    """Place, name and points of those who play the final, best first; one query.

    Empty until the first hand of the final is reported.
    """
    reported = Q(lines__sheet__status=ScoreSheet.Status.REPORTED)
    seats = Seat.objects.filter(
        round__tournament_id=tournament_id,
        round__kind=Round.Kind.FINAL,
        round__status__in=STARTED,
    )
    return list(
        seats.annotate(points=Sum("lines__points", filter=reported))
        .filter(points__isnull=False)
        .order_by("entry__standings__rank")
        .values_list("entry__standings__place", "entry__player__name", "points")
    )
