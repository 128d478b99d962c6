"""Why somebody cannot sign in, or cannot change how they do."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from tournaments.errors import Conflict, Forbidden, Refused


class WrongCode(Refused):
    code = "wrong-code"
    sentence = _(
        "That code is wrong or already used. Wait for the next one in your app, or use a "
        "recovery code."
    )


class WrongFirstCode(Refused):
    code = "wrong-first-code"
    sentence = _("That is not the code the terminal shows.")


class FirstAccountExists(Conflict):
    code = "first-account-exists"
    sentence = _("Someone else has just created the first account.")


class TwoStepIsOn(Conflict):
    code = "two-step-is-on"
    sentence = _("Two-step sign-in is already on.")


class TwoStepIsOff(Conflict):
    code = "two-step-is-off"
    sentence = _("Two-step sign-in is off.")


class OwnAccount(Forbidden):
    code = "own-account"
    sentence = _("You are signed in. Change your account on your account page.")


class RecoveryRefused(Forbidden):
    code = "recovery-refused"
    sentence = _(
        "This account has a role at someone else's event, owns a season, or runs the site. "
        "Only the site's operator can recover it."
    )


class LinkGone(Refused):
    code = "link-gone"
    status = HTTPStatus.GONE
    sentence = _("This link has expired or has already been used.")


class LinkJustMade(Conflict):
    code = "link-just-made"
    sentence = _("Someone else made a link for this account at the same moment. Try again.")


class InvitationGone(Refused):
    code = "invitation-gone"
    status = HTTPStatus.GONE
    sentence = _("This invitation has expired, was withdrawn or has been answered.")


class InvitationOfAnother(Forbidden):
    code = "invitation-of-another"
    sentence = _("This invitation is for another account.")


class AccountExists(Conflict):
    code = "account-exists"
    sentence = _("There is an account with this address. Sign in to answer the invitation.")
