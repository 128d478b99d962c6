"""Whose account an owner of an event may let in again."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from datetime import timedelta

from tournaments.accounts import errors
from tournaments.errors import Refused

#: How long a link lasts: made at the desk, used there.
LASTS = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Reach:
    """Events with a role, those of them that the user owns, and seasons of an account. By key."""

    user: int
    is_superuser: bool
    events: Set[int]
    owned: Set[int]
    seasons: Set[int]


def refusal(owner: Reach, account: Reach) -> Refused | None:
    """Why ``owner`` may make no link for ``account``; None if they may.

    A link leads into the account, so it must lead nowhere where the owner may not do everything
    anyway: otherwise adding somebody to an event of one's own would be a way into their account.
    """
    if owner.user == account.user:
        return errors.OwnAccount()
    if account.is_superuser:
        return errors.RecoveryRefused()
    if owner.is_superuser:
        return None
    if account.events <= owner.owned and account.seasons <= owner.seasons:
        return None
    return errors.RecoveryRefused()
