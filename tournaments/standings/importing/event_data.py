"""A tournament of FIDE's report (TRF) as the data of an event file, with every round as it went.

Pure: a report in, plain data out, as ``exporting.event_schema`` describes it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from games.titles import title
from pairing.head_to_head import UPTOWN, Past, ReadReport, ReportedPlayer
from tournaments.events.rules import free_slug
from tournaments.events.settings.limits import MOST_ROUNDS
from tournaments.events.titles.rules import TitleValues, key_of
from tournaments.models import Adjustment, Bye, Entry, Round, ScoreSheet, Table, Tournament
from tournaments.names import loose
from tournaments.registration.roster_report import as_spoken
from tournaments.registration.rules import identity
from tournaments.results import sheet_data
from tournaments.standings.exporting.event_writer import FORMAT, VERSION

Row = dict[str, Any]

SCHEME = "win-draw-loss"
#: A report does not say how long a round was: our default, and when the first of a day begins.
SLOT, FIRST_OF_A_DAY = timedelta(hours=2), time(9, tzinfo=UTC)
WIN, DRAW, LOSS = 2, 1, 0
#: The places of two at a table, by the points of the first.
PLACES = {WIN: [1, 2], DRAW: [1, 1], LOSS: [2, 1]}
BYES = {WIN: Bye.Kind.FULL, DRAW: Bye.Kind.HALF, LOSS: Bye.Kind.ZERO}
FORFEITS = {WIN: Bye.Kind.FORFEIT_WIN, LOSS: Bye.Kind.FORFEIT_LOSS}
LONGEST_EVENT_NAME = 120


@dataclass(frozen=True, slots=True)
class Imported:
    """A report, and how it comes into this site.

    If every round has been played, and the ranks follow from the points and say who won, the
    tournament is finished, in the order of the ranks. Otherwise it goes on here.
    """

    report: ReadReport
    game: str

    @property
    def name(self) -> str:
        return self.report.name[:LONGEST_EVENT_NAME] or _("Imported tournament")

    @property
    def rounds(self) -> int:
        planned = min(self.report.rounds, MOST_ROUNDS)
        return max(1, planned, self.report.rounds_played)

    @property
    def is_complete(self) -> bool:
        """Whether every round that was planned has been played."""
        return 0 < self.report.rounds_played >= self.report.rounds

    @property
    def ranks_decide(self) -> bool:
        """Whether the ranks order all players, and nobody stands behind fewer points."""
        people = sorted(self.report.players, key=lambda one: one.rank)
        points = [one.points for one in people]
        return all(one.rank for one in people) and points == sorted(points, reverse=True)

    @property
    def is_finished(self) -> bool:
        is_one = [one.rank for one in self.report.players].count(1) == 1
        return self.is_complete and self.ranks_decide and is_one

    @property
    def pairing(self) -> Tournament.Pairing:
        is_dutch = "dutch" in self.report.system.lower()
        return Tournament.Pairing.DUTCH if is_dutch else Tournament.Pairing.FIELD

    def counts(self) -> Counter[str]:
        """How many games were played, and how many byes and forfeits of each kind there were."""
        found: Counter[str] = Counter()
        for one in self.report.players:
            for past in one.past:
                is_second = past.is_game and past.side != UPTOWN
                found["game" if past.is_game else _kind(past)] += not is_second
        return found


def event_data(imported: Imported, codes: Sequence[str], *, by: str, at: datetime) -> Row:
    """The whole event. ``codes`` are as many codes of tables as there are games."""
    return _Event(imported, iter(codes), by, at).data()


def _kind(past: Past) -> Bye.Kind:
    kinds = BYES if past.opponent is None else FORFEITS
    return kinds[past.points]


class _Event:
    """The rows of one event; the number of a player in the report is that of its rows here."""

    def __init__(self, imported: Imported, codes: Iterator[str], by: str, at: datetime) -> None:
        self.imported, self.report, self.codes, self.by = imported, imported.report, codes, by
        self.at = at.astimezone(UTC)
        self.moment = self.at.isoformat()
        self.seeds = {one.number: seed for seed, one in enumerate(self.report.players, 1)}
        values = TitleValues(imported.game, 2, 2, SLOT, counting="places")
        key = key_of(values.name)
        self.setup = title(
            key, values.name, players=range(2, 3), per="game", counting="places", slot=SLOT
        )
        self.title = {
            "id": 1, "key": key, "name": values.name, "players_min": 2, "players_max": 2,
            "sheet_per": "game", "counting": "places", "slot": SLOT.total_seconds(),
        }  # fmt: skip
        self.rows: dict[str, list[Row]] = {
            name: [] for name in ("rounds", "tables", "seats", "byes", "sheets", "lines")
        }
        self.given: list[Row] = []

    def data(self) -> Row:
        first = self.report.starts_on or self.at.date()
        last = max(first, self.report.ends_on or first)
        for number, started in enumerate(_starts(self.report, first), 1):
            self._round(number, started)
        self.given += self._order() if self.imported.is_finished else []
        adjustments = [row | {"id": number} for number, row in enumerate(self.given, 1)]
        return {
            "format": FORMAT,
            "version": VERSION,
            "event": {
                "id": 1, "name": self.imported.name, "venue": self.report.site[:120],
                "slug": free_slug(self.imported.name, (), otherwise="event"),
                "starts_on": first.isoformat(), "ends_on": last.isoformat(),
                "time_zone": "UTC", "announced_at": self.moment,
            },
            "titles": [self.title],
            "tournaments": [self._tournament()],
            "players": [*self._players()],
            "entries": [*map(self._entry, self.report.players)],
            "adjustments": adjustments,
            "kept_apart": [], "standings": [], "ledger": [],
            **self.rows,
        }  # fmt: skip

    def _tournament(self) -> Row:
        timing, played = self.setup.info.timing, self.report.rounds_played
        status = Tournament.Status.RUNNING if played else Tournament.Status.OPEN
        is_finished = self.imported.is_finished
        return {
            "id": 1, "name": self.imported.name, "game": self.setup.info.key, "title_id": 1,
            "slug": free_slug(self.imported.name, (), otherwise="tournament"),
            "status": Tournament.Status.FINISHED if is_finished else status,
            "registration": "closed" if played else "open",
            "target": 0, "slot": timing.slot.total_seconds(),
            "final_slot": timing.final.total_seconds(), "cutoff": timing.cutoff.total_seconds(),
            "force_end": timing.force_end.total_seconds(),
            "warning": timing.warning.total_seconds(),
            "pairing": self.imported.pairing, "first_round": "seed",
            "rounds_planned": self.imported.rounds, "finalists": 2,
            "table_min": 2, "table_preferred": 2, "table_max": 2,
            # Who is equal by points stands in the order of the report, whatever decided there.
            "scheme": SCHEME, "tie_breaks": [] if is_finished else None,
            "results_version": 1 if played else 0,
        }  # fmt: skip

    def _players(self) -> Iterator[Row]:
        names = [as_spoken(one.name) for one in self.report.players]
        times = Counter(map(loose, names))
        for one, name in zip(self.report.players, names, strict=True):
            # The number distinguishes two of one name.
            handle = str(one.number) if times[loose(name)] > 1 else ""
            yield {
                "id": one.number, "name": name, "handle": handle,
                "rating": str(one.rating or ""), "federation": one.federation,
                "seed": str(one.number), "identity": identity(name, handle),
            }  # fmt: skip

    def _entry(self, one: ReportedPlayer) -> Row:
        # Before the first round nobody has a number: the seeds of the roster are those.
        seed = self.seeds[one.number] if self.report.rounds_played else None
        return {
            "id": one.number, "tournament_id": 1, "player_id": one.number,
            "status": Entry.Status.CHECKED_IN, "entered_at": self.moment,
            "status_at": self.moment, "seed": seed,
        }  # fmt: skip

    def _round(self, number: int, started: datetime) -> None:
        timing = self.setup.info.timing
        end = started + timing.slot
        self.rows["rounds"].append({
            "id": number, "tournament_id": 1, "number": number, "status": Round.Status.CLOSED,
            "seating_seed": 0, "started_at": started.isoformat(),
            "warning_at": (end - timing.warning).isoformat(),
            "cutoff_at": (end - timing.cutoff).isoformat(),
            "force_end_at": (end - timing.force_end).isoformat(),
            "ends_at": end.isoformat(), "closed_at": end.isoformat(),
        })  # fmt: skip
        table = 0
        for one in self.report.players:
            past = one.past[number - 1] if number <= len(one.past) else None
            if past is not None and past.is_game and past.side == UPTOWN:
                table += 1
                self._game(number, table, one.number, past, started)
            elif past is not None and not past.is_game:
                self._bye(number, one.number, past)

    def _game(self, round_: int, number: int, player: int, past: Past, started: datetime) -> None:
        tables, seats, sheets = self.rows["tables"], self.rows["seats"], self.rows["sheets"]
        key = len(tables) + 1
        ended = (started + SLOT).isoformat()
        tables.append({
            "id": key, "round_id": round_, "number": number, "code": next(self.codes),
            "status": Table.Status.FINISHED, "end_reason": Table.EndReason.PLAYED,
            "ended_at": ended,
        })  # fmt: skip
        data = {"places": PLACES[past.points]}
        sheets.append({
            "id": key, "table_id": key, "number": 1, "status": ScoreSheet.Status.CONFIRMED,
            "dealt_at": started.isoformat(), "cutoff_at": started.isoformat(),
            "reported_at": ended, "confirmed_at": ended, "entered": data,
        })  # fmt: skip
        points = sheet_data.results(self.setup, data, [1, 2])
        for position, entry in enumerate((player, past.opponent), 1):
            seat = len(seats) + 1
            seats.append({"id": seat, "table_id": key, "entry_id": entry, "position": position})
            self.rows["lines"].append({
                "id": seat, "sheet_id": key, "seat_id": seat, "points": points[position].points,
            })  # fmt: skip

    def _bye(self, round_: int, player: int, past: Past) -> None:
        byes = self.rows["byes"]
        byes.append({
            "id": len(byes) + 1, "round_id": round_, "entry_id": player, "kind": _kind(past),
            "opponent_id": past.opponent,
        })  # fmt: skip
        if past.was_given:
            reason = _("Bye of a full point in the imported report")
            self._give(player, Adjustment.Kind.BYE, reason, round_number=round_)

    def _order(self) -> Iterator[Row]:
        """Those who have the same points, in the order of their ranks; equal ranks stay equal."""
        people = sorted(self.report.players, key=lambda one: one.rank)
        reason = _("Rank in the imported report")
        groups = [list(group) for _points, group in groupby(people, key=lambda one: one.points)]
        for moment, group in enumerate(groups):
            if len({one.rank for one in group}) > 1:
                for one in group:
                    place = 1 + sum(other.rank < one.rank for other in group)
                    yield self._decision(one.number, reason, place, moment)

    def _decision(self, player: int, reason: str, place: int, moment: int) -> Row:
        row = self._adjustment(player, Adjustment.Kind.CHOICE, reason)
        # Each decision has a moment of its own.
        at = self.at + timedelta(microseconds=moment)
        return row | {"points": str(place), "given_at": at.isoformat()}

    def _give(self, player: int, kind: str, reason: str, **more: Any) -> None:
        self.given.append(self._adjustment(player, kind, reason) | more)

    def _adjustment(self, player: int, kind: str, reason: str) -> Row:
        return {
            "entry_id": player, "kind": kind, "points": "0", "reason": reason,
            "given_by": self.by[:120], "given_at": self.moment,
        }  # fmt: skip


def _starts(report: ReadReport, first: date) -> Iterator[datetime]:
    """When each round began: on its day, where the report says it, and after the one before."""
    before = datetime.combine(first, FIRST_OF_A_DAY) - SLOT
    for n in range(report.rounds_played):
        day = report.dates[n] if n < len(report.dates) else None
        before = max(before + SLOT, datetime.combine(day or first, FIRST_OF_A_DAY))
        yield before
