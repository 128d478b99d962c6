"""Why a call for a conductor is refused."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Refused


class NoSuchKind(Refused):
    code = "no-such-kind"
    sentence = _("Choose what it is about.")


class WordsMissing(Refused):
    code = "words-missing"
    sentence = _("Describe it in a few words.")


class CallClosed(Conflict):
    code = "call-closed"
    sentence = _("%(by)s has already closed this call.")
