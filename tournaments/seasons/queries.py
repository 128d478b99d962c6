"""Reads about people and seasons; the size of a field changes no number of queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Sum
from django.utils.timezone import localdate

from scoring.placement import Merit, places
from tournaments.models import (
    Adjustment,
    Event,
    Player,
    Round,
    ScoreSheet,
    Season,
    SeasonAdjustment,
    SeasonStanding,
    SeasonTournament,
    Seat,
    SheetLine,
    Standing,
    Table,
    Tournament,
    User,
)
from tournaments.registration.rules import loose
from tournaments.seasons.people import key, key_of, same_as
from tournaments.seasons.rules import is_over
from tournaments.standings.computing.sheets import STARTED


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a person. ``others`` are the other players with their points, best first."""

    table: Table
    at: datetime | None
    place: int | None
    points: int | None
    others: list[tuple[str, int | None]]


@dataclass(slots=True)
class Opponent:
    """A player met at tables: how often, and how often ahead of or behind the person."""

    name: str
    met: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(slots=True)
class PlayerRecord:
    """What a person played at all events: places, games newest first, and opponents."""

    standings: list[Standing] = field(default_factory=list)
    games: list[PlayedGame] = field(default_factory=list)
    opponents: list[Opponent] = field(default_factory=list)


def player_record(player: Player) -> PlayerRecord:
    """Five queries."""
    mine = set(Player.objects.filter(same_as(player)).values_list("pk", flat=True))
    standings = Standing.objects.filter(entry__player__in=mine)
    tables = list(
        Table.objects.filter(seats__entry__player__in=mine, round__status__in=STARTED)
        .select_related("round__tournament__event")
        .order_by("-round__started_at", "-pk")
    )
    seats = Seat.objects.filter(table__in=tables).select_related("entry__player")
    by_table: dict[int, list[Seat]] = {}
    for seat in seats.order_by("position"):
        by_table.setdefault(seat.table_id, []).append(seat)
    merits = _merits(tables)
    record = PlayerRecord(
        standings=list(
            standings.select_related("tournament__event").order_by("-tournament__created_at", "pk")
        )
    )
    opponents: dict[str, Opponent] = {}
    for table in tables:
        game = _game(table, by_table.get(table.pk, []), merits, mine, opponents)
        record.games.append(game)
    record.opponents = sorted(opponents.values(), key=lambda one: (-one.met, one.name.casefold()))
    return record


def _merits(tables: list[Table]) -> dict[int, tuple[int, ...]]:
    """The result of each seat that has one: its points, then its tie-breaks."""
    lines = SheetLine.objects.filter(
        sheet__table__in=tables, sheet__status__in=ScoreSheet.COUNTED
    ).order_by()
    found: dict[int, tuple[int, ...]] = {}
    for seat, points, breaks in lines.values_list("seat_id", "points", "tie_breaks"):
        found[seat] = (found.get(seat, (0,))[0] + points, *(breaks or ()))
    return found


def _game(
    table: Table,
    seats: list[Seat],
    merits: Mapping[int, Merit],
    mine: Collection[int],
    opponents: dict[str, Opponent],
) -> PlayedGame:
    held = places({seat.pk: merits[seat.pk] for seat in seats if seat.pk in merits})
    own = next(seat for seat in seats if seat.entry.player_id in mine)
    others = [seat for seat in seats if seat.pk != own.pk]
    others.sort(key=lambda seat: (held.get(seat.pk, (99,)), seat.position))
    for seat in others:
        _note_opponent(opponents, seat, merits.get(own.pk), merits.get(seat.pk))
    return PlayedGame(
        table=table,
        at=table.round.started_at,
        place=held[own.pk][0] if own.pk in held else None,
        points=merits[own.pk][0] if own.pk in merits else None,
        others=[(s.entry.player.name, merits[s.pk][0] if s.pk in merits else None) for s in others],
    )


def _note_opponent(
    opponents: dict[str, Opponent], seat: Seat, mine: Merit | None, theirs: Merit | None
) -> None:
    player = seat.entry.player
    found = opponents.setdefault(key_of(player), Opponent(player.name))
    found.met += 1
    if mine is not None and theirs is not None:
        found.ahead += theirs > mine
        found.behind += theirs < mine


def also_known(player: Player) -> list[Player]:
    """The other players who are the same person, with their events; one query."""
    others = Player.objects.filter(same_as(player)).exclude(pk=player.pk)
    return list(others.select_related("event").order_by("event__starts_on", "pk"))


def perhaps_the_same(player: Player, events: set[int]) -> list[Player]:
    """Players of other events, among ``events``, of the same name in plain letters; one query."""
    wanted = loose(player.name)
    others = Player.objects.filter(event__in=events).exclude(event=player.event_id)
    return [
        other
        for other in others.select_related("event").order_by("event__starts_on", "pk")
        if loose(other.name) == wanted and key_of(other) != key_of(player)
    ]


# --- Seasons --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeasonPart:
    """A tournament of a season, with its event, and whether it is over."""

    row: SeasonTournament
    is_over: bool


def season_parts(season: Season, *, at: datetime) -> list[SeasonPart]:
    """The tournaments of a season, the earliest first; one query."""
    open_rounds = Round.objects.filter(tournament=OuterRef("tournament")).exclude(
        status=Round.Status.CLOSED
    )
    rows = (
        season.parts.select_related("tournament__event", "tournament__standings_state")
        .annotate(plays=Exists(open_rounds))
        .order_by("tournament__event__starts_on", "tournament_id")
    )
    return [
        SeasonPart(
            row,
            is_over(
                finished=row.tournament.status == Tournament.Status.FINISHED,
                plays=row.plays,
                last_day=row.tournament.event.ends_on,
                today=localdate(at, row.tournament.event.zone),
            ),
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class PartRow:
    """A finish in a tournament of a season: the person, and their row of the standings."""

    tournament_id: int
    who: str
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
            "entry__player__person_id",
            "entry__player__identity",
            "entry__player__name",
            "place",
            "measures",
            "out",
        )
    )
    return [
        PartRow(
            tournament,
            key(person, identity),
            name,
            place,
            Fraction(measures.get("best-score", 0)),
            out,
        )
        for tournament, person, identity, name, place, measures, out in rows
    ]


@dataclass(frozen=True, slots=True)
class SeasonColumn:
    """A tournament of a season as its page names it."""

    part_id: int
    tournament: Tournament
    category: str
    level: int
    is_over: bool


@dataclass(slots=True)
class SeasonPage:
    """The rows of a season with a cell for each tournament: the result, or None."""

    columns: list[SeasonColumn]
    rows: list[tuple[SeasonStanding, list[dict[str, Any] | None]]]
    iron: list[SeasonStanding]
    shared: set[int]
    adjustments: list[SeasonAdjustment]


def season_page(season: Season, *, at: datetime) -> SeasonPage:
    """Two queries, and one more if somebody has a penalty or is disqualified."""
    columns = [
        SeasonColumn(
            part.row.pk, part.row.tournament, part.row.category, part.row.level, part.is_over
        )
        for part in season_parts(season, at=at)
    ]
    rows = []
    for row in season.standings.order_by("rank"):
        by_part = {result["tournament"]: result for result in row.results}
        rows.append((row, [by_part.get(column.tournament.pk) for column in columns]))
    given = season.adjustments.filter(taken_back_at=None)
    is_adjusted = any(row.is_disqualified or row.penalty != "0" for row, _cells in rows)
    counts = Counter(row.place for row, _cells in rows if row.place)
    return SeasonPage(
        columns,
        rows,
        iron=[row for row, _cells in rows if row.is_iron],
        shared={place for place, count in counts.items() if count > 1},
        adjustments=list(given.select_related("player")) if is_adjusted else [],
    )


def may_be_added(season: Season, events: Iterable[int]) -> list[Tournament]:
    """Tournaments of ``events`` that do not count for a season yet, the latest first."""
    found = Tournament.objects.filter(event__in=events).exclude(season_parts__season=season)
    return list(found.select_related("event").order_by("-event__starts_on", "pk"))


def conducted_events(user: User) -> set[int]:
    """The events that an account may conduct; one query."""
    events = Event.objects.all()
    if not user.is_superuser:
        events = events.filter(staff__user=user, staff__role__in=("owner", "conductor"))
    return set(events.values_list("pk", flat=True))


def people_mark() -> tuple[int | None, ...]:
    """A value that changes whenever people are merged or separated; one query."""
    merged = Player.objects.filter(person__isnull=False)
    return tuple(merged.aggregate(n=Count("pk"), mark=Sum(F("pk") * F("person_id"))).values())
