"""What somebody is told whose seat cannot be opened, and an owner who cannot do as they ask."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class WrongPin(Refused):
    code = "wrong-pin"
    sentence = _("That is not the PIN of %(name)s. It stands on the badge; the desk knows it too.")


class NobodyChosen(Refused):
    code = "nobody-chosen"
    sentence = _("Choose your name.")


class StaffRefused(Refused):
    """The base of all reasons why the staff of an event cannot change as asked."""


class NoSuchRole(StaffRefused):
    code = "no-such-role"
    sentence = _("That is no role.")


class StaffAlready(StaffRefused):
    code = "staff-already"
    sentence = _("%(email)s has a role at this event already: change it in the list.")


class LastOwner(StaffRefused):
    code = "last-owner"
    sentence = _("An event has at least one owner: make somebody else an owner first.")


class PlaysForAnother(StaffRefused):
    code = "plays-for-another"
    sentence = _("Another account plays as %(name)s already.")


class LinkRefused(StaffRefused):
    code = "link-refused"
    sentence = _(
        "This account has a password, or a role elsewhere: it is its holder's alone. They sign in "
        "with their password, or with a link by e-mail where this house sends any."
    )
