"""Why a letter is not sent again."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict


class SiteSendsNoMail(Conflict):
    code = "site-sends-no-mail"
    sentence = _("This site cannot send mail. Its operator has to set EMAIL_URL.")


class LetterWasSent(Conflict):
    code = "letter-was-sent"
    sentence = _("The mail server took this letter, so it is not sent again.")


class LetterIsOver(Conflict):
    code = "letter-is-over"
    sentence = _("It is too late for this letter: what it says is over.")


class NoAddress(Conflict):
    code = "no-address"
    sentence = _("The player has no e-mail address any more.")
