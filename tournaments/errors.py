"""Refusals: what the site will not do, each with a stable code and a sentence for a player.

Services raise them; pages and the API translate them.
"""

from http import HTTPStatus
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):  # noqa: N818 - a refusal is not a programming error
    """The base of all refusals. ``field`` names the input at fault, if there is one.

    ``status`` is what pages and the API answer with.
    """

    code: ClassVar[str] = "refused"
    status: ClassVar[HTTPStatus] = HTTPStatus.UNPROCESSABLE_ENTITY
    sentence: ClassVar[Promise | str] = _("That is not possible.")

    def __init__(self, *, field: str = "", **facts: Any):
        super().__init__(self.code)
        self.field = field
        self.facts = facts

    def __str__(self) -> str:
        return str(self.sentence) % self.facts if self.facts else str(self.sentence)


class Conflict(Refused):
    """Somebody else was first. The caller is shown the current state."""

    status = HTTPStatus.CONFLICT


class RowGone(Conflict):
    """The row that somebody works on was taken away before it could be locked."""

    code = "gone"
    sentence = _("Someone else has just changed this. Check it again.")


class RoundGone(RowGone):
    code = "round-gone"
    sentence = _("This seating has been discarded.")


class SeatGone(RowGone):
    code = "seat-gone"
    sentence = _("Someone else has just changed this seating. Check it again.")


class SeatOrBye(Conflict):
    """The database refused a seat beside a bye, or a bye beside a seat."""

    code = "seat-or-bye"
    sentence = _(
        "Somebody would have both a seat and a bye in this round. Nothing was done: check the "
        "round again."
    )


class PersonTakenMeanwhile(Conflict):
    """The database refused to have somebody in two sessions at the same time."""

    code = "booked-elsewhere"
    sentence = _("Somebody would be in two sessions at the same time. Nothing was done.")


class TableTakenMeanwhile(Conflict):
    """The database refused to have two sessions at one table at the same time."""

    code = "table-taken"
    sentence = _("Two sessions would be at one table at the same time. Nothing was done.")


class ChangedMeanwhile(Conflict):
    """Two people changed the same value, and the other one was first."""

    code = "changed-meanwhile"
    sentence = _("Someone else has just changed this. Check it again.")


class FieldChangedMeanwhile(ChangedMeanwhile):
    """As ChangedMeanwhile, in a form; ``now`` is the other one's value."""

    sentence = _(
        "Someone else has changed this to “%(now)s” since you opened the page. Nothing is saved "
        "yet. Save again to replace it with yours."
    )


class ChangedSinceSeen(Conflict):
    """Somebody removes or ends what is not any more what their page showed."""

    code = "changed-since-seen"
    sentence = _(
        "Someone else has changed this since you opened the page. Nothing was done: check it again."
    )


class AddedSinceSeen(ChangedSinceSeen):
    """Somebody adds what was added since their page was made: often the same form, sent twice."""

    code = "added-since-seen"
    sentence = _(
        "The same was added since you opened the page. Nothing was done: send it again if you want "
        "another one."
    )


class RunsElsewhere(Conflict):
    """Another site runs the event, so it is changed there; this one has a copy of it."""

    code = "runs-elsewhere"
    sentence = _(
        "“%(event)s” runs at %(site)s, and this site has a copy of it. Nothing was done here: do "
        "it there."
    )


class Forbidden(Refused):
    """The sender may not do this, whatever the input."""

    code = "forbidden"
    status = HTTPStatus.FORBIDDEN


class PageOfAnother(Forbidden):
    """A form of one player's page is sent from a phone that is another player's by now."""

    code = "page-of-another"
    sentence = _(
        "This page was opened while this phone belonged to another player. It belongs to %(name)s "
        "now, so nothing was saved. To act as %(name)s, open the page again."
    )


class NoSeatHere(Forbidden):
    code = "no-seat-here"
    sentence = _(
        "Only players at this table can enter results here. Scan your badge "
        "with this phone, or choose your name and enter your PIN."
    )
