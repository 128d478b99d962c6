"""Queries for a table, for its page and the API."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.sheet import ScoreLine
from tournaments.clock import consents
from tournaments.clock import rules as clock_rules
from tournaments.clock.queries import SeatScore, TableSummary, fill
from tournaments.clock.rules import SlotClock
from tournaments.clock.serialization import table_clock
from tournaments.models import Player, Round, ScoreSheet, Seat, SheetVersion, Table
from tournaments.results import sheet_data

Act = SheetVersion.Act
#: The acts that say what a sheet is.
DECIDES = frozenset({"report", "rule", "correct"})


FULL_SHEETS = ScoreSheet.objects.select_related("went_out")
FULL_SEATS = Seat.objects.select_related("entry__player", "played_by", "begun_by")


@dataclass(frozen=True, slots=True)
class HandRow:
    """A hand on a table's page: who reported it, who agreed, and what this player may do."""

    sheet: ScoreSheet
    reported_by: str
    confirmed_by: str
    may_agree: bool
    may_object: bool


def name_of(table: Table, sheet: ScoreSheet) -> str:
    """The usual name of a sheet of a table: a hand by its number, or the result of the game."""
    is_game = table.round.tournament.whole_games
    return gettext("The result") if is_game else str(sheet)


@dataclass(slots=True)
class ShownTable(TableSummary):
    """All that a table's page shows; made with three queries, from the early warning on with five.

    ``phase`` is where the slot stands, None before the start. ``agreements`` are what the players
    say to playing past the end.
    """

    phase: clock_rules.Phase | None = None
    agreements: list[consents.Agreement] = field(default_factory=list)

    @property
    def per_game(self) -> bool:
        """Whether one sheet is written for the whole game, and none for each hand."""
        return self.table.round.tournament.whole_games

    @property
    def is_called_out(self) -> bool:
        """Whether a hand is called out here: points for each seat, and who went out."""
        return self.table.round.tournament.setup.is_called_out

    def seat_of(self, player: Player | None) -> Seat | None:
        """Where a player sits here; None for anybody else."""
        if player is None:
            return None
        return next((s.seat for s in self.seats if s.seat.sitting.pk == player.pk), None)

    def points_of(self, sheet: ScoreSheet) -> dict[int, int]:
        """The points that a hand of this table has given each seat, by position."""
        column = next((n for n, hand in enumerate(self.hands) if hand.pk == sheet.pk), None)
        if column is None:
            return {}
        return {score.seat.position: score.points[column] or 0 for score in self.seats}

    def rows(self, seat: Seat | None) -> list[HandRow]:
        """The hands, newest first, for the player in ``seat``."""
        names = {score.seat.pk: score.name for score in self.seats}
        then = _names_then(self)
        runs = self.table.round.status == Round.Status.RUNNING
        return [
            HandRow(
                sheet=sheet,
                reported_by=then.get((sheet.pk, Act.REPORT, sheet.reported_by_seat_id))
                or names.get(sheet.reported_by_seat_id or 0, ""),
                confirmed_by=then.get((sheet.pk, Act.CONFIRM, sheet.confirmed_by_seat_id))
                or names.get(sheet.confirmed_by_seat_id or 0, ""),
                may_agree=bool(
                    seat
                    and not self.table.round.is_annulled
                    and sheet.status == ScoreSheet.Status.REPORTED
                    and seat.pk != sheet.reported_by_seat_id
                ),
                may_object=bool(seat and runs and sheet.status in ScoreSheet.OBJECTABLE),
            )
            for sheet in reversed(self.hands)
        ]

    @property
    def open_sheets(self) -> int:
        """How many sheets here count but are not agreed."""
        return sum(sheet.is_open for sheet in self.hands)

    def name_of(self, sheet: ScoreSheet) -> str:
        """Return the usual name of a sheet: a hand by its number, or the result of the game."""
        return name_of(self.table, sheet)

    @property
    def _result(self) -> dict[str, Any]:
        """The data of the reported result of a whole game; empty if there is none."""
        if self.is_hidden:
            return {}
        sheet = self.hands[0] if self.per_game and self.hands else None
        # Releases before sheets had data stored the lines of a sheet alone.
        return sheet.data if sheet is not None and sheet.is_counted else {}

    @property
    def explained(self) -> list[tuple[SeatScore, list[ScoreLine], list[tuple[str, Any]]]]:
        """The reported result of a whole game for each seat: line by line, and what its sheet
        computes."""
        if not self._result:
            return []
        setup = self.table.round.tournament.setup
        positions = [score.seat.position for score in self.seats]
        sheet = sheet_data.game_sheet(setup, self._result)
        lines = sheet_data.explained(setup, self._result, positions)
        computed = sheet_data.computed_values(sheet, self._result, len(self.seats))
        return [
            (score, lines[score.seat.position], computed.by_seat[index])
            for index, score in enumerate(self.seats)
        ]

    @property
    def computed(self) -> list[tuple[str, Any]]:
        """Return the values that the sheet of a whole game computes for the table."""
        if not self._result:
            return []
        sheet = sheet_data.game_sheet(self.table.round.tournament.setup, self._result)
        return sheet_data.computed_values(sheet, self._result, len(self.seats)).of_table

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
    def may_undo(self) -> bool:
        """Whether something at this table can be undone, if only a voided hand. One query then."""
        if self.table.round.status != Round.Status.RUNNING:
            return False
        return bool(self.hands) or self.table.sheets.exists()

    @property
    def winners(self) -> list[SeatScore]:
        """Who won, once the game is over and a hand was played; nobody if the points are hidden."""
        if self.is_hidden or self.table.status != Table.Status.FINISHED or not self.hands:
            return []
        best = max(score.merit for score in self.seats)
        return [score for score in self.seats if score.merit == best]


def shown_table(table: Table, *, now: datetime) -> ShownTable:
    """The state of a table whose round, tournament and event are loaded. Three queries or five."""
    state = ShownTable(table)
    fill({table.pk: state}, each_hand=True, sheets=FULL_SHEETS, seats=FULL_SEATS)
    if table.round.status == Round.Status.RUNNING:
        state.clock = table_clock(table)
        state.phase = clock_rules.phase(state.clock, now)
        if _asks_who_plays_on(state, state.clock, now):
            state.agreements = consents.agreements(table, [s.seat for s in state.seats], now=now)
    return state


def _asks_who_plays_on(state: ShownTable, clock: SlotClock, now: datetime) -> bool:
    """Whether the page asks who plays on: after the early warning, unless the game is played."""
    table = state.table
    played = table.status == Table.Status.FINISHED and table.end_reason != Table.EndReason.TIME
    over = state.per_game and bool(state.hands)
    return clock_rules.shown(clock, now) >= clock.warning_at and not (played or over)


def _names_then(state: ShownTable) -> dict[tuple[int, str, int | None], str]:
    """Who did an act on a sheet from a seat that was taken over: one of two people.

    By sheet, act and seat. One query, or none where no seat was taken over.
    """
    seats = [score.seat for score in state.seats if score.seat.is_taken_over]
    if not seats:
        return {}
    people = {
        (seat.pk, str(one)): one.shown_name
        for seat in seats
        for one in (seat.entry.player, seat.played_by, seat.begun_by)
        if one
    }
    acts = SheetVersion.objects.filter(sheet__in=state.hands, seat__in=seats).order_by("number")
    rows = acts.values_list("sheet_id", "act", "seat_id", "actor")
    return {(sheet, act, seat): people.get((seat, actor), "") for sheet, act, seat, actor in rows}


def hand_to_replace(table: Table) -> ScoreSheet | None:
    """The voided hand at the end of a table's hands, in whose place another can be entered.

    None while a hand is running, and where the last hand counts. One query.
    """
    last = None
    for sheet in table.sheets.order_by("number", "pk"):
        if sheet.status == ScoreSheet.Status.DEALT:
            return None
        if sheet.status != ScoreSheet.Status.VOIDED:
            last = None
        elif last is None or sheet.number == last.number:
            last = sheet
    return last


# --- A sheet's history ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShownVersion:
    """A version of a sheet with what it said of each seat, and whether it was undone later.

    ``points`` are by seat in turn order: of the proposal, where it has one. ``out`` went out.
    """

    version: SheetVersion
    points: list[tuple[str, int]]
    out: str
    undone: bool


def history(state: ShownTable, sheet: ScoreSheet) -> list[ShownVersion]:
    """Every version of a sheet, oldest first; one query."""
    rows = list(sheet.versions.select_related("seat__entry__player", "user").order_by("number"))
    undone = {row.undoes for row in rows}
    return [shown_version(state, row, undone=row.number in undone) for row in rows]


def shown_version(state: ShownTable, version: SheetVersion, *, undone: bool) -> ShownVersion:
    """A version with its points, as far as they can be known."""
    points, out = shown_points(state, version.proposal or version.data)
    return ShownVersion(version, points, out, undone)


def shown_points(state: ShownTable, data: dict[str, Any]) -> tuple[list[tuple[str, int]], str]:
    """Return each player's points by name from the data of a sheet, and who went out."""
    if not data:
        return [], ""
    names = {score.seat.position: score.name for score in state.seats}
    try:
        setup = state.table.round.tournament.setup
        found = sheet_data.results(setup, data, list(names))
    except (KeyError, IndexError, TypeError, ValueError):
        # Written with a sheet of a game, or for a seat, that is gone.
        return [], ""
    out = sheet_data.went_out(data, list(names))
    points = [(names[seat], setup.info.as_written(result.points)) for seat, result in found.items()]
    return points, names.get(out or 0, "")


@dataclass(frozen=True, slots=True)
class Dispute:
    """The result on a sheet, and those that objections to it name, oldest first."""

    stands: ShownVersion
    objections: list[ShownVersion]


def dispute(state: ShownTable, sheet: ScoreSheet) -> Dispute:
    """Both sides of a disputed sheet; one query."""
    versions = [shown for shown in history(state, sheet) if not shown.undone]
    stands = next(s for s in reversed(versions) if s.version.act in DECIDES)
    since = [s for s in versions if s.version.number > stands.version.number]
    return Dispute(stands, [s for s in since if s.version.act == "dispute"])
