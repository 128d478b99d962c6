"""Sign-in links by mail: an account that got one just now has one that works.

So nobody is refused, however often others ask: the link always goes to the account's holder.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Attempt, User
from tournaments.rate_limit.attempts import Kind, note, recent
from tournaments.rate_limit.rules import may_mail_link


def note_link(user: User, at: datetime) -> Attempt | None:
    """Count a link that is about to be mailed; None if the account has one that works.

    The caller deletes it if the mail fails. A link counts until the account signs in: that ends
    all earlier ones. Of simultaneous requests the first are served.
    """
    mine = note(Kind.LINK, at, subject=f"account {user.pk}")
    before = recent(Kind.LINK, at).filter(subject=mine.subject, pk__lt=mine.pk)
    if user.last_login:
        before = before.filter(at__gt=user.last_login)
    if may_mail_link(before.values_list("at", flat=True), at):
        return mine
    mine.delete()
    return None
