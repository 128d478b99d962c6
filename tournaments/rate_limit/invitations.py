"""Invitations: each is a notice and perhaps a mail, so one account makes only so many in a day."""

from __future__ import annotations

from datetime import datetime

from tournaments.models import User
from tournaments.rate_limit.attempts import Kind, note, recent
from tournaments.rate_limit.errors import INVITING_WAITS, TooManyAttempts
from tournaments.rate_limit.rules import DAY, INVITATIONS_A_DAY


def note_invitation(user: User, at: datetime) -> None:
    """Count an invitation, or raise TooManyAttempts."""
    subject = f"account {user.pk}"
    if recent(Kind.INVITE, at).filter(subject=subject).count() >= INVITATIONS_A_DAY:
        raise TooManyAttempts(at + DAY, INVITING_WAITS, at)
    note(Kind.INVITE, at, subject=subject)
