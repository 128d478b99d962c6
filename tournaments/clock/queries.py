"""A table with its clock, its players and its hands: what every page that shows tables reads."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import F, Q, QuerySet, Sum, prefetch_related_objects

from games.catalogue import GameInfo
from scoring.placement import Merit, added
from tournaments.clock.rules import SlotClock
from tournaments.models import ScoreSheet, Seat, SheetLine, Table

#: What pages about many tables need of a seat and of a sheet.
BRIEF_SEATS = Seat.objects.only("table_id", "position", "helps")
BRIEF_SHEETS = ScoreSheet.objects.only(
    "table_id", "number", "status", "dealt_at", "reported_at", "ended_early", "dealt_offline"
)
COUNTED_LINES = Q(lines__sheet__status__in=ScoreSheet.COUNTED)


@dataclass(slots=True)
class SeatScore:
    """A player at a table: points of each hand in order, their sum, and what the target lacks.

    ``points`` and ``total`` are as the table wrote them down; the ``merit`` is what they count.
    """

    seat: Seat
    name: str
    points: list[int | None] = field(default_factory=list)
    total: int = 0
    to_target: int = 0
    tie_breaks: tuple[int, ...] = ()
    fewer_is_better: bool = False
    is_hidden: bool = False

    @property
    def shown_total(self) -> int | None:
        """The sum; None if it is hidden from the reader."""
        return None if self.is_hidden else self.total

    @property
    def shown_to_target(self) -> int | None:
        """The points that the target lacks; None if they are hidden from the reader."""
        return None if self.is_hidden else self.to_target

    @property
    def merit(self) -> Merit:
        """Return the numbers that decide the places at the table; more is better."""
        return (-self.total if self.fewer_is_better else self.total, *self.tie_breaks)


@dataclass(slots=True)
class TableSummary:
    """A table with its players in turn order and its hands in order, except those voided.

    ``clock`` is the table's own or its round's, None before the start.
    """

    table: Table
    seats: list[SeatScore] = field(default_factory=list)
    hands: list[ScoreSheet] = field(default_factory=list)
    clock: SlotClock | None = None
    #: Whether its points are kept back from the reader.
    is_hidden: bool = False

    def hide_points(self) -> None:
        """Forget the points: the reader may not see them (``access.shown_results``)."""
        self.is_hidden = True
        for score in self.seats:
            score.is_hidden = True
            score.total, score.to_target, score.tie_breaks = 0, 0, ()
            score.points = [None] * len(score.points)

    @property
    def running_hand(self) -> ScoreSheet | None:
        return next((s for s in self.hands if s.status == ScoreSheet.Status.DEALT), None)

    @property
    def hands_played(self) -> int:
        return sum(sheet.is_counted for sheet in self.hands)

    @property
    def disputed(self) -> bool:
        """Whether a hand here waits for a ruling."""
        return any(sheet.status == ScoreSheet.Status.DISPUTED for sheet in self.hands)

    @property
    def players(self) -> list[str]:
        return [score.name for score in self.seats]

    @property
    def best(self) -> int:
        """The most points at the table, or the fewest where fewer is better."""
        return max(self.seats, key=lambda score: score.merit).total if self.seats else 0

    @property
    def leaders(self) -> list[str]:
        """Who has the best points, once a hand was played; nobody if the points are hidden."""
        if self.is_hidden:
            return []
        best = self.best
        return [score.name for score in self.seats if self.hands_played and score.total == best]


def fill(
    tables: Mapping[int, TableSummary],
    *,
    each_hand: bool,
    sheets: QuerySet[ScoreSheet] = BRIEF_SHEETS,
    seats: QuerySet[Seat] = BRIEF_SEATS,
) -> None:
    """Read the hands and the players of ``tables``, by key, with their rounds and tournaments.

    Two queries for any number of tables, and a third with the points of ``each_hand`` where a
    hand was dealt. Without it only the totals are known.
    """
    sheets = sheets.filter(table__in=tables).exclude(status=ScoreSheet.Status.VOIDED)
    for sheet in sheets.order_by("number"):
        state = tables[sheet.table_id]
        sheet.table = state.table
        state.hands.append(sheet)
    _add_seats(tables, seats, totals=not each_hand)
    if each_hand:
        _add_points(tables)
    # The titles of all in one query, and none where no game is a title.
    tournaments = [state.table.round.tournament for state in tables.values()]
    prefetch_related_objects([one for one in tournaments if one.title_id], "title")
    for state in tables.values():
        tournament = state.table.round.tournament
        game = tournament.info
        for score in state.seats:
            _write_down(score, game)
            score.to_target = max(0, tournament.target - score.total)


def _write_down(score: SeatScore, game: GameInfo) -> None:
    """Turn points that count below zero back into what the table wrote."""
    if game.fewer_is_better:
        score.fewer_is_better, score.total = True, -score.total
        score.points = [None if one is None else -one for one in score.points]


def _add_seats(tables: Mapping[int, TableSummary], seats: QuerySet[Seat], *, totals: bool) -> None:
    named = (
        seats.filter(table__in=tables)
        .order_by("position")
        .annotate(player_name=F("entry__player__shown_name"))
    )
    if totals:
        for counted in named.annotate(total=Sum("lines__points", filter=COUNTED_LINES)):
            score = SeatScore(counted, counted.player_name, total=counted.total or 0)
            _sit(score, tables[counted.table_id])
    else:
        for seat in named:
            _sit(SeatScore(seat, seat.player_name), tables[seat.table_id])


def _sit(score: SeatScore, state: TableSummary) -> None:
    score.seat.table = state.table
    state.seats.append(score)


def _add_points(tables: Mapping[int, TableSummary]) -> None:
    points: dict[tuple[int, int], int] = {}
    tie_breaks: dict[int, Merit] = {}
    sheets = [sheet.pk for state in tables.values() for sheet in state.hands]
    lines = SheetLine.objects.filter(sheet__in=sheets)
    for sheet_id, seat_id, value, of_game in lines.values_list(
        "sheet_id", "seat_id", "points", "tie_breaks"
    ):
        points[sheet_id, seat_id] = value
        tie_breaks[seat_id] = added(tie_breaks.get(seat_id, ()), of_game or ())
    for state in tables.values():
        for score in state.seats:
            score.points = [points.get((hand.pk, score.seat.pk)) for hand in state.hands]
            score.total = sum(value for value in score.points if value is not None)
            score.tie_breaks = tie_breaks.get(score.seat.pk, ())
