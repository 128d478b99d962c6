"""The reads behind the page of a session: who is in, and what one person may do about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Booking, Event, Player, Round, Session
from tournaments.punctuation import listed
from tournaments.signup import bookings, rules
from tournaments.signup.parties.queries import members_of
from tournaments.verbs import Verb

State = Booking.State
#: The states in the order in which conductors read them.
IN_ORDER = (
    *(State.HERE, State.HELD, State.OFFERED, State.WAITING),
    *(State.RELEASED, State.GONE, State.CANCELLED, State.LOST),
)


@dataclass(frozen=True, slots=True)
class Mine:
    """A session as one person sees it, with what they may do now."""

    booking: Booking | None
    #: Whether they have a place or are in the queue, and the session is not over.
    is_open: bool
    #: From 1, in the queue; 0 outside of it.
    queue_place: int
    may_sign_up: bool
    may_be_here: bool
    #: Why they cannot sign up, in a sentence; empty if they can or have a place.
    why_not: str
    #: Whether they may sign their party up now, or make one for it.
    may_bring_party: bool
    #: The people in their party, with themselves; empty without one.
    party: Sequence[Player]
    #: Whether there are places for those of it who have none yet.
    party_fits: bool

    @property
    def friends(self) -> Sequence[Player]:
        """The people in their party, where there are others than themselves."""
        return self.party if len(self.party) > 1 else ()

    @property
    def state(self) -> str:
        """The state of the booking, if it is still open."""
        return self.booking.state if self.booking and self.is_open else ""

    @property
    def waits_here(self) -> bool:
        return bool(self.booking and self.state == State.WAITING and self.booking.here_at)


def mine(session: Session, player: Player | None, now: datetime) -> Mine:
    """A session, read ``with_is_played``, as a player sees it or as anybody does. Five queries."""
    booking = session.bookings.filter(player=player).first() if player else None
    window = bookings.window_of(session)
    is_over = rules.no_place(window, now) is not None
    is_open = booking is not None and booking.state in Booking.OPEN and not is_over
    is_together = booking is not None and is_open and booking.together_id is not None
    party = members_of(player) if player else []
    obstacle = rules.to_sign_up(window, now, conducts=False)
    here = rules.to_be_here(window, now, conducts=False, booked=is_open)
    return Mine(
        booking=booking,
        is_open=is_open,
        queue_place=place_in_queue(booking) if booking and is_open else 0,
        may_sign_up=not is_open and obstacle is None,
        may_be_here=here is None,
        why_not=str(bookings.refusal(obstacle, session, now)) if obstacle and not is_open else "",
        may_bring_party=player is not None and obstacle is None and not is_together,
        party=party,
        party_fits=_fits(session, party),
    )


def _fits(session: Session, party: Sequence[Player]) -> bool:
    """Whether a session has places for those of a party who have none in it and none that is kept
    for them. One query, where places are counted and there is a party."""
    if session.places_left is None or not party:
        return True
    given = session.bookings.filter(player__in=party, state__in=Booking.GIVEN).count()
    return session.places_left >= len(party) - given


def not_restored(event: Event, at: datetime) -> list[str]:
    """A sentence for all that is not as it was in sessions that were restored at a moment.

    One query.
    """
    found = event.ledger.filter(verb=Verb.RESTORE_SESSION, at=at).order_by("pk")
    said = []
    for entry in found:
        facts = {"session": entry.subject}
        if people := entry.after.get("elsewhere"):
            facts["people"] = listed(people)
            text = _("%(session)s: booked elsewhere by now, so without a place: %(people)s.")
            said.append(text % facts)
        if entry.after.get("tables_taken"):
            text = _("%(session)s: another session has its tables by now. Choose others.")
            said.append(text % facts)
    return said


def place_in_queue(booking: Booking) -> int:
    """The place of a booking in the queue, from 1; 0 outside of it. Two queries at most."""
    if booking.state != State.WAITING:
        return 0
    queue = Booking.objects.filter(session=booking.session_id, state=State.WAITING)
    sooner = queue.filter(queued_at__lt=booking.queued_at).count()
    same = queue.filter(queued_at=booking.queued_at, pk__lt=booking.pk).count()
    return sooner + same + 1


def queue_of(session: Session) -> dict[int, int]:
    """The places in the queue of a session, by booking. One query."""
    queue = session.bookings.filter(state=State.WAITING).order_by("queued_at", "pk")
    return {pk: place for place, pk in enumerate(queue.values_list("pk", flat=True), start=1)}


def people_in(session: Session) -> list[tuple[str, list[Booking]]]:
    """The bookings of a session by state, for conductors: first who is here. One query."""
    found: dict[str, list[Booking]] = {}
    rows = session.bookings.select_related("player").order_by("queued_at", "pk")
    for booking in rows:
        found.setdefault(booking.state, []).append(booking)
    return [(str(state.label), found[state]) for state in IN_ORDER if state in found]


def round_of(session: Session) -> Round | None:
    """The round of a session once it is seated, with its tournament. One query."""
    rounds = Round.objects.filter(session=session.pk)
    return rounds.select_related("tournament__event").first()


def here_in(session: Session) -> int:
    """How many are here for a session. One query."""
    return session.bookings.filter(state=State.HERE).count()


def not_in(session: Session) -> "QuerySet[Player]":
    """The players of the event who have no place in a session and are not in its queue."""
    open_ = session.bookings.filter(state__in=Booking.OPEN).values("player")
    return Player.objects.filter(event=session.event_id).exclude(pk__in=open_)
