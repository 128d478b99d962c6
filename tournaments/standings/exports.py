"""The standings and the hands as CSV, for spreadsheets. Nothing in them is private."""

from collections.abc import Iterable
from datetime import datetime

import tablib
from django.utils import timezone

from scoring import shown
from tournaments.models import Round, ScoreSheet
from tournaments.standings import queries

#: A text that begins with one of these is a formula to some spreadsheet.
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")  # noqa: RUF001 - the wide ones are meant


def safe(value):
    """``value`` as a cell that no spreadsheet takes for a formula; numbers stay numbers."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return value


def _csv(headers: Iterable[str], lines: Iterable[Iterable]) -> bytes:
    """UTF-8 with the mark by which spreadsheets know it, so that accents survive."""
    data = tablib.Dataset(headers=list(headers))
    data.extend([safe(value) for value in line] for line in lines)
    return data.export("csv").encode("utf-8-sig")


def _yes(value: bool) -> str:  # noqa: FBT001 - a cell
    return "yes" if value else "no"


def _moment(value: datetime | None) -> str:
    """A moment at the event's place, to the second, with its offset."""
    return timezone.localtime(value).isoformat(timespec="seconds") if value else ""


def standings_csv(tournament) -> bytes:
    """One line per player, best first; the score rounded and exact. One query."""
    headers = (
        "place",
        "player",
        "handle",
        "home town",
        "score",
        "exact score",
        "wins",
        "game points",
        "games",
        "hands",
        "playing now",
    )
    lines = (
        (
            row.place,
            row.name,
            row.handle,
            row.home_town,
            shown.rounded(row.score),
            shown.exact(row.score),
            row.wins,
            row.game_points,
            row.games,
            row.hands,
            _yes(row.in_progress),
        )
        for row in queries.rows(tournament)
    )
    return _csv(headers, lines)


def hands_csv(tournament) -> bytes:
    """One line per player and hand, voided hands and hands being played too. One query."""
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
    )
    sheets = (
        ScoreSheet.objects.filter(table__round__tournament=tournament)
        .order_by("table__round__number", "table__number", "number", "pk", "lines__seat__position")
        .values_list(
            "table__round__number",
            "table__round__kind",
            "table__number",
            "number",
            "dealt_at",
            "reported_at",
            "lines__seat__entry__player__name",
            "lines__points",
            "lines__seat_id",
            "went_out_id",
            "ended_early",
            "status",
        )
    )
    return _csv(headers, (_hand_line(row) for row in sheets.iterator(chunk_size=2000)))


def _hand_line(row: tuple) -> tuple:
    number, kind, table, hand, dealt, reported, player, points, seat, out, early, status = row
    return (
        number,
        Round.Kind(kind).value,
        table,
        hand,
        _moment(dealt),
        _moment(reported),
        player or "",
        "" if points is None else points,
        _yes(seat is not None and seat == out),
        _yes(early),
        ScoreSheet.Status(status).value,
    )
