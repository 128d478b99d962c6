"""The words of what became of bookings, and whether it is still so."""

from collections.abc import Callable

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.days import in_words
from tournaments.models import Booking, Session
from tournaments.punctuation import listed
from tournaments.wording import clock_time

State, Reason = Booking.State, Booking.Reason
Words = Callable[[Booking], tuple[str, str]]
#: Bookings of which people are notified: places from the queue, offers, and places that are lost.
TOLD = Q(via=Booking.Via.PROMOTION, state__in=Booking.PLACED) | Q(
    state__in=(State.LOST, State.OFFERED)
)


def _place_words(booking: Booking) -> tuple[str, str]:
    facts = {"session": booking.session, "where": when_and_where(booking.session)}
    return _("You have a place"), _("%(session)s: %(where)s.") % facts


def _offer_words(booking: Booking) -> tuple[str, str]:
    facts = {"session": booking.session, "where": when_and_where(booking.session)}
    if booking.offered_until:
        facts["until"] = clock_time(booking.offered_until)
    return _("A place is free"), _("%(session)s, %(where)s: take it until %(until)s.") % facts


def _lost_words(booking: Booking) -> tuple[str, str]:
    facts = {"session": booking.session, "where": when_and_where(booking.session)}
    if booking.reason == Reason.CANCELLED:
        return _("Cancelled"), _("%(session)s, %(where)s, does not take place.") % facts
    if booking.reason == Reason.ELSEWHERE:
        text = _("%(session)s, %(where)s, takes place after all. You are booked elsewhere then.")
        return _("You lost your place"), text % facts
    if booking.reason == Reason.MOVED:
        text = _("You were booked elsewhere when %(session)s was moved. It is now here: %(where)s.")
        return _("You lost your place"), text % facts
    if booking.reason == Reason.CONDUCTOR:
        return _("Taken out"), _("%(session)s, %(where)s: a conductor took you out.") % facts
    if booking.reason == Reason.EXPIRED:
        text = _("%(session)s, %(where)s: the place goes to the next in line.")
        return _("You did not take the place"), text % facts
    text = _("%(session)s, %(where)s: you play past the end of another game.")
    return _("You lost your place"), text % facts


#: Bookings that are no place: how the keys of their notices begin, and their words.
KINDS: dict[Booking.State, tuple[str, Words]] = {
    State.OFFERED: ("offer", _offer_words),
    State.LOST: ("lost", _lost_words),
}
ABOUT_A_PLACE = frozenset({"place", *(begins for begins, _words in KINDS.values())})


def kind_of(booking: Booking) -> tuple[str, Words]:
    """How the key of the notice of a booking begins, and its words."""
    return KINDS.get(State(booking.state), ("place", _place_words))


def key_of(booking: Booking) -> str:
    """The key of the notice of what became of a booking last."""
    kind, _words = kind_of(booking)
    moment = booking.queued_at if kind == "place" else booking.at
    return f"{kind}-{booking.pk}-{moment.timestamp():.6f}"


def is_so(key: str) -> bool:
    """Whether a notice still holds as it is sent: of a place, it is what became of the place last.

    One query, or none.
    """
    kind, _dash, about = key.partition("-")
    if kind not in ABOUT_A_PLACE:
        return True
    found = Booking.objects.filter(TOLD, pk=int(about.partition("-")[0])).first()
    return found is not None and key_of(found) == key


def when_and_where(session: Session) -> str:
    """The day, the time and the room of a session: "Sat 14:00, Room B"."""
    day = in_words(session.starts_at, "D")
    when = f"{day} {clock_time(session.starts_at)}"
    return listed(filter(None, (when, session.room)))
