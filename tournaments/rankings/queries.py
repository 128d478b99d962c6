"""The read models of the pages of a ranking."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.conventions.profile_text import read_categories
from scoring.formatting import decimals
from tournaments.models import Event, Player, Ranking, RankingPart, RankingRow, Table, Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """A person's value in a category; it ``counts`` if it is among those of the total.

    It is shown with the ``decimals`` of its column.
    """

    value: str
    counts: bool
    decimals: int


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the ranking: ``shares`` its place or not, with a cell for each category."""

    row: RankingRow
    shares: bool
    cells: list[Cell | None]


@dataclass(frozen=True, slots=True)
class RankingPage:
    """The ranking as its page shows it. ``categories`` are names by key, in order.

    Totals have as many ``decimals`` as the longest of them needs.
    """

    categories: dict[str, str]
    decimals: int
    lines: list[Line]
    iron: list[RankingRow]
    parts: list[RankingPart]


def rankings_of(event: Event) -> list[Ranking]:
    """The rankings of an event; one query."""
    return list(event.rankings.order_by("pk"))


def counting_parts(ranking: Ranking) -> list[RankingPart]:
    """The tournaments that count, by name, without their games; one query."""
    parts = ranking.parts.defer("games").select_related("tournament__title", "tournament__event")
    return list(parts.order_by("tournament__name", "pk"))


def categories_of(ranking: Ranking, parts: list[RankingPart]) -> dict[str, str]:
    """The names of the categories by key, in order: of titles where each is a category."""
    if ranking.by_title:
        names = sorted({part.tournament.game_name for part in parts})
        return {name: name for name in names}
    return read_categories(ranking.categories)


def ranking_page(ranking: Ranking) -> RankingPage:
    """Two queries."""
    parts = counting_parts(ranking)
    categories = categories_of(ranking, parts)
    rows = list(ranking.rows.select_related("player").order_by("rank"))
    places = Counter(row.place for row in rows if row.place)
    most = max((row.iron_sum for row in rows), default=0)
    needed = {key: _needed(rows, key) for key in categories}
    return RankingPage(
        categories,
        decimals(Fraction(row.total) for row in rows),
        [Line(row, places[row.place or 0] > 1, _cells(row, needed)) for row in rows],
        iron=[row for row in rows if row.iron_sum == most and most],
        parts=parts,
    )


def _needed(rows: list[RankingRow], key: str) -> int:
    """The decimals of the column of a category."""
    found = (row.details["categories"].get(key) for row in rows)
    return decimals(Fraction(one["value"]) for one in found if one)


def _cells(row: RankingRow, needed: Mapping[str, int]) -> list[Cell | None]:
    """A cell for each category; ``needed`` has the decimals of their columns."""
    best = row.details["categories"]
    return [
        Cell(best[key]["value"], best[key]["counts"], shown) if key in best else None
        for key, shown in needed.items()
    ]


@dataclass(frozen=True, slots=True)
class Reason:
    """A game in somebody's ranking: what it gave, or the code of why it gave nothing."""

    table: Table | None
    category: str = ""
    value: str = "0"
    counts: bool = False
    refused: str = ""


@dataclass(frozen=True, slots=True)
class PersonPage:
    """Why somebody stands where they stand. ``below`` is the next row."""

    row: RankingRow
    best: list[Reason]
    finals: list[Reason]
    others: list[Reason]
    missing: int
    missing_of: list[str]
    below: RankingRow | None
    why: dict[str, Any] | None


def person_page(ranking: Ranking, player: Player) -> PersonPage | None:
    """Four queries; None for somebody who has no row."""
    row = ranking.rows.select_related("player__event").filter(player=player).first()
    if row is None:
        return None
    names = categories_of(ranking, counting_parts(ranking))
    said = row.details
    keys = [one["game"] for one in [*said["categories"].values(), *said["finals"]]]
    keys += [game for game, _why in said["not_counted"]]
    tables = tables_of(keys)
    missing = said["missing"] or {"count": 0, "of": []}
    return PersonPage(
        row=row,
        best=[
            Reason(tables.get(one["game"]), names.get(key, key), one["value"], one["counts"])
            for key, one in said["categories"].items()
        ],
        finals=[
            Reason(tables.get(one["game"]), value=one["value"], counts=True)
            for one in said["finals"]
        ],
        others=[Reason(tables.get(game), refused=why) for game, why in said["not_counted"]],
        missing=missing["count"],
        missing_of=[names.get(key, key) for key in missing["of"]],
        below=ranking.rows.select_related("player").filter(rank=row.rank + 1).first(),
        why=said["why"],
    )


@dataclass(frozen=True, slots=True)
class Mine:
    """Somebody's row in a ranking, and the categories that they still need."""

    row: RankingRow
    missing: int
    missing_of: list[str]


def mine(event: Event, player: Player) -> list[Mine]:
    """The rows of a player in the rankings of an event. One query, two for each that needs more."""
    rows = RankingRow.objects.filter(ranking__event=event, player=player)
    return [_mine(row) for row in rows.select_related("ranking__event").order_by("ranking")]


def _mine(row: RankingRow) -> Mine:
    missing = row.details["missing"]
    if not missing:
        return Mine(row, 0, [])
    names = categories_of(row.ranking, counting_parts(row.ranking))
    return Mine(row, missing["count"], [names.get(key, key) for key in missing["of"]])


def tables_of(keys: list[str]) -> dict[str, Table]:
    """The tables of games by their keys; one query."""
    tables = Table.objects.filter(pk__in=map(int, keys)).select_related(
        "hall_table__room", "round__tournament__event"
    )
    return {str(table.pk): table for table in tables}


def may_count(event: Event) -> list[Tournament]:
    """The tournaments of an event that have games at tables; one query."""
    found = event.tournaments.exclude(pairing=Tournament.Pairing.FIXTURES)
    return list(found.select_related("title").order_by("name", "pk"))
