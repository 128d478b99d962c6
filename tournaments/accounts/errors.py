"""Why somebody cannot sign in, or cannot change how they do."""

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Forbidden, Refused


class WrongCode(Refused):
    code = "wrong-code"
    sentence = _(
        "That code is not right, or was used before. Wait for the next one in your app, or use one "
        "of your recovery codes."
    )


class TwoStepIsOn(Conflict):
    code = "two-step-is-on"
    sentence = _("Two-step sign-in is on already.")


class TwoStepIsOff(Conflict):
    code = "two-step-is-off"
    sentence = _("Two-step sign-in is off.")


class OwnAccount(Forbidden):
    code = "own-account"
    sentence = _("You are signed in: change your own account on its page.")


class RecoveryRefused(Forbidden):
    code = "recovery-refused"
    sentence = _(
        "This account has a role at an event that is not yours, owns a season, or runs the whole "
        "site. Only the operator of this site can let its holder in again."
    )


class LinkGone(Refused):
    code = "link-gone"
    status = 410
    sentence = _("This link was used before, or it is too old.")


class LinkJustMade(Conflict):
    code = "link-just-made"
    sentence = _("Somebody else made a link for this account at the same moment. Try again.")
