"""Reads the score sheets and the conductors' adjustments into the results that scoring ranks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from django.db.models import Count, Sum

from scoring.placement import Merit, added
from scoring.results import GameResult, Results
from tournaments.fixtures.queries import league_results
from tournaments.models import (
    Round,
    ScoreSheet,
    Seat,
    SheetLine,
    Table,
    Tournament,
)
from tournaments.seating.head_to_head import bracket
from tournaments.standings.computing.adjusted import STARTED, adjusted
from tournaments.standings.computing.rules import Played, Tally

#: What a table of the final ends with before its first hand is reported.
NOTHING_YET: Merit = ()


class SeatRow(NamedTuple):
    """A seat of a round that started."""

    table_id: int
    table_number: int
    seat_id: int
    entry_id: int
    name: str
    identity: str
    kind: str
    number: int
    round_status: str
    table_status: str
    helps: bool


def results_of(tournament: Tournament) -> Played:
    """Read the results of a tournament: as ``results``, and five queries more for a bracket.

    Those of fixtures over weeks are read in five.
    """
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        return _results_of_league(tournament)
    found = results(tournament.pk, lot=tournament.lot_seed, head_to_head=tournament.head_to_head)
    found.is_over = tournament.status == Tournament.Status.FINISHED
    if tournament.is_bracket:
        _follow_bracket(found, bracket.read(tournament))
    return found


def _results_of_league(tournament: Tournament) -> Played:
    """A week of fixtures is a round to scoring, and a game is a hand."""
    league = league_results(tournament)
    found = Played(names=league.names, is_over=tournament.status == Tournament.Status.FINISHED)
    played = [(game.round, player) for game in league.games for player in game.merits]
    found.tallies = dict.fromkeys(played, Tally(hands=1))
    last = max((game.round for game in league.games), default=0)
    more = adjusted(tournament.pk, found.names, last_week=last)
    del more["pending"]
    found.order = more.pop("order")
    more["byes"] += [bye for bye in league.byes if bye not in more["byes"]]
    found.results = Results(
        games=[*league.games, *more.pop("games")],
        players=tuple(found.names),
        pending=league.pending,
        head_to_head=True,
        lot=tournament.lot_seed,
        lot_names=league.identities,
        **more,
    )
    return found


def _follow_bracket(found: Played, stood: bracket.Bracket) -> None:
    """In an elimination, how far a player got counts before everything else."""
    found.is_over = found.is_over and stood.is_over
    found.results = replace(
        found.results,
        reached={entry: stage for entry, stage in stood.reached.items() if entry in found.names},
        final={
            entry: (won,)
            for won, entry in enumerate((stood.runner_up, stood.champion))
            if stood.is_over and entry is not None
        },
    )


def results(tournament_id: int, *, lot: str = "", head_to_head: bool = False) -> Played:
    """Read the results of a tournament in five queries; ``lot`` is the seed of its drawn lots.

    Hands that were reported count at once, also at tables still playing; voided ones never count.
    A seat without a line in any sheet has played nothing and takes no place at its table. A helper
    takes one, and is not among the players.
    """
    points = points_by_seat(tournament_id)
    tie_breaks = tie_breaks_by_seat(tournament_id)
    found = Played()
    games: list[GameResult[int]] = []
    pending: list[tuple[int, int]] = []
    reached: dict[int, int] = {}
    at_final: dict[int, dict[int, Merit]] = {}
    lot_names: dict[int, str] = {}
    for _table_id, group in groupby(_seats(tournament_id), key=lambda seat: seat.table_id):
        at_table = list(group)
        seats = [seat for seat in at_table if not seat.helps]
        if not seats:
            continue
        lot_names.update((seat.entry_id, seat.identity) for seat in seats)
        merits = _merits(seats, points, tie_breaks)
        _note_people(found, seats)
        if seats[0].kind == Round.Kind.FINAL:
            nothing_yet = dict.fromkeys((seat.entry_id for seat in seats), NOTHING_YET)
            at_final[seats[0].table_number] = merits or nothing_yet
            found.final_started = True
        elif seats[0].kind == Round.Kind.SEMIFINAL:
            reached.update((seat.entry_id, 1) for seat in seats)
        else:
            pending += _pending(seats, merits)
            if merits:
                second = at_table[1].entry_id if len(at_table) == len(seats) == 2 else None
                helped = _merits([seat for seat in at_table if seat.helps], points, tie_breaks)
                games.append(
                    GameResult(seats[0].number, merits, second=second, helpers=[*helped.values()])
                )
                _count_hands(found, seats, points)
    more = adjusted(tournament_id, found.names)
    pending += more.pop("pending")
    found.order = more.pop("order")
    final = {entry: merit for table in at_final.values() for entry, merit in table.items()}
    found.results = Results(
        games=games + more.pop("games"),
        players=tuple(found.names),
        pending=pending,
        head_to_head=head_to_head,
        reached=reached,
        final=final if any(final.values()) else {},
        final_tables=_ranked_tables(at_final) if any(final.values()) and not head_to_head else {},
        lot=lot,
        lot_names=lot_names,
        **more,
    )
    return found


def _ranked_tables(at_final: Mapping[int, Mapping[int, Merit]]) -> dict[int, int]:
    """The number of the table of each player of a final; of nobody where there is one table."""
    if len(at_final) == 1:
        return {}
    return {entry: number for number, table in at_final.items() for entry in table}


def _seats(tournament_id: int) -> Iterator[SeatRow]:
    rows = (
        Seat.objects.filter(
            round__tournament_id=tournament_id,
            round__status__in=STARTED,
        )
        .order_by("table_id", "position")
        .values_list(
            "table_id",
            "table__number",
            "pk",
            "entry_id",
            "entry__player__shown_name",
            "entry__player__identity",
            "round__kind",
            "round__number",
            "round__status",
            "table__status",
            "helps",
        )
    )
    return map(SeatRow._make, rows)


def points_by_seat(tournament_id: int) -> dict[int, tuple[int, int]]:
    """The points and the number of reported hands of each seat that has any."""
    rows = (
        SheetLine.objects.filter(
            sheet__table__round__tournament_id=tournament_id,
            sheet__status__in=ScoreSheet.COUNTED,
        )
        .order_by()
        .values_list("seat_id")
        .annotate(Sum("points"), Count("pk"))
    )
    return {seat_id: (points, hands) for seat_id, points, hands in rows}


def tie_breaks_by_seat(tournament_id: int) -> dict[int, Merit]:
    """Return the tie-breaks of each seat at its table, in games that have such a rule of their own.

    Where they write a sheet for each hand, the hands are added up.
    """
    rows = SheetLine.objects.filter(
        sheet__table__round__tournament_id=tournament_id,
        sheet__status__in=ScoreSheet.COUNTED,
        tie_breaks__isnull=False,
    )
    found: dict[int, Merit] = {}
    for seat, breaks in rows.order_by().values_list("seat_id", "tie_breaks"):
        found[seat] = added(found.get(seat, ()), breaks or ())
    return found


def _merits(
    seats: list[SeatRow],
    points: dict[int, tuple[int, int]],
    tie_breaks: dict[int, Merit],
) -> dict[int, Merit]:
    """Return the numbers so far of those players of a table who have any."""
    return {
        seat.entry_id: (points[seat.seat_id][0], *tie_breaks.get(seat.seat_id, ()))
        for seat in seats
        if seat.seat_id in points
    }


def _pending(seats: list[SeatRow], merits: Mapping[int, Merit]) -> list[tuple[int, int]]:
    """The round and entry of each at a table who may still get a result there."""
    if seats[0].round_status != Round.Status.RUNNING:
        return []
    return [(seat.number, seat.entry_id) for seat in seats if seat.entry_id not in merits]


def _note_people(found: Played, seats: list[SeatRow]) -> None:
    found.names.update((seat.entry_id, seat.name) for seat in seats)
    if seats[0].kind == Round.Kind.PRELIMINARY:
        for seat in seats:  # by table, not by round
            first = found.seated_from.get(seat.entry_id, seat.number)
            found.seated_from[seat.entry_id] = min(first, seat.number)
    running = seats[0].round_status == Round.Status.RUNNING
    if running and seats[0].table_status != Table.Status.FINISHED:
        found.in_progress.update(seat.entry_id for seat in seats)


def _count_hands(found: Played, seats: list[SeatRow], points: dict[int, tuple[int, int]]) -> None:
    for seat in seats:
        if seat.seat_id in points:
            hands = points[seat.seat_id][1]
            found.tallies[seat.number, seat.entry_id] = Tally(hands=hands)
