"""The verbs of an account's holder: its password, and the devices it is signed in on."""

import secrets
from datetime import datetime

from django.contrib.sessions.models import Session

from tournaments.accounts import notices
from tournaments.accounts.notices import Kind
from tournaments.models import AccountSession, User
from tournaments.transactions import atomic

NUMBER_BYTES = 8


@atomic
def choose_password(user: User, password: str, *, keep: str | None, at: datetime) -> None:
    """Give the account a new password and end all sessions but the one with the key ``keep``.

    The form has asked for the old one.
    """
    set_password(user, password)
    end_others(user, keep=keep)
    notices.notify(user, Kind.PASSWORD, at=at)


def set_password(user: User, password: str) -> None:
    """Store a password. Links that sign in stop working: they are bound to the old one."""
    user.set_password(password)
    user.save(update_fields=["password"])


# --- Sessions -------------------------------------------------------------------------------------


def note_session(user: User, key: str, device: str, *, at: datetime) -> None:
    """List a session, or note that it was used."""
    seen = AccountSession.objects.filter(session_id=key).update(last_seen_at=at)
    if not seen:
        values = {
            "user": user,
            "number": secrets.token_hex(NUMBER_BYTES),
            "device": device,
            "signed_in_at": at,
            "last_seen_at": at,
        }
        AccountSession.objects.get_or_create(session_id=key, defaults=values)


@atomic
def end_session(user: User, number: str) -> bool:
    """End one session of the account. Returns False if it had ended already."""
    keys = user.account_sessions.filter(number=number).values("pk")
    deleted, _rows = Session.objects.filter(pk__in=keys).delete()
    return bool(deleted)


@atomic
def end_others(user: User, *, keep: str | None) -> int:
    """End all sessions of the account but the one with this key; returns how many ended."""
    others = user.account_sessions.exclude(pk=keep) if keep else user.account_sessions.all()
    keys = list(others.values_list("pk", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)
