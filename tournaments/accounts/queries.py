"""Queries for the pages of an account."""

from datetime import datetime

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments import addresses
from tournaments.models import (
    AccountNotice,
    AccountSession,
    Invitation,
    Role,
    Season,
    Staff,
    User,
)

NOTICES_SHOWN = 20


def site_sends_mail() -> bool:
    """Whether this site can send mail, with a link in it or without. No query."""
    return not settings.EMAIL_BACKEND.endswith("dummy.EmailBackend")


def mail_is_set_up() -> bool:
    """Whether this site can mail links: it can send mail and knows its own address. No query."""
    return addresses.may_be_mailed() and site_sends_mail()


def sessions(user: User, now: datetime) -> list[AccountSession]:
    """Where the account is signed in, the latest use first. One query."""
    lasting = Session.objects.filter(expire_date__gt=now)
    return list(user.account_sessions.filter(session__in=lasting))


def latest_notices(user: User) -> list[AccountNotice]:
    """The latest notices of the account. One query."""
    return list(user.notices.all()[:NOTICES_SHOWN])


def unused_recovery_codes(user: User) -> int:
    """How many recovery codes are left. One query."""
    return user.recovery_codes.filter(used_at=None).count()


def roles(user: User) -> list[Staff]:
    """The roles that the account has accepted, by event. One query."""
    return list(user.roles.select_related("event").order_by("-event__starts_on", "pk"))


def open_invitations(now: datetime) -> "QuerySet[Invitation]":
    """The invitations that can be answered: they have not expired, and whoever sent them may still
    invite."""
    by = OuterRef("inviter")
    owner = Staff.objects.filter(event=OuterRef("event"), user=by, role=Role.OWNER)
    of_season = Season.objects.filter(Q(owner=by) | Q(co_owners=by), pk=OuterRef("season"))
    may_invite = Q(inviter=None) | Q(inviter__is_superuser=True) | Exists(owner) | Exists(of_season)
    return Invitation.objects.filter(may_invite, expires_at__gt=now)


def invitations(user: User, now: datetime) -> list[Invitation]:
    """The invitations that the account has not answered. One query."""
    mine = open_invitations(now).filter(email=user.email)
    return list(mine.select_related("event", "season"))
