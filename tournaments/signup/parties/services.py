"""The verbs of friends: make, join and leave a party; sign up for a session together.

Each locks all the people of the party, so it stays as it is; then the session, if there is one.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from tournaments import holds, ledger, locking
from tournaments.errors import RowGone
from tournaments.ledger import Actor
from tournaments.models import Booking, Party, PartyBooking, PartyMember, Player, Session
from tournaments.signup import bookings, errors, promoting, rules
from tournaments.signup import services as places
from tournaments.signup.parties import queries
from tournaments.timetable.hall.codes import CODE_ALPHABET, CODE_LENGTH
from tournaments.transactions import atomic
from tournaments.verbs import Verb

State = Booking.State


@atomic
def make_party(player: Player, *, by: Actor, at: datetime) -> Party:
    """Make a party that others join by its code. Who is in one already stays there."""
    player = locking.lock_player(player)
    if found := queries.party_of(player):
        return found
    party = Party.objects.create(event_id=player.event_id, code=_new_code(player.event_id))
    PartyMember.objects.create(party=party, player=player, number=1)
    ledger.record(player.event_id, Verb.MAKE_PARTY, player, by=by, at=at)
    return party


def _new_code(event_id: int) -> str:
    """A code that no party of the event has, as easy to say aloud as those of tables."""
    while True:
        code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))
        if not Party.objects.filter(event=event_id, code=code).exists():
            return code


@atomic
def join_party(player: Player, code: str, *, by: Actor, at: datetime) -> Party:
    """Join the party that has a code. Repeating it changes nothing.

    Raises NoSuchParty, InAnotherParty or PartyFull.
    """
    parties = Party.objects.filter(event=player.event_id, code=code.strip().upper())
    members = PartyMember.objects.filter(party__in=parties)
    locking.lock_players([player.pk, *members.values_list("player", flat=True)])
    party = parties.first()
    if party is None:
        raise errors.NoSuchParty(field="code")
    mine = queries.party_of(player)
    if mine == party:
        return party
    if mine is not None:
        raise errors.InAnotherParty(field="code")
    taken = set(members.values_list("number", flat=True))
    free = [number for number in range(1, PartyMember.MOST + 1) if number not in taken]
    if not free:
        raise errors.PartyFull(field="code", most=PartyMember.MOST)
    PartyMember.objects.create(party=party, player=player, number=free[0])
    ledger.record(player.event_id, Verb.JOIN_PARTY, player, by=by, at=at)
    return party


@atomic
def leave_party(player: Player, *, by: Actor, at: datetime) -> None:
    """Leave the party; places in sessions stay as they are. Repeating it changes nothing."""
    player = lock_with_party(player)
    party = queries.party_of(player)
    if party is None:
        return
    PartyMember.objects.filter(player=player).delete()
    if not party.members.exists():
        party.delete()
    ledger.record(player.event_id, Verb.LEAVE_PARTY, player, by=by, at=at)


def lock_with_party(player: Player) -> Player:
    """The player as the roster has them now, after all of their party are locked: so of two who
    leave it at once, the second finds that the first has left. Raises RowGone.
    """
    people = {player.pk, *(one.pk for one in queries.members_of(player))}
    found = locking.lock_players(people).get(player.pk)
    if found is None:
        raise RowGone
    return found


@atomic
def book_party(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> list[Booking]:
    """Give a place to everybody in the party of a player, or to nobody. Who has one keeps it.

    Raises NoParty, PartyDoesNotFit or another SignUpRefused, which names who is booked elsewhere.
    """
    session, coming = _lock(session, player)
    if not coming:
        return []
    _check_open(session, at, conducts=conducts)
    if not _fit(session, coming):
        raise errors.PartyDoesNotFit(session=str(session))
    return _give(session, coming, by=by, at=at, conducts=conducts)


@atomic
def queue_party(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> list[Booking]:
    """Put the party of a player at the end of the queue, where it moves as one. If all fit, they
    get their places. A place that is kept for one of them stays so. Repeating it changes nothing.

    Raises NoParty, PartyTooLarge or another SignUpRefused.
    """
    session, coming = _lock(session, player)
    if not coming or _wait_together(coming):
        return coming
    _check_open(session, at, conducts=conducts)
    if _fit(session, coming):
        return _give(session, coming, by=by, at=at, conducts=conducts)
    if session.capacity is not None and session.capacity < len(coming):
        raise errors.PartyTooLarge(session=str(session), capacity=session.capacity)
    kept = [booking for booking in coming if booking.state == State.OFFERED]
    queueing = [booking for booking in coming if booking.state != State.OFFERED]
    if _wait_together(queueing):
        return coming
    for booking in queueing:
        is_self = booking.player_id == player.pk and not conducts
        bookings.check_may_wait(booking.player, session, themselves=is_self)
    moved = _move(session, queueing, State.WAITING, by=by, at=at, conducts=conducts)
    return [*kept, *moved]


def take_offer(
    session: Session, player: Player, *, by: Actor, at: datetime, conducts: bool = False
) -> Booking:
    """Take the place that is kept for somebody; and for all with whom they queued.

    Repeating it changes nothing. Raises OfferIsOver or BookedElsewhere; then nobody takes one.
    """
    kept = Booking.objects.filter(session=session, player=player, state=State.OFFERED)
    party = kept.values_list("together", flat=True).first()
    if party is not None:
        return _take_together(session, player, party, by=by, at=at, conducts=conducts)
    return places.take_offer(session, player, by=by, at=at, conducts=conducts)


@atomic
def _take_together(
    session: Session, player: Player, party: int, *, by: Actor, at: datetime, conducts: bool
) -> Booking:
    _share_tournament(session)
    kept = Booking.objects.filter(together=party, session=session, state=State.OFFERED)
    locked = locking.lock_players([player.pk, *kept.values_list("player", flat=True)])
    session = locking.lock_session(session)
    taking = list(kept.filter(player__in=locked).select_related("player").order_by("pk"))
    if all(booking.player_id != player.pk for booking in taking):
        return places.take_offer(session, player, by=by, at=at, conducts=conducts)
    for booking in taking:
        if not places.is_kept(booking, at, conducts=conducts):
            raise errors.OfferIsOver(session=str(session))
    places.check(rules.any_obstacle(bookings.window_of(session), at), session, at)
    _check_free(session, taking)
    promoting.lock_entries(session, taking)
    bookings.move(session, taking, State.HELD, at=at)
    promoting.let_those_here_come(session, taking, at)
    for booking in taking:
        places.record(Verb.TAKE_OFFER, session, booking.player, by=by, at=at)
    return next(booking for booking in taking if booking.player_id == player.pk)


# --- Shared steps ---------------------------------------------------------------------------------


def _share_tournament(session: Session) -> None:
    """Keep the tournament as it is: those of a party who are here become entries of it."""
    if session.tournament_id is not None:
        locking.share_tournament(session.tournament_id)


def _lock(session: Session, player: Player) -> tuple[Session, list[Booking]]:
    """A session, and the bookings of those in a party who have no place in it yet.

    Raises NoParty, OfAnotherEvent or PartyChanged.
    """
    _share_tournament(session)
    people = {one.pk for one in queries.members_of(player)}
    players = locking.lock_players(people)
    session = locking.lock_session(session)
    if len(people) < 2:
        raise errors.NoParty
    if {one.pk for one in queries.members_of(player)} != players.keys():
        raise errors.PartyChanged
    if player.event_id != session.event_id:
        raise errors.OfAnotherEvent(name=player.name)
    found = {one.player_id: one for one in session.bookings.filter(player__in=people)}
    all_ = [
        found.get(pk) or Booking(session=session, player=one) for pk, one in sorted(players.items())
    ]
    for one in all_:
        one.player = players[one.player_id]
    return session, [one for one in all_ if one.pk is None or not one.has_place]


def _wait_together(coming: Sequence[Booking]) -> bool:
    parties = {one.together_id for one in coming if one.state in Booking.QUEUED}
    is_all = all(one.state in Booking.QUEUED for one in coming)
    return is_all and len(parties) == 1 and None not in parties


def _check_open(session: Session, at: datetime, *, conducts: bool) -> None:
    places.check(rules.to_sign_up(bookings.window_of(session), at, conducts=conducts), session, at)


def _fit(session: Session, coming: Sequence[Booking]) -> bool:
    """Whether all find a place; one that is kept for somebody of them is theirs."""
    kept = sum(one.pk is not None and one.state == State.OFFERED for one in coming)
    return session.places_left is None or len(coming) <= session.places_left + kept


def _give(
    session: Session, coming: Sequence[Booking], *, by: Actor, at: datetime, conducts: bool
) -> list[Booking]:
    _check_free(session, coming)
    promoting.lock_entries(session, coming)
    moved = _move(session, coming, State.HELD, by=by, at=at, conducts=conducts)
    promoting.let_those_here_come(session, moved, at)
    return moved


def _check_free(session: Session, some: Sequence[Booking]) -> None:
    """Raise SomeoneBookedElsewhere for the first who has another place at that time."""
    busy = holds.busy_players([one.player_id for one in some], session)
    for one in some:
        bookings.check_free(one.player, busy.get(one.player_id), themselves=False)


def _move(
    session: Session,
    coming: Sequence[Booking],
    state: str,
    *,
    by: Actor,
    at: datetime,
    conducts: bool,
) -> list[Booking]:
    """Move those of a party to one state as one."""
    for one in coming:
        if one.pk is None or one.state not in Booking.OPEN:
            places.begin_again(one, at)
    via = Booking.Via.CONDUCTOR if conducts else Booking.Via.PLAYER
    together = PartyBooking.objects.create(session=session)
    facts = {"queued_at": at, "together": together, "via": via}
    moved = bookings.move(session, coming, state, at=at, **facts)
    verb = Verb.BOOK if state == State.HELD else Verb.JOIN_QUEUE
    for one in moved:
        places.record(verb, session, one.player, by=by, at=at)
    return moved
