"""The results at the tables of a tournament, read once for each version of them."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from scoring.conventions.model import Game, Kind, Points
from tournaments.access.shown_results import keeps_back
from tournaments.models import Adjustment, Round, Seat, Session, Table, Tournament
from tournaments.standings.computing.sheets import points_by_seat, tie_breaks_by_seat


class _SeatRow(NamedTuple):
    table_id: int
    seat_id: int
    player_id: int
    number: int
    table_status: str
    round_id: int
    kind: str
    round_status: str
    started_at: Any
    session_kind: str | None
    position: int
    helps: bool


def games_of(tournament: Tournament) -> dict[str, Any]:
    """The games at the tables of a tournament, and who was disqualified there, as JSON.

    None while the tournament keeps results back: a total would tell them. Four queries. A seat
    without a line in any sheet has played nothing. Who only helps at a table holds a place there,
    under a number below zero.
    """
    if keeps_back(tournament):
        return {"points": _points(tournament), "games": [], "out": []}
    points = points_by_seat(tournament.pk)
    breaks = tie_breaks_by_seat(tournament.pk)
    games, top_tables = [], set()
    for _table, group in groupby(_seats(tournament.pk), key=lambda row: row.table_id):
        seats = list(group)
        merits = [
            [_key(seat), [points[seat.seat_id][0], *breaks.get(seat.seat_id, ())]]
            for seat in seats
            if seat.seat_id in points
        ]
        is_top = seats[0].round_id not in top_tables
        top_tables.add(seats[0].round_id)
        if merits:
            games.append(_game(seats[0], merits, is_top=is_top))
    return {"points": _points(tournament), "games": games, "out": _disqualified(tournament.pk)}


def _seats(tournament_id: int) -> Iterator[_SeatRow]:
    """The seats of rounds that started, by round and table: the first table of a round is its
    top table."""
    rows = (
        Seat.objects.filter(round__tournament_id=tournament_id, round__status__in=Round.STARTED)
        .order_by("round__number", "table__number", "position")
        .values_list(
            "table_id",
            "pk",
            "entry__player_id",
            "table__number",
            "table__status",
            "round_id",
            "round__kind",
            "round__status",
            "round__started_at",
            "round__session__kind",
            "position",
            "helps",
        )
    )
    return map(_SeatRow._make, rows)


def _key(seat: _SeatRow) -> int:
    return -seat.position if seat.helps else seat.player_id


def _game(seat: _SeatRow, merits: list[Any], *, is_top: bool) -> dict[str, Any]:
    kind = Kind.HEAT
    if seat.kind == Round.Kind.FINAL:
        kind = Kind.FINAL
    elif seat.session_kind == Session.Kind.PICK_UP:
        kind = Kind.PICK_UP
    is_open = seat.round_status == Round.Status.RUNNING
    return {
        "table": seat.table_id,
        "kind": kind.value,
        "began": int(seat.started_at.timestamp()) if seat.started_at else 0,
        "top": kind == Kind.FINAL and is_top,
        "running": is_open and seat.table_status != Table.Status.FINISHED,
        "merits": merits,
    }


def _points(tournament: Tournament) -> str:
    """How the numbers of its games are read."""
    if not tournament.info.counts_points:
        return Points.PLACES.value
    return Points.FEWER.value if tournament.info.fewer_is_better else Points.MORE.value


def _disqualified(tournament_id: int) -> list[int]:
    given = Adjustment.objects.filter(
        entry__tournament_id=tournament_id,
        kind=Adjustment.Kind.DISQUALIFIED,
        taken_back_at=None,
    )
    return sorted(given.values_list("entry__player_id", flat=True))


def as_games(read: dict[str, Any], *, title: str, category: str | None) -> Iterator[Game[int]]:
    """The games as scoring ranks them. In a game of places nobody has points."""
    points, out = Points(read.get("points", Points.MORE)), frozenset(read.get("out", ()))
    for game in read.get("games", ()):
        merits = {player: tuple(merit) for player, merit in game["merits"]}
        if points == Points.PLACES:
            merits = {player: (0, *merit) for player, merit in merits.items()}
        yield Game(
            key=str(game["table"]),
            title=title,
            category=category,
            kind=Kind(game["kind"]),
            began=game["began"],
            merits=merits,
            points=points,
            is_top=game["top"],
            is_running=game["running"],
            out=out,
        )
