"""Why somebody cannot have a place in a session, and why a session cannot be changed like that."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class SignUpRefused(Refused):
    """The base of all reasons why somebody cannot have a place in a session."""


class NotOnTheTimetable(SignUpRefused):
    code = "session-not-published"
    sentence = _("%(session)s is not on the public timetable yet.")


class SessionIsCancelled(SignUpRefused, Conflict):
    code = "session-cancelled"
    sentence = _("%(session)s is cancelled.")


class SessionIsOver(SignUpRefused, Conflict):
    code = "session-over"
    sentence = _("%(session)s ended at %(end)s.")


class SessionIsPlayed(SessionIsOver):
    """Before the end that the timetable says."""

    sentence = _("%(session)s is over: its games have ended.")


class TournamentHasEnded(SessionIsOver):
    """A session to come of a tournament that is finished."""

    sentence = _("%(session)s is not played any more: its tournament has ended.")


class NotOpenYet(SignUpRefused):
    code = "not-open-yet"
    sentence = _("Sign-up for %(session)s opens at %(opens)s.")


class SignUpClosed(SignUpRefused):
    code = "sign-up-closed"
    sentence = _("Sign-up for %(session)s is closed. Ask a conductor.")


class NoSignUp(SignUpRefused):
    code = "no-sign-up"
    sentence = _("Conductors give the places in %(session)s. Ask one of them.")


class SessionFull(SignUpRefused, Conflict):
    code = "session-full"
    sentence = _("%(session)s is full. You can join the queue.")


class NoPlaceForThem(SessionFull):
    """As a conductor reads it who gives somebody a place."""

    sentence = _("%(session)s is full. On its page you can put them in the queue.")


class NoPlaceToPlayOn(SessionFull):
    """As a conductor reads it who lets somebody take over a seat."""

    sentence = _(
        "%(session)s is full: someone from the queue has the place that was free. Let them take "
        "over the seat, or give the session one more place."
    )


class BookedElsewhere(SignUpRefused, Conflict):
    code = "booked-elsewhere"
    sentence = _("You are booked for %(session)s, %(start)s to %(end)s.")


class SomeoneBookedElsewhere(BookedElsewhere):
    """As a conductor reads it."""

    sentence = _("%(name)s is booked for %(session)s, %(start)s to %(end)s.")


class OfferIsOver(SignUpRefused, Conflict):
    code = "offer-over"
    sentence = _("The place in %(session)s is not kept for you any longer.")


class TooEarly(SignUpRefused):
    code = "too-early"
    sentence = _("Say that you are here from %(first)s, %(minutes)s minutes before the start.")


class OfAnotherEvent(SignUpRefused):
    code = "player-of-another-event"
    sentence = _("%(name)s is on the roster of another event.")


class NotBooked(SignUpRefused, Conflict):
    code = "not-booked"
    sentence = _("%(name)s has no place in %(session)s, and is not in its queue.")


class CheckedInAlready(SignUpRefused, Conflict):
    code = "here-already"
    sentence = _("%(name)s is here already. Press Leave to give the place to someone else.")


class NoSuchParty(SignUpRefused):
    code = "no-such-party"
    sentence = _("No party at this event has that code.")


class InAnotherParty(SignUpRefused, Conflict):
    code = "in-another-party"
    sentence = _("You are in another party. Leave it first.")


class PartyFull(SignUpRefused, Conflict):
    code = "party-full"
    sentence = _("A party has %(most)s people at most.")


class NoParty(SignUpRefused):
    code = "no-party"
    sentence = _("Nobody else is in the party yet.")


class PartyChanged(SignUpRefused, Conflict):
    code = "party-changed"
    sentence = _("Someone has just joined or left the party. Try again.")


class PartyDoesNotFit(SignUpRefused, Conflict):
    code = "party-does-not-fit"
    sentence = _(
        "The free places in %(session)s are not enough for the party. It can join the queue."
    )


class PartyTooLarge(SignUpRefused):
    code = "party-too-large"
    sentence = _("%(session)s has %(capacity)s places, fewer than the party needs.")


class ChangeRefused(Refused):
    """The base of all reasons why a session cannot be changed like that."""


class WouldDoubleBook(ChangeRefused, Conflict):
    """``who`` names those who would be in two places."""

    code = "would-double-book"
    sentence = _(
        "%(count)s of the people in this session are booked elsewhere at that time and would lose "
        "their place here: %(who)s. Nothing was changed."
    )


class FewerThanTaken(ChangeRefused, Conflict):
    code = "fewer-than-taken"
    sentence = _("%(taken)s places are taken already, so there cannot be fewer.")


class SeatedAlready(ChangeRefused, Conflict):
    code = "session-seated"
    sentence = _("The tables of %(session)s are made already. Discard its round first.")


class SessionChanged(ChangeRefused, Conflict):
    code = "session-changed"
    sentence = _("Someone else has just changed %(session)s. Check it again.")
