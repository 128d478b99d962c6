"""The letter with the link of an invitation."""

from django.core.mail import send_mail
from django.utils.translation import gettext as _

from tournaments.accounts.invitations.services import LASTS
from tournaments.models import Invitation


def mail_invitation(invitation: Invitation, address: str) -> None:
    """Mail the link to the address that was invited. Raises OSError if it cannot be sent."""
    body = _(
        "%(by)s invited you to %(to)s on Roundhouse.\n\n%(link)s\n\n"
        "Open the link to accept or decline, within %(days)s days. Nothing happens until you do."
    )
    facts = {
        "by": invitation.inviter_name,
        "to": str(invitation.event or invitation.season),
        "link": address,
        "days": LASTS.days,
    }
    send_mail(_("You are invited on Roundhouse"), body % facts, None, [invitation.email])
