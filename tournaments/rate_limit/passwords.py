"""Wrong passwords: by device, and by account and network for devices that are new to the account.

The idea is that of OWASP's device cookies: on a device that has signed in to an account before,
nobody else's wrong passwords count. An attempt is written down before the password is checked, so
that simultaneous ones see each other, and taken out again if the password was right.

One password that is tried at account after account stays below every limit of an account, so it has
a limit of its own. Whoever has another password does not notice.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Attempt, User
from tournaments.rate_limit.attempts import Kind, check_device, note, recent
from tournaments.rate_limit.errors import (
    ACCOUNT_WAITS,
    DEVICE_WAITS,
    PASSWORD_WAITS,
    TooManyAttempts,
)
from tournaments.rate_limit.rules import ACCOUNTS_FOR_A_PASSWORD, PASSWORDS, TRY_AGAIN
from tournaments.rate_limit.visitors import Visitor, keyed_digest

#: Of a digest of a password: of 65,000 passwords one has the same, which is too little to find out
#: what somebody typed, and too many for ten people to share one by chance.
KEPT_OF_A_DIGEST = 4


def note_password(email: str, password: str, visitor: Visitor, now: datetime) -> Attempt:
    """Count an attempt to sign in; the caller deletes it if the password is right.

    Raises TooManyAttempts, and counts nothing then. Accounts that do not exist count alike, so
    that the limit does not give away which ones do.
    """
    email = User.objects.normalize_email(email).strip().lower()
    subject = keyed_digest("account", email)
    is_familiar = _is_familiar(email, visitor)
    tried = keyed_digest("password", password)[:KEPT_OF_A_DIGEST]
    about = {"subject": subject, "password": tried} | ({"network": ""} if is_familiar else {})
    mine = note(Kind.PASSWORD, now, visitor, **about)
    others = recent(Kind.PASSWORD, now).exclude(pk=mine.pk)
    try:
        check_device(others, visitor, now, DEVICE_WAITS)
        if not is_familiar:
            of_account = others.filter(visitor.others_like_it(), subject=subject)
            if of_account[PASSWORDS - 1 : PASSWORDS].exists():
                raise TooManyAttempts(now + TRY_AGAIN, ACCOUNT_WAITS, now)
            same = others.filter(network=visitor.network, password=tried).exclude(subject=subject)
            if same.values("subject").distinct().count() >= ACCOUNTS_FOR_A_PASSWORD:
                raise TooManyAttempts(now + TRY_AGAIN, PASSWORD_WAITS, now)
    except TooManyAttempts:
        mine.delete()
        raise
    return mine


def _is_familiar(email: str, visitor: Visitor) -> bool:
    """Whether the account has signed in on this device before. One query, if any account has."""
    if not visitor.accounts:
        return False
    return User.objects.filter(pk__in=visitor.accounts, email=email).exists()
