"""The quarters of an hour that people and hall tables are taken for: only this module writes them.

One row stands for one quarter of one person, or of one table, and is unique: so nobody is in two
places, whatever is done at the same moment (``docs/decisions``). Each function says which locks its
caller holds. Under them a clash is found before it is written, and so can be named; the constraint
refuses what came past them.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from tournaments import at_commit
from tournaments.models import (
    Booking,
    HallTable,
    PlayerHold,
    Round,
    Session,
    Table,
    TableHold,
)
from tournaments.prepared import Prepared, Question

SECONDS = 15 * 60
#: So many rows are written in one statement.
BATCH = 500
IN_THE_WAY = Prepared[PlayerHold](
    lambda player, first, end, session: (
        PlayerHold.objects.filter(player=player, quarter__gte=first, quarter__lt=end)
        .exclude(session=session)
        .select_related("session__tournament")
        .order_by("quarter")[:1]
    )
)


def quarters(starts_at: datetime, ends_at: datetime) -> range:
    """The quarters from one moment to another, each a number; one that is begun is taken whole."""
    first, end = int(starts_at.timestamp()), int(ends_at.timestamp())
    return range(first // SECONDS, -(-end // SECONDS))


def quarters_of(session: Session) -> range:
    return quarters(session.starts_at, session.ends_at)


# --- People ---------------------------------------------------------------------------------------


def in_the_way(player_id: int, session: Session) -> Question[PlayerHold]:
    """The question for the first other session of a person at the time of ``session``.

    The answer stays so while the caller has the player locked.
    """
    taken = quarters_of(session)
    return IN_THE_WAY.of(player_id, taken.start, taken.stop, session.pk)


def quarters_taken(player_id: int, since: datetime) -> set[int]:
    """The quarters of an hour from a moment on in which a person is booked. One query."""
    first = int(since.timestamp()) // SECONDS
    taken = PlayerHold.objects.filter(player=player_id, quarter__gte=first)
    return set(taken.values_list("quarter", flat=True))


def busy_players(players: Collection[int], session: Session) -> dict[int, Session]:
    """Those of some people who are booked elsewhere at the time of a session, and where."""
    return {
        hold.player_id: hold.session for hold in _clashing(players, session).order_by("-quarter")
    }


def _clashing(players: Collection[int], session: Session) -> QuerySet[PlayerHold]:
    taken = quarters_of(session)
    return (
        PlayerHold.objects.filter(
            player__in=players, quarter__gte=taken.start, quarter__lt=taken.stop
        )
        .exclude(session=session.pk)
        .select_related("session__tournament")
        .order_by("quarter")
    )


def take_for_players(session: Session, players: Iterable[int]) -> None:
    """Take the time of a session for people who have it free. They are locked, then the session."""
    PlayerHold.objects.bulk_create(_holds(session, players), batch_size=BATCH)


def take_for_player(session: Session, player: int) -> None:
    """As ``take_for_players`` for one person, with the COMMIT."""
    rows = [(player, quarter, session.pk) for quarter in quarters_of(session)]
    at_commit.insert_values(PlayerHold, ("player", "quarter", "session"), rows)


def _holds(session: Session, players: Iterable[int]) -> list[PlayerHold]:
    taken = quarters_of(session)
    return [
        PlayerHold(player_id=player, quarter=quarter, session_id=session.pk)
        for player in sorted(players)
        for quarter in taken
    ]


def free_players(session: Session, players: Collection[int] | None = None) -> None:
    """Give the time of a session back: to some people, or to all. They are locked before it."""
    held = PlayerHold.objects.filter(session=session)
    (held if players is None else held.filter(player__in=players)).delete()


# --- Tables ---------------------------------------------------------------------------------------


def table_in_the_way(session: Session) -> TableHold | None:
    """The first table of a session that another one has at its time. One query.

    It stays so while the caller has the event locked.
    """
    taken = quarters_of(session)
    return (
        TableHold.objects.filter(
            hall_table__in=tables_of(session),
            quarter__gte=taken.start,
            quarter__lt=taken.stop,
        )
        .exclude(session=session.pk)
        .select_related("session__tournament", "hall_table")
        .order_by("hall_table__number", "quarter")
        .first()
    )


def of_others(session: Session, tables: QuerySet[Any]) -> list[TableHold]:
    """Of some hall tables (keys) that others have at the time of a session, each with the first of
    them. One query."""
    taken = quarters_of(session)
    others = TableHold.objects.filter(
        hall_table__in=tables, quarter__gte=taken.start, quarter__lt=taken.stop
    ).exclude(session=session.pk)
    rows = others.select_related("session__tournament", "hall_table")
    found = {hold.hall_table_id: hold for hold in rows.order_by("-quarter")}
    return sorted(found.values(), key=lambda hold: hold.hall_table.number)


def tables_of(session: Session) -> QuerySet[HallTable]:
    """The hall tables that a session says it is played at."""
    if session.first_table is None:
        return HallTable.objects.none()
    numbers = (session.first_table, session.last_table)
    return HallTable.objects.filter(event=session.event_id, number__range=numbers)


def tables_taken(session: Session) -> frozenset[int]:
    """The numbers of the hall tables that others have at the time of a session. One query."""
    taken = quarters_of(session)
    others = TableHold.objects.filter(
        hall_table__event=session.event_id, quarter__gte=taken.start, quarter__lt=taken.stop
    ).exclude(session=session.pk)
    return frozenset(others.values_list("hall_table__number", flat=True))


def take_tables(session: Session) -> None:
    """Take the tables of a session for its time, where its games go on. The event is locked."""
    _take_tables(session, needed_tables(session))


def _take_tables(session: Session, tables: QuerySet[HallTable]) -> None:
    taken = quarters_of(session)
    TableHold.objects.bulk_create(
        [
            TableHold(hall_table_id=table, quarter=quarter, session=session)
            for table in tables.order_by("pk").values_list("pk", flat=True)
            for quarter in taken
        ],
        batch_size=BATCH,
    )


def take_free_tables(session: Session) -> None:
    """Take again, of the tables at which the games of a session go on, those that nobody has.

    The event is locked, then the session.
    """
    taken = quarters_of(session)
    held = TableHold.objects.filter(quarter__gte=taken.start, quarter__lt=taken.stop)
    _take_tables(session, needed_tables(session).exclude(pk__in=held.values("hall_table")))


def free_tables(session: Session) -> None:
    """Give the tables of a session back. The event is locked."""
    TableHold.objects.filter(session=session).delete()


def free_finished_tables(session: Session) -> None:
    """Give the tables of a session back at which its games have ended. The session is locked."""
    needed = needed_tables(session).values("pk")
    TableHold.objects.filter(session=session).exclude(hall_table__in=needed).delete()


def needed_tables(session: Session) -> QuerySet[HallTable]:
    """The tables of a session at which its games go on; none once its round is closed."""
    tables = tables_of(session)
    if Round.objects.filter(session=session, status=Round.Status.CLOSED).exists():
        return tables.none()
    ended = Table.objects.filter(
        round__session=session, hall_table=OuterRef("pk"), status=Table.Status.FINISHED
    ).exclude(round__status=Round.Status.ANNULLED)
    return tables.filter(~Exists(ended))


# --- From a file ----------------------------------------------------------------------------------


def rebuild(event_id: int) -> None:
    """Write what follows from the sessions of an event that was read from a file, and bookings.

    These are the holds, the counters, and the names of rounds. A table at which a game goes on that
    had ended may be that of another session by then (``take_free_tables``).

    Raises IntegrityError if they put a person or a table in two places, or too many in a session.
    """
    sessions = Session.objects.filter(event=event_id).order_by("pk")
    begun = set(sessions.exclude(round__started_at=None).values_list("pk", flat=True))
    for session in sorted(sessions, key=lambda one: one.pk in begun):
        for round_ in Round.objects.filter(session=session):
            round_.name_by(session)
            round_.save(update_fields=["heat", "called", "is_pick_up"])
        states = list(session.bookings.values_list("player", "state"))
        placed = [player for player, state in states if state in Booking.PLACED]
        take_for_players(session, placed)
        if session.cancelled_at is None:
            (take_free_tables if session.pk in begun else take_tables)(session)
        session.taken = len(placed)
        session.waiting = sum(state == Booking.State.WAITING for _player, state in states)
        session.offered = sum(state == Booking.State.OFFERED for _player, state in states)
        session.save(update_fields=["taken", "waiting", "offered"])
        _count_parties(session)


def _count_parties(session: Session) -> None:
    for party in session.party_bookings.order_by("pk"):
        found = list(party.bookings.values_list("state", flat=True))
        party.placed = sum(state in Booking.PLACED for state in found)
        party.queued = sum(state in Booking.QUEUED for state in found)
        party.save()
