"""Why a session cannot stand on the timetable like that."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused

#: So many lines are said to be wrong at once.
MOST_SAID = 20


class SessionRefused(Refused):
    """The base of all reasons why a session cannot be planned or changed like that."""


class EndsBeforeItStarts(SessionRefused):
    code = "session-ends-before-it-starts"
    sentence = _("The session has to end after it starts.")


class OffTheQuarter(SessionRefused):
    code = "session-off-the-quarter"
    sentence = _("Sessions start and end on the quarter hour: %(hour)s:00, :15, :30 or :45.")


class SessionTooLong(SessionRefused):
    code = "session-too-long"
    sentence = _("A session takes at most %(most)s hours.")


class OutsideTheEvent(SessionRefused):
    code = "session-outside-the-event"
    sentence = _("The event is from %(first)s to %(last)s. The session has to lie within it.")


class SessionNeedsName(SessionRefused):
    code = "session-needs-name"
    sentence = _("What belongs to no tournament needs a name.")


class StartedNotPlanned(SessionRefused):
    code = "pick-up-is-not-planned"
    sentence = _("A pick-up game is not planned: players ask for it, or a conductor starts it.")


class NotOfATournament(SessionRefused):
    code = "session-of-no-tournament"
    sentence = _("Choose the tournament, or “something else”, which belongs to none.")


class ElsewhereThanTheEvent(SessionRefused):
    code = "session-of-another-event"
    sentence = _("This belongs to another event.")


class NoSuchRoom(SessionRefused):
    code = "session-no-such-room"
    sentence = _("There is no room “%(room)s”.")


class NoSuchTournament(SessionRefused):
    code = "session-no-such-tournament"
    sentence = _("There is no tournament “%(tournament)s”.")


class NumberTaken(SessionRefused, Conflict):
    code = "session-number-taken"
    sentence = _(
        "%(session)s is on the timetable already, with other values. Change it on its page."
    )


class OnlyHeatsHaveNumbers(SessionRefused):
    code = "session-number-of-no-heat"
    sentence = _("Only heats have a number.")


class UnreadableCell(SessionRefused):
    code = "session-unreadable"
    sentence = _("%(column)s cannot be “%(value)s”. Write it like %(example)s.")


class CellMissing(SessionRefused):
    code = "session-value-missing"
    sentence = _("%(column)s is missing.")


class TimeLeftOut(SessionRefused):
    code = "session-time-left-out"
    sentence = _("The clocks leave out %(time)s that night.")


class LineRefused(SessionRefused):
    code = "timetable-line-refused"
    sentence = _("Line %(line)s: %(reason)s")


class LinesRefused(SessionRefused):
    """``lines`` are the first of those of a file that are wrong, at most ``MOST_SAID``."""

    code = "timetable-lines-refused"
    sentence = _("%(said)s Nothing was planned.")

    def __init__(self, lines: Sequence[LineRefused]):
        self.lines = lines[:MOST_SAID]
        super().__init__(field="text", said=" ".join(map(str, self.lines)))


class TournamentIsOver(SessionRefused):
    code = "session-of-a-tournament-that-is-over"
    sentence = _("“%(tournament)s” has ended, so it can have no further session.")


class OneRangeOfTables(SessionRefused):
    code = "session-tables-out-of-order"
    sentence = _("Give the first and the last table, in this order, or neither.")


class NoSuchHallTables(SessionRefused):
    code = "session-no-such-table"
    sentence = _("The hall has no table %(number)s. Number its tables first.")


class TableOfAnotherRoom(SessionRefused):
    code = "session-table-of-another-room"
    sentence = _(
        "Table %(number)s stands in %(room)s, and the session is in %(other)s. Choose tables of "
        "its room, or leave them empty."
    )


class TableTaken(SessionRefused, Conflict):
    code = "table-taken"
    sentence = _("Table %(number)s is taken by %(session)s, %(start)s to %(end)s.")


class SignUpOutOfOrder(SessionRefused):
    code = "session-sign-up-out-of-order"
    sentence = _("Sign-up has to close after it opens.")


class NoPlaces(SessionRefused):
    code = "session-no-places"
    sentence = _("Give the number of places, 1 to %(most)s, or leave it empty for any number.")


class ReleaseOutOfRange(SessionRefused):
    code = "session-release-out-of-range"
    sentence = _("Places are released 0 to %(most)s minutes after the start.")


class SessionCancelled(SessionRefused, Conflict):
    code = "session-cancelled"
    sentence = _("%(session)s is cancelled.")


class NothingToPublish(SessionRefused):
    code = "nothing-to-publish"
    sentence = _("Every session is on the public timetable already.")
