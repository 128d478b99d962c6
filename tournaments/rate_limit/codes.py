"""Wrong codes: of two-step sign-in, and for the first account of a site.

Those of two-step sign-in are tried only by those who have shown the password or a link.

As for passwords, a device on which the account has signed in before waits for itself alone; the
others share so many codes an hour. Recovery codes are too long to be guessed, and never refused.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.models import Attempt, User
from tournaments.rate_limit.attempts import Kind, check_device, note, recent
from tournaments.rate_limit.errors import (
    CODE_DEVICE_WAITS,
    CODES_WAIT,
    FIRST_CODES_WAIT,
    TooManyAttempts,
)
from tournaments.rate_limit.rules import CODES, FIRST_CODES, TRY_AGAIN
from tournaments.rate_limit.visitors import Visitor


def note_code(user: User, visitor: Visitor, now: datetime) -> Attempt:
    """Count a code; the caller deletes it if it was right.

    It is written before the code is checked, so that simultaneous ones see each other. Raises
    TooManyAttempts, and counts nothing then.
    """
    is_familiar = user.pk in visitor.accounts
    subject = f"account {user.pk}" if is_familiar else f"account {user.pk}, new device"
    mine = note(Kind.CODE, now, visitor, subject=subject)
    others = recent(Kind.CODE, now).exclude(pk=mine.pk)
    try:
        check_device(others, visitor, now, CODE_DEVICE_WAITS)
        if not is_familiar and others.filter(subject=subject)[CODES - 1 : CODES].exists():
            raise TooManyAttempts(now + TRY_AGAIN, CODES_WAIT, now)
    except TooManyAttempts:
        mine.delete()
        raise
    return mine


def note_first_code(visitor: Visitor, now: datetime) -> Attempt:
    """Count a code for the first account, as ``note_code``: each network has so many an hour."""
    mine = note(Kind.FIRST, now, visitor)
    others = recent(Kind.FIRST, now).exclude(pk=mine.pk)
    try:
        check_device(others, visitor, now, FIRST_CODES_WAIT)
        of_network = others.filter(visitor.others_like_it())
        if of_network[FIRST_CODES - 1 : FIRST_CODES].exists():
            raise TooManyAttempts(now + TRY_AGAIN, FIRST_CODES_WAIT, now)
    except TooManyAttempts:
        mine.delete()
        raise
    return mine
