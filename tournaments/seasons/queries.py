"""Reads about seasons; the size of a field changes no number of queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Exists, Expression, ExpressionWrapper, OuterRef
from django.utils.timezone import localdate

from scoring.formatting import decimals
from scoring.seasons import Decided
from tournaments.access.shown_results import keeps_back
from tournaments.models import (
    Adjustment,
    Event,
    FixtureGame,
    Round,
    Season,
    SeasonAdjustment,
    SeasonStanding,
    SeasonTournament,
    Standing,
    Tournament,
    User,
    with_questioned_rounds,
    with_shown_names,
)
from tournaments.seasons.people import KEY_COLUMNS, key, key_of
from tournaments.seasons.rules import is_over


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A tournament of a season, with its event, and whether it is over."""

    row: SeasonTournament
    is_over: bool

    @property
    def is_cancelled(self) -> bool:
        return self.row.tournament.status == Tournament.Status.CANCELLED


def season_parts(season: Season, *, at: datetime) -> list[SeasonPart]:
    """The tournaments of a season, the earliest first, without those of drafts; one query."""
    return parts_of([season.pk], at=at)[season.pk]


def parts_of(seasons: Collection[int], *, at: datetime) -> dict[int, list[SeasonPart]]:
    """The tournaments of each of some seasons, as ``season_parts`` has them; one query."""
    rows = (
        SeasonTournament.objects.filter(
            season__in=seasons, tournament__event__announced_at__isnull=False
        )
        .select_related("tournament__event", "tournament__standings_state")
        .annotate(plays=plays())
        .order_by("tournament__event__starts_on", "tournament_id")
    )
    found: dict[int, list[SeasonPart]] = {season: [] for season in seasons}
    for row in rows:
        over = is_tournament_over(row.tournament, plays=row.plays, at=at)
        found[row.season_id].append(SeasonPart(row, over))
    return found


def counting(season: Season, parts: Iterable[SeasonPart]) -> list[SeasonPart]:
    """Those of the tournaments of a season that count for it now."""
    return [
        part
        for part in parts
        if (part.is_over or (season.counts_running and not part.is_cancelled))
        and not keeps_back(part.row.tournament)
    ]


def plays() -> Expression:
    """Whether the tournament of a row has a round that is open, or a game of a league without a
    result, as a column of a query."""
    of_it = OuterRef("tournament")
    rounds = Round.objects.filter(tournament=of_it).exclude(status=Round.Status.CLOSED)
    games = FixtureGame.objects.filter(fixture__week__fixture_list__tournament=of_it)
    unsettled = games.exclude(status__in=FixtureGame.SETTLED).order_by()
    return ExpressionWrapper(Exists(rounds) | Exists(unsettled), BooleanField())


def is_tournament_over(tournament: Tournament, *, plays: bool, at: datetime) -> bool:
    """Whether the results of a tournament, read with its event, are final."""
    return is_over(
        finished=tournament.status == Tournament.Status.FINISHED,
        cancelled=tournament.status == Tournament.Status.CANCELLED,
        plays=plays,
        last_day=tournament.event.ends_on,
        today=localdate(at, tournament.event.zone),
    )


@dataclass(frozen=True, slots=True)
class PartRow:
    """A finish in a tournament of a season: the person, and their row of the standings."""

    tournament_id: int
    who: str
    player_id: int
    name: str
    place: int
    best_game: Fraction
    disqualified: bool


def finishes(season: Season) -> list[PartRow]:
    """The stored standings of a season's tournaments, of those who have played; one query."""
    out = Adjustment.objects.filter(
        entry=OuterRef("entry"), kind=Adjustment.Kind.DISQUALIFIED, taken_back_at=None
    )
    rows = (
        Standing.objects.filter(tournament__season_parts__season=season, games__gt=0)
        .annotate(out=Exists(out))
        .order_by("tournament_id", "rank")
        .values_list(
            "tournament_id",
            *(f"entry__player__{column}" for column in KEY_COLUMNS),
            "entry__player_id",
            "entry__player__name",
            "place",
            "measures",
            "out",
        )
    )
    return [
        PartRow(
            tournament,
            key(person, number, identity),
            player,
            name,
            place,
            Fraction(measures.get("best-score", 0)),
            out,
        )
        for tournament, person, number, identity, player, name, place, measures, out in rows
    ]


@dataclass(frozen=True, slots=True)
class SeasonColumn:
    """A tournament of a season as its page names it."""

    part_id: int
    tournament: Tournament
    category: str
    level: int
    is_over: bool
    is_cancelled: bool = False


@dataclass(slots=True)
class SeasonPage:
    """The rows of a season with a cell for each tournament: the result, or None.

    Totals have as many ``decimals`` as the longest of them needs, and so has each column.
    """

    decimals: int
    columns: list[SeasonColumn]
    rows: list[tuple[SeasonStanding, list[dict[str, Any] | None]]]
    iron: list[SeasonStanding]
    shared: set[int]
    adjustments: list[SeasonAdjustment]
    is_current: bool

    def counted(self, *, by_category: bool) -> int:
        """How many tournaments somebody has a result of, or how many categories these are in."""
        found = [
            column
            for number, column in enumerate(self.columns)
            if any(cells[number] for _row, cells in self.rows)
        ]
        if not by_category:
            return len(found)
        return len({column.category or column.tournament.pk for column in found})


def decisions(given: Iterable[SeasonAdjustment]) -> dict[str, Decided]:
    """Where decisions put people among equals, by the person's key."""
    return {
        key_of(one.player): Decided(one.given_at, int(one.points))
        for one in given
        if one.kind in SeasonAdjustment.ORDER
    }


def season_rows(season: Season) -> list[SeasonStanding]:
    """The rows of a season in order, with what to show of their names. One query."""
    rows = list(season.standings.select_related("player__event").order_by("rank"))
    with_shown_names(rows)
    return rows


def season_page(season: Season, *, at: datetime) -> SeasonPage:
    """Four queries, and one more if somebody has a penalty, is disqualified or shares a place."""
    parts = season_parts(season, at=at)
    columns = [
        SeasonColumn(
            part.row.pk,
            part.row.tournament,
            part.row.category,
            part.row.level,
            part.is_over,
            part.is_cancelled,
        )
        for part in parts
    ]
    with_questioned_rounds([column.tournament for column in columns])
    standings = season_rows(season)
    results = [{one["tournament"]: one for one in row.results} for row in standings]
    for column in columns:
        _align([one[key] for one in results if (key := column.tournament.pk) in one])
    rows = [
        (row, [mine.get(column.tournament.pk) for column in columns])
        for row, mine in zip(standings, results, strict=True)
    ]
    given = season.adjustments.filter(taken_back_at=None)
    counts = Counter(row.place for row, _cells in rows if row.place)
    shared = {place for place, count in counts.items() if count > 1}
    is_adjusted = any(row.is_disqualified or row.penalty != "0" for row, _cells in rows)
    return SeasonPage(
        decimals(Fraction(row.total) for row in standings),
        columns,
        rows,
        iron=[row for row, _cells in rows if row.is_iron],
        shared=shared,
        adjustments=list(given.select_related("player")) if is_adjusted or shared else [],
        is_current=_is_current(season, parts),
    )


def _align(results: Iterable[dict[str, Any]]) -> None:
    """Say of the results of one column how many decimals they are shown with."""
    results = list(results)
    shown = decimals(Fraction(one["value"]) for one in results)
    for one in results:
        one["decimals"] = shown


def is_current(season: Season, *, at: datetime) -> bool:
    """Whether its rows are those of the results as they are. Two queries."""
    return _is_current(season, season_parts(season, at=at))


def _is_current(season: Season, parts: Sequence[SeasonPart]) -> bool:
    """Whether its rows are those of the results as they are. One query."""
    standings = [part.row.tournament.standings_state for part in counting(season, parts)]
    mark = fingerprint(season, parts)
    return season.fingerprint == mark and all(one.is_current for one in standings)


def fingerprint(season: Season, parts: Sequence[SeasonPart]) -> str:
    """Fingerprint all that a season's rows depend on."""
    facts = [
        (
            part.row.pk,
            part.is_over,
            part.row.tournament.standings_state.standings_version,
            part.row.tournament.standings_state.standings_at,
            part.row.tournament.standings_state.people_version,
        )
        for part in parts
    ]
    return sha256(repr((season.version, facts)).encode()).hexdigest()


def may_be_added(season: Season, events: Iterable[int]) -> list[Tournament]:
    """Tournaments of ``events`` that do not count for a season yet, the latest first."""
    found = Tournament.objects.filter(event__in=events).exclude(season_parts__season=season)
    return list(found.select_related("event").order_by("-event__starts_on", "pk"))


def conducted_events(user: User | AnonymousUser) -> set[int]:
    """The events that an account may conduct; one query, none for the public."""
    if not user.is_authenticated:
        return set()
    events = Event.objects.all()
    if not user.is_superuser:
        events = events.filter(staff__user=user, staff__role__in=("owner", "conductor"))
    return set(events.values_list("pk", flat=True))
