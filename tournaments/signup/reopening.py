"""The time of people and tables whose game of a session goes on after it had ended.

Time that was freed is taken again, where nobody else has it by now. As ``finishing`` does, this
comes after the commit: commands at tables hold the locks of tables, not of people.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments import holds, locking
from tournaments.models import Booking, Round, Seat, Session, Table
from tournaments.models.seats import SITTING
from tournaments.names import by_name
from tournaments.signup import bookings, errors
from tournaments.timetable.errors import TableTaken
from tournaments.transactions import after_commit, atomic
from tournaments.wording import clock_time

State = Booking.State
#: A round at whose tables people still sit.
GOES_ON = (Round.Status.PUBLISHED, Round.Status.RUNNING)


def take_again_later(round_: Round, tables: Iterable[Table], *, at: datetime) -> None:
    """Once this is committed, take what was freed since games at these tables of a round ended.

    To be called while the tables still say when that was; those that have not ended are left out.
    """
    ended = {one.pk: one.ended_at for one in tables if one.status == Table.Status.FINISHED}
    if round_.session_id is not None and ended:
        after_commit(take_again, round_.session_id, ended, at=at)


def take_tables_later(round_: Round) -> None:
    """Once the annulment of a round is committed, take the hall tables again that it had freed.

    The games at them are to be played again. Its people are here for that once they are checked in.
    """
    if round_.session_id is not None:
        after_commit(take_tables, round_.session_id)


@atomic
def take_tables(session_id: int) -> None:
    """Take, of the hall tables that a session needs, those that nobody has."""
    event_id = Session.objects.values_list("event_id", flat=True).get(pk=session_id)
    locking.lock_event(event_id)  # nobody else takes a hall table meanwhile
    session = locking.lock_session(session_id)
    if session.cancelled_at is None:
        holds.take_free_tables(session)


@atomic
def take_again(session_id: int, ended: Mapping[int, datetime | None], *, at: datetime) -> None:
    """Take the time of people and hall tables whose games in a session had ended and go on.

    ``ended`` says when, by the keys of their tables. Whoever had left before that stays away. So
    does whoever has another place at that time by now, or whose place somebody else has got: their
    game goes on without a booking.
    """
    event_id = Session.objects.values_list("event_id", flat=True).get(pk=session_id)
    locking.lock_event(event_id)  # nobody else takes a hall table meanwhile
    sitting = Seat.objects.filter(table__in=ended).order_by().values_list(SITTING, flat=True)
    locked = locking.lock_players(sitting)
    session = locking.lock_session(session_id)
    if session.cancelled_at is not None:
        return
    freed = _freed(session, locked, ended)
    busy = holds.busy_players([one.player_id for one in freed], session)
    back = [one for one in freed if one.player_id not in busy][: session.places_left]
    if back:
        bookings.move(session, back, State.HERE, at=at)
    holds.take_free_tables(session)


def _freed(
    session: Session, players: Collection[int], ended: Mapping[int, datetime | None]
) -> list[Booking]:
    """The bookings of some people that ended with games which go on."""
    seats = Seat.objects.filter(table__in=ended, round__status__in=GOES_ON)
    going = seats.exclude(table__status=Table.Status.FINISHED).order_by()
    since = {player: ended[table] for player, table in going.values_list(SITTING, "table")}
    gone = session.bookings.filter(state=State.GONE, player__in=players).order_by("player_id")
    return [one for one in gone if (end := since.get(one.player_id)) and one.at >= end]


# --- What others have by now ----------------------------------------------------------------------


def not_taken(round_: Round) -> list[str]:
    """Who plays a game of a session without a place in it, and whose tables others have, and why.

    A sentence for each. They could not be taken again when their game went on, or left it. Five
    queries at most; none where the round is of no session, or nobody sits at its tables yet, or any
    more.
    """
    if round_.session is None or round_.status not in GOES_ON:
        return []
    session = round_.session
    going = round_.tables.exclude(status=Table.Status.FINISHED).order_by()
    return [*_without_a_place(session, going), *_at_tables_of_others(session, going)]


def _without_a_place(session: Session, going: QuerySet[Table]) -> Iterator[str]:
    sitting = Seat.objects.filter(table__in=going).order_by().values_list(SITTING)
    gone = session.bookings.filter(state=State.GONE, player__in=sitting).select_related("player")
    found = by_name(gone, lambda one: one.player.shown_name)
    busy = holds.busy_players([one.player_id for one in found], session) if found else {}
    for one in found:
        name, elsewhere = one.player.shown_name, busy.get(one.player_id)
        if elsewhere:
            yield str(
                errors.SomeoneBookedElsewhere(
                    name=name, session=str(elsewhere), **_from_to(elsewhere)
                )
            )
        elif session.is_full:
            said = _("%(name)s has no place in %(session)s any more: it is full.")
            yield said % {"name": name, "session": session}


def _at_tables_of_others(session: Session, going: QuerySet[Table]) -> Iterator[str]:
    for hold in holds.of_others(session, going.values("hall_table")):
        yield str(
            TableTaken(
                number=hold.hall_table.number, session=str(hold.session), **_from_to(hold.session)
            )
        )


def _from_to(session: Session) -> dict[str, str]:
    return {"start": clock_time(session.starts_at), "end": clock_time(session.ends_at)}
