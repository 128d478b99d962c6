"""Why a seat cannot be opened on a phone, or a sign-in link cannot be shown."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class WrongPin(Refused):
    code = "wrong-pin"
    sentence = _("That is not %(name)s's PIN. It is printed on the badge, and the desk has it too.")


class NobodyChosen(Refused):
    code = "nobody-chosen"
    sentence = _("Choose your name.")


class NotOnThisDay(Refused):
    code = "not-on-this-day"
    sentence = _(
        "A PIN opens a phone here on the days of the event alone. Scan the code on your badge."
    )


class LinkRefused(Refused):
    code = "link-refused"
    sentence = _(
        "This account has a password or a role at another event, so only its owner can sign "
        "in: with the password, or with an e-mailed link if this site sends mail."
    )
