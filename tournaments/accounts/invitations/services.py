"""Inviting an address, and what becomes of the invitation.

What an accepted invitation gives is decided where it leads: `events/services.py` for the staff of
an event, `seasons/services.py` for the owners of a season.
"""

import secrets
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from tournaments.access.phones import digest
from tournaments.accounts import errors, notices, services
from tournaments.accounts.notices import Kind
from tournaments.accounts.queries import mail_is_set_up, open_invitations
from tournaments.accounts.recovery.services import check_may_recover
from tournaments.errors import Refused
from tournaments.ledger import Actor
from tournaments.models import Event, Invitation, Season, User
from tournaments.rate_limit.invitations import note_invitation
from tournaments.transactions import atomic

LASTS = timedelta(days=14)
TOKEN_BYTES = 32


def make(
    email: str,
    *,
    by: Actor,
    at: datetime,
    event: Event | None = None,
    season: Season | None = None,
    role: str = "",
) -> tuple[Invitation, str]:
    """Invite an address to an event or a season, and the token of the link.

    The caller has locked where it leads. If the address has an account, it gets a notice. Raises
    TooManyAttempts.
    """
    if by.user:
        note_invitation(by.user, at)
    token = secrets.token_urlsafe(TOKEN_BYTES)
    Invitation.objects.filter(event=event, season=season, email=email).delete()
    invitation = Invitation.objects.create(
        event=event,
        season=season,
        email=email,
        role=role,
        token_hash=digest(token),
        inviter=by.user,
        inviter_name=by.name[:120],
        made_at=at,
        expires_at=at + LASTS,
    )
    account = User.objects.filter(email=email, is_active=True).first()
    if account:
        # The letter with the link goes to accounts and to others alike.
        has_letter = event is not None and mail_is_set_up()
        about = {"by": by.name, "to": str(event or season)}
        notices.notify(account, Kind.INVITED, at=at, has_letter=has_letter, **about)
    return invitation, token


def by_token(token: str, now: datetime) -> Invitation:
    """The invitation whose link has this token. Raises InvitationGone."""
    return _only(open_invitations(now).filter(token_hash=digest(token), season=None))


def by_number(number: int, user: User, now: datetime) -> Invitation:
    """An invitation of ``user``. Raises InvitationGone, also if it is for another account."""
    return _only(open_invitations(now).filter(pk=number, email=user.email))


def _only(found: QuerySet[Invitation]) -> Invitation:
    invitation = found.select_related("event", "season", "inviter").first()
    if invitation is None:
        raise errors.InvitationGone
    return invitation


def close(invitation: Invitation) -> bool:
    """Remove an invitation; False if it is gone already, because somebody answered it."""
    deleted, _rows = Invitation.objects.filter(pk=invitation.pk).delete()
    return bool(deleted)


def answer(invitation: Invitation, user: User, *, at: datetime) -> None:
    """Use up an invitation that ``user`` accepts. Raises InvitationGone or InvitationOfAnother."""
    if user.email != invitation.email:
        raise errors.InvitationOfAnother
    is_open = open_invitations(at).filter(pk=invitation.pk).exists()
    if not (is_open and close(invitation)):
        raise errors.InvitationGone


@atomic
def account_for(invitation: Invitation, *, name: str, password: str) -> User:
    """Make the account of somebody who was invited and has none.

    An account without a password, which reaches no further than the inviter's, gets one: nobody
    could sign in to it without mail. Raises AccountExists for any other.
    """
    user = User.objects.filter(email=invitation.email).first()
    if user is None:
        return _new_account(invitation.email, " ".join(name.split()), password)
    if user.has_usable_password() or invitation.inviter is None or not user.is_active:
        raise errors.AccountExists
    try:
        check_may_recover(invitation.inviter, user)
    except Refused:
        raise errors.AccountExists from None
    services.set_password(user, password)
    return user


def _new_account(email: str, name: str, password: str) -> User:
    try:
        with transaction.atomic():
            return User.objects.create_user(email, password, name=name)
    except IntegrityError:
        raise errors.AccountExists from None


def forget_old(now: datetime, at_once: int) -> int:
    """Delete invitations that have expired."""
    keys = Invitation.objects.filter(expires_at__lt=now).values_list("pk", flat=True)[:at_once]
    return Invitation.objects.filter(pk__in=list(keys)).delete()[0]
