"""The standings and the hands as files for spreadsheets and programs. Nothing there is private."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from fractions import Fraction
from typing import Any

import tablib
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.catalogue import GameInfo
from scoring import formatting
from tournaments.access.shown_results import ShownResults
from tournaments.models import Round, ScoreSheet, Tournament, in_counted_rounds
from tournaments.standings.columns import Kind, Shown, columns_in
from tournaments.standings.exporting import league
from tournaments.standings.showing import queries
from tournaments.texts import say


def _dataset(headers: Iterable[str], lines: Iterable[Iterable[Any]]) -> tablib.Dataset:
    data = tablib.Dataset(headers=list(headers))
    data.extend(list(line) for line in lines)
    return data


def _yes(value: bool) -> str:  # noqa: FBT001 - a cell
    return "yes" if value else "no"


def _moment(value: datetime | None) -> str:
    """A time in the event's time zone, to the second, with its offset; empty for None."""
    return timezone.localtime(value).isoformat(timespec="seconds") if value else ""


#: How a file has the values of a column that are not as they are there.
CELLS: dict[Kind, Callable[[Any], Any]] = {
    Kind.SCORE: formatting.rounded,
    Kind.EXACT: formatting.exact,
    Kind.YES_NO: _yes,
    Kind.TEXT: say,
}


def standings_data(tournament: Tournament, kind: str, shown: ShownResults) -> tablib.Dataset:
    """The standings for one of FORMATS: one line per player, best first, of the results so far
    that are shown.

    Two queries, or seven.
    """
    columns = columns_in(Shown[kind.upper()])
    lines = (
        [CELLS.get(column.kind, _as_it_is)(getattr(row, column.key)) for column in columns]
        for row in queries.rows_now(tournament, shown)
    )
    return _dataset([column.in_files for column in columns], lines)


def _as_it_is(value: Any) -> Any:
    return value


def hands_data(tournament: Tournament, shown: ShownResults) -> tablib.Dataset:
    """One line per player and hand, including voided and running hands, of the rounds that are
    shown. One query.

    In a league one per player and game of the fixtures, including those to be played.
    """
    if tournament.pairing == Tournament.Pairing.FIXTURES:
        return _dataset(league.GAMES_HEAD, map(_game_line, league.game_lines(tournament)))
    headers = (
        "round",
        "kind",
        "table",
        "hand",
        "dealt",
        "reported",
        "player",
        "points",
        "went out",
        "ended early",
        "status",
        "counts",
        "played by",
        "begun by",
    )
    sheets = (
        ScoreSheet.objects.filter(
            in_counted_rounds("table__round"), table__round__tournament=tournament
        )
        .order_by("table__round__number", "table__number", "number", "pk", "lines__seat__position")
        .values_list(
            "table__round__number",
            "table__round__kind",
            Coalesce("table__hall_table__number", "table__number"),
            "number",
            "dealt_at",
            "reported_at",
            "lines__seat__entry__player__name",
            "lines__points",
            "lines__seat_id",
            "went_out_id",
            "ended_early",
            "status",
            "lines__seat__helps",
            "lines__seat__played_by__name",
            "lines__seat__begun_by__name",
        )
    )
    if shown.last_round is not None:
        sheets = sheets.filter(table__round__number__lte=shown.last_round)
    game = tournament.info
    lines = (_hand_line(game, row) for row in sheets.iterator(chunk_size=2000))
    return _dataset(headers, lines)


def _status(key: str) -> str:
    """The word of the pages where it has another key, in every language: a program may read it."""
    return "agreed" if key == ScoreSheet.Status.CONFIRMED else key


def _game_line(row: tuple[Any, ...]) -> list[Any]:
    *cells, status = row
    return [*map(_game_cell, cells), _status(status)]


def _game_cell(value: Any) -> Any:
    match value:
        case None:
            return ""
        case bool():
            return _yes(value)
        case date():
            return value.isoformat()
        case Fraction():
            return float(value) if value.denominator > 1 else int(value)
    return value


def _hand_line(game: GameInfo, row: tuple[Any, ...]) -> tuple[Any, ...]:
    number, kind, table, hand, dealt, reported, player, points, seat, out, early, status, *who = row
    helps, played_by, begun_by = who
    return (
        number,
        Round.Kind(kind).value,
        table,
        hand,
        _moment(dealt),
        _moment(reported),
        player or "",
        "" if points is None else game.as_written(points),
        _yes(seat is not None and seat == out),
        _yes(early),
        _status(status),
        _yes(not helps and status in ScoreSheet.COUNTED),
        played_by or "",
        begun_by or "",
    )
