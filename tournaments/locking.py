"""Row locks: the only module that takes them, in the order that ``lock_order`` declares.

A verb that changes an event, a tournament or a round locks it from the top down. A verb at a table
shares what is above the table and locks the table: tables never wait for one another, and nobody
changes a round under a hand that is being written. All of it is held until the transaction ends.

What is to be locked may be gone by then. That is a refusal, as another conductor was quicker, and
never an error.
"""

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from tournaments.errors import RoundGone, RowGone, SeatGone
from tournaments.lock_order import Level, Strength, check
from tournaments.models import (
    Call,
    ClockWarning,
    Entry,
    Event,
    FixtureGame,
    Phone,
    Player,
    Ranking,
    Round,
    Season,
    Session,
    StandingsState,
    Table,
    Tournament,
    with_is_played,
)
from tournaments.prepared import Prepared, Question, ask

M = TypeVar("M", bound=Model)

#: Django has no word for it.
SHARED = "FOR KEY SHARE"

TOURNAMENT = Prepared[Tournament](
    lambda pk: Tournament.objects.filter(pk=pk).order_by(), lock=SHARED
)
ROUND = Prepared[Round](lambda pk: Round.with_annulled.filter(pk=pk).order_by(), lock=SHARED)
TABLE = Prepared[Table](
    lambda pk: Table.objects.select_for_update(of=("self",), no_key=True).filter(pk=pk).order_by()
)
PLAYER = Prepared[Player](
    lambda pk: Player.objects.select_for_update(of=("self",), no_key=True).filter(pk=pk).order_by()
)
SESSION = Prepared[Session](
    lambda pk: (
        with_is_played(Session.objects.select_related("tournament"))
        .select_for_update(of=("self",), no_key=True)
        .filter(pk=pk)
        .order_by()
    )
)


# --- Seasons and events ---------------------------------------------------------------------------


def lock_season(season: Season) -> Season:
    """The season as it stands now."""
    return _one(Level.SEASON, Season.objects.all(), season.pk)


def lock_seasons() -> dict[int, Season]:
    """All seasons by key: as links between them change one at a time, they never make a circle."""
    return {found.pk: found for found in _all(Level.SEASON, Season.objects.all())}


def lock_ranking(pk: int) -> Ranking:
    """The ranking as it stands now. It is of one event and above it, as a season is above all: no
    transaction locks a season and a ranking."""
    return _one(Level.SEASON, Ranking.objects.all(), pk)


def lock_event(event: Event | int) -> Event:
    """The event as it stands now: its roster, its staff, its seals."""
    return _one(Level.EVENT, Event.objects.all(), event if isinstance(event, int) else event.pk)


# --- Tournaments and rounds -----------------------------------------------------------------------


def lock_tournament(tournament: Tournament | int) -> Tournament:
    """The tournament as it stands now, with its event. Its tables go on meanwhile."""
    pk = tournament if isinstance(tournament, int) else tournament.pk
    return _one(Level.TOURNAMENT, Tournament.objects.select_related("event"), pk)


def lock_settings(tournament: Tournament) -> Tournament:
    """As ``lock_tournament``, and its tables wait: what they play by is being changed."""
    query = Tournament.objects.select_related("event")
    return _one(Level.TOURNAMENT, query, tournament.pk, strength=Strength.FULL)


def lock_tournaments(
    event_id: int, *, strength: Strength = Strength.UPDATE
) -> dict[int, Tournament]:
    """All tournaments of an event by key, so that nobody is seated in two at the same moment."""
    all_of_event = Tournament.objects.filter(event_id=event_id)
    return {found.pk: found for found in _all(Level.TOURNAMENT, all_of_event, strength=strength)}


def lock_to_seat(tournament: Tournament) -> Tournament:
    """The tournament as it stands now, locked with all others of its event.

    So nobody is seated in two at the same moment, and no two conductors lock each other out.
    Raises RowGone.
    """
    locked = lock_tournaments(tournament.event_id)
    if tournament.pk not in locked:
        raise RowGone
    return locked[tournament.pk]


def share_tournament(pk: int) -> Tournament:
    """The tournament, which nobody takes away or changes the settings of. Raises RowGone."""
    check(Level.TOURNAMENT, [pk], Strength.SHARED)
    found = TOURNAMENT.first(pk)
    if found is None:
        raise RowGone
    return found


def lock_to_enter(tournaments: Iterable[Tournament]) -> list[Tournament]:
    """Tournaments as they stand now, which do not end while people are entered. Raises RowGone."""
    keys = [one.pk for one in tournaments]
    chosen = Tournament.objects.filter(pk__in=keys)
    found = {one.pk: one for one in _all(Level.TOURNAMENT, chosen)} if keys else {}
    if set(keys) - found.keys():
        raise RowGone
    return [found[pk] for pk in keys]


def lock_round(round_: Round | int) -> Round:
    """The round as it stands now, with its tournament; its tables wait. Raises RoundGone."""
    pk = round_ if isinstance(round_, int) else round_.pk
    found = Round.with_annulled.filter(pk=pk)
    tournament_id = found.values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise RoundGone
    return lock_round_of(lock_tournament(tournament_id), pk)


def lock_round_of(tournament: Tournament, pk: int) -> Round:
    """The round of a tournament that is locked already. Raises RoundGone."""
    try:
        found = _one(Level.ROUND, Round.with_annulled.all(), pk, strength=Strength.FULL)
    except RowGone:
        raise RoundGone from None
    found.tournament = tournament
    return found


def own_round(round_: Round) -> None:
    """A round that this transaction has made, with its tables: nobody else sees it before the
    commit, so to lock it waits for nobody, and can come after anything."""
    check(Level.ROUND, [round_.pk], Strength.FULL, waits=False)
    tables = sorted(round_.tables.values_list("pk", flat=True))
    check(Level.TABLE, tables, Strength.UPDATE, waits=False)


def lock_round_to_seat(round_: Round) -> Round:
    """The round as it stands now, after its event and all its tournaments. Raises RoundGone."""
    lock_event(round_.tournament.event_id)
    return lock_round_of(lock_to_seat(round_.tournament), round_.pk)


def lock_running_rounds(tournaments: dict[int, Tournament]) -> list[Round]:
    """The running rounds of tournaments that are locked already; their tables wait."""
    running = Round.objects.filter(tournament__in=tournaments, status=Round.Status.RUNNING)
    found = _all(Level.ROUND, running, strength=Strength.FULL)
    for round_ in found:
        round_.tournament = tournaments[round_.tournament_id]
    return found


# --- Tables ---------------------------------------------------------------------------------------


def lock_tables(round_: Round, *, only: Collection[int] | None = None) -> list[Table]:
    """The tables of a round that is locked already, or ``only`` those with these keys."""
    tables = Table.objects.filter(round_id=round_.pk)
    if only is not None:
        tables = tables.filter(pk__in=only)
    found = _all(Level.TABLE, tables)
    for table in found:
        table.round = round_
    return found


def lock_tables_of(rounds: Collection[Round]) -> dict[int, list[Table]]:
    """The tables of rounds that are locked already, by round."""
    by_key = {round_.pk: round_ for round_ in rounds}
    found: dict[int, list[Table]] = {key: [] for key in by_key}
    for table in _all(Level.TABLE, Table.objects.filter(round__in=by_key)):
        table.round = by_key[table.round_id]
        found[table.round_id].append(table)
    return found


def lock_table(table: Table, *questions: Question[Any]) -> tuple[Table, list[list[Any]]]:
    """The table as it stands now, with its round and tournament; and the answers to questions.

    All in one round trip, so that others wait for this table no longer than that takes:
    questions are answered after the table is locked. Raises RoundGone or SeatGone.
    """
    round_id, tournament_id = _above(table)
    check(Level.TOURNAMENT, [tournament_id], Strength.SHARED)
    check(Level.ROUND, [round_id], Strength.SHARED)
    check(Level.TABLE, [table.pk], Strength.UPDATE)
    tournaments, rounds, tables, *answers = ask(
        TOURNAMENT.of(tournament_id), ROUND.of(round_id), TABLE.of(table.pk), *questions
    )
    if not tournaments or not rounds:
        raise RoundGone
    if not tables:
        raise SeatGone
    (tournament,), (round_,), (locked,) = tournaments, rounds, tables
    if _has_tournament(table) and Tournament.event.is_cached(table.round.tournament):
        tournament.event = table.round.tournament.event
    round_.tournament, locked.round = tournament, round_
    return locked, answers


def _above(table: Table) -> tuple[int, int]:
    """The keys of the round and the tournament of a table; one query if they are not loaded."""
    if _has_tournament(table):
        return table.round_id, table.round.tournament_id
    keys = Table.objects.filter(pk=table.pk).values_list("round_id", "round__tournament_id").first()
    if keys is None:
        raise SeatGone
    return keys


def _has_tournament(table: Table) -> bool:
    return Table.round.is_cached(table) and Round.tournament.is_cached(table.round)


# --- Fixtures -------------------------------------------------------------------------------------


def lock_fixture_game(game: FixtureGame) -> FixtureGame:
    """The game of a fixture as it stands now, with its week; its tournament is shared."""
    share_tournament(game.fixture.week.fixture_list.tournament_id)
    related = ("fixture__week__fixture_list__tournament", "home__player", "away__player")
    return _one(Level.FIXTURE_GAME, FixtureGame.objects.select_related(*related), game.pk)


# --- People ---------------------------------------------------------------------------------------


def lock_player(player: Player) -> Player:
    """The player as the roster has them now."""
    return _one(Level.PLAYER, Player.objects.all(), player.pk)


def lock_players(keys: Iterable[int]) -> dict[int, Player]:
    """Players by key; those who are gone are missing."""
    found = _all(Level.PLAYER, Player.objects.filter(pk__in=set(keys)))
    return {player.pk: player for player in found}


def lock_session(session: Session | int) -> Session:
    """The session as it stands now, with its event and its tournament, after the people in it."""
    pk = session if isinstance(session, int) else session.pk
    query = with_is_played(Session.objects.select_related("event", "tournament"))
    return _one(Level.SESSION, query, pk)


def lock_place(
    player_id: int, session_id: int, *questions: Question[Any]
) -> tuple[Player, Session, list[list[Any]]]:
    """A player and then a session, with its tournament, as they stand now; and the answers to
    questions, which are asked after both are locked. All in one round trip. Raises RowGone.
    """
    check(Level.PLAYER, [player_id], Strength.UPDATE)
    check(Level.SESSION, [session_id], Strength.UPDATE)
    players, sessions, *answers = ask(PLAYER.of(player_id), SESSION.of(session_id), *questions)
    if not players or not sessions:
        raise RowGone
    return players[0], sessions[0], answers


def lock_sessions(sessions: QuerySet[Session]) -> list[Session]:
    """All sessions of a query, in the order of their keys."""
    return _all(Level.SESSION, sessions)


def lock_entry(entry: Entry) -> Entry:
    """The entry as it stands now, with its player and tournament."""
    return _one(Level.ENTRY, Entry.objects.select_related("player", "tournament"), entry.pk)


def lock_entries(entries: QuerySet[Entry]) -> list[Entry]:
    """All entries of a query, in the order of their keys."""
    return _all(Level.ENTRY, entries)


def lock_phone(phone: Phone) -> Phone:
    """The phone as it stands now, with its player."""
    return _one(Level.PHONE, Phone.objects.select_related("player"), phone.pk)


def lock_phones(phones: QuerySet[Phone]) -> list[Phone]:
    """All phones of a query, in the order of their keys."""
    return _all(Level.PHONE, phones)


def lock_call(call: Call) -> Call:
    """The call for a conductor as it stands now, with its table, event and seat."""
    related = ("table__round__tournament__event", "table__hall_table__room", "seat__entry__player")
    return _one(Level.CALL, Call.objects.select_related(*related), call.pk)


# --- Warnings of a clock --------------------------------------------------------------------------


def lock_warnings(warnings: QuerySet[ClockWarning]) -> list[ClockWarning]:
    """All warnings of a query: who is just sending one has sent it when this returns."""
    return _all(Level.WARNING, warnings)


def claim_warnings(warnings: QuerySet[ClockWarning], most: int) -> list[ClockWarning]:
    """The first warnings of a query, up to ``most``, but for those that somebody else has locked.

    The one writer of SQLite needs no lock.
    """
    if connection.features.has_select_for_update_skip_locked:
        warnings = warnings.select_for_update(skip_locked=True, of=("self",))
    found = list(warnings[:most])
    check(Level.WARNING, sorted(one.pk for one in found), Strength.FULL, waits=False)
    return found


# --- Standings ------------------------------------------------------------------------------------


def lock_standings(tournament_id: int) -> StandingsState:
    """How far the results and the standings of a tournament are; every report waits for this."""
    return _one(Level.STANDINGS, StandingsState.objects.all(), tournament_id)


# --- Shared steps ---------------------------------------------------------------------------------


def _one(level: Level, query: QuerySet[M], pk: int, *, strength: Strength = Strength.UPDATE) -> M:
    """Lock one row and read it. Raises RowGone."""
    check(level, [pk], strength)
    found = _locking(query, strength).filter(pk=pk).order_by().first()
    if found is None:
        raise RowGone
    return found


def _all(level: Level, query: QuerySet[M], *, strength: Strength = Strength.UPDATE) -> list[M]:
    """Lock all rows of a query, in the order of their keys, and read them."""
    found = list(_locking(query, strength).order_by("pk"))
    check(level, [one.pk for one in found], strength)
    return found


def _locking(query: QuerySet[M], strength: Strength) -> QuerySet[M]:
    return query.select_for_update(of=("self",), no_key=strength < Strength.FULL)
