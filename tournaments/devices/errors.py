"""Why a seat cannot be opened on a phone, or a sign-in link cannot be shown."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Refused


class WrongPin(Refused):
    code = "wrong-pin"
    sentence = _("That is not the PIN of %(name)s. It stands on the badge; the desk knows it too.")


class NobodyChosen(Refused):
    code = "nobody-chosen"
    sentence = _("Choose your name.")


class LinkRefused(Refused):
    code = "link-refused"
    sentence = _(
        "This account has a password, or a role elsewhere: it is its holder's alone. They sign in "
        "with their password, or with a link by e-mail where this site sends any."
    )
