"""The verbs of one person about a session: sign up, queue, come, leave.

Each locks the person, then the session; none takes the lock of the event. A place that becomes free
goes to the queue after the commit (``promoting``), as that locks other people.
"""

from datetime import datetime

from tournaments import holds, ledger, locking
from tournaments.ledger import Actor
from tournaments.models import Booking, Player, Session
from tournaments.prepared import Prepared, Question, ask
from tournaments.registration import services as registration
from tournaments.registration.rules import Said
from tournaments.signup import bookings, errors, promoting, rules
from tournaments.signup.rules import Obstacle
from tournaments.transactions import after_commit, atomic
from tournaments.verbs import Verb

State = Booking.State
BOOKING = Prepared[Booking](
    lambda session, player: Booking.objects.filter(session=session, player=player).order_by()
)


@atomic
def book(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Give a player a place in a session. Who has one, or is in the queue, stays as they are; who
    was offered one takes it.

    A conductor (``conducts``) may do it before sign-up opens and after it closes. Raises a
    SignUpRefused: SessionFull, BookedElsewhere, NotOpenYet, SignUpClosed …
    """
    player, session, booking, elsewhere = _lock_to_take(player, session)
    if booking and booking.state == State.OFFERED:
        return take_offer(session, player, by=by, at=at, conducts=conducts)
    if booking and booking.state in Booking.OPEN:
        return booking
    check(rules.to_sign_up(bookings.window_of(session), at, conducts=conducts), session, at)
    if session.is_full:
        refused = errors.NoPlaceForThem if conducts else errors.SessionFull
        raise refused(session=str(session))
    bookings.check_free(player, elsewhere, themselves=not conducts)
    booking = _begin(booking, session, player, _via(conducts=conducts), at)
    bookings.move(session, [booking], State.HELD, at=at)
    record(Verb.BOOK, session, player, by=by, at=at)
    return booking


@atomic
def join_queue(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Put a player at the end of the queue of a full session; if a place is free, they get it.

    Nobody in a queue is kept from other sessions; in an event where a place ends the waiting, who
    has one at that time joins no queue. Raises a SignUpRefused.
    """
    player, session, booking = _lock(player, session)
    if booking and booking.state in Booking.OPEN:
        return booking
    if not session.is_full:
        return book(session, player, by=by, at=at, conducts=conducts)
    check(rules.to_sign_up(bookings.window_of(session), at, conducts=conducts), session, at)
    bookings.check_may_wait(player, session, themselves=not conducts)
    booking = _begin(booking, session, player, _via(conducts=conducts), at)
    bookings.move(session, [booking], State.WAITING, at=at)
    record(Verb.JOIN_QUEUE, session, player, by=by, at=at)
    return booking


@atomic
def take_offer(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Take the place that is kept for somebody from the queue. Repeating it changes nothing.

    Raises OfferIsOver once its minutes have passed, unless a conductor (``conducts``) gives it, and
    BookedElsewhere.
    """
    player, session, booking, elsewhere = _lock_to_take(player, session)
    if booking and booking.has_place:
        return booking
    if booking is None or not is_kept(booking, at, conducts=conducts):
        raise errors.OfferIsOver(session=str(session))
    check(rules.any_obstacle(bookings.window_of(session), at), session, at)
    bookings.check_free(player, elsewhere, themselves=not conducts)
    bookings.move(session, [booking], State.HELD, at=at, via=_via(conducts=conducts))
    record(Verb.TAKE_OFFER, session, player, by=by, at=at)
    return booking


def is_kept(booking: Booking, at: datetime, *, conducts: bool) -> bool:
    """Whether somebody may still take the place that they were offered."""
    if booking.state != State.OFFERED or booking.offered_until is None:
        return False
    return conducts or at < booking.offered_until


@atomic
def cancel(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Give a place up before coming, pass on one that is offered, or leave the queue. Repeating it
    changes nothing.

    Whoever is taken out by somebody else (``conducts``) loses the place, and their booking says so.
    Raises NotBooked, or CheckedInAlready: who is here ``leave``s.
    """
    player, session, booking = _lock(player, session)
    if booking is None:
        raise errors.NotBooked(name=player.name, session=str(session))
    if booking.state == State.HERE:
        raise errors.CheckedInAlready(name=player.name)
    if booking.state not in Booking.OPEN:
        return booking
    verb = Verb.PASS_OFFER if booking.state == State.OFFERED else Verb.CANCEL_BOOKING
    if conducts and by.player != player:
        bookings.move(session, [booking], State.LOST, at=at, reason=Booking.Reason.CONDUCTOR)
    else:
        bookings.move(session, [booking], State.CANCELLED, at=at)
    record(verb, session, player, by=by, at=at)
    _promote_later(session, at)
    return booking


@atomic
def check_in(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Say that a player is here, from half an hour before the start.

    Who comes without a booking is a walk-up: they get a place if there is one, and else stand in
    the queue as somebody who is here. Who is in the queue stays there, and is the first to get what
    is released. A place makes the player an entry of the tournament that is checked in.

    Raises a SignUpRefused (TooEarly, BookedElsewhere …), or an EntryRefused of the tournament.
    """
    if session.tournament_id is not None:
        locking.share_tournament(session.tournament_id)
    player, session, booking, elsewhere = _lock_to_take(player, session)
    if booking and _is_here(booking, session):
        return booking
    booked = booking is not None and booking.state in Booking.OPEN
    obstacle = rules.to_be_here(bookings.window_of(session), at, conducts=conducts, booked=booked)
    check(obstacle, session, at)
    via = _via(conducts=conducts, walk_up=True)
    booking = booking if booked and booking else _begin(booking, session, player, via, at)
    has_place = booking.pk is not None and booking.has_place
    is_kept = booking.pk is not None and booking.state == State.OFFERED
    booking.here_at = booking.here_at or at
    if not has_place and not is_kept and session.is_full:
        bookings.check_may_wait(player, session, themselves=not conducts)
        bookings.move(session, [booking], State.WAITING, at=at)
        record(Verb.WAIT_HERE, session, player, by=by, at=at)
        return booking
    if not has_place:
        bookings.check_free(player, elsewhere, themselves=not conducts)
    bookings.move(session, [booking], State.HERE, at=at)
    if session.tournament is not None:
        registration.be_here(player, session.tournament, by=by, at=at)
    record(Verb.COME_TO_SESSION, session, player, by=by, at=at)
    return booking


@atomic
def come_new(
    session: Session, *, name: str, said: Said[int] = None, by: Actor, at: datetime
) -> Booking:
    """Put somebody on the roster who comes to a session, and say that they are here: both, or
    neither. Before people come, they get a place.

    ``said`` is whom the name means, where the roster has it. Raises as ``add_player``, and as
    ``check_in`` and ``book`` do.
    """
    player, _is_new = registration.add_player(session.event, name=name, said=said, by=by, at=at)
    return come_or_book(session, player, by=by, at=at)


def come_or_book(session: Session, player: Player, *, by: Actor, at: datetime) -> Booking:
    """Let somebody whom a conductor has before them be here, or have a place while it is early.

    Raises as ``check_in`` and ``book``.
    """
    verb = book if at < rules.here_from(session.starts_at) else check_in
    return verb(session, player, by=by, at=at, conducts=True)


@atomic
def leave(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Say that a player who was here has gone: their time is free, and so is the place.

    Raises NotBooked. Repeating it changes nothing; who has not come yet gives the place up.
    """
    player, session, booking = _lock(player, session)
    if booking is None:
        raise errors.NotBooked(name=player.name, session=str(session))
    if booking.state != State.HERE:
        return cancel(session, player, by=by, at=at, conducts=conducts)
    bookings.move(session, [booking], State.GONE, at=at)
    record(Verb.LEAVE_SESSION, session, player, by=by, at=at)
    _promote_later(session, at)
    return booking


@atomic
def give_up_all(player: Player, *, by: Actor, at: datetime) -> None:
    """Take a player out of every session and every queue: they are leaving the roster.

    A session that is cancelled does not bring them back if it takes place after all.
    """
    for booking in player.bookings.filter(state__in=Booking.OPEN).order_by("session_id"):
        leave(booking.session, player, by=by, at=at)
    cancelled = player.bookings.filter(state=State.LOST, reason=Booking.Reason.CANCELLED)
    cancelled.update(state=State.CANCELLED, reason="", at=at)


# --- Shared steps ---------------------------------------------------------------------------------


def _lock(player: Player, session: Session) -> tuple[Player, Session, Booking | None]:
    """A player, a session and the booking as they stand now. Raises RowGone or OfAnotherEvent."""
    player, session, (found,) = locking.lock_place(player.pk, session.pk, _mine(player, session))
    _check_event(player, session)
    return player, session, next(iter(found), None)


def _lock_to_take(
    player: Player, session: Session
) -> tuple[Player, Session, Booking | None, Session | None]:
    """As ``_lock``, and the session that the player is booked for at that time.

    It is asked for in the same round trip, by the time that the caller has seen: a session that was
    moved since then is asked for again.
    """
    seen, way = session, holds.in_the_way(player.pk, session)
    player, session, (found, holding) = locking.lock_place(
        player.pk, session.pk, _mine(player, session), way
    )
    _check_event(player, session)
    if holds.quarters_of(session) != holds.quarters_of(seen):
        (holding,) = ask(holds.in_the_way(player.pk, session))
    elsewhere = holding[0].session if holding else None
    return player, session, next(iter(found), None), elsewhere


def _mine(player: Player, session: Session) -> Question[Booking]:
    return BOOKING.of(session.pk, player.pk)


def _check_event(player: Player, session: Session) -> None:
    if player.event_id != session.event_id:
        raise errors.OfAnotherEvent(name=player.name)


def _is_here(booking: Booking, session: Session) -> bool:
    """Whether a player has said so already, and cannot get more by saying it again."""
    waits_here = booking.state == State.WAITING and booking.here_at is not None
    return booking.state == State.HERE or (waits_here and session.is_full)


def _begin(
    booking: Booking | None, session: Session, player: Player, via: str, at: datetime
) -> Booking:
    """A booking from its beginning: somebody who comes again is the last in the queue."""
    booking = booking or Booking(session=session, player=player)
    booking.via = via
    begin_again(booking, at)
    return booking


def begin_again(booking: Booking, at: datetime) -> None:
    """Forget what was before of a booking that is new, or that had ended."""
    booking.queued_at, booking.here_at, booking.together = at, None, None


def _via(*, conducts: bool, walk_up: bool = False) -> str:
    if walk_up:
        return Booking.Via.WALK_UP
    return Booking.Via.CONDUCTOR if conducts else Booking.Via.PLAYER


def check(obstacle: Obstacle | None, session: Session, at: datetime) -> None:
    """Raise the SignUpRefused of an obstacle at a moment."""
    if obstacle:
        raise bookings.refusal(obstacle, session, at)


def record(verb: Verb, session: Session, player: Player, *, by: Actor, at: datetime) -> None:
    """Record what somebody did about their place."""
    after = {"session": session, "id": session.pk}
    ledger.record_at_commit(session.event_id, verb, player, by=by, at=at, after=after)


def _promote_later(session: Session, at: datetime) -> None:
    """Give the free place to the queue after the commit; if that is lost, a worker does it."""
    if session.waiting:
        after_commit(promoting.promote, session.pk, at=at)
