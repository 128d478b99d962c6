"""Reads about people over many events; how much they played changes no number of queries."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet

from scoring.placement import Merit, added, places
from tournaments.access.roles import visible_events
from tournaments.access.shown_results import in_public
from tournaments.models import (
    Adjustment,
    Player,
    RankingRow,
    ScoreSheet,
    SeasonStanding,
    Seat,
    SheetLine,
    Standing,
    Table,
    User,
)
from tournaments.names import loose, name_key
from tournaments.seasons.people import key_of, same_as
from tournaments.seasons.queries import is_tournament_over, plays
from tournaments.standings.computing.adjusted import STARTED

PODIUM = 3


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
    player_id: int
    met: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Finished:
    """A person's row in the standings of a tournament. ``counts`` once the tournament is over."""

    row: Standing
    is_over: bool
    disqualified: bool

    @property
    def counts(self) -> bool:
        return self.is_over and not self.disqualified


@dataclass(frozen=True, slots=True)
class CareerLine:
    """The figures of a person in one game; in all games with ``game`` empty."""

    game: str
    events: int
    tournaments: int
    won: int
    podiums: int
    games: int
    games_won: int


@dataclass(slots=True)
class PlayerRecord:
    """Everything a person played at all events: places, games newest first, and opponents."""

    standings: list[Finished] = field(default_factory=list)
    seasons: list[SeasonStanding] = field(default_factory=list)
    rankings: list[RankingRow] = field(default_factory=list)
    games: list[PlayedGame] = field(default_factory=list)
    opponents: list[Opponent] = field(default_factory=list)


def player_record(player: Player, *, at: datetime) -> PlayerRecord:
    """Seven queries."""
    mine = _players(player)
    tables = list(
        Table.objects.filter(
            in_public("round__tournament__"),
            seats__entry__player__in=mine,
            seats__helps=False,
            round__status__in=STARTED,
        )
        .select_related("round__tournament__event", "round__tournament__title")
        .order_by("-round__started_at", "-pk")
    )
    seats = Seat.objects.filter(table__in=tables).select_related("entry__player")
    by_table: dict[int, list[Seat]] = {}
    for seat in seats.order_by("position"):
        by_table.setdefault(seat.table_id, []).append(seat)
    merits = _merits(tables)
    record = PlayerRecord(
        standings=_finished(mine, at),
        seasons=list(
            SeasonStanding.objects.filter(who=key_of(player))
            .select_related("season")
            .order_by("-season__created_at", "-season_id")
        ),
        rankings=list(
            RankingRow.objects.filter(player__in=mine)
            .exclude(ranking__event__announced_at=None)
            .select_related("ranking__event")
            .defer("details")
            .order_by("-ranking__event__starts_on", "ranking_id")
        ),
    )
    opponents: dict[str, Opponent] = {}
    for table in tables:
        game = _game(table, by_table.get(table.pk, []), merits, mine, opponents)
        record.games.append(game)
    record.opponents = sorted(opponents.values(), key=lambda one: (-one.met, name_key(one.name)))
    return record


def _players(player: Player) -> set[int]:
    """The players who are the same person, at any event."""
    return set(Player.objects.filter(same_as(player)).values_list("pk", flat=True))


def _finished(players: Collection[int], at: datetime) -> list[Finished]:
    """The rows of these players in standings, the newest first; one query."""
    out = Adjustment.objects.filter(
        entry=OuterRef("entry"), kind=Adjustment.Kind.DISQUALIFIED, taken_back_at=None
    )
    rows = (
        Standing.objects.filter(in_public("tournament__"), entry__player__in=players)
        .select_related("tournament__event", "tournament__title", "entry__player")
        .annotate(out=Exists(out), plays=plays())
        .order_by("-tournament__created_at", "-tournament_id", "pk")
    )
    return [
        Finished(row, is_tournament_over(row.tournament, plays=row.plays, at=at), row.out)
        for row in rows
    ]


def career(record: PlayerRecord) -> list[CareerLine]:
    """Return a person's figures in each game, and in all of them if there are several."""
    played: dict[str, str] = {}
    for one in record.standings:
        played.setdefault(one.row.tournament.game, one.row.tournament.game_name)
    lines = [_career_line(record, {key}, name) for key, name in played.items()]
    lines.sort(key=lambda line: (-line.games, line.game))
    return lines if len(lines) < 2 else [*lines, _career_line(record, set(played), "")]


def _career_line(record: PlayerRecord, keys: Collection[str], name: str) -> CareerLine:
    rows = [one for one in record.standings if one.row.tournament.game in keys]
    tables = [one for one in record.games if one.table.round.tournament.game in keys]
    final = [one.row.place for one in rows if one.counts and one.row.games]
    return CareerLine(
        game=name,
        events=len({one.row.tournament.event_id for one in rows if one.row.games}),
        tournaments=sum(one.row.games > 0 for one in rows),
        won=final.count(1),
        podiums=sum(place <= PODIUM for place in final),
        games=len(tables),
        games_won=sum(one.place == 1 for one in tables),
    )


# --- Two people -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Balance:
    """How often one person was ahead of another, behind, or level."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    def note(self, *, ahead: bool, behind: bool) -> None:
        """Add one comparison."""
        self.ahead += ahead
        self.behind += behind
        self.level += not (ahead or behind)


@dataclass(frozen=True, slots=True)
class Encounter:
    """A table at which two people sat: places and points of both, None without a result."""

    table: Table
    places: tuple[int | None, int | None]
    points: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class SharedTournament:
    """A tournament in whose standings both people are."""

    mine: Finished
    theirs: Finished


@dataclass(slots=True)
class HeadToHead:
    """All games and tournaments of two people, the newest first, and who was ahead how often."""

    games: list[Encounter] = field(default_factory=list)
    tournaments: list[SharedTournament] = field(default_factory=list)
    in_games: Balance = field(default_factory=Balance)
    in_tournaments: Balance = field(default_factory=Balance)


def head_to_head(one: Player, other: Player, *, at: datetime) -> HeadToHead:
    """Seven queries."""
    mine, theirs = _players(one), _players(other)
    tables = list(
        Table.objects.filter(in_public("round__tournament__"), round__status__in=STARTED)
        .filter(pk__in=_seats_of(mine).values("table"))
        .filter(pk__in=_seats_of(theirs).values("table"))
        .select_related("round__tournament__event", "round__tournament__title")
        .order_by("-round__started_at", "-pk")
    )
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables).select_related("entry").order_by("position"):
        seats.setdefault(seat.table_id, []).append(seat)
    merits = _merits(tables)
    found = HeadToHead()
    for table in tables:
        _note_encounter(found, table, seats[table.pk], merits, (mine, theirs))
    rows = {finish.row.tournament_id: finish for finish in _finished(theirs, at)}
    for finish in _finished(mine, at):
        if finish.row.tournament_id in rows:
            _note_tournament(found, finish, rows[finish.row.tournament_id])
    return found


def _seats_of(players: Collection[int]) -> QuerySet[Seat]:
    """The seats of a person whose results count for them."""
    return Seat.objects.filter(entry__player__in=players, helps=False)


def _note_encounter(
    found: HeadToHead,
    table: Table,
    seats: list[Seat],
    merits: Mapping[int, Merit],
    people: tuple[Collection[int], Collection[int]],
) -> None:
    held = places({seat.pk: merits[seat.pk] for seat in seats if seat.pk in merits})
    mine, theirs = (
        next(seat.pk for seat in seats if seat.entry.player_id in players) for players in people
    )
    pair = (mine, theirs)
    found.games.append(
        Encounter(
            table,
            places=(_first(held, mine), _first(held, theirs)),
            points=(_written(table, merits, mine), _written(table, merits, theirs)),
        )
    )
    if all(seat in merits for seat in pair):
        one, other = merits[mine], merits[theirs]
        found.in_games.note(ahead=one > other, behind=one < other)


def _first(values: Mapping[int, tuple[int, ...]], seat: int) -> int | None:
    return values[seat][0] if seat in values else None


def _written(table: Table, merits: Mapping[int, Merit], seat: int) -> int | None:
    """The points of a seat as its table wrote them down; None without a result."""
    return table.round.tournament.info.as_written(merits[seat][0]) if seat in merits else None


def _note_tournament(found: HeadToHead, mine: Finished, theirs: Finished) -> None:
    found.tournaments.append(SharedTournament(mine, theirs))
    if mine.is_over and mine.row.games and theirs.row.games:
        # The disqualified stand behind all others.
        one, other = mine.row.place, theirs.row.place
        found.in_tournaments.note(ahead=one < other, behind=one > other)


# --- Games ----------------------------------------------------------------------------------------


def _merits(tables: list[Table]) -> dict[int, tuple[int, ...]]:
    """The result of each seat that has one: its points, then its tie-breaks."""
    lines = SheetLine.objects.filter(
        sheet__table__in=tables, sheet__status__in=ScoreSheet.COUNTED
    ).order_by()
    found: dict[int, tuple[int, ...]] = {}
    for seat, points, breaks in lines.values_list("seat_id", "points", "tie_breaks"):
        found[seat] = added(found.get(seat, ()), (points, *(breaks or ())))
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
        if seat.helps:
            continue
        _note_opponent(opponents, seat, merits.get(own.pk), merits.get(seat.pk))
    return PlayedGame(
        table=table,
        at=table.round.started_at,
        place=held[own.pk][0] if own.pk in held else None,
        points=_written(table, merits, own.pk),
        others=[(seat.entry.player.name, _written(table, merits, seat.pk)) for seat in others],
    )


def _note_opponent(
    opponents: dict[str, Opponent], seat: Seat, mine: Merit | None, theirs: Merit | None
) -> None:
    player = seat.entry.player
    found = opponents.setdefault(key_of(player), Opponent(player.name, player.pk))
    found.met += 1
    if mine is not None and theirs is not None:
        found.ahead += theirs > mine
        found.behind += theirs < mine


def also_known(player: Player, user: User | AnonymousUser) -> list[Player]:
    """The other players who are the same person, with their events, of those that an account may
    know of; one query."""
    others = Player.objects.filter(same_as(player)).exclude(pk=player.pk)
    others = others.filter(event__in=visible_events(user))
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
