"""Why a person cannot be put on the roster, entered or checked in."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused
from tournaments.text_files import FileRefused


class PersonRefused(Refused):
    """The base of all reasons why a person's data is not valid for the roster."""


class NameMissing(PersonRefused):
    code = "name-missing"
    sentence = _("The name is missing.")


class NotReadable(PersonRefused):
    code = "not-readable"
    sentence = _("This has characters that cannot be shown.")


class TooManyMarks(PersonRefused):
    code = "too-many-marks"
    sentence = _("A letter here has more than %(most)s marks above or below it.")


class TooLong(PersonRefused):
    code = "too-long"
    sentence = _("At most %(most)s characters fit here; this has %(length)s.")


class NoEmail(PersonRefused):
    code = "no-email"
    sentence = _("“%(email)s” is not an e-mail address.")


class NoWholeNumber(PersonRefused):
    code = "no-whole-number"
    sentence = _("“%(text)s” is not a whole number. Write it in digits, or leave it empty.")


class NoMemberNumber(PersonRefused):
    code = "no-member-number"
    sentence = _(
        "“%(text)s” does not say who gave the number. Write their letters before it, such as "
        "TGA 1234, FIDE 4610000 or BGG alice."
    )


class NumberTaken(PersonRefused):
    code = "member-number-taken"
    sentence = _(
        "Someone else at this event already has the membership number %(number)s. Check both, or "
        "use the same name as before."
    )


class HandleTaken(PersonRefused):
    code = "handle-taken"
    sentence = _(
        "Someone with another name already uses the handle “%(handle)s” at this event. "
        "Choose another handle, or use the same name as before."
    )


class NameNotClear(PersonRefused):
    """``namesakes`` are those of the roster who may be the same, by their keys."""

    code = "name-not-clear"
    sentence = _(
        "The roster already has someone named %(name)s. Say whether this is the same person, or "
        "add the home town, handle or e-mail."
    )

    def __init__(self, *, namesakes: Mapping[Any, Any], **facts: Any) -> None:
        super().__init__(**facts)
        self.namesakes = namesakes


class CannotBeToldApart(PersonRefused):
    code = "cannot-be-told-apart"
    sentence = _(
        "Nothing tells this person from the %(name)s who is on the roster already. Add another "
        "home town, handle or e-mail."
    )


class AlreadyOnTheRoster(PersonRefused):
    code = "already-on-the-roster"
    sentence = _("Another line of the roster is the same person: %(name)s.")


class PersonErased(PersonRefused):
    code = "person-erased"
    sentence = _(
        "%(name)s was erased, which cannot be undone. Put the person on the roster as somebody new."
    )


class NoSuchPlayer(PersonRefused):
    code = "no-such-player"
    sentence = _("No one on this event's roster has the number %(number)s.")


class LinesRefused(Refused):
    """Some of many lines are not valid, so none was entered; ``faults`` has them by number."""

    code = "lines-refused"
    sentence = _("%(count)s of the lines are not valid, so no one was registered.")

    def __init__(self, faults: list[tuple[int, PersonRefused]]) -> None:
        super().__init__(count=len(faults))
        self.faults = faults


class EntryRefused(Refused):
    """The base of all reasons why an entry cannot change."""


class NoTournamentChosen(EntryRefused):
    code = "no-tournament-chosen"
    sentence = _("Choose at least one tournament.")


class TournamentOfAnotherEvent(EntryRefused):
    code = "tournament-of-another-event"
    sentence = _("This event has no tournament “%(tournament)s”.")


class TournamentNotClear(EntryRefused):
    code = "tournament-not-clear"
    sentence = _("More than one tournament is called “%(tournament)s”. Write one of: %(slugs)s.")


class TournamentFinished(EntryRefused):
    code = "tournament-finished"
    sentence = _("“%(tournament)s” is finished.")


class TournamentCancelled(EntryRefused):
    code = "tournament-cancelled"
    sentence = _("“%(tournament)s” is cancelled.")


class RegistrationClosed(EntryRefused):
    code = "registration-closed"
    sentence = _("Registration for “%(tournament)s” is closed. Ask at the conductor's desk.")


class Dropped(EntryRefused):
    code = "entry-dropped"
    sentence = _("%(name)s has dropped out of “%(tournament)s”. Bring them back first.")


class FileEmpty(FileRefused):
    code = "file-empty"
    sentence = _("This file is empty.")


class NoReport(FileRefused):
    code = "no-report"
    sentence = _(
        "Line %(line)s, column %(column)s of this tournament report (TRF) cannot be read: %(why)s"
    )


class NoNameColumn(FileRefused):
    code = "no-name-column"
    sentence = _(
        "The first line must name the columns, with a column “name” among them. It says: %(line)s"
    )


class LineRefused(Refused):
    """The base of all reasons why a line of a file cannot be read."""


class QuotesDoNotPair(LineRefused):
    code = "quotes-do-not-pair"
    sentence = _("The quotation marks in this line do not match up.")


class TooManyValues(LineRefused):
    code = "too-many-values"
    sentence = _("This line has %(values)s values for %(columns)s columns.")
