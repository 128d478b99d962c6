"""Notices to the holder of an account: what was done with it, in words and by mail."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

from django.core.mail import send_mail
from django.utils.timezone import override
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.accounts.queries import site_sends_mail
from tournaments.accounts.rules import device_in_words
from tournaments.models import AccountNotice, User

log = logging.getLogger(__name__)

Kind = AccountNotice.Kind
#: How often sending is tried, and for how long: an older notice is listed, but no longer mailed.
TRY_EVERY, NEWS = timedelta(minutes=5), timedelta(days=1)
#: How long notices are listed.
KEPT = timedelta(days=365)

SENTENCES = {
    Kind.NEW_DEVICE: gettext_lazy("Someone signed in to your account on a new device: %(device)s."),
    Kind.PASSWORD: gettext_lazy("Your password was changed."),
    Kind.TWO_STEP_ON: gettext_lazy("Two-step sign-in was turned on for your account."),
    Kind.TWO_STEP_OFF: gettext_lazy("%(by)s turned off two-step sign-in for your account."),
    Kind.CODE_USED: gettext_lazy("One of your recovery codes was used."),
    Kind.NEW_CODES: gettext_lazy("You have new recovery codes. The old ones no longer work."),
    Kind.LINK_MADE: gettext_lazy(
        "%(by)s, an owner of %(event)s, made a link to set a new password for your account."
    ),
    Kind.RECOVERED: gettext_lazy(
        "Your password was changed with a link from %(by)s, an owner of %(event)s. You were "
        "signed out everywhere else."
    ),
    Kind.INVITED: gettext_lazy(
        "%(by)s invited you to %(to)s. Accept or decline on your account page."
    ),
}


def notify(user: User, kind: str, *, at: datetime, has_letter: bool = False, **facts: str) -> None:
    """Store a notice; a worker mails it, unless it has a letter of its own."""
    user.notices.filter(at__lt=at - KEPT).delete()
    mailed = at if has_letter else None
    user.notices.create(kind=kind, facts=facts, at=at, send_at=at, mailed_at=mailed)


def sentence(notice: AccountNotice) -> str:
    """Return the sentence that tells the holder of the account what happened."""
    facts = dict(notice.facts)
    if "device" in facts:
        facts["device"] = device_in_words(facts["device"])
    return str(SENTENCES[Kind(notice.kind)] % facts)


def mail_due(*, now: datetime) -> int:
    """Mail what is due; return how many letters were sent.

    A notice is claimed for a while before it is sent, so that two workers do not send it twice; if
    a worker dies with it, or the mail server does not take it, it is tried again.
    """
    if not site_sends_mail():
        return 0
    due = AccountNotice.objects.filter(mailed_at=None, send_at__lte=now, at__gt=now - NEWS)
    sent = 0
    for notice in due.select_related("user").order_by("send_at", "pk"):
        mine = AccountNotice.objects.filter(pk=notice.pk, mailed_at=None, send_at=notice.send_at)
        if not mine.update(send_at=now + TRY_EVERY):
            continue
        try:
            _send(notice)
        except (SMTPException, OSError, ValueError) as error:
            # ValueError: an address that no letter can have. Earlier releases took some.
            log.warning("notice %s could not be mailed: %s", notice.pk, error)
        else:
            AccountNotice.objects.filter(pk=notice.pk).update(mailed_at=now)
            sent += 1
    return sent


def _send(notice: AccountNotice) -> None:
    """Without a link: nobody learns from us to follow links of such letters."""
    with override("UTC"):
        when = f"{notice.at:%Y-%m-%d %H:%M} UTC"
    body = _(
        "%(sentence)s\n\n%(when)s\n\n"
        "If that was you, there is nothing to do. If it was not, sign in to Roundhouse, open your "
        "account (your name, at the top of every page), end all other sessions and choose a new "
        "password. If you cannot sign in, ask an owner of your event."
    )
    facts = {"sentence": sentence(notice), "when": when}
    subject = _("Roundhouse: %(what)s") % {"what": notice.get_kind_display()}
    send_mail(subject, body % facts, None, [notice.user.email])
