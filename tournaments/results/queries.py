"""What a table's page and the API show of a table."""

from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext

from games.catalogue import sheet as sheet_of_game
from games.sheet import Line
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.services import table_clock
from tournaments.models import Round, ScoreSheet, Seat, SheetLine, Table


@dataclass(slots=True)
class SeatScore:
    """A player at the table: points of each hand in order, their sum, and what the target lacks."""

    seat: Seat
    points: list[int | None] = field(default_factory=list)
    total: int = 0
    to_target: int = 0
    tie_breaks: list[int] = field(default_factory=list)

    @property
    def merit(self) -> tuple[int, list[int]]:
        """What decides the places at the table; more is better."""
        return self.total, self.tie_breaks

    @property
    def name(self) -> str:
        return self.seat.entry.player.name


@dataclass(slots=True)
class TableState:
    """All that a table's page shows; made with three queries, from the early warning on with five.

    ``clock`` is the table's own or its round's, None before the start. ``agreements`` are what the
    players say to playing past the end.
    """

    table: Table
    seats: list[SeatScore]
    hands: list[ScoreSheet]
    phase: clock_rules.Phase | None
    clock: clock_rules.SlotClock | None = None
    agreements: list[consents.Agreement] = field(default_factory=list)

    @property
    def per_game(self) -> bool:
        """Whether one sheet is written for the whole game, and none for each hand."""
        return self.table.round.tournament.whole_games

    def name_of(self, sheet: ScoreSheet) -> str:
        """What people call a sheet: a hand by its number, or the result of the game."""
        return gettext("The result") if self.per_game else str(sheet)

    @property
    def explained(self) -> list[tuple[SeatScore, list[Line]]]:
        """The reported result of a whole game, line by line for each seat."""
        sheet = self.hands[0] if self.per_game and self.hands else None
        if sheet is None or not sheet.is_counted:
            return []
        key = self.table.round.tournament.game
        lines = sheet_of_game(key).lines(sheet.entered, len(self.seats))
        return [
            (score, [line for line in lines if line.player == index])
            for index, score in enumerate(self.seats)
        ]

    @property
    def running_hand(self) -> ScoreSheet | None:
        return next((s for s in self.hands if s.status == ScoreSheet.Status.DEALT), None)

    @property
    def next_number(self) -> int:
        return max((sheet.number for sheet in self.hands), default=0) + 1

    @property
    def all_agree(self) -> bool:
        """Whether every player has agreed to play past the end."""
        return bool(self.agreements) and all(a.consent for a in self.agreements)

    @property
    def some_agree(self) -> bool:
        """Whether the table is about to agree to play past the end."""
        return any(agreement.consent for agreement in self.agreements)

    @property
    def is_paused(self) -> bool:
        return bool(self.clock and self.clock.paused_at)

    @property
    def may_deal(self) -> bool:
        return (
            (self.phase == clock_rules.Phase.OPEN or (self.phase is not None and self.all_agree))
            and not self.is_paused
            and not self.game_has_ended
            and self.running_hand is None
            and not (self.per_game and self.hands)
        )

    @property
    def plays_past_the_end(self) -> bool:
        """Whether the next hand would start after the cutoff, because everybody agreed."""
        return self.may_deal and self.phase != clock_rules.Phase.OPEN

    @property
    def game_has_ended(self) -> bool:
        """Whether nothing but time could go on here: a game that time ended may be played on."""
        table = self.table
        ended = table.status == Table.Status.FINISHED
        return ended and not (table.end_reason == Table.EndReason.TIME and self._has_time)

    @property
    def _has_time(self) -> bool:
        return self.phase == clock_rules.Phase.OPEN or self.all_agree

    @property
    def may_force_end(self) -> bool:
        late = self.phase in {clock_rules.Phase.FORCE_END, clock_rules.Phase.OVER}
        return bool(late and self.running_hand and not self.running_hand.ended_early)

    @property
    def winners(self) -> list[SeatScore]:
        """Who won, once the game is over and a hand was played."""
        if self.table.status != Table.Status.FINISHED or not self.hands:
            return []
        best = max(score.merit for score in self.seats)
        return [score for score in self.seats if score.merit == best]


def table_state(table: Table, *, now: datetime) -> TableState:
    """The state of a table whose round, tournament and event are loaded. Three queries or five."""
    hands = list(
        table.sheets.exclude(status=ScoreSheet.Status.VOIDED)
        .select_related("went_out")
        .order_by("number")
    )
    seats = table.seats.select_related("entry__player").order_by("position")
    scores = {seat.pk: SeatScore(seat) for seat in seats}
    _add_points(scores, hands, table.round.tournament.target)
    state = TableState(table=table, seats=list(scores.values()), hands=hands, phase=None)
    if table.round.status == Round.Status.RUNNING:
        state.clock = table_clock(table)
        state.phase = clock_rules.phase(state.clock, now)
        if _asks_who_plays_on(state, now):
            state.agreements = consents.agreements(table, [s.seat for s in state.seats], now=now)
    return state


def _asks_who_plays_on(state: TableState, now: datetime) -> bool:
    """From the early warning on, until the game has ended by anything but time."""
    table = state.table
    played = table.status == Table.Status.FINISHED and table.end_reason != Table.EndReason.TIME
    over = state.per_game and bool(state.hands)
    return clock_rules.shown(state.clock, now) >= state.clock.warning_at and not (played or over)


def _add_points(scores: dict[int, SeatScore], hands: list[ScoreSheet], target: int) -> None:
    lines = SheetLine.objects.filter(sheet__in=hands).values_list(
        "sheet_id", "seat_id", "points", "tie_breaks"
    )
    points = {}
    for sheet_id, seat_id, value, tie_breaks in lines:
        points[sheet_id, seat_id] = value
        scores[seat_id].tie_breaks = tie_breaks or []
    for seat_id, score in scores.items():
        score.points = [points.get((hand.pk, seat_id)) for hand in hands]
        score.total = sum(value for value in score.points if value is not None)
        score.to_target = max(0, target - score.total)
